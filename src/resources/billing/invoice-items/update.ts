import { type Asked, type Decision, remove, set } from '../../../kernel/base/effects.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { customer } from '../../customers/customers/customer.js';
import { discounted_reads, discountsAsked } from '../invoices/discounted.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { relined } from '../invoices/relined.js';
import { plainsOf } from '../invoices/sums.js';
import { plainOfItem } from './as-line.js';
import { asked_reads } from './cost.js';
import { type InvoiceItem, invoiceItem, taxed_input } from './invoice-item.js';
import { changedPlain, plain_input } from './line-input.js';
import { costsOf } from './members.js';

const reads = { account: own(account), customer, invoice } as const;

/** Changes what is billed, while its invoice is a draft or it is on none. */
export const update = rule(invoiceItem, 'update', {
  takes: { ...plain_input, ...taxed_input },
  reads: { ...reads, ...asked_reads, ...discounted_reads, rates: one(taxRate, 'tax_rates') },
  decide: (
    { it, input: { discounts: off, tax_behavior, tax_code, ...input }, account, customer, invoice: on, ...named },
    asked,
  ): Decision => {
    requireEditable(on, asked);
    requireTaxBehavior(it, tax_behavior, asked);
    const changed = changedPlain(plainOfItem(it), input, named, asked);
    if (changed.cost?.currency && changed.cost.currency !== it.currency) return asked.refuse(other_currency);
    const of = { customer: it.customer, currency: it.currency, of: { invoice_item: it.id }, kept: it.discounts_kept ?? [] };
    const redeemed = discountsAsked(off, named, of, asked);
    const plain = { ...changed.plain, discounts: redeemed.discounts };
    const taxed = { ...(tax_behavior && { tax_behavior }), ...(tax_code !== undefined && { tax_code }) };
    const item = set(it, { ...costsOf(plain), ...taxed });
    const plains = on ? plainsOf(on).map((each) => (each.invoice_item === it.id ? { ...plain, id: each.id ?? '' } : each)) : [];
    return [changed.cost?.made, redeemed.effects, item, on?.status === 'draft' && relined(on, plains, { account, customer }, asked)];
  },
});

/** Takes away what is not billed yet; of a draft its line goes with it. */
export const del = rule(invoiceItem, 'delete', {
  reads,
  decide: ({ it, account, customer, invoice: on }, asked): Decision => {
    requireEditable(on, asked);
    const left = on ? plainsOf(on).filter((plain) => plain.invoice_item !== it.id) : [];
    return [remove(it), on?.status === 'draft' && relined(on, left, { account, customer }, asked)];
  },
});

const requireEditable = (on: Invoice | null, asked: Asked): void => {
  if (!(on === null || on.status === 'draft'))
    asked.refuse({ code: 'invoice_not_editable', message: `This invoice item is on the invoice ${on.id}, which is no longer a draft.` });
};

/** Once it is said whether taxes are inside an amount, that stays (Stripe). */
function requireTaxBehavior({ tax_behavior: before = 'unspecified' }: InvoiceItem, given: string | undefined, asked: Asked): void {
  if (given === undefined || given === before || before === 'unspecified') return;
  const message = `The tax behavior of an invoice item cannot be changed once it is ${before}. Make another invoice item.`;
  asked.refuse({ code: 'parameter_invalid', param: 'tax_behavior', message });
}

const other_currency: Refusal = {
  code: 'parameter_invalid',
  param: 'price',
  message: 'The price is in another currency than the invoice item.',
};
