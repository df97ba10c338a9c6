import type { Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { discounts_input } from '../../catalogue/discounts/input.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { priced_input } from '../../catalogue/prices/priced.js';
import { type Product, product } from '../../catalogue/products/product.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { chosenItems, items_reads, type Sold as SoldOnce } from '../checkout/items.js';
import { items_max } from '../checkout/parts.js';
import { type LineItem, manualRatesOn } from '../checkout/sums.js';
import type { Quote, QuoteItem } from './quote.js';

const price_data = object({
  ...pick(priced_input, 'currency', 'tax_behavior', 'unit_amount', 'unit_amount_decimal'),
  product: about('The product that is offered at this price.', required(ref('product'))),
  recurring: about(
    'How often the price is charged; leave it out for a one-time price.',
    object({
      interval: about('The unit of the billing period.', required(oneOf('day', 'week', 'month', 'year'))),
      interval_count: about('How many of these units a billing period has; 1 by default.', integer({ minimum: 1 })),
    }),
  ),
});

const item_input = {
  discounts: about('The discounts of this line item; an empty value removes all.', discounts_input),
  price: about('The price to offer, in place of `price_data`.', {
    ...ref('price'),
    schema: { ...ref('price').schema, examples: ['price_123'] },
  }),
  price_data: about('A price that is created for this quote only, in place of `price`.', price_data),
  quantity: about('How many units are offered; 1 by default, and not for metered prices.', integer({ minimum: 1, maximum: 999_999 })),
  tax_rates: about(
    'The tax rates of the line item, at most 5, in place of those of the quote; an empty value removes them.',
    nullable(listOf(ref('tax_rate'), 5)),
  ),
} as const;

/** The line items of a new quote, as sent. */
export const line_items_input = listOf(object(item_input), items_max);

/** The line items after an update, as sent; an id keeps an existing one. */
export const changed_items_input = listOf(
  object({ ...item_input, id: about('The existing line item to keep or change; without it one is added.', text) }),
  items_max,
);

/** The reads of the line items of an existing quote, with its current prices. */
export const kept_reads = {
  ...items_reads,
  kept_prices: one(price, 'own_terms.price'),
  of_kept: one(product, 'kept_prices.product'),
} as const;

/** The values of these reads. */
export type Sold = Omit<SoldOnce, 'agreed'> & {
  readonly kept_prices?: Found<Price>;
  readonly of_kept?: Found<Product>;
};

/** A line item as sent. */
export type ItemInput = NonNullable<Given<{ items: typeof changed_items_input }>['items']>[number];

/** A line item of a quote as checkout computes with it. */
export const asBought = (item: QuoteItem): LineItem => ({ ...item, adjustable_quantity: null, chosen_amount: null, metadata: {} });

/** A line item as the quote stores it. */
export const asQuoted = ({ adjustable_quantity: _, chosen_amount: __, metadata: ___, ...item }: LineItem): QuoteItem => item;

/** The line items with their own tax rates, and the effects that create prices. */
export type Offered = {
  readonly items: readonly QuoteItem[];
  readonly rates: readonly (readonly TaxRate[])[];
  /** The tax codes of the products. */
  readonly codes: readonly (string | null)[];
  readonly made: Decision;
};

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

type Before = Pick<Quote, 'line_items' | 'own_terms'> | null;

/** The line items in the order of the request. Refuses prices that cannot be quoted. */
export function offeredItems(given: readonly ItemInput[], before: Before, sold: Sold, asked: Asked): Offered {
  const placed = placesOf(given, before, asked);
  const sent = given.map((each, place) => completed(each, before, placed[place] ?? null, sold));
  const mode = sent.some((each) => recurs(each, sold)) ? 'subscription' : 'payment';
  const chosen = chosenItems(sent, allSold(sold, before), { mode, currency: null, default_rates: [] }, asked);
  requireOffer(chosen.items, asked);
  const items = chosen.items.map((item, place) => asQuoted({ ...item, id: given[place]?.id ?? item.id }));
  return { items, rates: chosen.items.map(manualRatesOn), codes: chosen.taxed_as.map(({ tax_code }) => tax_code), made: chosen.made };
}

/** The places of the line items that are named by their ids; null for those that are added. */
function placesOf(given: readonly ItemInput[], before: Before, asked: Asked): (number | null)[] {
  const ids = before?.line_items.data.map(({ id }) => id) ?? [];
  const places: (number | null)[] = [];
  for (const [n, { id }] of given.entries()) {
    const at = `line_items[${n}][id]`;
    const place = id === undefined ? null : ids.indexOf(id);
    if (place === -1) return asked.refuse({ code: 'resource_missing', status: 400, param: at, message: `No such line item: '${id}'` });
    if (place !== null && places.includes(place)) return asked.refuse(wrong(at, `${id} is named twice. Name it once.`));
    places.push(place);
  }
  return places;
}

const findPrice = (id: string | undefined, { prices, kept_prices }: Sold): Price | null =>
  id === undefined ? null : (prices?.get(id) ?? kept_prices?.all.find((each) => each.id === id) ?? null);

const recurs = ({ price: id, price_data: data }: ItemInput, sold: Sold): boolean =>
  Boolean(data?.recurring ?? findPrice(id, sold)?.recurring);

/** A line item completed from the existing one: its price, where none is sent, and a quantity of 1. */
function completed({ discounts: _, id: __, tax_rates, ...given }: ItemInput, before: Before, place: number | null, sold: Sold) {
  const item = place === null ? undefined : before?.line_items.data[place];
  const own = place === null ? undefined : before?.own_terms?.[place];
  const is_kept = item && given.price === undefined && given.price_data === undefined;
  const price = is_kept ? item.price.id : given.price;
  const is_metered = findPrice(price, sold)?.recurring?.usage_type === 'metered';
  const quantity = given.quantity ?? (is_metered ? undefined : ((is_kept ? item.quantity : null) ?? 1));
  const { price: _price, quantity: _quantity, ...rest } = given;
  return {
    ...rest,
    ...(price !== undefined && { price }),
    ...(quantity !== undefined && { quantity }),
    tax_rates: tax_rates === undefined ? (own?.tax_rates.map((rate) => rate.id) ?? []) : [...(tax_rates ?? [])],
  };
}

/** All prices and rates that a request may name, including those of the quote. */
function allSold(sold: Sold, before: Before) {
  const kept_rates = before?.own_terms?.flatMap(({ tax_rates }) => tax_rates) ?? [];
  const products = [...(sold.of_prices?.all ?? []), ...(sold.of_kept?.all ?? [])];
  return {
    prices: { get: (id: string) => findPrice(id, sold) },
    of_prices: { get: (id: string) => products.find((each) => each.id === id) ?? absent(id), all: products },
    of_data: sold.of_data,
    rates: { get: (id: string) => kept_rates.find((each) => each.id === id) ?? sold.rates?.get(id) ?? null },
    agreed: new Set(before?.own_terms?.map(({ price: id }) => id)),
  };
}

const absent = (id: string): never => {
  throw new Error(`The product ${id} was not read`);
};

/** Refuses prices that one quote cannot combine. */
function requireOffer(items: readonly LineItem[], asked: Asked): void {
  const [first] = items.flatMap(({ price: { recurring } }) => recurring ?? []);
  for (const [place, { price: each }] of items.entries()) {
    const at = `line_items[${place}][price]`;
    const { recurring } = each;
    if (each.custom_unit_amount)
      asked.refuse(wrong(at, `The price ${each.id} lets the payer choose the amount. Send a price with a fixed amount.`));
    if (recurring && first && (recurring.interval !== first.interval || recurring.interval_count !== first.interval_count))
      asked.refuse(wrong(at, 'All recurring prices of a quote have the same billing period. Send another price.'));
    if (recurring && items.findIndex(({ price: other }) => other.id === each.id) < place)
      asked.refuse(wrong(at, `${each.id} is the price of another line item. Change that one's quantity.`));
  }
}
