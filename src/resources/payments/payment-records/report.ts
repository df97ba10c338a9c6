import { type Asked, set } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import { creation, rule } from '../../../kernel/base/rules.js';
import { paidWith } from '../payment-methods/details.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import {
  amountsOf,
  billed,
  card_reported,
  outcomes,
  type PaymentAttemptRecord,
  type PaymentRecord,
  paymentAttemptRecord,
  paymentRecord,
  refunds_max,
  reported_details,
} from './record.js';

const { fields } = paymentRecord;

const value = integer({ minimum: 1, maximum: 99_999_999 });
const at = (what: string) => required(about(`When the payment was ${what}, in Unix seconds.`, timestamp));

const ended = {
  canceled: about('When the payment was canceled; only with the outcome `canceled`.', object({ canceled_at: at('canceled') })),
  failed: about('When the payment failed; only with the outcome `failed`.', object({ failed_at: at('failed') })),
  guaranteed: about('When the payment was guaranteed; only with the outcome `guaranteed`.', object({ guaranteed_at: at('guaranteed') })),
  outcome: about('How the payment has ended; leave it out while that is not known.', oneOf(...outcomes)),
} as const;

const described = {
  ...pick(fields, 'description', 'metadata', 'shipping_details'),
  payment_method_details: about('The way to pay.', reported_details),
} as const;

const initiated = { initiated_at: at('initiated') } as const;

type Ended = Given<typeof ended>;

const invalid = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The outcome that is reported, and its time. */
function endOf({ outcome, canceled, failed, guaranteed }: Ended, asked: Asked): Pick<PaymentRecord, 'outcome' | 'outcome_at'> {
  const times = { canceled: canceled?.canceled_at, failed: failed?.failed_at, guaranteed: guaranteed?.guaranteed_at };
  const other = outcomes.find((each) => each !== outcome && times[each] !== undefined);
  if (other) asked.refuse(invalid(other, `${other} can only be sent together with outcome=${other}.`));
  if (!outcome) return { outcome: null, outcome_at: null };
  const outcome_at = times[outcome];
  if (outcome_at !== undefined) return { outcome, outcome_at };
  const param = `${outcome}[${outcome}_at]`;
  return asked.refuse({
    code: 'parameter_missing',
    param,
    message: `Missing required param: ${param}. It says when the outcome was known.`,
  });
}

type Way = NonNullable<Settable<typeof paymentRecord>['payment_method_details']>;

const paying = { payment_method: one(paymentMethod, 'payment_method_details.payment_method') } as const;

type Reported = Given<{ it: typeof reported_details }>['it'];

/** The way to pay: one of your own, or a payment method of Florin with its details. */
function wayOf(given: NonNullable<Reported>, method: It<typeof paymentMethod> | null): Way {
  const { billing_details, custom, payment_method = null, type } = given;
  const common = { billing_details: billing_details ? billed(billing_details) : null, payment_method };
  if (!method || type || custom) return { ...common, custom: { display_name: '', type: null, ...custom }, type: 'custom' };
  return { ...paidWith(method, {}, card_reported), ...common, type: method.type };
}

/** Reports a payment and its first attempt. */
export const reportPayment = creation(paymentRecord, {
  takes: {
    ...{ ...described, ...ended, ...initiated },
    ...pick(fields, 'customer_details', 'customer_presence', 'processor_details'),
    amount_requested: required(
      about(
        'The amount that was requested.',
        object({
          currency: required(about('The currency, a three-letter ISO 4217 code.', currency)),
          value: required(about('The amount in the smallest unit of the currency.', value)),
        }),
      ),
    ),
    payment_method_details: required(described.payment_method_details),
  },
  reads: paying,
  decide: ({ it, input, payment_method }, asked) => {
    const { amount_requested, canceled: _, failed: __, guaranteed: ___, outcome: ____, payment_method_details: way, ...given } = input;
    const end = endOf(input, asked);
    const payment_method_details = wayOf(way, payment_method);
    const members = { ...given, ...end, payment_method_details, ...amountsOf(amount_requested, end.outcome) };
    const attempt = asked.make(paymentAttemptRecord, { ...members, payment_record: it.id });
    return [attempt, set(it, { ...members, latest_payment_attempt_record: attempt.id })];
  },
});

const latest = { latest_payment_attempt_record: paymentAttemptRecord } as const;

const unfinished = (outcome: string | null): Refusal =>
  invalid(
    'outcome',
    `The last attempt of this payment is ${outcome ?? 'not finished'}. Report another one after it has failed or was canceled.`,
  );

/** Reports another attempt, after the last one has failed or was canceled. */
export const reportAttempt = rule(paymentRecord, 'report an attempt of', {
  takes: { ...described, ...ended, ...initiated },
  reads: paying,
  decide: ({ it, input, payment_method }, asked) => {
    const { canceled: _, failed: __, guaranteed: ___, outcome: ____, payment_method_details: way, ...given } = input;
    if (it.outcome === null || it.outcome === 'guaranteed') return asked.refuse(unfinished(it.outcome));
    const end = endOf(input, asked);
    const { customer_details, customer_presence, processor_details } = it;
    const payment_method_details = way ? wayOf(way, payment_method) : it.payment_method_details;
    const members = { ...given, ...end, payment_method_details, ...amountsOf(it.amount_requested, end.outcome) };
    const known = { customer_details, customer_presence, processor_details };
    const attempt = asked.make(paymentAttemptRecord, { ...known, ...members, payment_record: it.id });
    return [attempt, set(it, { ...members, latest_payment_attempt_record: attempt.id })];
  },
});

