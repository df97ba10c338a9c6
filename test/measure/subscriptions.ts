import { type Around, at, type Effects, set } from '../../src/kernel/base/effects.js';
import { listOf, object, pick, required } from '../../src/kernel/base/fields.js';
import { integer, ref } from '../../src/kernel/base/kinds.js';
import { day } from '../../src/kernel/base/moments.js';
import { type Found, many, one } from '../../src/kernel/base/reads.js';
import type { It } from '../../src/kernel/base/resource.js';
import { action, creation, on, retrieve, timer } from '../../src/kernel/base/rules.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { finalizedLater } from './invoices.js';
import { coupon, invoice, invoiceItem, price, product, subscription, subscriptionItem } from './objects.js';

type Coupon = It<typeof coupon>;
type Item = It<typeof subscriptionItem>;
type Price = It<typeof price>;
type Product = It<typeof product>;
type Subscription = It<typeof subscription>;
type Line = It<typeof invoice>['lines'][number];

/** A subscription that starts now, paid by the invoice of its next period. */
export const create = creation(subscription, {
  takes: {
    coupon: ref('coupon'),
    customer: required(ref('customer')),
    items: required(listOf(object({ price: required(ref('price')), quantity: required(integer()) }))),
  },
  reads: { prices: one(price, 'items.price') },
  decide: ({ it, input: { items, ...given }, prices }, around) => {
    const { now, make } = around;
    const end = now + daysOf(prices) * day;
    const begun = set(it, { status: 'active', ...given, current_period: { start: now, end } });
    return [begun, items.map((item) => make(subscriptionItem, { ...item, subscription: it.id })), at(end, begun, 'renew')];
  },
});

/** An item that is billed with the next invoice. */
export const addItem = creation(invoiceItem, {
  takes: { ...pick(invoiceItem.fields, 'amount', 'currency', 'description'), customer: required(ref('customer')) },
  decide: ({ it, input }) => set(it, input),
});

/** Bills the period that starts, and sets the next renewal. */
export const renew = timer(subscription, 'renew', {
  from: ['active', 'past_due'],
  reads: {
    customer,
    coupon,
    items: many(subscriptionItem, { by: 'subscription' }),
    prices: one(price, 'items.price'),
    products: one(product, 'prices.product'),
    pending: many(invoiceItem, { by: 'customer', of: 'customer', where: { invoice: null } }),
  },
  decide: ({ it, customer, coupon, items, prices, products, pending }, around) => {
    if (!customer) return set(it, { status: 'canceled' });
    const period = after(it.current_period, prices);
    const lines = [...items.map((item) => lineOf(item, prices.get(item.price), products)), ...pending.map(lineOfPending)];
    const bill = drafted(it, lines, coupon, around);
    return [
      bill,
      pending.map((each) => set(each, { invoice: bill.id })),
      set(it, { current_period: period, latest_invoice: bill.id }),
      finalizedLater(bill, around),
      at(period.end, it, 'renew'),
    ];
  },
});

const daysOf = (prices: Found<Price>): number => Math.max(1, ...prices.all.map(({ interval_days }) => interval_days));

/** The next period, as long as the prices bill for. */
const after = ({ end }: { readonly end: number }, prices: Found<Price>): { start: number; end: number } => ({
  start: end,
  end: end + daysOf(prices) * day,
});

/** The line of an item. */
export const lineOf = (
  { quantity }: Pick<Item, 'quantity'>,
  { id, unit_amount, product }: Price,
  products: Found<Product | null>,
): Line => ({
  amount: unit_amount * quantity,
  description: products.get(product)?.name ?? '',
  price: id,
  quantity,
});

const lineOfPending = ({ amount, description }: It<typeof invoiceItem>): Line => ({ amount, description, price: null, quantity: 1 });

const drafted = ({ id: subscription, customer }: Subscription, lines: Line[], coupon: Coupon | null, { make }: Around) => {
  const gross = lines.reduce((sum, { amount }) => sum + amount, 0);
  const amount_due = gross - Math.floor((gross * (coupon?.percent_off ?? 0)) / 100);
  return make(invoice, { status: 'draft', amount_due, amount_remaining: amount_due, currency: 'usd', customer, lines, subscription });
};

/** A subscription is active as soon as it is paid. */
export const paidFor = on(invoice, 'invoice.paid', subscription, {
  via: 'subscription',
  from: ['incomplete', 'past_due'],
  decide: ({ it }) => set(it, { status: 'active' }),
});

/** A subscription whose renewal could not be collected is past due. */
export const unpaidFor = on(invoice, 'invoice.payment_failed', subscription, {
  via: 'subscription',
  from: ['active'],
  decide: ({ it, by }): Effects => by.id === it.latest_invoice && set(it, { status: 'past_due' }),
});

/** No customer is left to bill. */
export const ended = on(customer, 'customer.deleted', subscription, {
  each: 'customer',
  from: ['incomplete', 'active', 'past_due'],
  decide: ({ it }) => set(it, { status: 'canceled' }),
});

export const subscriptions = [
  action('POST /v1/subscriptions', create),
  action('POST /v1/invoiceitems', addItem),
  renew,
  paidFor,
  unpaidFor,
  ended,
  retrieve(subscription, 'GET /v1/subscriptions/:id'),
  retrieve(invoiceItem, 'GET /v1/invoiceitems/:id'),
] as const;
