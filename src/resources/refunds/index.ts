import type { Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { pick, required } from '../../base/fields.js';
import { integerOrDigits, oneOf, ref } from '../../base/kinds.js';
import { type It } from '../../base/resource.js';
import { action, answer, due, type Surroundings } from '../../base/legacy.js';
import { list, retrieve } from '../../base/rules.js';
import { charge, keptOf, leftOf } from '../charges/charge.js';
import { types } from '../payment-methods/types.js';
import { isOfHold, released, releasing, unreleasable } from './held.js';
import { reasons, refund } from './refund.js';
import { ask, askedAgain, givenBack, isOpen, moneyTaken, settled } from './settle.js';

type Refund = It<typeof refund>;
type Charge = It<typeof charge>;
type Draft = Decided<typeof refund>;

/** The charge of an intent that was paid is its latest one. */
const of_intent = 'payment_intent.latest_charge';

/** Gives money back: all that is left of a charge, or some of it. What is only held is let go. */
export const create = action(
  refund,
  'POST /v1/refunds',
  {
    amount: integerOrDigits({ minimum: 1, maximum: 99_999_999 }),
    charge: { ...ref('charge'), schema: { ...ref('charge').schema, examples: ['ch_123'] } },
    payment_intent: ref('payment_intent'),
    reason: oneOf(...reasons),
    ...pick(refund.fields, 'instructions_email', 'metadata'),
  },
  ({ it, params: { amount: wanted, charge: named, payment_intent, ...described }, refs, ...around }): Draft => {
    if (named && payment_intent) return { refuse: two_charges };
    if (!named && !payment_intent) return { refuse: no_charge };
    const of = refs.charge ?? refs[of_intent];
    if (!of) return { refuse: { code: 'charge_not_refundable', param: 'payment_intent' } };
    const amount = wanted ?? keptOf(of);
    const refusal = unrefundable(of, amount);
    if (refusal) return { refuse: refusal };
    return of.captured ? begun(it, of, { amount, ...described }, around) : releasing(it.id, of, described, around);
  },
  { needs: { charge, [of_intent]: charge } },
);

const no_charge: Refusal = { code: 'parameter_missing', param: 'charge', message: 'Must provide charge or payment_intent.' };
const two_charges: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_intent',
  message: 'Send only one of charge and payment_intent.',
};

/** Why this amount of a charge cannot be given back; null if it can. */
function unrefundable(of: Charge, amount: number): Refusal | null {
  if (of.status !== 'succeeded') return { code: 'charge_not_refundable' };
  if (!of.captured) return unreleasable(of, amount);
  if (of.refunded) return { code: 'charge_already_refunded', message: `The charge ${of.id} has been refunded already.` };
  const left = keptOf(of);
  if (of.amount_disputed > of.amount_lost) return { code: 'charge_disputed' };
  if (left === 0) return { code: 'charge_disputed', message: "The payer's bank has taken what was left of this charge." };
  if (amount > left) return { code: 'amount_too_large', param: 'amount', message: `At most ${left} of this charge can be refunded.` };
  return refusedByType(of, amount);
}

function refusedByType(of: Charge, amount: number): Refusal | null {
  const type = of.payment_method_details?.type ?? 'card';
  const refused = { code: 'charge_not_refundable' } as const;
  switch (types[type].refunds) {
    case 'none':
      return { ...refused, message: `A payment by ${type} cannot be refunded.` };
    case 'once':
      // A refund that failed or was canceled has been put back, so it does not count.
      return leftOf(of) === of.amount_captured ? null : { ...refused, message: `A payment by ${type} can be refunded once only.` };
    case 'full':
      if (amount === of.amount_captured) return null;
      return { ...refused, param: 'amount', message: `A payment by ${type} can only be refunded as a whole: ${of.amount_captured}.` };
    default:
      return null;
  }
}

type Described = { readonly amount: number; readonly reason?: (typeof reasons)[number] };

function begun(it: Refund, of: Charge, described: Described, around: Surroundings): Draft {
  const { amount, reason } = described;
  const { currency, payment_intent } = of;
  const { balance_transaction, ...taken } = moneyTaken({ id: it.id, amount, reason: reason ?? null }, of, around);
  const set = { ...described, balance_transaction, charge: of.id, currency, payment_intent };
  return { to: 'pending', set, ask: ask({ id: it.id, amount, currency }, of, around.now), ...taken };
}

/** Changes metadata; a refund is otherwise as it was ordered. */
export const update = action(refund, 'POST /v1/refunds/:id', pick(refund.fields, 'metadata'), ({ params }) => ({ set: params }));

const needs = { charge } as const;

const unexpected = (verb: string, { status }: Refund): Refusal => ({
  code: 'refund_unexpected_state',
  message: `You could not ${verb} this refund because it has a status of ${status}.`,
});

const unanswered: Refusal = {
  code: 'refund_unexpected_state',
  message: 'The processor has not answered yet, so the money may be on its way. Try again in a moment.',
};

/** Takes a refund back that its processor has not carried out. */
export const cancel = action(
  refund,
  'POST /v1/refunds/:id/cancel',
  {},
  ({ it, refs: { charge: of }, ...around }): Draft => {
    if (!isOpen(it) || !of) return { refuse: unexpected('cancel', it) };
    if (isOfHold(it) || (it.status === 'pending' && !it.pending_reason)) return { refuse: unanswered };
    return givenBack('canceled', it, of, 'merchant_request', around);
  },
  { needs },
);

/** Lets the payer's bank decide now what it would decide later (test mode). */
export const settleNow = action(
  refund,
  'POST /v1/test_helpers/refunds/:id/settle',
  { outcome: required(oneOf('succeed', 'fail')) },
  ({ it, params: { outcome }, refs: { charge: of }, now }): Draft => {
    if (!isOpen(it) || !of) return { refuse: unexpected('settle', it) };
    // No bank decides on a hold, and its processor is being asked already.
    return isOfHold(it) ? { refuse: unanswered } : askedAgain(it, of, now, outcome);
  },
  { needs },
);

/** The processor's answer. */
export const settle = answer(
  refund,
  ({ it, answer, asked, refs: { charge: of }, ...around }): Draft => {
    const of_hold = asked.verb === 'void';
    // What was not asked about this refund says nothing of it.
    if (!of || of_hold !== isOfHold(it)) return {};
    return of_hold ? released(it, of, answer, around) : settled(it, of, answer, around);
  },
  { needs },
);

/**
 * Asks a processor again that said when to: what is pending may be decided, what was given may have come back, and what was canceled may
 * have been given all the same, because nobody can be told to stop.
 */
export const inquire = due(
  refund,
  'inquire',
  ({ it, refs: { charge: of }, now }): Draft =>
    of && it.status !== 'failed' ? askedAgain(it, of, now, it.status === 'canceled' ? 'abandon' : undefined) : {},
  { needs },
);

/** The refunds group. */
export const refunds = [
  create,
  update,
  cancel,
  settleNow,
  settle,
  inquire,
  retrieve(refund, 'GET /v1/refunds/:id'),
  list(refund, ['GET /v1/refunds', 'GET /v1/refunds/list'], { charge: ref('charge'), payment_intent: ref('payment_intent') }),
  retrieve(refund, 'GET /v1/charges/:charge/refunds/:id', { within: 'charge' }),
  list(refund, 'GET /v1/charges/:charge/refunds', { charge: ref('charge') }),
] as const;
