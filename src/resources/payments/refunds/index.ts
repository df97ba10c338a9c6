import { type Around, type Asked, ask, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { flag, integerOrDigits, oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { inWords } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Unborn } from '../../../kernel/base/resource.js';
import { action, creation, list, result, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { refundCharge, voidCharge } from '../../../processors/questions.js';
import { types } from '../../core/payment-method-types/types.js';
import { charge, keptOf, leftOf } from '../charges/charge.js';
import { paymentIntent } from '../payment-intents/payment-intent.js';
import { presentedAs } from '../presentment.js';
import { attended, endOf } from '../reviews/close.js';
import { isOfHold, released, releasing, requireReleasable } from './held.js';
import { reasons, refund } from './refund.js';
import { askedAgain, givenBack, moneyTaken, question, settled, told } from './result.js';
import { requireShared } from './shares.js';

type Charge = It<typeof charge>;
type Refund = It<typeof refund>;

/** Gives money back: all that is left of a charge, or some of it. What is only held is let go. */
export const create = creation(refund, {
  takes: {
    amount: about(
      'The amount to refund in minor units; by default everything that is not refunded yet.',
      integerOrDigits({ minimum: 1, maximum: 99_999_999 }),
    ),
    charge: about('The charge to refund.', { ...ref('charge'), schema: { ...ref('charge').schema, examples: ['ch_123'] } }),
    payment_intent: about('The payment intent to refund, in place of `charge`: its latest charge is refunded.', ref('payment_intent')),
    reason: about('Why you refund; `fraudulent` also marks the card as used without the cardholder.', oneOf(...reasons)),
    refund_application_fee: about('For a charge of a connected account: whether the same share of your application fee is refunded.', flag),
    reverse_transfer: about('For a charge with a transfer: whether the same share of the transfer is reversed.', flag),
    ...pick(refund.fields, 'instructions_email', 'metadata'),
  },
  // The charge of an intent that was paid is its latest one.
  reads: {
    charge,
    payment_intent: paymentIntent,
    charge_of_intent: one(charge, 'payment_intent.latest_charge'),
  },
  decide: ({ it, input: { amount: wanted, charge: named, payment_intent, ...said }, charge, charge_of_intent }, asked) => {
    const { reverse_transfer, refund_application_fee, ...described } = said;
    if (named && payment_intent) return asked.refuse(two_charges);
    if (!named && !payment_intent) return asked.refuse(no_charge);
    const of = charge ?? charge_of_intent;
    if (!of) return asked.refuse({ code: 'charge_not_refundable', param: 'payment_intent' });
    const amount = wanted ?? keptOf(of);
    requireRefundable(of, amount, asked);
    requireShared(of, said, asked);
    if (!of.captured) return releasing(it, of, described);
    const brings_back = { fee: refund_application_fee ?? false, transfer: reverse_transfer ?? false };
    return begun(it, of, { amount, ...described, ...((brings_back.fee || brings_back.transfer) && { brings_back }) }, asked);
  },
});

const no_charge: Refusal = { code: 'parameter_missing', param: 'charge', message: 'Must provide charge or payment_intent.' };
const two_charges: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_intent',
  message: 'Send only one of charge and payment_intent.',
};

const of_transfer: Refusal = {
  code: 'charge_not_refundable',
  message: 'This charge represents a transfer. Only the platform can return the money, by reversing the transfer.',
};

const tooMuch = (left: number, { currency }: Charge): string =>
  `At most ${inWords(left, currency)} of this charge can be refunded (amount=${left}).`;

/** Refuses an amount that cannot be given back of a charge. */
function requireRefundable(of: Charge, amount: number, asked: Asked): void {
  if (of.status !== 'succeeded') asked.refuse({ code: 'charge_not_refundable' });
  if (of.source_transfer) asked.refuse(of_transfer);
  if (of.captured) requireTaken(of, amount, asked);
  else requireReleasable(of, amount, asked);
}

function requireTaken(of: Charge, amount: number, asked: Asked): void {
  if (of.refunded) asked.refuse({ code: 'charge_already_refunded', message: `The charge ${of.id} has been refunded already.` });
  const left = keptOf(of);
  if (of.amount_disputed > of.amount_lost) asked.refuse({ code: 'charge_disputed' });
  if (left === 0) asked.refuse({ code: 'charge_disputed', message: "The payer's bank has withdrawn the remaining amount of this charge." });
  if (amount > left) asked.refuse({ code: 'amount_too_large', param: 'amount', message: tooMuch(left, of) });
  requireRefundableType(of, amount, asked);
}

function requireRefundableType(of: Charge, amount: number, asked: Asked): void {
  const code = 'charge_not_refundable';
  const type = of.payment_method_details?.type ?? 'card';
  const { refunds } = types[type];
  if (refunds === 'none') asked.refuse({ code, message: `A payment by ${type} cannot be refunded.` });
  // A refund that failed or was canceled has been put back, so it does not count.
  if (refunds === 'once' && leftOf(of) !== of.amount_captured)
    asked.refuse({ code, message: `A payment by ${type} can be refunded once only.` });
  const message = `A payment by ${type} can only be refunded as a whole: ${of.amount_captured}.`;
  if (refunds === 'full' && amount !== of.amount_captured) asked.refuse({ code, param: 'amount', message });
}

type Described = {
  readonly amount: number;
  readonly reason?: (typeof reasons)[number];
  readonly brings_back?: NonNullable<Refund['brings_back']>;
};

function begun(it: It<typeof refund, Unborn>, of: Charge, described: Described, around: Around): Effects {
  const { currency, payment_intent } = of;
  const money = moneyTaken({ id: it.id, reason: null, ...described }, of, around);
  const ordered = set(it, {
    status: 'pending',
    ...described,
    ...money.refunded,
    charge: of.id,
    currency,
    customer: of.customer,
    payment_intent,
    payment_method: of.payment_method,
    ...presentedAs(of.presentment_details, described.amount),
  });
  const ends = leftOf(of) === described.amount && attended(of, endOf(described.reason));
  return [money.effects, ordered, money.charge, ends, ask(refundCharge, ordered, question(ordered, of))];
}

/** Changes metadata; a refund is otherwise as it was ordered. */
export const update = rule(refund, 'update', { takes: pick(refund.fields, 'metadata'), decide: ({ it, input }) => set(it, input) });

const unanswered: Refusal = {
  code: 'refund_unexpected_state',
  message: 'The processor has not answered yet, so the money may be on its way. Try again in a moment.',
};

/** Takes a refund back that its processor has not carried out. */
export const cancel = rule(refund, 'cancel', {
  from: ['pending', 'requires_action'],
  reads: { charge },
  decide: ({ it, charge: of }, asked) => {
    if (!of || isOfHold(it) || (it.status === 'pending' && !it.pending_reason)) return asked.refuse(unanswered);
    const back = givenBack(it, of, 'merchant_request', asked);
    return [back.effects, set(it, { status: 'canceled', ...back.failure }, told), back.charge];
  },
});

/** The customer never said where the money is to go (test mode): it returns to the balance. */
export const expire = rule(refund, 'expire', {
  from: ['requires_action'],
  reads: { charge },
  decide: ({ it, charge: of }, asked) => {
    if (!of) return asked.refuse(unanswered);
    const back = givenBack(it, of, 'unknown', asked);
    return [back.effects, set(it, { status: 'failed', ...back.failure }, told), back.charge];
  },
});

/** Lets the payer's bank decide now what it would decide later (test mode). */
export const settleNow = rule(refund, 'settle', {
  from: ['pending', 'requires_action'],
  takes: {
    outcome: about(
      'What the bank of the payer decides: it pays, it refuses, or the customer must act first.',
      required(oneOf('succeed', 'fail', 'require_action')),
    ),
  },
  reads: { charge },
  decide: ({ it, input: { outcome }, charge: of }, asked): Decision => {
    // No bank decides on a hold, and its processor is being asked already.
    if (!of || isOfHold(it)) return asked.refuse(unanswered);
    if (outcome !== 'require_action') return askedAgain(it, of, outcome);
    return it.status === 'pending' ? set(it, { status: 'requires_action', pending_reason: null }, told) : null;
  },
});

/** The processor's answer to a refund of money that was taken. */
export const refunded = result(refund, refundCharge, {
  reads: { charge },
  decide: ({ it, charge: of, answer }, around) => of && !isOfHold(it) && settled(it, of, answer, around),
});

/** The processor's answer to a refund that lets held money go. */
export const voided = result(refund, voidCharge, {
  from: ['pending'],
  reads: { charge },
  decide: ({ it, charge: of, answer }, around) => of && isOfHold(it) && released(it, of, answer, around),
});

/**
 * Asks a processor again that said when to: what is pending may be decided, what was given may have come back, and what was canceled may
 * have been given nevertheless, because a processor cannot be stopped.
 */
export const inquire = timer(refund, 'inquire', {
  from: ['pending', 'requires_action', 'succeeded', 'canceled'],
  reads: { charge },
  decide: ({ it, charge: of }) => of && askedAgain(it, of, it.status === 'canceled' ? 'abandon' : undefined),
});

/** The refunds group. */
export const refunds = [
  action('POST /v1/refunds', create, {
    about:
      'Refunds a charge, whole or in part, to the payment method that paid it. An authorization that is not captured yet is released instead.',
  }),
  action('POST /v1/refunds/:id', update, { about: 'Updates the metadata of a refund; nothing else of it can change.' }),
  action('POST /v1/refunds/:id/cancel', cancel, {
    about:
      'Cancels a refund that waits for the customer or that the processor has not carried out, and returns the amount to your balance.',
  }),
  action('POST /v1/test_helpers/refunds/:id/settle', settleNow, {
    about: 'Decides a pending refund at once, as the bank of the payer would later.',
  }),
  action('POST /v1/test_helpers/refunds/:id/expire', expire, {
    about:
      'Simulates a customer who does not act in time on a refund that requires action: it fails, and the amount returns to your balance.',
    summary: 'Expire a refund',
  }),
  refunded,
  voided,
  inquire,
  retrieve(refund, 'GET /v1/refunds/:id', { about: 'Retrieves a refund.' }),
  list(
    refund,
    ['GET /v1/refunds', 'GET /v1/refunds/list'],
    {
      charge: about('Only refunds of this charge.', ref('charge')),
      payment_intent: about('Only refunds of this payment intent.', ref('payment_intent')),
    },
    { about: 'Lists refunds, newest first.' },
  ),
  retrieve(refund, 'GET /v1/charges/:charge/refunds/:id', { within: 'charge', about: 'Retrieves a refund of a charge.' }),
  list(
    refund,
    'GET /v1/charges/:charge/refunds',
    { charge: about('The charge.', ref('charge')) },
    { about: 'Lists the refunds of a charge, newest first.' },
  ),
] as const;
