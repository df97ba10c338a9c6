import type { Around, Effect } from '../../base/effects.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { membersOf } from '../invoice-items/members.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

/** What a subscription has come to between two invoices, and waits for the next. */
export const pendingOf = (line: PlainLine, { currency, customer, test_clock }: Subscription, { make, now }: Around): InvoiceItem & Effect =>
  make(invoiceItem, { ...membersOf(line, { currency, customer, invoice: null, test_clock }), date: now });

/** What an item has been charged by a change, for credits to be counted from: its prorations, by what they are on, and whole periods. */
export function debitsOf(item: Item, prorations: readonly InvoiceItem[], bill: Invoice | null): NonNullable<Item['debits']> {
  const lines = bill?.lines.data ?? [];
  const charged = prorations.filter(({ amount, proration, subscription_item }) => proration && subscription_item === item.id && amount > 0);
  const of_items = charged.map(({ amount, id, period }) => {
    const line = lines.find(({ invoice_item }) => invoice_item === id);
    return { amount, discount_amounts: [], invoice: (line && bill?.id) ?? null, invoice_item: id, line: line?.id ?? null, period };
  });
  const of_periods = lines
    .filter(({ invoice_item, subscription_item }) => invoice_item === null && subscription_item === item.id)
    .map(({ amount, discount_amounts, id, period }) => ({
      ...{ amount, discount_amounts, period },
      ...{ invoice: bill?.id ?? null, invoice_item: null, line: id },
    }));
  return [...of_items, ...of_periods];
}
