import type { Pricing, Tier } from './prices.js';

/** The amounts of a price in one currency, as prices store them. */
type Amounts = {
  readonly tiers?:
    | readonly {
        readonly flat_amount_decimal?: string | null | undefined;
        readonly unit_amount_decimal?: string | null | undefined;
        readonly up_to?: number | null | undefined;
      }[]
    | null
    | undefined;
  readonly unit_amount_decimal?: string | null | undefined;
};

/** A price with its amounts in its own currency and in further ones. */
export type MultiCurrencyPrice = Amounts &
  Pick<Pricing, 'billing_scheme' | 'tiers_mode' | 'transform_quantity'> & {
    readonly id: string;
    readonly currency: string;
    readonly currency_options: Readonly<Record<string, Amounts | undefined>>;
  };

/** The amounts of a price in a currency: its own, or one of `currency_options`. Callers have refused any other currency. */
export function pricingIn(price: MultiCurrencyPrice, currency: string): Pricing {
  const { billing_scheme, tiers_mode, transform_quantity } = price;
  const amounts = price.currency === currency ? price : price.currency_options[currency];
  if (!amounts) throw new Error(`${price.id} has no amount in ${currency}`);
  const { tiers, unit_amount_decimal = null } = amounts;
  return { billing_scheme, tiers: (tiers ?? []).map(tierOf), tiers_mode, transform_quantity, unit_amount_decimal };
}

const tierOf = ({ flat_amount_decimal = null, unit_amount_decimal = null, up_to = null }: NonNullable<Amounts['tiers']>[number]): Tier => ({
  flat_amount_decimal,
  unit_amount_decimal,
  up_to,
});
