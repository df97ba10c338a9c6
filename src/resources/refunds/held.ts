import { type Change, change, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { day } from '../../base/moments.js';
import type { Answer, Approved, Declined } from '../../base/processor.js';
import type { It, Settable } from '../../base/resource.js';
import type { Surroundings } from '../../base/legacy.js';
import { askOfHeld, charge, isBeingLetGo, keptOf } from '../charges/charge.js';
import type { refund } from './refund.js';
import { fraudOf, moneyTaken, reasonOf, told } from './settle.js';

type Refund = It<typeof refund>;
type Charge = It<typeof charge>;
type Draft = Decided<typeof refund>;

/** Whether a refund moves no money, because what it gives back was only held. */
export const isOfHold = ({ balance_transaction }: Refund): boolean => balance_transaction === null;

/** Why a refund of this amount cannot let held money go; null if it can. */
export function unreleasable(of: Charge, amount: number): Refusal | null {
  if (of.payment_intent) return ofIntent(of, of.payment_intent);
  if (of.refunded) return { code: 'charge_already_refunded', message: `The charge ${of.id} has been let go already.` };
  if (isBeingLetGo(of)) return { code: 'charge_already_refunded', message: `A refund of the charge ${of.id} is under way.` };
  if (amount > of.amount)
    return { code: 'amount_too_large', param: 'amount', message: `The charge ${of.id} holds ${of.amount}, and no more can be let go.` };
  const message = `Money that is only held is let go as a whole: ${of.amount}. To keep some of it, capture that much of the charge instead.`;
  return amount < of.amount ? { code: 'charge_not_refundable', param: 'amount', message } : null;
}

/** What an intent holds is let go by its intent. */
const ofIntent = ({ refunded }: Charge, intent: string): Refusal => ({
  code: 'charge_not_refundable',
  ...(!refunded && { message: `The PaymentIntent ${intent} only holds this money. Cancel it to let the money go, or capture it first.` }),
});

/** Lets held money go. Nothing is left of the charge from now on, so that nobody captures or refunds it meanwhile. */
export function releasing(id: string, of: Charge, described: Settable<typeof refund>, { now }: Surroundings): Draft {
  const { amount, currency, payment_intent } = of;
  const subject = { object: 'refund', id };
  return {
    to: 'pending',
    set: { ...described, amount, charge: of.id, currency, payment_intent },
    // Each refund is a question of its own: one that was declined must not be answered by what was said before.
    ask: askOfHeld('void', of, { subject, attempt: id, amount, now }),
    also: [change(charge, of, { set: { amount_refunded: amount, ...fraudOf(described.reason) }, tell: [] })],
  };
}

/** What the processor's answer makes of it. The first one stands. */
export function released(it: Refund, of: Charge, answer: Answer, around: Surroundings): Draft {
  if (it.status !== 'pending') return {};
  if (answer.result === 'declined') return stillHeld(of, answer, around);
  if (answer.result !== 'approved') return {};
  const given: Draft = { to: 'succeeded', set: { destination_details: destinationOf(answer) }, tell: told };
  if (of.captured) return takenBack(it, of, given, around);
  // Its time may have been over meanwhile, and then its end has been told.
  return of.refunded ? given : { ...given, also: letGoAtLast(of) };
}

/** What was put aside in silence is told as what changes now. */
const letGoAtLast = (of: Charge): Change[] => [
  change(charge, of, { set: { amount_refunded: 0 }, tell: [] }),
  change(charge, of, { set: { amount_refunded: of.amount, refunded: true }, tell: 'charge.refunded' }),
];

/** Held after all, and as it was; a hold whose time is over by now is let go a day later. */
function stillHeld(of: Charge, answer: Declined, { now }: Surroundings): Draft {
  const failed: Draft = { to: 'failed', set: { failure_reason: reasonOf(answer) }, tell: told };
  if (!isBeingLetGo(of)) return failed;
  const { capture_before } = of.payment_method_details?.card ?? {};
  const is_over = capture_before != null && now >= capture_before;
  const later = is_over ? [{ name: 'release', at: now + day }] : [];
  return { ...failed, also: [change(charge, of, { set: { amount_refunded: 0 }, tell: [], later })] };
}

/** It was captured before its processor heard of the refund, and has been given back all the same: then money has moved. */
function takenBack(it: Refund, of: Charge, given: Draft, around: Surroundings): Draft {
  const amount = keptOf(of);
  if (amount === 0) return { to: 'failed', set: { failure_reason: 'unknown' }, tell: told };
  const { balance_transaction, ...taken } = moneyTaken({ id: it.id, amount, reason: it.reason }, of, around);
  return { ...given, ...taken, set: { ...given.set, amount, balance_transaction } };
}

type Destination = NonNullable<NonNullable<Draft['set']>['destination_details']>;

/** A reversal leaves nothing on the payer's statement, so there may never be a number to ask their bank about. */
function destinationOf({ reference }: Approved): Destination {
  const reference_status = reference === undefined ? 'unavailable' : 'available';
  const card = { reference: reference ?? null, reference_status, reference_type: 'system_trace_audit_number', type: 'reversal' } as const;
  return { type: 'card', card };
}
