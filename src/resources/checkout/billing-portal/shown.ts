import { decimalNumber } from '../../../kernel/base/decimal.js';
import { listOf, nullable, object, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, text, timestamp } from '../../../kernel/base/kinds.js';
import { invoice } from '../../billing/invoices/invoice.js';
import { address, address_for_payer, shipping } from '../../parts.js';
import { payment_method_for_payer, paymentMethod } from '../../payments/payment-methods/payment-method.js';
import { snapshotOf } from '../../snapshot.js';
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

const priced_for_payer = {
  currency: true,
  interval: true,
  interval_count: true,
  name: true,
  nickname: true,
  price: true,
  product: true,
  unit_amount_decimal: true,
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

/** What the pages of a session show, as it is when they are. */
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
  features,
  invoices: listOf(snapshotOf(invoice)),
  now: timestamp,
  payment_methods: listOf(snapshotOf(paymentMethod)),
  subscriptions: listOf(subscribed),
  /** Of which types customers can have one. */
  tax_id_types: listOf(text),
  tax_ids: listOf(object({ id: text, type: text, value: text })),
});

/** What is shown. */
export type Shown = Values<{ of: typeof shown }>['of'];

/** A subscription as it is shown. */
export type Subscribed = Shown['subscriptions'][number];

const bounds_for_payer = { maximum: true, minimum: true } as const;

/** All that the page may know. */
export const shown_for_payer = {
  business_profile: { headline: true, privacy_policy_url: true, terms_of_service_url: true },
  coupon: { amount_off: true, currency: true, percent_off: true, name: true },
  customer: {
    address: address_for_payer,
    default_payment_method: true,
    email: true,
    name: true,
    phone: true,
    preferred_locales: true,
    shipping: { address: address_for_payer, name: true, phone: true },
  },
  features: features_for_payer,
  invoices: {
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
  },
  now: true,
  payment_methods: payment_method_for_payer,
  subscriptions: {
    id: true,
    cancel_at: true,
    cancel_at_period_end: true,
    currency: true,
    current_period_end: true,
    items: {
      ...priced_for_payer,
      id: true,
      offers: { ...priced_for_payer, quantities: bounds_for_payer },
      quantity: true,
      quantities: bounds_for_payer,
    },
    may_cancel: true,
    may_change: true,
    may_resume: true,
    owed_url: true,
    schedule: true,
    status: true,
    trial_end: true,
  },
  tax_id_types: true,
  tax_ids: { id: true, type: true, value: true },
} as const;
