import { isMetered } from '../../../arithmetic/billing/subscription/items.js';
import { type Found, many } from '../../../kernel/base/reads.js';
import type { Subscription } from '../../billing/subscriptions/subscription.js';
import { type Price, price } from '../../catalogue/prices/price.js';
import type { Product } from '../../catalogue/products/product.js';
import type { Features, Offered } from './features.js';
import type { Subscribed } from './shown.js';

/** An item as its subscription shows it. */
export type ShownItem = Subscription['items']['data'][number];

/** Between how many customers may choose. */
export type Quantities = Subscribed['items'][number]['quantities'];

/** A price that an item can be changed to. */
export type Choice = { readonly price: Price; readonly quantities: Quantities };

/** What is offered, as it was read. */
export type OnOffer = {
  readonly update: Features['subscription_update'];
  readonly prices: Found<Price | null>;
  /** Prices that are sold, from which a configuration without products offers those of an item's own product. */
  readonly on_sale: readonly Price[];
};

/** Prices that are sold, the newest of them. */
export const on_sale_read = many(price, { by: 'type', is: 'recurring', where: { active: 'true' }, at_most: 250, cut: true, newest: true });

/** What is offered to who has subscribed to a product. */
const offersFor = (own: string, { update: { products }, on_sale }: OnOffer): readonly Offered[] =>
  products ?? [
    {
      adjustable_quantity: { enabled: true, maximum: null, minimum: 1 },
      prices: on_sale.flatMap(({ id, product, recurring }) => (product === own && recurring?.usage_type === 'licensed' ? [id] : [])),
      product: own,
    },
  ];

const offeredAs = (product: string, on_offer: OnOffer): Offered | undefined =>
  offersFor(product, on_offer).find((each) => each.product === product);

function quantitiesOf({ default_allowed_updates }: OnOffer['update'], offered: Offered | undefined): Quantities {
  if (!offered?.adjustable_quantity.enabled || !default_allowed_updates.includes('quantity')) return null;
  const { maximum, minimum } = offered.adjustable_quantity;
  return { maximum, minimum };
}

/** How many of an item customers may choose without changing anything else of it; null where they may not. */
export const quantitiesOfItem = (item: ShownItem, on_offer: OnOffer): Quantities =>
  isMetered(item) ? null : quantitiesOf(on_offer.update, offeredAs(item.price.product, on_offer));

/** What an item can be changed to. One of several is not changed to another product: two of them could become the same. */
export function choicesOf(item: ShownItem, { currency, items }: Pick<Subscription, 'currency' | 'items'>, on_offer: OnOffer): Choice[] {
  const { on_sale, prices, update } = on_offer;
  if (isMetered(item) || !update.default_allowed_updates.includes('price')) return [];
  const is_only = items.data.length === 1;
  const products = offersFor(item.price.product, on_offer).filter(({ product }) => is_only || product === item.price.product);
  return products.flatMap((offered) =>
    offered.prices.flatMap((id) => {
      const price = prices.get(id) ?? on_sale.find((each) => each.id === id);
      const is_other = id !== item.price.id && items.data.every((each) => each.price.id !== id);
      return price && is_other && isSold(price, currency) ? [{ price, quantities: quantitiesOf(update, offered) }] : [];
    }),
  );
}

const isSold = (price: Price, currency: string): boolean =>
  price.active && price.recurring !== null && (price.currency === currency || currency in price.currency_options);

/** A price as customers see it. */
export function toldOf(price: Price, products: Found<Product | null>, currency: string) {
  const { id, billing_scheme, nickname, product, recurring } = price;
  const sent = price.currency === currency ? price : price.currency_options[currency];
  return {
    currency,
    interval: recurring?.interval ?? 'month',
    interval_count: recurring?.interval_count ?? 1,
    name: products.get(product)?.name ?? '',
    nickname,
    price: id,
    product,
    unit_amount_decimal: billing_scheme === 'tiered' ? null : (sent?.unit_amount_decimal ?? null),
  };
}
