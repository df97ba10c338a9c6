import { type Around, ask, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about } from '../../../kernel/base/fields.js';
import { textOf } from '../../../kernel/base/kinds.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { result, rule, timer, unexpected } from '../../../kernel/base/rules.js';
import { voidCharge } from '../../../processors/questions.js';
import { type Invoice, invoice, isOwed } from '../../billing/invoices/invoice.js';
import { type Session, session } from '../../checkout/checkout/session.js';
import { charge, questionOfHold } from '../charges/charge.js';
import { isHeld, voidedHold } from '../charges/hold.js';
import { isOfOrphan } from '../charges/orphaned.js';
import { voided } from '../intents/agreement.js';
import { open } from '../intents/open.js';
import { attended } from '../reviews/close.js';
import { attempt_id, reads, waitingForNothing } from './attempt.js';
import { stillHeld } from './held.js';
import { paymentIntent } from './payment-intent.js';

/** Gives a payment up; what is held is let go. */
export const cancel = rule(paymentIntent, 'cancel', {
  from: [...open, 'requires_capture'],
  takes: {
    cancellation_reason: about(
      'Why the payment is canceled: `duplicate`, `fraudulent`, `requested_by_customer` or `abandoned`; without a `Stripe-Version` header, any text up to 500 characters.',
      textOf(500),
    ),
  },
  reads: { ...reads, checkout_session: session, invoice },
  decide: ({ it, input, latest_charge: held, mandate, invoice: bill, checkout_session: purchase }, asked): Decision => {
    if (purchase?.status === 'open' && purchase.payment_intent === it.id) return asked.refuse(bought(purchase));
    if (bill && isOwed(bill) && bill.payment_intent === it.id) return asked.refuse(owed(bill));
    if (asked.version !== null && !isReason(input.cancellation_reason)) return asked.refuse(no_reason);
    if (it.status === 'requires_capture') return held ? releasing(it, held, input, asked) : asked.refuse(unexpected(cancel, it.status));
    const canceled = set(it, { status: 'canceled', ...waitingForNothing(it), ...input, canceled_at: asked.now });
    return [canceled, voided(mandate)];
  },
});

const bought = ({ id }: Session): Refusal => ({
  code: 'payment_intent_unexpected_state',
  message: `This PaymentIntent belongs to the Checkout Session ${id}, so it cannot be canceled. Expire the session instead.`,
});

const owed = ({ id }: Invoice): Refusal => ({
  code: 'payment_intent_unexpected_state',
  message: `This PaymentIntent belongs to the invoice ${id}, so it cannot be canceled. Void the invoice instead.`,
});

const reasons: readonly string[] = ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'];

/** SDKs know four reasons and no other; natively any words will do (published). */
const isReason = (reason: string | undefined): boolean => reason === undefined || reasons.includes(reason);

const no_reason: Refusal = {
  code: 'parameter_invalid',
  param: 'cancellation_reason',
  message: `Invalid cancellation_reason: must be one of ${reasons.join(', ')}.`,
};

/** Lets held money go when its time is over (published: seven days). */
export const release = timer(paymentIntent, 'release', {
  from: ['requires_capture'],
  reads: { latest_charge: charge },
  decide: ({ it, about, latest_charge: held }, around) =>
    held && about === it.latest_attempt && releasing(it, held, { cancellation_reason: 'automatic' }, around),
});

function releasing(
  it: It<typeof paymentIntent, 'requires_capture'>,
  held: It<typeof charge>,
  why: Settable<typeof paymentIntent>,
  { fresh }: Around,
): Effects {
  const canceling = set(it, { status: 'processing', ...why });
  return [canceling, ask(voidCharge, canceling, questionOfHold(held, { attempt: fresh(attempt_id), amount: held.amount }))];
}

/** The processor's answer to a void. */
export const released = result(paymentIntent, voidCharge, {
  from: ['processing'],
  reads: { latest_charge: charge },
  decide: ({ it, latest_charge: held, answer, asked: sent, by }, { now }) => {
    if (!isHeld(held) || isOfOrphan(held, sent, by)) return null;
    if (answer.result === 'declined') return stillHeld(it, held, answer, now);
    if (answer.result !== 'approved') return null;
    const canceled = set(it, { status: 'canceled', amount_capturable: 0, canceled_at: now });
    return [
      canceled,
      attended(held, 'canceled'),
      voidedHold(held, it.cancellation_reason === 'automatic' ? 'charge.expired' : 'charge.refunded'),
    ];
  },
});
