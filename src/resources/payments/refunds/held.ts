import { type Around, type Asked, ask, at, type Effects, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import type { Approved, Declined, Settled } from '../../../processors/contract.js';
import { voidCharge } from '../../../processors/questions.js';
import { type charge, isBeingVoided, keptOf, questionOfHold } from '../charges/charge.js';
import { nextRelease } from '../charges/hold.js';
import { presentedAs } from '../presentment.js';
import { attended, endOf } from '../reviews/close.js';
import { destinationOf } from './destination.js';
import type { refund } from './refund.js';
import { fraudOf, moneyTaken, reasonOf, told } from './result.js';

type Refund = It<typeof refund>;
type Pending = It<typeof refund, 'pending'>;
type Charge = It<typeof charge>;

/** Whether a refund moves no money, because what it gives back was only held. */
export const isOfHold = ({ balance_transaction }: Refund): boolean => balance_transaction === null;

/** Refuses a refund that cannot let held money go: an authorization is released whole, and once. */
export function requireReleasable(of: Charge, amount: number, asked: Asked): void {
  if (of.payment_intent) asked.refuse(ofIntent(of, of.payment_intent));
  if (of.refunded) asked.refuse({ code: 'charge_already_refunded', message: `The charge ${of.id} has been released already.` });
  if (isBeingVoided(of)) asked.refuse({ code: 'charge_already_refunded', message: `A refund of the charge ${of.id} is under way.` });
  const [code, param] = ['amount_too_large', 'amount'] as const;
  if (amount > of.amount) asked.refuse({ code, param, message: `The charge ${of.id} holds ${of.amount}, and no more can be released.` });
  const message = `An authorization is released as a whole: ${of.amount}. To keep some of it, capture that much of the charge instead.`;
  if (amount < of.amount) asked.refuse({ code: 'charge_not_refundable', param, message });
}

/** What an intent holds is let go by its intent. */
const ofIntent = ({ refunded }: Charge, intent: string): Refusal => ({
  code: 'charge_not_refundable',
  ...(!refunded && {
    message: `The PaymentIntent ${intent} has only authorized this money. Cancel it to release the authorization, or capture it first.`,
  }),
});

/** Voids an authorization. The charge has no remaining amount from now on, so it is neither captured nor refunded before the answer. */
export function releasing(it: It<typeof refund, Unborn>, of: Charge, described: Settable<typeof refund>): Effects {
  const { amount, currency, customer, payment_intent, payment_method } = of;
  const ordered = set(it, {
    status: 'pending',
    ...described,
    amount,
    charge: of.id,
    currency,
    customer,
    payment_intent,
    payment_method,
    ...presentedAs(of.presentment_details, amount),
  });
  const let_go = set(of, { amount_refunded: amount, ...fraudOf(described.reason) }, null);
  // Each refund is a question of its own: one that was declined must not be answered by what was said before.
  return [ordered, let_go, attended(of, endOf(described.reason)), ask(voidCharge, ordered, questionOfHold(of, { attempt: it.id, amount }))];
}

/** What the processor's answer makes of it. The first one stands. */
export function released(it: Pending, of: Charge, answer: Settled, around: Around): Effects {
  if (answer.result === 'declined') return stillHeld(it, of, answer, around);
  if (answer.result !== 'approved') return null;
  if (of.captured) return takenBack(it, of, answer, around);
  // The authorization may have expired before the answer, and then its event is out.
  return [given(it, of, answer), !of.refunded && voidedAtLast(of)];
}

const given = (it: Pending, of: Charge, answer: Approved, moved: Settable<typeof refund> = {}): Effects =>
  set(it, { status: 'succeeded', ...moved, destination_details: destinationOf(of, answer, 'reversal') }, told);

/** The reserved amount becomes the refunded amount, with its event. */
function voidedAtLast(of: Charge): Effects {
  const held = set(of, { amount_refunded: 0 }, null);
  return [held, set(held, { amount_refunded: of.amount, refunded: true }, 'charge.refunded')];
}

/** Held after all, and as it was; a hold whose time is over by now is let go a day later. */
function stillHeld(it: Pending, of: Charge, answer: Declined, { now }: Around): Effects {
  const failed = set(it, { status: 'failed', failure_reason: reasonOf(answer) }, told);
  if (!isBeingVoided(of)) return failed;
  return [failed, set(of, { amount_refunded: 0 }, null), at(nextRelease(of, now), of, 'release')];
}

/** It was captured before the refund reached its processor, which has refunded it: money has moved. */
function takenBack(it: Pending, of: Charge, answer: Approved, around: Around): Effects {
  const amount = keptOf(of);
  if (amount === 0) return set(it, { status: 'failed', failure_reason: 'unknown' }, told);
  const money = moneyTaken({ id: it.id, amount, reason: it.reason }, of, around);
  return [money.effects, given(it, of, answer, { amount, ...money.refunded }), money.charge];
}
