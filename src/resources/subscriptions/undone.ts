import type { Effects } from '../../base/effects.js';
import { set } from '../../base/effects.js';
import { on } from '../../base/rules.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { invoice, type Line } from '../invoices/invoice.js';
import { items_read } from './reads.js';
import { subscription } from './subscription.js';
import type { Debit, Item } from './subscription-item.js';

/** What was billed of an item and is owed no more: a line, or what waited to be one. */
type Undone = Pick<Line, 'amount' | 'invoice_item' | 'period' | 'proration' | 'proration_details' | 'subscription_item' | 'tax_rates'> & {
  readonly invoice: string | null;
};

/** What an item was charged but for what is owed no more; what that gave back was not given back either, and can be once more. */
function debitsWithout(debits: readonly Debit[], undone: readonly Undone[]): Debit[] {
  const is = (debit: Debit, { invoice, invoice_item }: Undone): boolean =>
    invoice_item === null ? debit.invoice === invoice && !debit.invoice_item : debit.invoice_item === invoice_item;
  const left = debits.filter((debit) => !undone.some((each) => is(debit, each)));
  const taken_back = undone.filter(({ amount, proration }) => proration && amount < 0);
  return [
    ...left,
    ...taken_back.map(({ amount, period, proration_details, tax_rates }) => {
      const { invoice = null, invoice_line_items = [] } = proration_details?.credited_items ?? {};
      const of_line = { invoice, invoice_item: null, line: invoice_line_items[0] ?? null };
      return { amount: 0 - amount, discount_amounts: [], period, tax_rates, ...of_line };
    }),
  ];
}

const withoutDebits = (items: readonly Item[], undone: readonly Undone[]): Effects =>
  items.map((item) => {
    const own = undone.filter(({ subscription_item }) => subscription_item === item.id);
    return own.length > 0 && set(item, { debits: debitsWithout(item.debits ?? [], own) });
  });

/** What a void invoice charged was never paid, so that nothing of it is given back. */
export const voidedFromItems = on(invoice, 'invoice.voided', subscription, {
  via: 'subscription',
  reads: { items: items_read },
  decide: ({ by, items }) =>
    withoutDebits(
      items,
      by.lines.data.map((line) => ({ ...line, invoice: by.id })),
    ),
});

/** The same of what was taken away before it was billed. */
export const deletedFromItems = on(invoiceItem, 'invoiceitem.deleted', subscription, {
  via: 'subscription',
  reads: { items: items_read },
  decide: ({ by, items }) => withoutDebits(items, [{ ...by, invoice_item: by.id }]),
});
