import '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { own } from '../../../kernel/base/reads.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { together } from '../../catalogue/discounts/input.js';
import { requireCurrency } from '../../customers/customers/currency.js';
import { customer } from '../../customers/customers/customer.js';
import { pendingBy } from '../invoice-items/pending.js';
import { besides_input, besides_reads, besidesAsked, currencyOf, linesBeside, redeemableBeside } from './additional-items.js';
import { billedAs, discountsOfCustomer } from './bill.js';
import { discounted_input, discounted_reads, discountsOfLines } from './discounted.js';
import { invoice } from './invoice.js';

/** What may be asked of an invoice that there is not yet: what is pending, as it is or with changes, and what might be put on it besides. */
export const preview_input = {
  ...discounted_input,
  ...pick(invoice.fields, 'currency'),
  customer: about('The customer whose next invoice is previewed.', required(ref('customer'))),
  invoice_items: besides_input,
} as const;

/** Shows what the next invoice of a customer will be; nothing of it is stored. */
export const preview = creation(invoice, {
  takes: preview_input,
  reads: { ...discounted_reads, ...besides_reads, account: own(account), customer, items: pendingBy('customer') },
  decide: ({ it, input, account: owner, customer: payer, items, ...seen }, asked) => {
    const { invoice_items: sent = [], currency: named, discounts: off } = input;
    const first = sent.map((each) => currencyOf(each, seen)).find(Boolean);
    const currency = named ?? payer.currency ?? first ?? items[0]?.currency ?? owner?.default_currency ?? 'usd';
    requireCurrency(payer, currency, asked);
    const besides = besidesAsked(sent, { customer: payer.id, currency }, seen, asked);
    const pending = items.filter((item) => item.currency === currency && !besides.changed.has(item.id));
    if (besides.plains.length === 0 && pending.length === 0) return asked.refuse({ code: 'invoice_upcoming_none' });
    const whole = { asked: off, at: '', of: { invoice: it.id }, kept: discountsOfCustomer(payer, asked) };
    const redeemable = { ...together(seen, redeemableBeside(seen)), intents: seen.intents };
    const redeemed = discountsOfLines([whole, ...besides.wanting], redeemable, { customer: payer.id, currency }, asked);
    const [discounts = [], ...beside] = redeemed.discounts;
    const billing = {
      account: owner,
      customer: payer,
      currency,
      discounts,
      lines: linesBeside(besides, beside),
      pending,
      billing_reason: 'upcoming',
    } as const;
    return [besides.made, redeemed.effects, billedAs(it, billing, asked).effects];
  },
});
