import { type Decision, refuse, set } from '../../base/effects.js';
import { pick, required } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { own } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { creation } from '../../base/rules.js';
import { account } from '../accounts/account.js';
import { customer } from '../customers/customer.js';
import { invoice } from '../invoices/invoice.js';
import { relined } from '../invoices/relined.js';
import { plainsOf } from '../invoices/sums.js';
import { plainOfItem } from './as-line.js';
import { asked_input, asked_reads, type Cost, costOf } from './asked.js';
import { invoiceItem } from './invoice-item.js';

const { fields } = invoiceItem;

/** Bills something with the customer's next invoice, or with a draft. */
export const create = creation(invoiceItem, {
  takes: {
    ...asked_input,
    ...pick(fields, 'currency', 'description', 'discountable', 'invoice', 'metadata', 'period', 'subscription'),
    customer: required(ref('customer')),
  },
  reads: { ...asked_reads, account: own(account), customer, invoice },
  decide: ({ it, input, account: owner, customer: payer, invoice: draft, ...named }, around): Decision => {
    const cost = costOf(input, named, around);
    if (cost === null) return refuse(nothing_asked);
    if ('code' in cost) return refuse(cost);
    const currency = cost.currency ?? input.currency ?? draft?.currency ?? payer.currency ?? owner?.default_currency ?? 'usd';
    const refusal = wrongCurrency(cost, input.currency, currency, draft) ?? (draft && unattachable(draft, payer));
    if (refusal) return refuse(refusal);
    const { description, discountable = true, invoice: on = null, metadata = {}, subscription = null } = input;
    const { made, price, ...costs } = cost;
    const { start, end } = input.period ?? { start: around.now, end: around.now };
    if (end < start) return refuse(backwards);
    const item = set(it, {
      ...costs,
      ...{ currency, customer: payer.id, date: around.now, discountable, invoice: on, metadata, pending: on === null, subscription },
      description: description ?? price?.nickname ?? null,
      net_amount: cost.amount,
      parent:
        subscription === null ? null : { subscription_details: { subscription, subscription_item: null }, type: 'subscription_details' },
      period: { start, end },
      price,
      pricing: price && {
        price_details: { price: price.id, product: price.product },
        type: 'price_details',
        unit_amount_decimal: cost.unit_amount_decimal,
      },
      test_clock: payer.test_clock,
    });
    return [
      made,
      item,
      draft?.status === 'draft' && relined(draft, [plainOfItem(item), ...plainsOf(draft)], { account: owner, customer: payer }, around),
    ];
  },
});

const nothing_asked: Refusal = {
  code: 'parameter_missing',
  param: 'amount',
  message: 'Missing required param: amount. Or send unit_amount_decimal, pricing[price] or price_data.',
};

const backwards: Refusal = { code: 'parameter_invalid', param: 'period[end]', message: 'A period ends after it starts.' };

function wrongCurrency(cost: Cost, named: string | undefined, currency: string, draft: It<typeof invoice> | null): Refusal | null {
  const other = [named, draft?.currency].find((each) => each !== undefined && each !== currency);
  return other === undefined
    ? null
    : { code: 'parameter_invalid', param: 'currency', message: `This is billed in ${cost.currency ?? currency}, and not in ${other}.` };
}

/** Why an item cannot be put on an invoice. */
export function unattachable(it: It<typeof invoice>, { id }: { readonly id: string }): Refusal | null {
  if (it.customer !== id) return { code: 'parameter_invalid', param: 'invoice', message: 'The invoice is for another customer.' };
  return it.status === 'draft' ? null : { code: 'invoice_not_editable', param: 'invoice' };
}
