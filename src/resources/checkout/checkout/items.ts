import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { isCountable } from '../../../arithmetic/billing/prices.js';
import { type Around, type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integer, metadata, oneOf, ref } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { type Known, ratesNamed } from '../../billing/invoices/input.js';
import { requireProduct } from '../../catalogue/prices/of-product.js';
import { priceNow } from '../../catalogue/prices/plan.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { priced, priced_input } from '../../catalogue/prices/priced.js';
import * as products from '../../catalogue/products/index.js';
import { type Product, product } from '../../catalogue/products/product.js';
import { type TaxRate, taxRate } from '../../catalogue/tax-rates/tax-rate.js';
import { isBillable } from './amounts.js';
import type { TaxedAs } from './automatic-tax.js';
import { item_id } from './line-item.js';
import { adjustable_quantity, items_max } from './parts.js';
import type { LineItem } from './sums.js';

/** A price that is made for one thing that is bought, of a product that may be made with it. */
const price_data = object({
  ...pick(priced_input, 'currency', 'tax_behavior', 'unit_amount', 'unit_amount_decimal'),
  product: about('The existing product that the price is for, in place of `product_data`.', ref('product')),
  product_data: about(
    'The product to create with the price, in place of `product`.',
    object({
      ...pick(product.fields, 'description', 'images', 'metadata', 'tax_code', 'tax_details', 'unit_label'),
      name: about('The name of the product, which the payer sees.', required(product.fields.name)),
    }),
  ),
  recurring: about(
    'How often the price is charged; leave it out for a one-time price.',
    object({
      interval: about('The unit of the billing period.', required(oneOf('day', 'week', 'month', 'year'))),
      interval_count: about('How many of these units a billing period has; 1 by default.', integer({ minimum: 1 })),
    }),
  ),
});

/** One of the things that are bought, as callers say it. */
export const item_input = {
  adjustable_quantity: about('Whether and in which bounds the payer can change the quantity on the page.', adjustable_quantity),
  metadata,
  price: about('The price to buy, in place of `price_data`.', {
    ...ref('price'),
    schema: { ...ref('price').schema, examples: ['price_123'] },
  }),
  price_data: about('A price that is created for this purchase only, in place of `price`.', price_data),
  quantity: about('How many units are bought; required except for metered prices.', integer({ minimum: 0, maximum: 999_999 })),
  tax_rates: about('The tax rates of the line item, at most 5; by default those of `subscription_data`.', listOf(ref('tax_rate'), 5)),
} as const;

/** All of them. */
export const line_items_input = listOf(object(item_input), items_max);

/** What is read for it. */
export const items_reads = {
  prices: one(price, 'line_items.price'),
  of_prices: one(product, 'prices.product'),
  of_data: one(product, 'line_items.price_data.product'),
  rates: one(taxRate, 'line_items.tax_rates'),
} as const;

/** The reads for it; nothing without line items. */
export type Sold = {
  readonly prices: Known<Price> | null;
  readonly of_prices: Found<Product> | null;
  readonly of_data: Found<Product> | null;
  readonly rates: Known<TaxRate> | null;
  /** Prices that were agreed on before: they can be bought although they are inactive by now. */
  readonly agreed?: ReadonlySet<string>;
};

type ItemInput = NonNullable<Given<{ items: typeof line_items_input }>['items']>[number];

/** What is bought, and what makes the prices that were made for it. */
export type Chosen = { readonly items: readonly LineItem[]; readonly made: Decision; readonly taxed_as: readonly TaxedAs[] };

/** How a purchase asks for its things: what it may be made of is said by the mode. */
export type Buying = {
  readonly mode: 'payment' | 'subscription';
  readonly currency: string | null;
  readonly default_rates: readonly TaxRate[];
  /** The parameter that names them; `line_items` by default. */
  readonly at?: 'line_items' | 'optional_items';
  /** The place of the first of them, where they are added to others. */
  readonly from?: number;
};

/** What is bought, in the order in which it was named; or why it cannot be. */
export function chosenItems(given: readonly ItemInput[], sold: Sold, buying: Buying, asked: Asked): Chosen {
  const items: LineItem[] = [];
  const made: Decision[] = [];
  const taxed_as: TaxedAs[] = [];
  for (const [place, each] of given.entries()) {
    const at = `${buying.at ?? 'line_items'}[${(buying.from ?? 0) + place}]`;
    const of = offered(each, sold, asked, at);
    const currency = buying.currency ?? items[0]?.currency ?? of.price.currency;
    requireSellable(of, { mode: buying.mode, currency, agreed: sold.agreed }, at, asked);
    requireQuantity(each, of.price, currency, at, asked);
    const rates = ratesNamed(each.tax_rates, sold.rates, `${at}[tax_rates]`, asked);
    const item = newItem(each, of, { currency, rates: rates.length ? rates : buying.default_rates }, asked);
    items.push(item);
    taxed_as.push({ of: item.id, tax_behavior: null, tax_code: of.tax_code });
    made.push(of.made);
  }
  const recurs = items.some((item) => item.price.recurring);
  if (buying.mode === 'subscription' && !recurs && buying.at !== 'optional_items' && buying.from === undefined)
    return asked.refuse(nothing_recurs);
  return { items, made, taxed_as };
}

