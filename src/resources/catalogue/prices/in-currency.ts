import type { Pricing, Tier } from '../../../arithmetic/billing/prices.js';
import type { Price } from './price.js';

/** What a price asks in a currency: its own, or one of its further ones. */
export function pricingIn(price: Price, currency: string): Pricing {
  const { billing_scheme, tiers_mode, transform_quantity } = price;
  const sent = price.currency === currency ? price : price.currency_options[currency];
  if (!sent) throw new Error(`${price.id} asks nothing in ${currency}`);
  const { tiers, unit_amount_decimal = null } = sent;
  return { billing_scheme, tiers: (tiers ?? []).map(tierOf), tiers_mode, transform_quantity, unit_amount_decimal };
}

type Sent = NonNullable<NonNullable<Price['currency_options'][string]>['tiers']>[number];

const tierOf = ({ flat_amount_decimal = null, unit_amount_decimal = null, up_to = null }: Sent): Tier => ({
  flat_amount_decimal,
  unit_amount_decimal,
  up_to,
});