const over = (outcome: string): Refusal => invalid('id', `The last attempt of this payment is ${outcome} already. Report another attempt.`);

type Finished = { readonly it: PaymentRecord; readonly latest_payment_attempt_record: PaymentAttemptRecord | null };

/** The record and its last attempt after an outcome. */
function finished(
  { it, latest_payment_attempt_record: attempt }: Finished,
  outcome: (typeof outcomes)[number],
  given: object,
  asked: Asked,
) {
  if (it.outcome !== null) return asked.refuse(over(it.outcome));
  const members = { ...given, ...amountsOf(it.amount_requested, outcome), outcome };
  return [set(it, members), attempt && set(attempt, members)];
}

const pickMetadata = pick(fields, 'metadata');

/** Reports that the last attempt was canceled. */
export const reportCanceled = rule(paymentRecord, 'report the cancellation of', {
  takes: { ...pickMetadata, canceled_at: at('canceled') },
  reads: latest,
  decide: ({ input: { canceled_at, ...given }, ...seen }, asked) =>
    finished(seen, 'canceled', { ...given, outcome_at: canceled_at }, asked),
});

/** Reports that the last attempt has failed. */
export const reportFailed = rule(paymentRecord, 'report the failure of', {
  takes: { ...pickMetadata, failed_at: at('failed') },
  reads: latest,
  decide: ({ input: { failed_at, ...given }, ...seen }, asked) => finished(seen, 'failed', { ...given, outcome_at: failed_at }, asked),
});

/** Reports that the last attempt is guaranteed. */
export const reportGuaranteed = rule(paymentRecord, 'report the guarantee of', {
  takes: { ...pickMetadata, guaranteed_at: at('guaranteed') },
  reads: latest,
  decide: ({ input: { guaranteed_at, ...given }, ...seen }, asked) =>
    finished(seen, 'guaranteed', { ...given, outcome_at: guaranteed_at }, asked),
});

/** Reports details of the last attempt that do not change its outcome. */
export const reportInformational = rule(paymentRecord, 'report details of', {
  takes: pick(fields, 'customer_details', 'description', 'metadata', 'shipping_details'),
  reads: latest,
  decide: ({ it, input, latest_payment_attempt_record: attempt }) => [set(it, input), attempt && set(attempt, input)],
});

const not_paid = invalid('id', 'Only a payment that is guaranteed can be refunded.');

const too_many_refunds = invalid('id', `A payment has at most ${refunds_max} reported refunds.`);

/** Reports a refund, of all that is not refunded yet or of some of it. */
export const reportRefund = rule(paymentRecord, 'report a refund of', {
  takes: {
    ...pickMetadata,
    amount: about(
      'The refunded amount; by default everything that is not refunded yet.',
      object({
        currency: required(about('The currency of the payment.', currency)),
        value: required(about('The amount in the smallest unit of the currency.', value)),
      }),
    ),
    initiated_at: about('When the refund was initiated, in Unix seconds.', timestamp),
    outcome: required(about('Always `refunded`.', oneOf('refunded'))),
    processor_details: required(
      about(
        'The processor that returned the money.',
        object({
          custom: about(
            'The processor.',
            object({ refund_reference: about('The reference of the refund at that processor.', nullable(textOf(255))) }),
          ),
          type: required(about('Always `custom`.', oneOf('custom'))),
        }),
      ),
    ),
    refunded: about('When the money was returned.', object({ refunded_at: at('refunded') })),
  },
  reads: latest,
  decide: ({ it, input, latest_payment_attempt_record: attempt }, asked) => {
    const { amount: { currency: of, value: wanted } = { currency: it.amount.currency, value: undefined }, initiated_at, metadata } = input;
    if (it.outcome !== 'guaranteed') return asked.refuse(not_paid);
    if (of !== it.amount.currency) return asked.refuse(invalid('amount[currency]', `The payment was made in ${it.amount.currency}.`));
    const left = it.amount_guaranteed.value - it.amount_refunded.value;
    const amount = wanted ?? left;
    if (amount > left || amount === 0)
      return asked.refuse({
        code: 'amount_too_large',
        param: 'amount[value]',
        message: `At most ${left} of this payment can be refunded.`,
      });
    if (it.refunds.length >= refunds_max) return asked.refuse(too_many_refunds);
    const refunds = [
      ...it.refunds,
      {
        ...{ amount, initiated_at: initiated_at ?? null, metadata: metadata || {}, refunded_at: input.refunded?.refunded_at ?? null },
        refund_reference: input.processor_details.custom?.refund_reference ?? null,
      },
    ];
    const amount_refunded = { currency: of, value: it.amount_refunded.value + amount };
    return [set(it, { amount_refunded, refunds }), attempt && set(attempt, { amount_refunded })];
  },
});
