import type { Asked, Decision } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { listOf, object } from '../../../kernel/base/members.js';
import type { Known } from '../../billing/invoices/input.js';
import { shippingInput, shippingNamed } from '../../catalogue/shipping-rates/named.js';
import type { ShippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import type { TaxedAs } from './automatic-tax.js';
import type { Session } from './session.js';

/** What payers may have sent at, as callers say it: a rate by its id, or one that is made for the purpose. */
export const shipping_options_input = listOf(object(shippingInput('session')), 5);

type Input = NonNullable<Given<{ options: typeof shipping_options_input }>['options']>;

type Options = { readonly options: Session['shipping_options']; readonly made: Decision; readonly taxed_as: readonly TaxedAs[] };

/** What payers may have sent at, and what makes rates that were made for the purpose; or why it cannot be. */
export function shippingOptions(given: Input, currency: string | null, known: Known<ShippingRate> | null, asked: Asked): Options {
  const named = given.map((each, place) => shippingNamed(each, `shipping_options[${place}]`, currency, known, asked));
  return {
    options: named.map(({ amount: shipping_amount, shipping_rate }) => ({ shipping_amount, shipping_rate })),
    made: named.map(({ made }) => made),
    taxed_as: named.map(({ shipping_rate: of, tax_behavior, tax_code }) => ({ of, tax_behavior, tax_code })),
  };
}
