import { refuse } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { integer, oneOf, ref } from '../../base/kinds.js';
import { many, own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { creation } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import { invoiceItem } from '../invoice-items/invoice-item.js';
import { billedAs } from './bill.js';
import { invoice } from './invoice.js';

const { fields } = invoice;

/** Drafts an invoice for a customer, of their pending items where that is asked for. */
export const create = creation(invoice, {
  takes: {
    ...pick(fields, 'account_tax_ids', 'auto_advance', 'automatically_finalizes_at', 'collection_method', 'currency', 'custom_fields'),
    ...pick(fields, 'default_payment_method', 'description', 'due_date', 'effective_at', 'footer', 'metadata', 'number'),
    ...pick(fields, 'on_behalf_of', 'payment_settings', 'shipping_details', 'statement_descriptor'),
    customer: required(ref('customer')),
    days_until_due: integer({ minimum: 0, maximum: 3650 }),
    default_source: ref('card'),
    pending_invoice_items_behavior: oneOf('exclude', 'include'),
  },
  reads: {
    account: own(account),
    customer,
    items: many(invoiceItem, { by: 'customer', of: 'customer', where: { pending: 'true' } }),
  },
  decide: ({ it, input, account: owner, customer: payer, items }, around) => {
    const { auto_advance, collection_method, currency: named, customer: _, days_until_due, default_payment_method, ...rest } = input;
    const { default_source, due_date, pending_invoice_items_behavior: behavior = 'exclude', ...described } = rest;
    const refusal = wrongDue(input, around.now);
    if (refusal) return refuse(refusal);
    const currency = named ?? payer.currency ?? owner?.default_currency ?? 'usd';
    const pending = behavior === 'include' ? items.filter((item) => item.currency === currency) : [];
    const how = { auto_advance, collection_method, days_until_due, due_date, default_payment_method, default_source };
    return billedAs(it, { account: owner, customer: payer, currency, lines: [], pending, ...how, described }, around).effects;
  },
});

type Due = { readonly collection_method?: string; readonly days_until_due?: number; readonly due_date?: number | null };

/** Why an invoice cannot be due like this. */
export function wrongDue({ collection_method, days_until_due, due_date }: Due, now: number): Refusal | null {
  const named = due_date != null ? 'due_date' : days_until_due !== undefined ? 'days_until_due' : null;
  if (named && collection_method !== 'send_invoice')
    return { code: 'parameter_invalid', param: named, message: `${named} needs collection_method=send_invoice.` };
  if (due_date != null && days_until_due !== undefined)
    return { code: 'parameters_exclusive', param: 'due_date', message: 'Send only one of due_date and days_until_due.' };
  if (due_date != null && due_date <= now)
    return { code: 'parameter_invalid', param: 'due_date', message: 'due_date must be in the future.' };
  return null;
}