type Offered = { readonly price: Price; readonly name: string; readonly tax_code: string | null; readonly made: Decision };

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** The price named in the request, or created inline. */
function offered(given: ItemInput, { prices, of_prices, of_data }: Sold, asked: Asked, at: string): Offered {
  const { fresh, make } = asked;
  if (given.price && given.price_data)
    return asked.refuse({ code: 'parameters_exclusive', param: `${at}[price_data]`, message: 'Send only one of price and price_data.' });
  if (given.price) {
    const found = prices?.get(given.price);
    const { name = '', tax_code = null } = of_prices?.all.find((each) => each.id === found?.product) ?? {};
    return found ? { price: found, name, tax_code, made: null } : asked.refuse(missing(at));
  }
  if (!given.price_data) return asked.refuse(missing(at));
  const { product: named, product_data: data, ...sent } = given.price_data;
  requireProduct(named, data, asked, `${at}[price_data]`);
  const terms = priced(sent, null, asked, `${at}[price_data]`);
  const of = named ?? fresh(product);
  // An inline price serves one purchase, so it is inactive.
  const made = make(price, { active: false, ...terms, product: of });
  const sold = data ?? of_data?.all.find((each) => each.id === named);
  return { price: made, name: sold?.name ?? '', tax_code: sold?.tax_code ?? null, made: [data && run(products.create, of, data), made] };
}

const missing = (at: string): Refusal => ({
  code: 'parameter_missing',
  param: `${at}[price]`,
  message: `Missing required param: ${at}[price]. Or send price_data.`,
});

type Selling = Pick<Buying, 'mode'> & { readonly currency: string; readonly agreed: ReadonlySet<string> | undefined };

/** Why something cannot be bought like this. */
function requireSellable({ price, made }: Offered, { mode, currency, agreed }: Selling, at: string, asked: Asked): void {
  const param = made ? `${at}[price_data]` : `${at}[price]`;
  if (!price.active && !made && !agreed?.has(price.id))
    asked.refuse(wrong(param, `The price ${price.id} is inactive. Activate it, or send another.`));
  if (mode === 'payment' && price.recurring) {
    asked.refuse(
      wrong(
        param,
        'You specified payment mode but passed a recurring price. Either switch to subscription mode or use only one-time prices.',
      ),
    );
    return;
  }
  if (mode === 'subscription' && price.custom_unit_amount)
    asked.refuse(wrong(param, 'An amount that the payer chooses is charged once. Use payment mode, or a price with a fixed amount.'));
  if (price.currency !== currency && !price.currency_options[currency])
    asked.refuse(
      wrong(
        param,
        `The price ${price.id} is in ${price.currency}, and the purchase in ${currency}. Add ${currency} to its currency_options, or send another price.`,
      ),
    );
}

const nothing_recurs = wrong('line_items', 'You must provide at least one recurring price in subscription mode when using prices.');

function requireQuantity(
  { quantity, adjustable_quantity: adjustable }: ItemInput,
  price: Price,
  currency: string,
  at: string,
  asked: Asked,
): void {
  const param = `${at}[quantity]`;
  const is_metered = price.recurring?.usage_type === 'metered';
  if (is_metered) {
    if (quantity !== undefined)
      asked.refuse(wrong(param, 'A metered price has no quantity: it charges recorded usage. Leave quantity out.'));
    return;
  }
  if (quantity === undefined) asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
  const { minimum = null, maximum = null, enabled = false } = adjustable ?? {};
  if (quantity < 1 && !enabled) asked.refuse(wrong(param, 'Send a quantity of at least 1.'));
  if (enabled && (quantity < (minimum ?? 0) || quantity > (maximum ?? most)))
    asked.refuse(wrong(param, 'Send a quantity within adjustable_quantity[minimum] and [maximum].'));
  const custom = price.custom_unit_amount;
  if (custom ? isBillable(custom.preset ?? 0, quantity) : isCountable(pricingIn(price, currency), quantity)) return;
  asked.refuse({
    code: 'amount_too_large',
    param,
    message: `${quantity} of the price ${price.id} exceed the maximum amount. Send a smaller quantity.`,
  });
}

/** The default maximum quantity (Stripe). */
export const most = 99;

type Of = { readonly currency: string; readonly rates: readonly TaxRate[] };

/** Something that is bought; what it comes to is worked out with all the rest. */
function newItem(given: ItemInput, { price: of, name }: Offered, { currency, rates }: Of, { fresh }: Around): LineItem {
  const adjustable = given.adjustable_quantity;
  return {
    id: fresh(item_id),
    object: 'item',
    adjustable_quantity: adjustable
      ? { enabled: adjustable.enabled, maximum: adjustable.maximum ?? null, minimum: adjustable.minimum ?? null }
      : null,
    ...{ amount_discount: 0, amount_subtotal: 0, amount_tax: 0, amount_total: 0 },
    chosen_amount: null,
    currency,
    description: name,
    discounts: [],
    metadata: given.metadata || {},
    price: priceNow(of),
    quantity: of.recurring?.usage_type === 'metered' ? null : (given.quantity ?? 1),
    taxes: rates.map((rate) => ({ amount: 0, rate, taxability_reason: null, taxable_amount: null })),
  };
}
