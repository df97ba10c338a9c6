import type { Around, Effects } from '../../base/effects.js';
import { type Given, listOf, object, pick } from '../../base/fields.js';
import { type Found, one } from '../../base/reads.js';
import type { Refusal } from '../../base/refusal.js';
import { changedPlain, plain_input } from '../invoice-items/given.js';
import type { Known } from '../invoices/input.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { type Price, price } from '../prices/price.js';
import { type Product, product } from '../products/product.js';
import { type TaxRate, taxRate } from '../tax-rates/tax-rate.js';
import { items_max } from './parts.js';

/** What is charged once, with the next invoice of a subscription. */
export const added_input = listOf(
  object(pick(plain_input, 'discountable', 'metadata', 'price', 'price_data', 'quantity', 'tax_rates')),
  items_max,
);

/** What is read for it. */
export const added_reads = {
  added_prices: one(price, 'add_invoice_items.price'),
  added_rates: one(taxRate, 'add_invoice_items.tax_rates'),
  of_added_prices: one(product, 'added_prices.product'),
  of_added_data: one(product, 'add_invoice_items.price_data.product'),
} as const;

/** What has been read for it. */
export type AddedSeen = {
  readonly added_prices: Known<Price>;
  readonly added_rates: Known<TaxRate>;
  readonly of_added_prices: Found<Product>;
  readonly of_added_data: Found<Product>;
};

type Asked = Given<{ items: typeof added_input }>['items'];
type Of = { readonly subscription: string; readonly currency: string; readonly start: number; readonly end: number };

/** What is to be charged once, and what makes the prices of it; or why it cannot be. */
export function addedTo(
  { subscription, currency, start, end }: Of,
  asked: Asked,
  seen: AddedSeen,
  around: Around,
): { readonly lines: readonly PlainLine[]; readonly made: Effects } | Refusal {
  const lines: PlainLine[] = [];
  const made: Effects[] = [];
  for (const [place, given] of (asked ?? []).entries()) {
    const at = `add_invoice_items[${place}]`;
    if (!given.price && !given.price_data) return unpriced(at);
    const named = given.price ? seen.added_prices.get(given.price) : null;
    const description = nameOf(seen, named?.product ?? given.price_data?.product);
    const blank = { amount: 0, description, period: { start, end }, subscription };
    const changed = changedPlain(blank, given, { price: named, price_of_pricing: null, rates: seen.added_rates }, around, at);
    if ('code' in changed) return changed;
    const { cost, plain } = changed;
    if (cost?.currency !== currency)
      return otherCurrency(`${at}[${given.price ? 'price' : 'price_data'}]`, cost?.currency ?? null, currency);
    lines.push(plain);
    made.push(cost.made);
  }
  return { lines, made };
}

const unpriced = (at: string): Refusal => ({
  code: 'parameter_missing',
  param: `${at}[price]`,
  message: `Missing required param: ${at}[price]. Or send price_data.`,
});

const nameOf = ({ of_added_prices, of_added_data }: AddedSeen, id: string | undefined): string | null =>
  [...of_added_prices.all, ...of_added_data.all].find((each) => each.id === id)?.name ?? null;

const otherCurrency = (param: string, own: string | null, wanted: string): Refusal => ({
  code: 'parameter_invalid',
  param,
  message: `The price is in ${own}, and the subscription in ${wanted}.`,
});
