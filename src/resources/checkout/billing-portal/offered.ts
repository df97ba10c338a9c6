import type { FeaturesGiven, Offered } from './features.js';

type Given = NonNullable<FeaturesGiven>;

/** The default quantity bounds: any number. */
const any_quantity = { enabled: true, maximum: null, minimum: 1 } as const;

/** An offered product, with defaults. */
const offeredOf = ({ adjustable_quantity, prices, product }: ProductGiven): Offered => ({
  adjustable_quantity: { ...any_quantity, ...adjustable_quantity },
  prices,
  product,
});

type ProductGiven = NonNullable<NonNullable<Given['subscription_update']>['products']>[number];

/** Features as they are stored. */
export function featuresFrom({ subscription_update: update, ...others }: Given) {
  if (!update) return others;
  const { products, ...rest } = update;
  return { ...others, subscription_update: { ...rest, ...(products !== undefined && { products: products?.map(offeredOf) ?? null }) } };
}
