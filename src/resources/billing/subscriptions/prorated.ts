import type { Around, Effect } from '../../../kernel/base/effects.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { membersOf } from '../invoice-items/members.js';
import type { Invoice } from '../invoices/invoice.js';
import type { PlainLine } from '../invoices/plain-line.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';

type Owner = Pick<Subscription, 'currency' | 'customer' | 'test_clock'>;

/** What a subscription has come to between two invoices, and waits for the next. */
export const pendingOf = (line: PlainLine, { currency, customer, test_clock }: Owner, { make, now }: Around): InvoiceItem & Effect =>
  make(invoiceItem, { ...membersOf(line, { currency, customer, invoice: null, test_clock }), date: now }, line.id);

/** What an item has been charged by a change, for credits to be counted from: its prorations, by what they are on, and whole periods. */
export function debitsOf(item: Item, prorations: readonly InvoiceItem[], bill: Invoice | null): NonNullable<Item['debits']> {
  const lines = bill?.lines.data ?? [];
  const charged = prorations.filter(({ amount, proration, subscription_item }) => proration && subscription_item === item.id && amount > 0);
  const of_items = charged.map(({ amount, id, period, taken = [], tax_rates }) => {
    const line = lines.find(({ invoice_item }) => invoice_item === id);
    const of_line = { invoice: (line && bill?.id) ?? null, invoice_item: id, line: line?.id ?? null };
    return { amount, discount_amounts: taken, period, tax_rates, ...of_line };
  });
  const of_periods = lines.filter((line) => isCharge(line, item)).map((line) => debitOf(line, bill?.id ?? null));
  return [...of_items, ...of_periods];
}

type Line = Invoice['lines']['data'][number];

/** Whether a line charges an item for a period of its own. */
export const isCharge = ({ invoice_item, proration, subscription_item }: Line, { id }: Item): boolean =>
  subscription_item === id && !proration && invoice_item === null;

/** What a line has charged, for credits to be counted from. */
export const debitOf = ({ amount, discount_amounts, id, period, tax_rates }: Line, invoice: string | null) => ({
  ...{ amount, discount_amounts, period, tax_rates },
  ...{ invoice, invoice_item: null, line: id },
});
