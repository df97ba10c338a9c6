import { type Effects, run, set } from '../../../kernel/base/effects.js';
import { required } from '../../../kernel/base/fields.js';
import { many, one } from '../../../kernel/base/reads.js';
import { on, rule } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { type InvoiceItem, invoiceItem } from '../invoice-items/invoice-item.js';
import { invoice } from '../invoices/invoice.js';
import { lines_max } from '../invoices/lines.js';
import { items_read } from './bill.js';
import { subscription } from './subscription.js';
import { type Debit, debit, type Item, subscriptionItem } from './subscription-item.js';

/** What a void invoice charged for whole periods was never paid, so that nothing of it is given back. */
export const voidedFromItems = on(invoice, 'invoice.voided', subscription, {
  via: 'subscription',
  reads: { items: items_read },
  decide: ({ by, items }) => items.map((item) => without(item, (each) => each.invoice === by.id && each.invoice_item === null)),
});

/** The same of what was pending, whether it was billed with the subscription or with anything else. */
export const voidedPending = on(invoice, 'invoice.voided', customer, {
  via: 'customer',
  decide: ({ by }) => by.lines.data.some(({ proration }) => proration) && run(undo, by, {}, 'ignore'),
});

const undo = rule(invoice, 'undo what was pending on', {
  reads: { taken: many(invoiceItem, { by: 'invoice', at_most: lines_max }), items: one(subscriptionItem, 'taken.subscription_item') },
  decide: ({ taken, items }) => items.all.map((item) => undone(item, taken)),
});

/** The same of what was taken away before it was billed. */
export const deletedFromItems = on(invoiceItem, 'invoiceitem.deleted', subscription, {
  via: 'subscription',
  reads: { items: items_read },
  decide: ({ by, items }) => items.map((item) => undone(item, [by])),
});

/** An item without what it was charged by invoice items that are owed no more. What they gave back was not given back either. */
function undone(item: Item, all: readonly InvoiceItem[]): Effects {
  const own = all.filter(({ subscription_item, proration }) => proration && subscription_item === item.id);
  if (own.length === 0) return null;
  const left = without(item, (each) => own.some(({ id }) => id === each.invoice_item));
  return [left, own.filter(({ amount }) => amount < 0).map((each) => run(chargeAgain, left, { debit: givenBack(each) }, 'ignore'))];
}

const without = (item: Item, is: (debit: Debit) => boolean) => set(item, { debits: (item.debits ?? []).filter((each) => !is(each)) });

function givenBack({ amount, gives_back, period, taken = [], tax_rates }: InvoiceItem): Debit {
  const of_line = gives_back ?? { invoice: null, invoice_item: null, line: null };
  const discount_amounts = taken.map(({ amount, discount }) => ({ amount: 0 - amount, discount }));
  return { amount: 0 - amount, discount_amounts, period, tax_rates, ...of_line };
}

/** What was not given back after all can be given back later, unless it is itself owed no more. */
const chargeAgain = rule(subscriptionItem, 'charge again for', {
  takes: { debit: required(debit) },
  reads: {
    charged_by: one(invoiceItem, 'debit.invoice_item'),
    billed_by: one(invoice, 'charged_by.invoice'),
    charged_on: one(invoice, 'debit.invoice'),
  },
  decide: ({ it, input: { debit }, charged_by, billed_by, charged_on }) => {
    const is_gone = debit.invoice_item !== null && charged_by === null;
    if (is_gone || billed_by?.status === 'void' || charged_on?.status === 'void') return null;
    return set(it, { debits: [...(it.debits ?? []), debit] });
  },
});
