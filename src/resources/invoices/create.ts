import { refuse } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { oneOf, ref } from '../../base/kinds.js';
import { own } from '../../base/reads.js';
import { creation } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import { wrongCurrency } from '../customers/wrong-currency.js';
import { pendingBy } from '../invoice-items/pending.js';
import { notOfAccount } from '../tax-ids/tax-id.js';
import { billedAs, discountsOfCustomer } from './bill.js';
import { discounted_input, discounted_reads, discountsAsked } from './discounted.js';
import { foreignDefault, input_reads, invoice_input, ratesNamed, wrongMoment } from './input.js';
import { invoice } from './invoice.js';
import { wrongNumber } from './number.js';

/** Drafts an invoice for a customer, of their pending items where that is asked for. */
export const create = creation(invoice, {
  takes: {
    ...invoice_input,
    ...discounted_input,
    ...pick(invoice.fields, 'currency'),
    customer: required(ref('customer')),
    pending_invoice_items_behavior: oneOf('exclude', 'include'),
  },
  reads: { ...input_reads, ...discounted_reads, account: own(account), customer, items: pendingBy('customer') },
  decide: ({ it, input, account: owner, customer: payer, items, rates, ...seen }, around) => {
    const {
      currency: named,
      customer: _,
      default_tax_rates: ids,
      discounts: wanted,
      pending_invoice_items_behavior: behavior,
      ...rest
    } = input;
    const { auto_advance, collection_method, days_until_due, default_payment_method, default_source, due_date, ...described } = rest;
    const refusal =
      wrongMoment(input, collection_method, around.now) ??
      notOfAccount(seen.own_tax_ids, 'account_tax_ids') ??
      foreignDefault(input, seen, payer.id) ??
      wrongNumber(input.number, owner);
    if (refusal) return refuse(refusal);
    const default_tax_rates = ratesNamed(ids, rates, 'default_tax_rates');
    if ('code' in default_tax_rates) return refuse(default_tax_rates);
    const currency = named ?? payer.currency ?? owner?.default_currency ?? 'usd';
    const other = wrongCurrency(payer, currency);
    if (other) return refuse(other);
    const pending = behavior === 'include' ? items.filter((item) => item.currency === currency) : [];
    const of = { customer: payer.id, currency, of: { invoice: it.id }, kept: discountsOfCustomer(payer, around) };
    const redeemed = discountsAsked(wanted, seen, of, around);
    if ('code' in redeemed) return refuse(redeemed);
    const how = { auto_advance, collection_method, days_until_due, default_payment_method, default_source, due_date };
    const billing = {
      account: owner,
      customer: payer,
      currency,
      default_tax_rates,
      discounts: redeemed.discounts,
      lines: [],
      pending,
      ...how,
      described,
    };
    return [redeemed.effects, billedAs(it, billing, around).effects];
  },
});
