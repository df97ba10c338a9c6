import type { InvoiceSums } from '../../../arithmetic/billing/totals.js';
import type { Asked, Decision } from '../../../kernel/base/effects.js';
import { about, type Given, nullable } from '../../../kernel/base/fields.js';
import { integer, ref, text } from '../../../kernel/base/kinds.js';
import { listOf, object, plainObject } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import { shippingInput, shippingNamed } from '../../catalogue/shipping-rates/named.js';
import { type ShippingRate, shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import type { Automatic, AutomaticRate } from '../../tax/automatic.js';
import { shipping_code } from '../../tax/supply.js';
import { money, tax_rate_value, tax_rates_for_payer, taxability_reason } from './parts.js';

/** What payers see of the cost of shipping. */
export const shipping_for_payer = {
  amount_subtotal: true,
  amount_tax: true,
  amount_total: true,
  taxes: { rate: tax_rates_for_payer },
} as const;

/** The cost of shipping as callers say it. */
export const shipping_cost_input = about(
  'The cost of shipping, which is added to the total; an empty value removes it. Discounts do not reduce it.',
  nullable(object(shippingInput('invoice'))),
);

/** The read of a named shipping rate. */
export const shipping_reads = { shipping_rate: one(shippingRate, 'shipping_cost.shipping_rate') } as const;

/** What the cost of shipping is summed up from: as the shipping rate was when it was named. */
export const shipping_kept = plainObject({
  amount: money,
  shipping_rate: text,
  tax_behavior: nullable(text),
  tax_code: nullable(text),
});

/** The amount of shipping and how it is taxed. */
export type ShippingKept = {
  readonly amount: number;
  readonly shipping_rate: string;
  readonly tax_behavior: string | null;
  readonly tax_code: string | null;
};

/** The cost of shipping, as invoices and credit notes show it. */
export const shipping_shown = object({
  amount_subtotal: about('The cost without exclusive taxes, in minor units.', integer()),
  amount_tax: about('The taxes on shipping, in minor units.', integer()),
  amount_total: about('The cost with its taxes, in minor units.', integer()),
  shipping_rate: about('The shipping rate that was named; null without one.', nullable(ref('shipping_rate'))),
  taxes: about(
    'The taxes on shipping by tax rate; only automatic taxes apply to shipping.',
    listOf(
      object({
        amount: about('The tax in minor units.', money),
        rate: about('The tax rate that was applied.', tax_rate_value),
        taxability_reason: about('Why the tax was charged, or why it is 0.', nullable(taxability_reason)),
        taxable_amount: about('The amount that was taxed, in minor units.', nullable(money)),
      }),
    ),
  ),
});

type Input = Given<{ shipping_cost: typeof shipping_cost_input }>['shipping_cost'];

/** The shipping that a caller says, null to remove it and undefined to keep it, and the effects that create a new rate. */
export function shippingAsked(
  given: Input,
  currency: string,
  named: ShippingRate | null,
  asked: Asked,
): { readonly shipping: ShippingKept | null | undefined; readonly made: Decision } {
  if (!given) return { shipping: given, made: null };
  const { made, ...shipping } = shippingNamed(given, 'shipping_cost', currency, { get: () => named }, asked);
  return { shipping, made };
}

/** The automatic taxes of shipping. */
export const shippingRates = (shipping: ShippingKept | null, automatic: Automatic | null): readonly AutomaticRate[] =>
  shipping && automatic ? automatic.ratesOf({ tax_behavior: shipping.tax_behavior, tax_code: shipping.tax_code ?? shipping_code }) : [];

/** The cost of shipping with its taxes, as it is shown. */
export function shippingShown({ shipping_rate }: ShippingKept, summed: InvoiceSums['shipping'], rates: readonly AutomaticRate[]) {
  if (!summed) return null;
  const taxes = rates.map(({ rate, reason: taxability_reason }, place) => {
    const { amount = 0, taxable_amount = 0 } = summed.taxes[place] ?? {};
    return { amount, rate, taxability_reason, taxable_amount };
  });
  const added = taxes.reduce((sum, { amount, rate }) => (rate.inclusive ? sum : sum + amount), 0);
  return {
    amount_subtotal: summed.amount,
    amount_tax: taxes.reduce((sum, { amount }) => sum + amount, 0),
    amount_total: summed.amount + added,
    shipping_rate,
    taxes,
  };
}
