import { internal, listOf, nullable, object, required } from '../../src/kernel/base/fields.js';
import { integer, oneOf, ref, text, textOf, timestamp } from '../../src/kernel/base/kinds.js';
import { currency } from '../../src/kernel/base/money.js';
import { type Document, resource } from '../../src/kernel/base/resource.js';

/** An item for sale, and its price for a period of this many days. */
export const product = resource({
  object: 'product',
  prefix: 'prod',
  fields: { name: text },
  start: 'product.created',
  events: { removed: 'product.deleted' },
  removable: true,
});

export const price = resource({
  object: 'price',
  prefix: 'price',
  fields: { currency, interval_days: integer(), lookup_key: nullable(text), product: ref('product'), unit_amount: integer() },
  start: 'price.created',
  events: { updated: 'price.updated' },
  unique: { lookup_key: ({ lookup_key }: Document) => (typeof lookup_key === 'string' ? lookup_key : null) },
});

export const coupon = resource({
  object: 'coupon',
  prefix: 'cou',
  fields: { percent_off: integer() },
  start: 'coupon.created',
  removable: true,
});

export const subscription = resource({
  object: 'subscription',
  prefix: 'sub',
  fields: {
    coupon: nullable(ref('coupon')),
    current_period: object({ start: timestamp, end: timestamp }),
    customer: ref('customer'),
    latest_invoice: nullable(ref('invoice')),
  },
  start: { incomplete: 'customer.subscription.created', active: 'customer.subscription.created' },
  states: {
    incomplete: { active: 'customer.subscription.updated', canceled: 'customer.subscription.deleted' },
    active: { past_due: 'customer.subscription.updated', canceled: 'customer.subscription.deleted' },
    past_due: { active: 'customer.subscription.updated', canceled: 'customer.subscription.deleted' },
    canceled: {},
  },
  events: { updated: 'customer.subscription.updated' },
  timers: ['renew'],
  columns: ['customer'],
});

export const subscriptionItem = resource({
  object: 'subscription_item',
  prefix: 'si',
  fields: { price: ref('price'), quantity: integer(), subscription: ref('subscription') },
  start: null,
  owner: 'subscription',
  columns: ['subscription'],
});

export const invoiceItem = resource({
  object: 'invoiceitem',
  prefix: 'ii',
  fields: { amount: integer(), currency, customer: ref('customer'), description: text, invoice: nullable(ref('invoice')) },
  start: 'invoiceitem.created',
  events: { updated: 'invoiceitem.updated' },
  owner: 'customer',
  columns: ['customer', 'invoice'],
});

export const line = object({
  amount: required(integer()),
  description: required(text),
  price: nullable(ref('price')),
  quantity: integer(),
});

export const invoice = resource({
  object: 'invoice',
  title: 'invoice',
  prefix: 'in',
  fields: {
    amount_due: integer(),
    amount_paid: integer(),
    amount_remaining: integer(),
    attempt_count: integer(),
    checkout_session: internal(nullable(ref('checkout.session'))),
    currency,
    customer: ref('customer'),
    default_payment_method: nullable(ref('payment_method')),
    lines: listOf(line),
    number: nullable(textOf(40)),
    payment_intent: nullable(ref('payment_intent')),
    subscription: nullable(ref('subscription')),
  },
  start: { draft: 'invoice.created' },
  states: {
    draft: { open: 'invoice.finalized' },
    open: { paid: 'invoice.paid', void: 'invoice.voided' },
    paid: {},
    void: {},
  },
  events: { updated: 'invoice.updated', told: ['invoice.payment_failed', 'invoice.payment_succeeded'] },
  timers: ['finalize'],
  unexpected: 'parameter_invalid',
  columns: ['subscription'],
});

export const checkoutSession = resource({
  object: 'checkout.session',
  title: 'Checkout Session',
  prefix: 'cs',
  fields: {
    customer: nullable(ref('customer')),
    customer_email: nullable(text),
    invoice: nullable(ref('invoice')),
    line_items: listOf(object({ price: required(ref('price')), quantity: required(integer()) })),
    payment_status: oneOf('unpaid', 'paid'),
    subscription: nullable(ref('subscription')),
  },
  start: { open: null },
  states: { open: { complete: 'checkout.session.completed', expired: 'checkout.session.expired' }, complete: {}, expired: {} },
  timers: ['expire'],
  unexpected: 'parameter_invalid',
});
