import { about, type Given, initially, merged, nullable, sometimes } from '../../../kernel/base/fields.js';
import { email, expandsTo, integer, metadata, oneOf, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object, pick, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { address } from '../../parts.js';
import { card_used } from '../charges/details.js';
import { card_tried } from '../payment-methods/card.js';
import { paid_by_type } from '../payment-methods/details.js';
import { payment_method_types } from '../payment-methods/payment-method.js';

/** How an attempt to pay has ended, outside Florin. */
export const outcomes = ['guaranteed', 'failed', 'canceled'] as const;

const money = object({
  currency: about('The currency, a three-letter ISO 4217 code.', currency),
  value: about('The amount in the smallest unit of the currency.', integer({ minimum: 0 })),
});

const customer_details = object({
  customer: about('The customer who pays; null where that is not known.', nullable(ref('customer'))),
  email: about('The e-mail address of the payer.', nullable(email)),
  name: about('The name of the payer.', nullable(text)),
  phone: about('The telephone number of the payer.', nullable(text)),
});

const billing_details = object({
  address: about('The billing address of the payer.', address),
  email: about('The e-mail address of the payer.', nullable(email)),
  name: about('The name of the payer.', nullable(text)),
  phone: about('The telephone number of the payer.', nullable(text)),
});

const custom = about(
  'Your own name for the payment method; absent for a payment method of Florin.',
  sometimes(
    object({
      display_name: about('The name of the way to pay, as payers know it.', text),
      type: about('Your own type of the way to pay; null for none.', nullable(text)),
    }),
  ),
);

/** The name and address of a payer, with null for what was not reported. */
export const billed = (given: Given<{ it: typeof billing_details }>['it']) => merged(billing_details, billing_details.initial, given ?? {});

const of_report = {
  billing_details: about('The name and address of the payer; null where they were not reported.', nullable(billing_details)),
  custom,
  payment_method: about('The payment method that paid; null where there is none in Florin.', nullable(ref('payment_method'))),
} as const;

/** The way to pay, as it is reported. */
export const reported_details = object({
  ...of_report,
  type: about(
    'Always `custom`. Leave it out together with `custom` where `payment_method` names a payment method of Florin: its type is used.',
    oneOf('custom'),
  ),
});

/** The members of a card that paid outside Florin: nothing is known of the payment itself. */
export const card_reported = {
  ...card_tried,
  ...pick(card_used, 'authorization_code', 'installments', 'moto', 'network_token', 'network_transaction_id'),
  ...pick(card_used, 'stored_credential_usage', 'three_d_secure'),
  capture_before: about(
    'Until when the payment could be captured, in Unix seconds; absent, since it is not reported.',
    sometimes(timestamp),
  ),
  network_advice_code: about("The network's own code for advice on another try; null, since it is not reported.", nullable(text)),
  network_decline_code: about('The code with which the network declined; null, since it is not reported.', nullable(text)),
} as const;

const payment_method_details = sparse({
  ...paid_by_type,
  ...of_report,
  card: about('The card that paid, if `type` is `card`.', object(card_reported)),
  type: about(
    'The type of payment method that paid, of which a member of the same name has the details; `custom` for one that is not of Florin.',
    oneOf('custom', ...payment_method_types),
  ),
});

const processor_details = object({
  custom: about(
    'The processor that moved the money.',
    object({ payment_reference: about('The reference of the payment at that processor; null for none.', nullable(textOf(255))) }),
  ),
  type: about('Always `custom`.', oneOf('custom')),
});

const shipping_details = object({
  address: about('The address that the goods are sent to.', address),
  name: about('The name of the recipient.', nullable(text)),
  phone: about('The telephone number of the recipient.', nullable(text)),
});

const amounts = {
  amount: about('The amount of the payment.', money),
  amount_authorized: about('The amount that was authorized.', money),
  amount_canceled: about('The amount that was canceled.', money),
  amount_failed: about('The amount that failed.', money),
  amount_guaranteed: about('The amount that is guaranteed to arrive.', money),
  amount_refunded: about('The amount that was refunded.', money),
  amount_requested: about('The amount that was requested.', money),
} as const;

const common = {
  ...amounts,
  application: about('Always null: records are made by the account itself.', nullable(expandsTo('application', text))),
  customer_details: about('The payer, as reported.', nullable(customer_details)),
  customer_presence: about(
    'Whether the payer was present (`on_session`) or not; null where unknown.',
    nullable(oneOf('on_session', 'off_session')),
  ),
  description: about('Your description of the payment.', nullable(text)),
  initiated_at: about('When the payment was initiated, in Unix seconds.', timestamp),
  metadata,
  outcome: about('The outcome of the attempt; null while it is not known.', nullable(oneOf(...outcomes))),
  outcome_at: about('When the outcome was known, in Unix seconds; null before that.', nullable(timestamp)),
  payment_method_details: about('The way to pay, as reported.', nullable(payment_method_details)),
  processor_details: about('The processor that moved the money.', processor_details),
  reported_by: about('Always `self`: you have reported the payment.', oneOf('self')),
  shipping_details: about('Where the goods are sent to, as reported.', nullable(shipping_details)),
} as const;

/** An attempt to pay that was made outside Florin, as it was reported. */
export const paymentAttemptRecord = resource({
  object: 'payment_attempt_record',
  title: 'payment attempt record',
  prefix: 'par',
  fields: { ...common, payment_record: about('The record of the payment that was attempted.', nullable(ref('payment_record'))) },
  start: null,
  columns: ['payment_record'],
});

/** How many refunds can be reported of one payment. */
export const refunds_max = 200;

const refund = object({
  amount: about('The refunded amount in the smallest unit of the currency.', integer({ minimum: 1 })),
  initiated_at: about('When the refund was initiated, in Unix seconds; null where unknown.', nullable(timestamp)),
  metadata,
  refund_reference: about('The reference of the refund at the processor; null for none.', nullable(textOf(255))),
  refunded_at: about('When the money was returned, in Unix seconds; null where unknown.', nullable(timestamp)),
});

/** A payment that was made outside Florin, as it was reported: it moves no money here. */
export const paymentRecord = resource({
  object: 'payment_record',
  title: 'payment record',
  prefix: 'prec',
  fields: {
    ...common,
    latest_payment_attempt_record: about('The record of the last attempt to pay.', nullable(ref('payment_attempt_record'))),
    refunds: about('The reported refunds of the payment, oldest first.', initially([], listOf(refund, refunds_max))),
  },
  start: null,
});

/** A record as rules see it. */
export type PaymentRecord = It<typeof paymentRecord>;
/** An attempt as rules see it. */
export type PaymentAttemptRecord = It<typeof paymentAttemptRecord>;

/** What an attempt of an amount comes to, by its outcome. */
export function amountsOf(requested: PaymentRecord['amount'], outcome: PaymentRecord['outcome']) {
  const none = { currency: requested.currency, value: 0 };
  const where = (ended: (typeof outcomes)[number]) => (outcome === ended ? requested : none);
  return {
    amount: requested,
    amount_authorized: where('guaranteed'),
    amount_canceled: where('canceled'),
    amount_failed: where('failed'),
    amount_guaranteed: where('guaranteed'),
    amount_refunded: none,
    amount_requested: requested,
  };
}
