import type { Document } from '../../src/kernel/base/resource.js';
import { invoice } from '../../src/resources/billing/invoices/invoice.js';
import { subscriptionItem } from '../../src/resources/billing/subscriptions/subscription-item.js';
import { price } from '../../src/resources/catalogue/prices/price.js';
import { product } from '../../src/resources/catalogue/products/product.js';
import { customer } from '../../src/resources/customers/customers/customer.js';
import { paymentMethod } from '../../src/resources/payments/payment-methods/payment-method.js';
import { now, stored } from './decisions.js';

/** The objects that trials of subscriptions, schedules and credit notes refer to. */

/** In seconds. */
export const day = 86_400;

/** A customer without a stored method of payment, and a card of theirs. */
export const jo = stored(customer, { name: 'Jo', currency: 'usd', invoice_prefix: 'JO' });
export const visa = stored(paymentMethod, { type: 'card', customer: jo.id, card: { exp_month: 12, exp_year: 2034, last4: '4242' } });

const club = stored(product, { name: 'Club' });
const monthly = { interval: 'month', interval_count: 1 } as const;
const priceOf = (id: string, amount: number, recurring: object) =>
  stored(price, {
    ...{ id, active: true, currency: 'usd', product: club.id, type: 'recurring' },
    ...{ unit_amount: amount, unit_amount_decimal: String(amount), recurring },
  } as never);

/** Prices by the month: a fixed one, none, and one for each unit that was used. */
export const ten = priceOf('price_1', 1000, monthly);
export const free = priceOf('price_2', 0, monthly);
export const by_use = priceOf('price_3', 10, { ...monthly, usage_type: 'metered' });
/** The prices, and what they are for. */
export const offered: readonly Document[] = [club, ten, free, by_use];

/** The period that a subscription is in, and one that ends now. */
export const period = { start: now - 10 * day, end: now + 20 * day };
export const over = { start: now - 30 * day, end: now };

type Span = typeof period;

const in_period = ({ start, end }: Span) => ({ current_period_start: start, current_period_end: end });

/** The item of the subscription in a period, at a price. */
export const itemIn = (span: Span, of = ten) =>
  stored(subscriptionItem, {
    ...in_period(span),
    ...{ id: 'si_1', subscription: 'sub_1', product_name: 'Club', price: of },
    ...(of !== by_use && { quantity: 1 }),
  } as never);

/** The members of a subscription that has that item. */
export function subscribedIn(span: Span, of = ten) {
  const item = itemIn(span, of);
  const items = { object: 'list', data: [item], has_more: false, total_count: 1, url: '/v1/subscription_items?subscription=sub_1' };
  return { ...in_period(span), billing_cycle_anchor: span.start, items, prices: [of.id], quantity: 1, start_date: span.start };
}

/** The subscription in another period, or at another price. */
export const timed = (span: Span, of = ten) => ({ it: subscribedIn(span, of), there: [itemIn(span, of)] });

/** The members of a subscription whose period is a trial. */
export const onTrial = ({ start, end }: Span) => ({ trial_start: start, trial_end: end, billing_cycle_anchor: end });

const line = {
  ...{ id: 'il_1', object: 'line_item', amount: 1000, currency: 'usd', description: 'Club', discounts: [], tax_rates: [], metadata: {} },
  ...{ discount_amounts: [], discountable: true, invoice_item: null, period, pricing: null, quantity: 1 },
};
const lines = { object: 'list', data: [line], has_more: false, total_count: 1, url: '/v1/invoices/in_1/lines' };

/** The newest invoice of the subscription, in a state. */
export const billThatIs = (status: string, of: object = {}) =>
  stored(invoice, {
    ...{ id: 'in_1', status, customer: jo.id, subscription: 'sub_1', currency: 'usd', billing_reason: 'subscription_cycle' },
    ...{ auto_advance: true, lines, number: 'JO-0001', subtotal: 1000, total: 1000, amount_due: 1000 },
    ...(status === 'paid' ? { amount_paid: 1000 } : { amount_remaining: 1000 }),
    ...of,
  } as never);
