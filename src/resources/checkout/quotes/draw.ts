import type { Asked, Decision } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { mergeMembers } from '../../../kernel/base/members.js';
import { type Found, one, own } from '../../../kernel/base/reads.js';
import type { It, Settable, Unborn } from '../../../kernel/base/resource.js';
import { account } from '../../accounts/accounts/account.js';
import { type Known, ratesNamed } from '../../billing/invoices/input.js';
import { automaticSaid, requireAutomatic } from '../../billing/invoices/taxed-by.js';
import { discounts_reads, intentsBy, type Nested, nested_reads_at, type Redeemable, withNested } from '../../catalogue/discounts/input.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { requireCurrency } from '../../customers/customers/currency.js';
import { type Customer, customer } from '../../customers/customers/customer.js';
import { quotedDiscounts } from './discounts.js';
import { type ItemInput, offeredItems, type Sold } from './items.js';
import { type DraftQuote, type Quote, type QuoteItem, quote } from './quote.js';
import { quotedSums } from './sums.js';
import { requireFuture, requireSharing, requireTerms, type terms_input } from './terms.js';

/** The reads of creating or changing a quote, besides those of its line items. */
export const drawing_reads = {
  account: own(account),
  customer,
  destination: one(account, 'transfer_data.destination'),
  named_rates: one(taxRate, 'default_tax_rates'),
  ...discounts_reads,
  ...nested_reads_at('line_items'),
  intents: intentsBy('customer'),
} as const;

/** The values of these reads. */
export type Seen = Sold &
  Redeemable &
  Nested & {
    readonly account: It<typeof account> | null;
    readonly customer: Customer | null;
    readonly destination: It<typeof account> | null;
    readonly intents: readonly unknown[];
    readonly named_rates: Known<TaxRate> | Found<TaxRate> | null;
  };

type Input = Given<typeof terms_input> & {
  readonly line_items?: readonly ItemInput[] | undefined;
  readonly subscription_data?: NonNullable<Settable<typeof quote>['subscription_data']>;
};

/** The members of a created or changed quote, and the effects that belong to them. */
export type Drawn = { readonly made: Decision; readonly members: Settable<typeof quote> };

/** The content of a quote after a request, with its sums. Refuses terms and line items that contradict each other. */
export function drawn(it: It<typeof quote, Unborn> | DraftQuote, input: Input, seen: Seen, asked: Asked): Drawn {
  const { automatic_tax: wanted, customer: _, default_tax_rates: ids, discounts: __, line_items, transfer_data: passed, ...given } = input;
  requireFuture(input.expires_at, asked);
  const offered = line_items && offeredItems(line_items, it, seen, asked);
  const items = offered?.items ?? it.line_items.data;
  const currency = items[0]?.currency ?? null;
  if (seen.customer && currency) requireCurrency(seen.customer, currency, asked);
  const off = discountsFor(it, input, currency, seen, asked);
  const own_terms = offered
    ? offered.items.map(({ price }, place) => ({
        discounts: [...(off.discounts[place + 1] ?? [])],
        price: price.id,
        tax_code: offered.codes[place] ?? null,
        tax_rates: [...(offered.rates[place] ?? [])],
      }))
    : (it.own_terms ?? []);
  const named = ids === undefined ? null : ratesNamed(ids ?? [], seen.named_rates, 'default_tax_rates', asked);
  const terms = {
    ...given,
    ...(passed !== undefined && { transfer_data: passed && { amount: null, amount_percent: null, ...passed } }),
    discounts: (off.discounts[0] ?? []).map(({ id }) => id),
    discounts_kept: [...(off.discounts[0] ?? [])],
    own_terms,
    ...(wanted && { automatic_tax: automaticSaid(wanted.enabled) }),
    ...(named && { default_rates: [...named], default_tax_rates: named.map(({ id }) => id) }),
    ...(seen.customer && { customer: seen.customer.id }),
    ...(seen.customer?.test_clock && { test_clock: seen.customer.test_clock }),
  } satisfies Settable<typeof quote>;
  requireUntaxed(mergeMembers(quote.fields, it, terms), seen, asked);
  const sums = summedWith(it, terms, items, seen, asked);
  const members = { ...terms, ...sums };
  const whole = mergeMembers(quote.fields, it, members);
  requireTerms(whole, asked);
  requireSharing(whole, input, { taker: seen.account, destination: seen.destination }, asked);
  return { made: [offered?.made, off.effects], members };
}

/** Refuses automatic taxes without tax settings, and beside tax rates. */
function requireUntaxed(
  { automatic_tax, default_rates, own_terms }: Pick<Quote, 'automatic_tax' | 'default_rates' | 'own_terms'>,
  { account }: Seen,
  asked: Asked,
): void {
  requireAutomatic(automatic_tax, { account, rates: default_rates }, asked);
  const place = automatic_tax.enabled ? (own_terms ?? []).findIndex(({ tax_rates }) => tax_rates.length > 0) : -1;
  const message = 'Automatic taxes take the place of tax rates. Leave tax_rates out of line_items, or automatic_tax off.';
  if (place >= 0) asked.refuse({ code: 'parameters_exclusive', param: `line_items[${place}][tax_rates]`, message });
}

/** The sums of a quote with these terms. */
function summedWith(
  it: It<typeof quote, Unborn> | DraftQuote,
  terms: Settable<typeof quote>,
  items: readonly QuoteItem[],
  parties: Seen,
  asked: Asked,
) {
  const { automatic_tax, default_rates, discounts_kept, own_terms, subscription_data } = mergeMembers(quote.fields, it, terms);
  const { trial_period_days } = subscription_data;
  const quoting = { items, default_rates: default_rates ?? [], discounts_kept: discounts_kept ?? [], own_terms: own_terms ?? [] };
  return quotedSums(it.id, { ...quoting, is_automatic: automatic_tax.enabled, trial_period_days }, parties, asked);
}

/** The discounts of the whole quote, then those of each line item that was sent. */
function discountsFor(
  it: Pick<Quote, 'discounts_kept' | 'line_items' | 'own_terms'>,
  { discounts, line_items = [] }: Input,
  currency: string | null,
  seen: Seen,
  asked: Asked,
) {
  const redeemer = {
    customer: seen.customer?.id ?? null,
    has_paid: seen.intents.length > 0,
    purchase: currency === null ? null : { currency, amount: null },
  };
  const placeOf = (id: string | undefined) => it.line_items.data.findIndex((item) => item.id === id);
  const of_items = line_items.map((given, place) => ({
    sent: given.discounts,
    at: `line_items[${place}][discounts]`,
    kept: it.own_terms?.[placeOf(given.id)]?.discounts ?? [],
  }));
  const whole = { sent: discounts, at: 'discounts', kept: it.discounts_kept ?? [] };
  return quotedDiscounts([whole, ...of_items], withNested(seen, seen), redeemer, asked);
}

/** The current sums of a quote: the taxes and discounts of its customer may have changed since the draft. */
export function summedNow(it: DraftQuote, parties: Pick<Seen, 'account' | 'customer'>, asked: Asked) {
  const { automatic_tax, default_rates = [], discounts_kept = [], own_terms = [], subscription_data } = it;
  const { trial_period_days } = subscription_data;
  const quoting = { items: it.line_items.data, default_rates, discounts_kept, own_terms, trial_period_days };
  return quotedSums(it.id, { ...quoting, is_automatic: automatic_tax.enabled }, parties, asked);
}
