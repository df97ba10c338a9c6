import { type Around, type Asked, at, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { day } from '../../../kernel/base/moments.js';
import { own } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { rule } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { customer } from '../../customers/customers/customer.js';
import { requireOfAccount } from '../../customers/tax-ids/tax-id.js';
import { requireTemplate } from '../rendering-templates/template.js';
import { draft_seconds } from './bill.js';
import { discounted_input, discounted_reads, discountsAsked } from './discounted.js';
import { input_reads, invoice_input, ratesNamed, requireMoment, requireOwnDefault } from './input.js';
import { type Draft, type Invoice, invoice } from './invoice.js';
import { requireNumber } from './number.js';
import { type Parties, relined } from './relined.js';
import { percentagesBeside, requireShares, sharesSaid } from './shares.js';
import { shippingAsked } from './shipping.js';
import { discountsOf, plainsOf, type Terms } from './sums.js';
import { automaticSaid, requireAutomatic } from './taxed-by.js';

type Input = Given<typeof invoice_input>;

/** Changes a draft as a whole, and of what is owed how it is collected and what is noted of it. */
export const update = rule(invoice, 'update', {
  takes: { ...invoice_input, ...discounted_input },
  reads: { ...input_reads, ...discounted_reads, account: own(account), customer },
  decide: ({ it, input: { discounts: wanted, ...input }, rates, account, customer, ...seen }, asked): Decision => {
    requireOwnDefault(input, seen, it.customer, asked);
    if (it.status !== 'draft') return afterwards(it, wanted === undefined ? input : { ...input, discounts: wanted }, asked);
    const { collection_method = it.collection_method } = input;
    requireMoment(input, collection_method, asked.now, asked);
    requireOfAccount(seen.own_tax_ids, 'account_tax_ids', asked);
    requireNumber(input.number, account, asked);
    if (input.rendering) requireTemplate({ ...it.rendering, ...input.rendering }, seen.template, 'rendering', asked);
    const shares = { ...it, ...sharesSaid(input), ...(input.issuer && { issuer: input.issuer }) };
    const is_shared_anew = of_shares.some((name) => input[name] !== undefined);
    if (is_shared_anew) requireShares(shares, { taker: account, destination: seen.destination }, asked.account, asked);
    const named = ratesNamed(input.default_tax_rates, rates, 'default_tax_rates', asked);
    const of = { customer: it.customer, currency: it.currency, of: { invoice: it.id }, kept: discountsOf(it) };
    const redeemed = discountsAsked(wanted, seen, of, asked);
    const shipped = shippingAsked(input.shipping_cost, it.currency, seen.shipping_rate, asked);
    const shipping = shipped.shipping === undefined ? (it.basis?.shipping ?? null) : shipped.shipping;
    const terms = { shipping, discounts: redeemed.discounts, default_tax_rates: input.default_tax_rates ? named : it.default_tax_rates };
    requireAutomatic(input.automatic_tax ?? it.automatic_tax, { account, rates: terms.default_tax_rates }, asked);
    return [shipped.made, redeemed.effects, changed(it, input, terms, { account, customer }, asked)];
  },
});

/** What says with whom a draft is shared, or whom it is from. */
const of_shares = ['application_fee_amount', 'issuer', 'transfer_data'] as const;

/** What is put on all lines, and taken off them. */
type OnAll = Pick<Terms, 'default_tax_rates' | 'discounts' | 'shipping'>;

/** A changed draft with its new sums, and the time of its automatic finalization. */
function changed(it: Draft, input: Input, terms: OnAll, parties: Parties, around: Around): Effects {
  const { days_until_due, default_tax_rates: _, shipping_cost: _cost, ...given } = input;
  const { auto_advance = it.auto_advance } = given;
  const finalizes = given.automatically_finalizes_at ?? it.automatically_finalizes_at ?? around.now + draft_seconds;
  const due_date = days_until_due === undefined ? given.due_date : around.now + days_until_due * day;
  const described = set(it, {
    ...given,
    ...(given.automatic_tax && { automatic_tax: automaticSaid(given.automatic_tax.enabled) }),
    ...sharesSaid(input),
    ...percentagesBeside(it, input),
    automatically_finalizes_at: auto_advance ? finalizes : null,
    ...(due_date !== undefined && { due_date }),
    ...(given.collection_method === 'charge_automatically' && { due_date: null }),
  });
  const is_set = described.automatically_finalizes_at === it.automatically_finalizes_at;
  return [
    described,
    relined(described, plainsOf(described), parties, around, terms),
    !is_set && at(described.automatically_finalizes_at, described, 'finalize'),
  ];
}

/** The members of a finalized invoice that can be changed. */
const editable: ReadonlySet<string> = new Set(['auto_advance', 'default_payment_method', 'default_source', 'metadata', 'payment_settings']);

/** What is owed stays as it is; how it is collected, and what the merchant notes of it, may change. */
function afterwards(it: Invoice, input: Input & { readonly discounts?: unknown }, asked: Asked): Decision {
  const param = Object.keys(input).find((name) => !editable.has(name));
  if (param !== undefined) return asked.refuse(notEditable(it, param));
  const { auto_advance, default_payment_method, default_source, metadata, payment_settings } = input;
  const given = { auto_advance, default_payment_method, default_source, metadata, payment_settings };
  if (it.status !== 'open' || auto_advance === undefined || auto_advance === it.auto_advance)
    return auto_advance === true && it.status !== 'open' ? asked.refuse(notEditable(it, 'auto_advance')) : set(it, defined(given));
  const tries = auto_advance && it.collection_method === 'charge_automatically';
  const next_payment_attempt = tries ? asked.now + draft_seconds : null;
  const advancing = set(it, { ...defined(given), next_payment_attempt });
  return [advancing, at(next_payment_attempt, advancing, 'retry')];
}

/** What was given. */
const defined = <T extends object>(given: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never;

const notEditable = ({ status }: Invoice, param: string): Refusal => ({
  code: 'invoice_not_editable',
  param,
  message: `You could not update ${param} of this invoice because it has a status of ${status}. Only ${[...editable].join(', ')} of a finalized invoice can be changed.`,
});
