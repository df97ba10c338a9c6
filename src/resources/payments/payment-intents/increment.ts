import { type Asked, ask, at, type Decision, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { result, rule } from '../../../kernel/base/rules.js';
import { incrementCharge } from '../../../processors/questions.js';
import { fxQuote } from '../../money/fx-quotes/fx-quote.js';
import { charge, isBeingVoided, questionOfHold } from '../charges/charge.js';
import { canGrow, grown, isHeld, nextRelease } from '../charges/hold.js';
import { attempt_id } from './attempt.js';
import { stillHeld } from './held.js';
import { paymentIntent } from './payment-intent.js';
import { requireSettleable } from './settled-by.js';

const { fields } = paymentIntent;

/** How often more can be asked for, declines among them (Stripe). */
const increments_max = 10;

/** Holds more of a card, for what was added to an order since. */
export const increment = rule(paymentIntent, 'increment the authorization of', {
  from: ['requires_capture'],
  takes: {
    amount: about('The new total in minor units, more than is authorized now.', required(fields.amount)),
    ...pick(fields, 'description', 'metadata', 'statement_descriptor'),
  },
  reads: { fx_quote: fxQuote, latest_charge: charge },
  decide: ({ it, input: { amount, ...described }, fx_quote, latest_charge: held }, asked): Decision => {
    if (!isHeld(held) || isBeingVoided(held) || !canGrow(held)) return asked.refuse(as_it_is);
    // The rate is held for what was confirmed; for more it must be held still.
    requireIncrementable(it, amount, asked);
    requireSettleable({ ...it, amount }, fx_quote, asked.now, asked);
    const asking = set(it, { status: 'processing', increments: (it.increments ?? 0) + 1 });
    const question = { ...questionOfHold(held, { attempt: asked.fresh(attempt_id), amount }), described };
    return [asking, ask(incrementCharge, asking, question)];
  },
});

const as_it_is: Refusal = {
  code: 'payment_intent_unexpected_state',
  message:
    'No more can be held of this payment. Ask for it when confirming, with payment_method_options[card][request_incremental_authorization]=if_available, and look whether its charge says payment_method_details.card.incremental_authorization.status: available.',
};

function requireIncrementable({ increments = 0, amount_capturable }: It<typeof paymentIntent>, amount: number, asked: Asked): void {
  if (increments >= increments_max) asked.refuse({ code: 'payment_intent_unexpected_state', message: too_often });
  if (amount > amount_capturable) return;
  const message = `${amount_capturable} is held already. Send the new total, which must be more than that.`;
  asked.refuse({ code: 'amount_too_small', param: 'amount', message });
}

const too_often = `More was asked for ${increments_max} times, and cannot be again. Capture what is held, and take the rest with another PaymentIntent.`;

/** The processor's answer to an increment; what is held stays as it is where that is declined. */
export const incremented = result(paymentIntent, incrementCharge, {
  from: ['processing'],
  reads: { latest_charge: charge },
  decide: ({ it, latest_charge: held, answer, asked: { amount, described } }, { now }) => {
    if (!isHeld(held)) return null;
    if (answer.result === 'declined') return stillHeld(it, held, answer, now);
    if (answer.result !== 'approved' || amount === undefined) return null;
    const more = set(it, { status: 'requires_capture', ...described, amount, amount_capturable: amount });
    return [grown(held, amount), more, at(nextRelease(held, now), more, 'release', it.latest_attempt)];
  },
});
