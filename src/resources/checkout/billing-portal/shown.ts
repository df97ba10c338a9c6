import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about, nullable, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, text, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { address, shipping } from '../../parts.js';
import { paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { only, seenOf, snapshotOf } from '../../snapshot.js';
import { business_profile } from './configuration.js';
import { features, features_for_payer } from './features.js';

/** A price as customers see it: without an amount where that depends on the quantity. */
const priced = {
  currency: about('The currency of the amount, a three-letter ISO 4217 code.', text),
  interval: about('The unit of the billing period.', text),
  interval_count: about('How many of these units a billing period has.', integer()),
  name: about('The name of the product.', text),
  nickname: about('The name of the price; null if it has none.', nullable(text)),
  price: about('The id of the price.', text),
  product: about('The id of the product.', text),
  unit_amount_decimal: about('The price of one unit in minor units, as a decimal string; null for tiered prices.', nullable(text)),
} as const;

const bounds = object({
  maximum: about('The largest quantity that can be chosen; null for no maximum.', nullable(integer())),
  minimum: about('The smallest quantity that can be chosen.', integer()),
});

const item = object({
  ...priced,
  id: about('The id of the subscription item.', text),
  offers: about(
    'The prices that the item can be changed to.',
    listOf(
      object({ ...priced, quantities: about('The bounds of the quantity at this price; null if it cannot be chosen.', nullable(bounds)) }),
    ),
  ),
  quantity: about('The present quantity; null for metered usage.', nullable(integer())),
  quantities: about('The bounds of the quantity; null if it cannot be chosen.', nullable(bounds)),
});

const subscribed = object({
  id: about('The id of the subscription.', text),
  cancel_at: about('When the subscription will end, in Unix seconds; null if it continues.', nullable(timestamp)),
  cancel_at_period_end: about('Whether the subscription ends with the current period.', flag),
  currency: about('The currency of the subscription.', text),
  current_period_end: about('When the current period ends, in Unix seconds.', timestamp),
  items: about('The items of the subscription with what they can be changed to.', listOf(item)),
  may_cancel: about('Whether the customer can cancel the subscription.', flag),
  may_change: about('Whether the customer can change the subscription.', flag),
  may_pause: about('Whether the customer can pause the subscription.', flag),
  may_resume: about('Whether the customer can resume the subscription.', flag),
  owed_url: about('The address at which the invoice of a pending change is paid; null if none is due.', nullable(text)),
  paused: about(
    'The pause of the subscription; null if it is not paused.',
    nullable(object({ resumes_at: about('When the pause ends, in Unix seconds; null until the customer ends it.', nullable(timestamp)) })),
  ),
  schedule: about('The schedule that manages the subscription; null if none does.', nullable(text)),
  status: about('The state of the subscription.', text),
  trial_end: about('When the trial ends, in Unix seconds; null without a trial.', nullable(timestamp)),
});

/** The members of an invoice on the list of all. */
const listed = {
  id: true,
  amount_due: true,
  amount_remaining: true,
  created: true,
  currency: true,
  due_date: true,
  hosted_invoice_url: true,
  invoice_pdf: true,
  number: true,
  status: true,
  total: true,
} as const;

/** What the pages of a session show. */
export const shown = object({
  business_profile: about('What the portal says about the business.', business_profile),
  coupon: about(
    'The coupon that is offered to a customer who is about to cancel; null for no offer.',
    nullable(
      object({
        amount_off: about('The discount in minor units; null for a percentage.', nullable(integer())),
        currency: about('The currency of the discount; null for a percentage.', nullable(text)),
        percent_off: about(
          'The discount in percent; null for an amount.',
          nullable(decimalNumber({ minimum: 0, maximum: 100, places: 4 })),
        ),
        name: about('The name of the coupon that customers see; null if it has none.', nullable(text)),
      }),
    ),
  ),
  customer: about(
    'The details of the customer.',
    object({
      address: about('The address of the customer; null if it is not known.', nullable(address)),
      default_payment_method: about('The payment method of future payments; null if there is none.', nullable(text)),
      email: about('The e-mail address of the customer; null if it is not known.', nullable(text)),
      name: about('The name of the customer; null if it is not known.', nullable(text)),
      phone: about('The telephone number of the customer; null if it is not known.', nullable(text)),
      preferred_locales: about('The languages of the customer, the preferred one first.', listOf(text)),
      shipping: about('The name and address for deliveries; null if it is not known.', nullable(shipping)),
    }),
  ),
  features: about('What the customer can see and do in the portal.', only(features, features_for_payer)),
  invoices: about(
    'The newest invoices of the customer, at most 24; empty if the history is disabled.',
    listOf(only(snapshotOf(invoice), listed)),
  ),
  now: about('The current time of the account, in Unix seconds.', timestamp),
  payment_methods: about('The payment methods that the customer has saved, newest first, at most 20.', listOf(seenOf(paymentMethod))),
  subscriptions: about("The customer's subscriptions that have not ended, newest first.", listOf(subscribed)),
  tax_id_types: about('The types of tax ids that the customer can add; empty if that is not allowed.', listOf(text)),
  tax_ids: about(
    'The tax ids of the customer, at most 20.',
    listOf(
      object({
        id: about('The id of the tax id.', text),
        type: about('The type of the tax id, such as `eu_vat`.', text),
        value: about('The tax number as it was entered.', text),
      }),
    ),
  ),
});

/** What is shown. */
export type Shown = Values<{ of: typeof shown }>['of'];

/** A subscription as it is shown. */
export type Subscribed = Shown['subscriptions'][number];
