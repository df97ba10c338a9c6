import { type Asked, type Decision, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { product } from '../../catalogue/products/product.js';
import { taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { requireCurrency as requireCustomerCurrency } from '../../customers/customers/currency.js';
import { customer } from '../../customers/customers/customer.js';
import { discounted_reads, discountsAsked } from '../invoices/discounted.js';
import { type Invoice, invoice } from '../invoices/invoice.js';
import { relined } from '../invoices/relined.js';
import { plainsOf } from '../invoices/sums.js';
import { plainOfItem } from './as-line.js';
import { asked_reads } from './cost.js';
import { invoiceItem, taxed_input } from './invoice-item.js';
import { changedPlain, plain_input } from './line-input.js';
import { membersOf } from './members.js';

const { fields } = invoiceItem;

/** Bills something with the customer's next invoice, or with a draft. */
export const create = creation(invoiceItem, {
  takes: {
    ...plain_input,
    ...taxed_input,
    ...pick(fields, 'currency', 'invoice', 'subscription'),
    customer: about('The customer whose next invoice includes the item.', required(ref('customer'))),
  },
  reads: {
    ...asked_reads,
    ...discounted_reads,
    account: own(account),
    customer,
    invoice,
    product: one(product, 'price.product'),
    product_of_pricing: one(product, 'price_of_pricing.product'),
    product_of_data: one(product, 'price_data.product'),
    rates: one(taxRate, 'tax_rates'),
  },
  decide: (
    { it, input, account: owner, customer: payer, invoice: on, product, product_of_pricing, product_of_data, ...named },
    asked,
  ): Decision => {
    const { currency: wanted, customer: _, discounts: off, invoice: __, subscription = null, tax_behavior, tax_code, ...given } = input;
    const sold = product ?? product_of_pricing ?? product_of_data;
    const blank = { amount: 0, description: sold?.name ?? null, period: { start: asked.now, end: asked.now }, subscription };
    const changed = changedPlain(blank, given, named, asked);
    if (!changed.cost) return asked.refuse(nothing_asked);
    const currency = changed.cost.currency ?? wanted ?? on?.currency ?? payer.currency ?? owner?.default_currency ?? 'usd';
    requireCurrency(currency, wanted ?? currency, asked);
    requireCustomerCurrency(payer, currency, asked);
    if (on) requireAttachable(on, payer.id, currency, asked);
    const redeemed = discountsAsked(off, named, { customer: payer.id, currency, of: { invoice_item: it.id }, kept: [] }, asked);
    const of = { currency, customer: payer.id, invoice: on?.id ?? null, test_clock: payer.test_clock };
    const of_code = tax_code ?? sold?.tax_code;
    const members = membersOf({ ...changed.plain, discounts: redeemed.discounts }, of);
    const item = set(it, { ...members, ...(tax_behavior && { tax_behavior }), ...(of_code && { tax_code: of_code }), date: asked.now });
    const added = on?.status === 'draft' && relined(on, [plainOfItem(item), ...plainsOf(on)], { account: owner, customer: payer }, asked);
    return [changed.cost.made, redeemed.effects, item, added];
  },
});

const nothing_asked: Refusal = {
  code: 'parameter_missing',
  param: 'amount',
  message: 'Missing required param: amount. Or send unit_amount_decimal, pricing[price] or price_data.',
};

const requireCurrency = (currency: string, wanted: string, asked: Asked): void => {
  if (currency !== wanted)
    asked.refuse({ code: 'parameter_invalid', param: 'currency', message: `This is billed in ${currency}, and not in ${wanted}.` });
};

/** Why an item cannot be put on an invoice. */
export function requireAttachable(it: Invoice, customer: string, currency: string, asked: Asked, param = 'invoice'): void {
  if (it.customer !== customer) asked.refuse({ code: 'parameter_invalid', param, message: 'The invoice is for another customer.' });
  if (it.status !== 'draft')
    asked.refuse({ code: 'invoice_not_editable', param, message: 'This invoice is no longer a draft, so nothing can be added to it.' });
  requireCurrency(it.currency, currency, asked);
}
