import { pricingIn } from '../../../arithmetic/billing/price-in-currency.js';
import { isCountable } from '../../../arithmetic/billing/prices.js';
import type { Around, Asked, Effect } from '../../../kernel/base/effects.js';
import { about, type Given, nullable, required } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { type Found, one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { discounts_input } from '../../catalogue/discounts/input.js';
import { planOf, priceNow } from '../../catalogue/prices/plan.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import { priced, priced_input } from '../../catalogue/prices/priced.js';
import { type Product, product } from '../../catalogue/products/product.js';
import { agreedRates, type KnownRates } from '../invoices/input.js';
import type { TermsOfItem } from './discounts.js';
import { items_max } from './parts.js';
import { type Item, subscriptionItem } from './subscription-item.js';

const { currency, recurring, tax_behavior, unit_amount, unit_amount_decimal } = priced_input;

/** A price that is made for one item. */
export const price_data = about(
  'A recurring price that is created for this item.',
  object({
    ...{ currency, tax_behavior, unit_amount, unit_amount_decimal },
    product: about('The product that is sold at this price.', required(ref('product'))),
    recurring: required(recurring),
  }),
);

/** One item as callers say it. */
export const item_input = {
  billing_thresholds: about(
    'A limit of unbilled usage at which to bill it before the period ends, which is checked every hour; an empty value removes it.',
    nullable(object({ usage_gte: about('The number of units at which to bill.', required(integer({ minimum: 1 }))) })),
  ),
  discounts: about('The discounts of this item, in the order in which they are applied; an empty value removes all.', discounts_input),
  metadata,
  plan: about('A price by its id, in the older form; in place of `price`.', ref('price')),
  price: about('The active recurring price of the item, in the currency of the subscription.', {
    ...ref('price'),
    schema: { ...ref('price').schema, examples: ['price_123'] },
  }),
  price_data: about('A recurring price that is created for this item, in place of `price`.', price_data),
  quantity: about('The number of units, 1 by default; not for a metered price.', integer({ minimum: 0, maximum: 999_999_999 })),
  tax_rates: about('The active tax rates of the item, up to five, in place of those of the subscription.', listOf(ref('tax_rate'), 5)),
} as const;

/** The items of a new subscription. */
export const items_input = about('The items to subscribe to, up to 20, each a different price.', listOf(object(item_input), items_max));

const changed_item_input = {
  ...item_input,
  clear_usage: about('With `deleted` in classic mode: confirms that recorded usage of the item is dropped and not billed.', flag),
  deleted: about('Whether the item is removed; its unused time is credited according to `proration_behavior`.', flag),
  id: about('The item to change; without an id an item is added.', text),
} as const;

/** The items of one that is there: those that are named by their ids, and further ones. */
export const changed_items_input = about(
  'The items to change, add or remove; those that are not sent stay. A subscription has 1 to 20 items.',
  listOf(object(changed_item_input), 2 * items_max),
);

/** The same where a further item is to have an id that is known already. */
export const named_items_input = about(
  'The items to change, add or remove; those that are not sent stay.',
  listOf(object({ ...changed_item_input, new_id: about('The id that an added item gets.', text) }), 2 * items_max),
);

/** What callers say of an item. */
export type ItemInput = Given<typeof item_input>;

/** What items are made of, as it is read. */
export type Sold = {
  readonly prices: Found<Price>;
  readonly plans: Found<Price>;
  readonly of_prices: Found<Product>;
  readonly of_plans: Found<Product>;
  readonly of_data: Found<Product>;
  /** All of it was agreed on when a schedule was made: its prices are charged although they may be on offer no more. */
  readonly agreed?: true;
};

/** The reads of what items are made of, which parameters name under `items`. */
export const sold_reads = {
  prices: one(price, 'items.price'),
  plans: one(price, 'items.plan'),
  of_prices: one(product, 'prices.product'),
  of_plans: one(product, 'plans.product'),
  of_data: one(product, 'items.price_data.product'),
} as const;

/** A price, and the name of what it is for; and what makes the price, where it is made for the purpose. */
export type Chosen = {
  readonly price: Price;
  readonly name: string;
  readonly tax_code: string | null;
  readonly made: Effect | null;
  readonly agreed?: true | undefined;
};

const only_one = 'Send only one of price, plan and price_data.';

/** The price that an item names, or that is made for it; null where it names none. */
export function chosenPrice(given: ItemInput, sold: Sold, asked: Asked, at: string): Chosen | null {
  const { make } = asked;
  const ways = (['price', 'plan', 'price_data'] as const).filter((name) => given[name] !== undefined);
  if (ways.length > 1) return asked.refuse({ code: 'parameters_exclusive', param: `${at}[${ways[1]}]`, message: only_one });
  if (!given.price_data) {
    const found = given.price ? sold.prices.get(given.price) : given.plan ? sold.plans.get(given.plan) : null;
    return found && { price: found, ...soldAs(sold, found.product), made: null, agreed: sold.agreed };
  }
  const { product, ...data } = given.price_data;
  const sent = priced(data, null, asked, `${at}[price_data]`);
  const made = make(price, { active: false, ...sent, product });
  return { price: made, ...soldAs(sold, product), made };
}

/** The name and the tax code of a product. */
function soldAs({ of_prices, of_plans, of_data }: Sold, id: string): Pick<Chosen, 'name' | 'tax_code'> {
  const found = [of_prices, of_plans, of_data].flatMap(({ all }) => all).find((each) => each.id === id);
  return { name: found?.name ?? '', tax_code: found?.tax_code ?? null };
}

/** Why a price cannot be an item of a subscription in a currency. */
export function requirePrice({ agreed, made, price }: Chosen, currency: string, at: string, asked: Asked): void {
  const { active, currency: own, currency_options, id, recurring } = price;
  const param = made ? `${at}[price_data]` : `${at}[price]`;
  if (!recurring)
    asked.refuse({ code: 'parameter_invalid', param, message: `The price ${id} is set to type=one_time. ${needs_recurring}` });
  if (!active && !made && !agreed)
    asked.refuse({ code: 'parameter_invalid', param, message: `The price ${id} is inactive. Activate it, or send another.` });
  if (own !== currency && !currency_options[currency]) {
    const message = `The price ${id} is in ${own}, and the subscription in ${currency}. All items of one are in the same currency.`;
    asked.refuse({ code: 'parameter_invalid', param, message });
  }
  if (price.custom_unit_amount)
    asked.refuse({
      code: 'parameter_invalid',
      param,
      message: `The price ${id} lets the payer choose the amount. Send a price with a fixed amount.`,
    });
}

const needs_recurring = 'Items need prices of type=recurring; send this one in add_invoice_items.';

/** Why a quantity cannot be an item's. */
export function requireQuantity({ quantity }: ItemInput, { recurring }: Price, at: string, asked: Asked): void {
  if (quantity === undefined || recurring?.usage_type !== 'metered') return;
  asked.refuse({
    code: 'parameter_invalid',
    param: `${at}[quantity]`,
    message: 'A metered price has no quantity: it charges recorded usage. Leave quantity out.',
  });
}

/** Why a quantity cannot be charged at a price: it costs more than can be counted. What is metered is seen when it is used. */
export function requireCost(price: Price, quantity: number, currency: string, at: string, asked: Asked): void {
  if (price.recurring?.usage_type === 'metered' || isCountable(pricingIn(price, currency), quantity)) return;
  asked.refuse({
    code: 'amount_too_large',
    param: `${at}[quantity]`,
    message: `${quantity} of the price ${price.id} exceed the maximum amount. Send a smaller quantity.`,
  });
}

/** The members of an item that come of its price. */
export const pricedAs = ({ price, name, tax_code }: Chosen, quantity: number | undefined) => ({
  plan: planOf(price),
  price: priceNow(price),
  product_name: name,
  quantity: price.recurring?.usage_type === 'metered' ? null : (quantity ?? 1),
  tax_code,
});

/** Whose a new item is, and the time that it is in. */
type Of = { readonly subscription: string; readonly start: number; readonly end: number };

/** The members of a new item, with what is taken off it and put on it. */
export const newMembers = (
  chosen: Chosen,
  { billing_thresholds = null, metadata, quantity }: ItemInput,
  { subscription, start, end }: Of,
  terms: TermsOfItem,
) => ({
  ...pricedAs(chosen, quantity),
  ...{ billing_thresholds, subscription, current_period_start: start, current_period_end: end },
  ...(metadata && { metadata }),
  ...terms,
});

/** A new item of a subscription, whose id is known already. */
export const newItem = (
  chosen: Chosen,
  given: ItemInput,
  { id, ...of }: Of & { readonly id: string },
  terms: TermsOfItem,
  { make }: Around,
): Item & Effect => make(subscriptionItem, newMembers(chosen, given, of, terms), id);

/** What is asked of all items together. */
type Sent = { readonly items: readonly ItemInput[]; readonly currency?: string };

/** The prices of a new subscription, in the order of its items, and its currency; or why they cannot be. */
export function allChosen(
  { items, currency: named }: Sent,
  sold: Sold,
  asked: Asked,
): { readonly chosen: readonly Chosen[]; readonly currency: string } {
  const chosen: Chosen[] = [];
  for (const [place, item] of items.entries()) {
    const at = `items[${place}]`;
    const each = chosenPrice(item, sold, asked, at);
    if (!each) return asked.refuse(missing(`${at}[price]`, 'Missing required param: price. Or send price_data.'));
    chosen.push(each);
  }
  const currency = named ?? chosen[0]?.price.currency;
  if (!currency) return asked.refuse(missing('items', 'Missing required param: items. A subscription has at least one.'));
  requireChoice(chosen, items, currency, asked);
  return { chosen, currency };
}

const missing = (param: string, message: string): Refusal => ({ code: 'parameter_missing', param, message });

function requireChoice(chosen: readonly Chosen[], items: readonly ItemInput[], currency: string, asked: Asked): void {
  for (const [place, each] of chosen.entries()) {
    const at = `items[${place}]`;
    requirePrice(each, currency, at, asked);
    requireQuantity(items[place] ?? {}, each.price, at, asked);
    requireCost(each.price, items[place]?.quantity ?? 1, currency, at, asked);
    if (chosen.findIndex(({ price }) => price.id === each.price.id) < place) {
      asked.refuse({
        code: 'parameter_invalid',
        param: `${at}[price]`,
        message: `${each.price.id} is the price of another item. Change that one's quantity.`,
      });
      return;
    }
  }
}

type Seen = { readonly rates: KnownRates; readonly rates_of_items: KnownRates; readonly rates_beside: KnownRates };

/** What a schedule names was agreed on when it was made: prices are charged and tax rates put on although they may be on offer no more. */
export const allowingInactive = <S extends Seen>(seen: S) => ({
  ...seen,
  agreed: true as const,
  rates: agreedRates(seen.rates),
  rates_beside: agreedRates(seen.rates_beside),
  rates_of_items: agreedRates(seen.rates_of_items),
});
