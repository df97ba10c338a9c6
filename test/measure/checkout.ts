import { at, type Effects, run, set } from '../../src/kernel/base/effects.js';
import { pick, required } from '../../src/kernel/base/fields.js';
import { ref } from '../../src/kernel/base/kinds.js';
import { day } from '../../src/kernel/base/moments.js';
import { one, sequence } from '../../src/kernel/base/reads.js';
import type { It } from '../../src/kernel/base/resource.js';
import { action, creation, on, retrieve, rule, timer } from '../../src/kernel/base/rules.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { confirm } from '../../src/resources/payments/payment-intents/confirm.js';
import { paymentIntent } from '../../src/resources/payments/payment-intents/payment-intent.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { opened } from './invoices.js';
import { checkoutSession, coupon, invoice, price, product, subscription, subscriptionItem } from './objects.js';
import { lineOf } from './subscriptions.js';

const { fields } = checkoutSession;

/** A page with an item to buy. */
export const create = creation(checkoutSession, {
  takes: { ...pick(fields, 'customer', 'customer_email'), line_items: required(fields.line_items) },
  decide: ({ it, input }, { now }) => {
    const open = set(it, { status: 'open', ...input });
    return [open, at(now + day, open, 'expire')];
  },
});

/** The payer has submitted the page of a subscription: all of its objects are created, and paid. */
export const complete = rule(checkoutSession, 'complete', {
  from: ['open'],
  takes: { payment_method: required(ref('payment_method')) },
  reads: {
    customer,
    invoice,
    begun: one(paymentIntent, 'invoice.payment_intent'),
    method: one(paymentMethod, 'payment_method'),
    number: sequence('invoice'),
    prices: one(price, 'line_items.price'),
    products: one(product, 'prices.product'),
  },
  decide: ({ it, begun, customer: existing, method, number, prices, products }, asked) => {
    const { now, make } = asked;
    if (method.customer !== null && method.customer !== existing?.id)
      return asked.refuse({ code: 'payment_method_unexpected_state', param: 'payment_method' });
    // An amount that an earlier card did not pay is still due, and due once.
    if (begun && existing) return [kept(method, existing), run(confirm, begun, { payment_method: method.id })];
    const payer = existing
      ? set(existing, {})
      : make(customer, { email: it.customer_email, invoice_settings: { default_payment_method: method.id } });
    const days = Math.max(1, ...prices.all.map(({ interval_days }) => interval_days));
    const period = { start: now, end: now + days * day };
    const plan = make(subscription, { status: 'incomplete', customer: payer.id, current_period: period });
    const items = it.line_items.map(({ price, quantity }) => make(subscriptionItem, { price, quantity, subscription: plan.id }));
    const lines = it.line_items.map((each) => lineOf(each, prices.get(each.price), products));
    const amount_due = lines.reduce((sum, { amount }) => sum + amount, 0);
    const owed = { amount_due, amount_remaining: amount_due, currency: 'usd', lines };
    const bill = make(invoice, { status: 'draft', ...owed, checkout_session: it.id, customer: payer.id, subscription: plan.id });
    const { intent, effects } = opened(bill, number, asked);
    return [
      payer,
      set(method, { customer: payer.id }, 'payment_method.attached'),
      plan,
      items,
      bill,
      effects,
      set(plan, { latest_invoice: bill.id }, null),
      set(it, { customer: payer.id, invoice: bill.id, subscription: plan.id }),
      at(period.end, plan, 'renew'),
      run(confirm, intent, { payment_method: method.id }),
    ];
  },
});

/** The payer's method, which becomes the default. */
const kept = (method: It<typeof paymentMethod>, payer: It<typeof customer>): Effects => [
  set(payer, { invoice_settings: { default_payment_method: method.id } }),
  set(method, { customer: payer.id }, 'payment_method.attached'),
];

/** It is complete once it is paid. */
export const paid = on(invoice, 'invoice.paid', checkoutSession, {
  via: 'checkout_session',
  from: ['open'],
  decide: ({ it }) => set(it, { status: 'complete', payment_status: 'paid' }),
});

/** A page expires. */
export const expire = timer(checkoutSession, 'expire', { from: ['open'], decide: ({ it }) => set(it, { status: 'expired' }) });

/** An item for sale. */
const sell = creation(product, { takes: product.fields, decide: ({ it, input }) => set(it, input) });
const ask = creation(price, { takes: price.fields, decide: ({ it, input }) => set(it, input) });
const change = rule(price, 'update', { takes: pick(price.fields, 'lookup_key'), decide: ({ it, input }) => set(it, input) });
const deduct = creation(coupon, { takes: coupon.fields, decide: ({ it, input }) => set(it, input) });

export const checkout = [
  action('POST /v1/products', sell),
  action('POST /v1/prices', ask),
  action('POST /v1/prices/:id', change),
  action('POST /v1/coupons', deduct),
  action('POST /v1/checkout/sessions', create),
  action('POST /v1/checkout/sessions/:id/complete', complete),
  paid,
  expire,
  retrieve(checkoutSession, 'GET /v1/checkout/sessions/:id'),
] as const;
