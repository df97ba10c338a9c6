import { about, alwaysThere, initially, nullable, required } from '../../../kernel/base/fields.js';
import { expandsTo, flag, integer, metadata, oneOf, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';

const amount = integer({ minimum: 0, maximum: billed_max });
const tax_behavior = oneOf('unspecified', 'inclusive', 'exclusive');

const moment = nullable(
  object({
    unit: about('The unit of time; business days exclude weekends.', required(oneOf('business_day', 'day', 'hour', 'month', 'week'))),
    value: about('The number of units, from 1 to 1,000.', required(integer({ minimum: 1, maximum: 1000 }))),
  }),
);

/** Between when and when goods arrive. */
export const delivery_estimate = about(
  'The time range within which goods arrive, as the payment page shows it; null without an estimate.',
  nullable(
    object({
      maximum: about('The latest arrival after the order; null for no upper bound.', moment),
      minimum: about('The earliest arrival after the order; null for no lower bound.', moment),
    }),
  ),
);

/** What it costs in further currencies. */
export const further_amounts = about(
  "The costs of shipping in further currencies, by currency code; the rate's own currency is not among them.",
  alwaysThere(
    mapOf(
      currency,
      object({
        amount: about('The cost in this currency, in minor units.', required(amount)),
        tax_behavior: about('Whether the cost in this currency includes its taxes.', tax_behavior),
      }),
    ),
  ),
);

/** What sending goods costs, whatever they are: in its own currency and in further ones, in minor units. */
export const shippingRate = resource({
  object: 'shipping_rate',
  title: 'shipping rate',
  prefix: 'shr',
  fields: {
    active: about('Whether new Checkout sessions and payment links can offer the rate. Defaults to true.', initially(true, flag)),
    delivery_estimate,
    display_name: about('The name that payers choose the rate by, such as `Express`; up to 100 characters.', nullable(textOf(100))),
    fixed_amount: about(
      'The cost of shipping, whatever is bought.',
      object({
        amount: about('The cost in minor units of `currency`; 0 for free shipping.', required(amount)),
        currency: about('The currency of the cost.', required(currency)),
        currency_options: further_amounts,
      }),
    ),
    metadata,
    tax_behavior: about(
      'Whether the cost includes its taxes (`inclusive`) or taxes are added (`exclusive`). It can be changed while it is `unspecified`.',
      nullable(tax_behavior),
    ),
    tax_code: about(
      'The tax category of shipping as the id of a tax code; stored and not interpreted.',
      nullable(expandsTo('tax_code', textOf(100))),
    ),
    type: about('How the cost is determined; always `fixed_amount`.', oneOf('fixed_amount')),
  },
  start: null,
  columns: ['active', 'fixed_amount.currency'],
});

/** A shipping rate as rules see it. */
export type ShippingRate = It<typeof shippingRate>;

/** What it costs in a currency, in minor units; null without a price in that currency. */
export const shippingIn = ({ fixed_amount }: ShippingRate, currency: string): number | null =>
  fixed_amount.currency === currency ? fixed_amount.amount : (fixed_amount.currency_options?.[currency]?.amount ?? null);
