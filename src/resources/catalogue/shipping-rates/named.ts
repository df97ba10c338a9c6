import { type Asked, type Decision, run } from '../../../kernel/base/effects.js';
import { about, type Given } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { create, shipping_rate_input } from './index.js';
import { type ShippingRate, shippingIn, shippingRate } from './shipping-rate.js';

/** A shipping rate as callers name it: by its id, or with the data of a new one. */
export const shippingInput = (with_what: string) =>
  ({
    shipping_rate: about('An existing shipping rate, in place of `shipping_rate_data`.', ref('shipping_rate')),
    shipping_rate_data: about(
      `A shipping rate that is created with the ${with_what}, in place of \`shipping_rate\`.`,
      object(shipping_rate_input),
    ),
  }) as const;

type Input = Given<ReturnType<typeof shippingInput>>;

/** A named shipping rate in one currency, how it is taxed, and the effects that create it if it is new. */
export type NamedShipping = {
  readonly shipping_rate: string;
  /** In minor units. */
  readonly amount: number;
  readonly tax_behavior: string | null;
  readonly tax_code: string | null;
  readonly made: Decision;
};

/** Shipping rates that were read, by their ids. */
type Known = { readonly get: (id: string) => ShippingRate | null } | null;

/** The shipping rate that a caller names at a place; refuses an inactive one, and one without an amount in the currency. */
export function shippingNamed(given: Input, at: string, currency: string | null, known: Known, asked: Asked): NamedShipping {
  const { shipping_rate, shipping_rate_data: data } = given;
  const param = shipping_rate ? `${at}[shipping_rate]` : `${at}[shipping_rate_data]`;
  if ((shipping_rate === undefined) === (data === undefined))
    return asked.refuse({
      code: 'parameter_missing',
      param: `${at}[shipping_rate]`,
      message: `Send either shipping_rate or shipping_rate_data in ${at}, and not both.`,
    });
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
  return { shipping_rate: id, amount, tax_behavior, tax_code, made: data ? [run(create, id, data)] : null };
}
