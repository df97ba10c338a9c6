import { type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { listOf, object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Known } from '../../billing/invoices/input.js';
import * as rates from '../../catalogue/shipping-rates/index.js';
import { type ShippingRate, shippingIn, shippingRate } from '../../catalogue/shipping-rates/shipping-rate.js';
import type { TaxedAs } from './automatic-tax.js';
import type { Session } from './session.js';

/** What payers may have sent at, as callers say it: a rate by its id, or one that is made for the purpose. */
export const shipping_options_input = listOf(
  object({
    shipping_rate: about('An existing shipping rate, in place of `shipping_rate_data`.', ref('shipping_rate')),
    shipping_rate_data: about(
      'A shipping rate that is created with the session, in place of `shipping_rate`.',
      object(rates.shipping_rate_input),
    ),
  }),
  5,
);

type Input = NonNullable<Given<{ options: typeof shipping_options_input }>['options']>;

type Options = { readonly options: Session['shipping_options']; readonly made: Decision; readonly taxed_as: readonly TaxedAs[] };

/** What payers may have sent at, and what makes rates that were made for the purpose; or why it cannot be. */
export function shippingOptions(given: Input, currency: string | null, known: Known<ShippingRate> | null, asked: Asked): Options {
  const options: Session['shipping_options'] = [];
  const made: Decision[] = [];
  const taxed_as: TaxedAs[] = [];
  for (const [place, { shipping_rate, shipping_rate_data: data }] of given.entries()) {
    const at = `shipping_options[${place}]`;
    const param = shipping_rate ? `${at}[shipping_rate]` : `${at}[shipping_rate_data]`;
    if ((shipping_rate === undefined) === (data === undefined)) return asked.refuse(neither(`${at}[shipping_rate]`));
    const id = shipping_rate ?? asked.fresh(shippingRate);
    const named = shipping_rate ? known?.get(shipping_rate) : null;
    if (named && !named.active) return asked.refuse({ code: 'parameter_invalid', param, message: `The shipping rate ${id} is inactive.` });
    const amount = data
      ? data.fixed_amount.currency === currency && data.fixed_amount.amount
      : named && currency && shippingIn(named, currency);
    if (typeof amount !== 'number')
      return asked.refuse({
        code: 'parameter_invalid',
        param,
        message: `This shipping rate has no amount in ${currency}. Add one in its fixed_amount[currency_options], or send another rate.`,
      });
    const { tax_behavior = null, tax_code = null } = data ?? named ?? {};
    options.push({ shipping_amount: amount, shipping_rate: id });
    taxed_as.push({ of: id, tax_behavior, tax_code });
    made.push(data && run(rates.create, id, data));
  }
  return { options, made, taxed_as };
}

const neither = (param: string): Refusal => ({
  code: 'parameter_missing',
  param,
  message: 'Each shipping option is a shipping_rate or shipping_rate_data, and not both.',
});
