import type { Around, Effect } from '../../base/effects.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** A proration that waits for an invoice. */
export const pendingOf = (
  line: PlainLine,
  { id, currency, customer, test_clock }: Subscription,
  { make, now }: Around,
): InvoiceItem & Effect =>
  make(invoiceItem, {
    ...{ amount: line.amount, currency, customer, date: now, description: line.description, discountable: false },
    net_amount: line.amount,
    parent: { subscription_details: { subscription: id, subscription_item: line.subscription_item ?? null }, type: 'subscription_details' },
    pending: true,
    period: line.period,
    price: line.price ?? null,
    pricing: line.price
      ? {
          price_details: { price: line.price.id, product: line.price.product },
          type: 'price_details',
          unit_amount_decimal: line.price.unit_amount_decimal,
        }
      : null,
    proration: true,
    proration_details: line.proration_details ?? null,
    quantity: line.quantity ?? 1,
    quantity_decimal: String(line.quantity ?? 1),
    subscription: id,
    subscription_item: line.subscription_item ?? null,
    test_clock,
  });

/** What an item has been charged by a change, for credits to be counted from: its prorations, by what they are on, and whole periods. */
export function debitsOf(item: Item, prorations: readonly InvoiceItem[], bill: Invoice | null): NonNullable<Item['debits']> {
  const lines = bill?.lines.data ?? [];
  const charged = prorations.filter(({ amount, subscription_item }) => subscription_item === item.id && amount > 0);
  const of_items = charged.map(({ amount, id, period }) => {
    const line = lines.find(({ invoice_item }) => invoice_item === id);
    return { amount, discount_amounts: [], invoice: (line && bill?.id) ?? null, line: line?.id ?? null, period };
  });
  const of_periods = lines
    .filter(({ invoice_item, subscription_item }) => invoice_item === null && subscription_item === item.id)
    .map(({ amount, discount_amounts, id, period }) => ({ amount, discount_amounts, invoice: bill?.id ?? null, line: id, period }));
  return [...of_items, ...of_periods];
}
