import type { Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { oneOf, ref } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { computed, one, own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { creation } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { requireCurrency } from '../../customers/customers/currency.js';
import { customer } from '../../customers/customers/customer.js';
import { requireOfAccount } from '../../customers/tax-ids/tax-id.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import { pendingBy } from '../invoice-items/pending.js';
import { requireTemplate } from '../rendering-templates/template.js';
import { type Subscription, subscription } from '../subscriptions/subscription.js';
import { type Billing, billedAs, discountsOfCustomer } from './bill.js';
import { discounted_input, discounted_reads, discountsAsked } from './discounted.js';
import { ofSubscription } from './for-subscription.js';
import { input_reads, invoice_input, ratesNamed, requireMoment, requireOwnDefault } from './input.js';
import { type Invoice, invoice } from './invoice.js';
import { requireNumber } from './number.js';
import { copied, ofRevised, requireRevisable } from './revise.js';
import { requireShares, sharesSaid } from './shares.js';
import { shippingAsked } from './shipping.js';
import { requireAutomatic } from './taxed-by.js';

const takes = {
  ...invoice_input,
  ...discounted_input,
  ...pick(invoice.fields, 'currency'),
  customer: about('The customer to bill; optional with a subscription or a revised invoice, which name it.', {
    ...ref('customer'),
    schema: { ...ref('customer').schema, examples: ['cus_123'] },
  }),
  from_invoice: about(
    'The open or uncollectible invoice that this draft revises: it copies the content, and replaces that invoice once finalized.',
    object({
      action: about('What is done with the invoice; send `revision`.', required(oneOf('revision'))),
      invoice: about('The invoice to revise. It must be unpaid and of no subscription.', required(ref('invoice'))),
    }),
  ),
  pending_invoice_items_behavior: about(
    "Whether the draft includes the customer's pending invoice items; `exclude` by default.",
    oneOf('exclude', 'include'),
  ),
  subscription: about('The subscription whose pending items are billed now, in place of with its next period.', ref('subscription')),
} as const;

/** The accepted quote that it bills: what that offers was agreed on before. */
const ours = { quote: ref('quote') } as const;

type Input = Given<typeof takes>;
type Of = { readonly subscribed: Subscription | null; readonly original: Invoice | null };

/** Drafts an invoice for a customer, of their pending items where that is asked for; of those of a subscription; or as another one that is owed. */
export const create = creation(invoice, {
  takes,
  ours,
  reads: {
    // Who is billed is worked out of what stands before it: of nothing that has to be read first, where the caller names them.
    subscribed: one(subscription, 'subscription'),
    original: one(invoice, 'from_invoice.invoice'),
    customer: computed(
      customer,
      ({ input, subscribed, original }: Of & { readonly input: Input }) => input.customer ?? subscribed?.customer ?? original?.customer,
    ),
    account: own(account),
    ...input_reads,
    ...discounted_reads,
    items: pendingBy('customer'),
  },
  decide: (
    { it, input: { quote, ...input }, account: owner, customer: payer, items, rates, original, subscribed, ...seen },
    asked,
  ): Decision => {
    if (!payer) return asked.refuse(input.from_invoice ? without_customer : customer_missing);
    requireBasis(input, { original, subscribed }, asked);
    requireMoment(input, input.collection_method ?? original?.collection_method ?? subscribed?.collection_method, asked.now, asked);
    requireOfAccount(seen.own_tax_ids, 'account_tax_ids', asked);
    requireTemplate(input.rendering, seen.template, 'rendering', asked);
    requireOwnDefault(input, seen, payer.id, asked);
    requireNumber(input.number, owner, asked);
    const named = input.default_tax_rates && ratesNamed(input.default_tax_rates, rates, 'default_tax_rates', asked);
    const basis = basisOf(input, { customer: payer, account: owner, items, original, subscribed }, it.id, asked);
    const shipped = shippingAsked(input.shipping_cost, basis.currency, seen.shipping_rate, asked);
    const terms = {
      ...{ ...basis, ...said(input, basis), ...(named && { default_tax_rates: named }) },
      ...(shipped.shipping !== undefined && { shipping: shipped.shipping }),
    };
    requireAutomatic(terms.described?.automatic_tax, { account: owner, rates: terms.default_tax_rates }, asked);
    requireShares(terms.described ?? {}, { taker: owner, destination: seen.destination }, asked.account, asked);
    const of = { customer: payer.id, currency: basis.currency, of: { invoice: it.id }, kept: basis.discounts ?? [] };
    const redeemed = discountsAsked(input.discounts, seen, of, asked);
    const billing = { ...terms, discounts: redeemed.discounts, ...(quote && { quote }) };
    return [shipped.made, redeemed.effects, original && copied(billing, it.id, payer, asked), billedAs(it, billing, asked).effects];
  },
});

const without_customer: Refusal = {
  code: 'resource_missing',
  status: 400,
  param: 'from_invoice[invoice]',
  message: 'The customer of this invoice has been deleted, so it cannot be billed again.',
};
const customer_missing: Refusal = { code: 'parameter_missing', param: 'customer', message: 'Missing required param: customer.' };

/** Why an invoice cannot be drafted of what is named. */
function requireBasis({ currency, customer, ...input }: Input, { original, subscribed }: Of, asked: Asked): void {
  const of = original ?? subscribed;
  if (!of) return;
  const exclusive = (['subscription', 'pending_invoice_items_behavior'] as const).find((name) => original && input[name] !== undefined);
  if (exclusive)
    asked.refuse({
      code: 'parameters_exclusive',
      param: exclusive,
      message: `A revision copies the content of its invoice. Leave ${exclusive} out.`,
    });
  if (customer !== undefined && customer !== of.customer)
    asked.refuse({
      code: 'parameter_invalid',
      param: 'customer',
      message: `${of.id} is of the customer ${of.customer}. Leave customer out.`,
    });
  if (currency !== undefined && currency !== of.currency)
    asked.refuse({ code: 'parameter_invalid', param: 'currency', message: `${of.id} is in ${of.currency}. Leave currency out.` });
  if (original) requireRevisable(original, asked);
}

type Basis = Of & Pick<Billing, 'account' | 'customer'> & { readonly items: readonly InvoiceItem[] };

/** What is billed, and how, where a caller says no more of it. */
function basisOf(input: Input, of: Basis, id: string, asked: Asked): Billing {
  const { account, customer: payer, items, original, subscribed } = of;
  const { pending_invoice_items_behavior: behavior } = input;
  if (original) return ofRevised(original, { account, customer: payer }, id, asked);
  if (subscribed) return ofSubscription(subscribed, { account, customer: payer, pending: items }, behavior, asked);
  const currency = input.currency ?? payer.currency ?? account?.default_currency ?? 'usd';
  requireCurrency(payer, currency, asked);
  const pending = behavior === 'include' ? items.filter((item) => item.currency === currency) : [];
  return { account, customer: payer, currency, lines: [], pending, discounts: discountsOfCustomer(payer, asked) };
}

/** What a caller says of it in the place of that. */
function said(input: Input, basis: Billing): Partial<Billing> {
  const { currency: _c, customer: _p, default_tax_rates: _r, discounts: _d, from_invoice, subscription: _s, ...rest } = input;
  const { auto_advance, collection_method, days_until_due, default_payment_method, default_source, due_date, ...others } = rest;
  const { pending_invoice_items_behavior: _b, shipping_cost: _cost, ...described } = others;
  const is_due = due_date != null || days_until_due !== undefined;
  return {
    ...(auto_advance !== undefined && { auto_advance }),
    ...(collection_method && { collection_method }),
    ...(is_due && { due_date, days_until_due }),
    ...(default_payment_method !== undefined && { default_payment_method }),
    ...(default_source !== undefined && { default_source }),
    described: { ...basis.described, ...described, ...sharesSaid(input), ...(from_invoice && { from_invoice }) },
  };
}
