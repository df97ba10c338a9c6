import { set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { further_amounts, shippingRate } from './shipping-rate.js';

const { fields } = shippingRate;

/** All that says what sending goods costs, as callers say it. */
export const shipping_rate_input = {
  ...pick(fields, 'delivery_estimate', 'metadata', 'tax_behavior', 'tax_code', 'type'),
  display_name: required(fields.display_name),
  fixed_amount: required(fields.fixed_amount),
} as const;

const saidTwice = (currency: string): Refusal => ({
  code: 'parameter_invalid',
  param: `fixed_amount[currency_options][${currency}]`,
  message: `${currency} is the shipping rate's own currency. Send its amount in fixed_amount[amount] only.`,
});

/** Makes a shipping rate. */
export const create = creation(shippingRate, {
  takes: shipping_rate_input,
  decide: ({ it, input }, asked) => {
    const { currency, currency_options } = input.fixed_amount;
    return currency_options?.[currency] ? asked.refuse(saidTwice(currency)) : set(it, input);
  },
});

/** Changes how a shipping rate is described, whether it is on offer, and what it costs in further currencies. */
export const update = rule(shippingRate, 'update', {
  takes: {
    ...pick(fields, 'active', 'metadata', 'tax_behavior'),
    fixed_amount: about(
      "The costs in further currencies; the cost in the rate's own currency is final.",
      object({ currency_options: about('The costs to add or replace, by currency code.', required(further_amounts)) }),
    ),
  },
  decide: ({ it, input: { fixed_amount, ...given } }, asked) => {
    if (given.tax_behavior && it.tax_behavior && it.tax_behavior !== 'unspecified' && given.tax_behavior !== it.tax_behavior)
      return asked.refuse({
        code: 'parameter_invalid',
        param: 'tax_behavior',
        message: `The tax behavior of a shipping rate cannot be changed once it is ${it.tax_behavior}. Make another one.`,
      });
    if (fixed_amount?.currency_options[it.fixed_amount.currency]) return asked.refuse(saidTwice(it.fixed_amount.currency));
    return set(it, { ...given, ...(fixed_amount && { fixed_amount: { ...it.fixed_amount, ...fixed_amount } }) });
  },
});

/** The shipping rates group. */
export const shippingRates = [
  action('POST /v1/shipping_rates', create, {
    about: 'Creates a shipping rate that Checkout sessions and payment links can offer. Its amount cannot change later.',
  }),
  action('POST /v1/shipping_rates/:id', update, {
    about: 'Updates metadata, availability, an unspecified tax behavior and costs in further currencies. Existing sessions keep the rate.',
  }),
  retrieve(shippingRate, 'GET /v1/shipping_rates/:id', { about: 'Retrieves a shipping rate.' }),
  list(
    shippingRate,
    ['GET /v1/shipping_rates', 'GET /v1/shipping_rates/list'],
    { ...pick(fields, 'active'), currency: about('Only the rates in this currency.', currency) },
    { columns: { fixed_amount_currency: { of: 'currency' } }, about: 'Lists shipping rates, newest first.' },
  ),
] as const;
