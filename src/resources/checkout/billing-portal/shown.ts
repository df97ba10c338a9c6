import { decimalNumber } from '../../../kernel/base/decimal.js';
import { nullable, type Values } from '../../../kernel/base/fields.js';
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
  currency: text,
  interval: text,
  interval_count: integer(),
  name: text,
  nickname: nullable(text),
  price: text,
  product: text,
  unit_amount_decimal: nullable(text),
} as const;

const bounds = object({ maximum: nullable(integer()), minimum: integer() });

const item = object({
  ...priced,
  id: text,
  /** What it can be changed to, and in which bounds, by price. */
  offers: listOf(object({ ...priced, quantities: nullable(bounds) })),
  quantity: nullable(integer()),
  /** Between how many customers may choose; null where they may not. */
  quantities: nullable(bounds),
});

const subscribed = object({
  id: text,
  cancel_at: nullable(timestamp),
  cancel_at_period_end: flag,
  currency: text,
  current_period_end: timestamp,
  items: listOf(item),
  may_cancel: flag,
  may_change: flag,
  may_resume: flag,
  /** Where the invoice is paid that a change of it waits for. */
  owed_url: nullable(text),
  schedule: nullable(text),
  status: text,
  trial_end: nullable(timestamp),
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
  business_profile,
  /** The retention offer of a cancellation. */
  coupon: nullable(
    object({
      amount_off: nullable(integer()),
      currency: nullable(text),
      percent_off: nullable(decimalNumber({ minimum: 0, maximum: 100, places: 4 })),
      name: nullable(text),
    }),
  ),
  customer: object({
    address: nullable(address),
    default_payment_method: nullable(text),
    email: nullable(text),
    name: nullable(text),
    phone: nullable(text),
    preferred_locales: listOf(text),
    shipping: nullable(shipping),
  }),
  features: only(features, features_for_payer),
  invoices: listOf(only(snapshotOf(invoice), listed)),
  now: timestamp,
  payment_methods: listOf(seenOf(paymentMethod)),
  subscriptions: listOf(subscribed),
  /** Of which types customers can have one. */
  tax_id_types: listOf(text),
  tax_ids: listOf(object({ id: text, type: text, value: text })),
});

/** What is shown. */
export type Shown = Values<{ of: typeof shown }>['of'];

/** A subscription as it is shown. */
export type Subscribed = Shown['subscriptions'][number];
