import { alwaysThere, initially, nullable, required } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

const amount = integer({ minimum: 0, maximum: billed_max });
const tax_behavior = oneOf('unspecified', 'inclusive', 'exclusive');

const moment = nullable(
  object({
    unit: required(oneOf('business_day', 'day', 'hour', 'month', 'week')),
    value: required(integer({ minimum: 1, maximum: 1000 })),
  }),
);

/** Between when and when goods arrive. */
export const delivery_estimate = nullable(object({ maximum: moment, minimum: moment }));

/** What it costs in further currencies. */
export const further_amounts = alwaysThere(mapOf(currency, object({ amount: required(amount), tax_behavior })));

/** What sending goods costs, whatever they are: in its own currency and in further ones, in minor units. */
export const shippingRate = resource({
  object: 'shipping_rate',
  title: 'shipping rate',
  prefix: 'shr',
  fields: {
    active: initially(true, flag),
    delivery_estimate,
    display_name: nullable(textOf(100)),
    fixed_amount: object({
      amount: required(amount),
      currency: required(currency),
      currency_options: further_amounts,
    }),
    metadata,
    tax_behavior: nullable(tax_behavior),
    tax_code: nullable(expandsTo('tax_code', textOf(100))),
    type: oneOf('fixed_amount'),
  },
  start: null,
  columns: ['active', 'fixed_amount.currency'],
});

/** A shipping rate as rules see it. */
export type ShippingRate = It<typeof shippingRate>;

/** What it costs in a currency, in minor units; null without a price in that currency. */
export const shippingIn = ({ fixed_amount }: ShippingRate, currency: string): number | null =>
  fixed_amount.currency === currency ? fixed_amount.amount : (fixed_amount.currency_options?.[currency]?.amount ?? null);
