import { decimal } from '../../../kernel/base/decimal.js';
import { about, alwaysThere, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../../core/for-sdks/for-sdks.js';

const amount = integer({ minimum: 0, maximum: billed_max });
const exact_amount = decimal({ minimum: 0 });

/** What is between how many units and how many: `up_to` is the last of them, null where there is no last. Amounts in minor units. */
const tier = object({
  flat_amount: about(
    'The amount added once when the quantity reaches this tier, in minor units; null without one or when it is fractional.',
    nullable(amount),
  ),
  flat_amount_decimal: about(
    'The flat amount of this tier as a decimal in minor units, with at most 12 decimal places; null without one.',
    nullable(exact_amount),
  ),
  unit_amount: about('The price of a unit in this tier in minor units; null without one or when it is fractional.', nullable(amount)),
  unit_amount_decimal: about(
    'The price of a unit in this tier as a decimal in minor units, with at most 12 decimal places.',
    nullable(exact_amount),
  ),
  up_to: about('The last unit of this tier; null for the last tier, which has no end.', nullable(integer({ minimum: 1 }))),
});

const custom_unit_amount = about(
  'The bounds of an amount that the payer chooses in Checkout; null for a price with a fixed amount.',
  nullable(
    object({
      maximum: about('The largest amount that the payer may choose, in minor units; null for no such limit.', nullable(amount)),
      minimum: about('The smallest amount that the payer may choose, in minor units; null for no such limit.', nullable(amount)),
      preset: about('The amount that the page suggests, in minor units; null when the payer starts with an empty field.', nullable(amount)),
    }),
  ),
);

const tax_behavior = about(
  'Whether the amount includes its taxes (`inclusive`) or taxes are added (`exclusive`). It can be changed while it is `unspecified`.',
  nullable(oneOf('inclusive', 'exclusive', 'unspecified')),
);

const sent = {
  custom_unit_amount,
  tax_behavior,
  tiers: about(
    'The tiers of a `tiered` price, each with its last unit and amounts; null for a price per unit.',
    alwaysThere(nullable(listOf(tier, 100))),
  ),
  unit_amount: about(
    'The price of a unit or package in minor units; null with tiers, for an amount that payers choose, or when it is fractional.',
    nullable(amount),
  ),
  unit_amount_decimal: about(
    'The price of a unit or package as a decimal in minor units, with at most 12 decimal places.',
    nullable(exact_amount),
  ),
} as const;

/** What a product costs: once, or again and again. */
export const price = resource({
  object: 'price',
  prefix: 'price',
  fields: {
    active: about(
      'Whether new purchases can use the price; existing subscriptions keep an inactive one. Defaults to true at creation.',
      flag,
    ),
    billing_scheme: about(
      '`per_unit`: `unit_amount` times the quantity (the default). `tiered`: the amount follows from `tiers` and `tiers_mode`.',
      oneOf('per_unit', 'tiered'),
    ),
    currency: about('The currency of the amounts of this price, as a three-letter code in lower case.', currency),
    currency_options: about(
      "Amounts in further currencies, by currency code, for payers and subscriptions in those; the price's own currency is not among them.",
      alwaysThere(mapOf(currency, object(sent))),
    ),
    ...sent,
    lookup_key: about(
      'A name of your choice by which the price can be found in place of its id; unique in your account, up to 200 characters.',
      nullable(textOf(200)),
    ),
    metadata,
    nickname: about('A name for your own use; customers never see it.', nullable(text)),
    place,
    product: about('The product that is sold at this price.', ref('product')),
    recurring: about(
      'How often the price recurs and how its quantity is determined; null for a price that is charged once.',
      nullable(
        object({
          aggregate_usage: about(
            'How usage records of a period become one quantity: the sum, the maximum, or the last one; null with a meter.',
            nullable(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
          ),
          interval: about('The unit of the billing period.', oneOf('day', 'week', 'month', 'year')),
          interval_count: about(
            'The number of intervals in a billing period, such as 3 with `month` for quarterly bills. A period has at most three years.',
            integer({ minimum: 1 }),
          ),
          meter: about(
            'The meter that counts the usage of a `metered` price; null when usage records count it, or for `licensed` prices.',
            nullable(ref('billing.meter')),
          ),
          trial_period_days: about(
            'The days of trial that subscriptions begin with when they send `trial_from_plan=true`; null for none.',
            nullable(integer({ minimum: 1, maximum: 730 })),
          ),
          usage_type: about(
            '`licensed`: billed in advance by the quantity of the item. `metered`: billed after the period by the measured usage.',
            oneOf('licensed', 'metered'),
          ),
        }),
      ),
    ),
    tiers_mode: about(
      '`graduated`: each unit costs the amount of its own tier. `volume`: all units cost the amount of the tier that the quantity reaches.',
      nullable(oneOf('graduated', 'volume')),
    ),
    transform_quantity: about(
      'How the quantity is converted to packages before it is multiplied; null when each unit is charged.',
      nullable(
        object({
          divide_by: about('The number of units in a package.', integer({ minimum: 1 })),
          round: about('Whether a started package counts as a whole one (`up`) or not at all (`down`).', oneOf('up', 'down')),
        }),
      ),
    ),
    type: about('`recurring` for a price of subscriptions, `one_time` for a price that is charged once.', oneOf('one_time', 'recurring')),
  },
  for_sdks: forSdks,
  start: 'price.created',
  events: { updated: 'price.updated', removed: 'price.deleted' },
  columns: [
    'active',
    'currency',
    'lookup_key',
    'place',
    'product',
    'recurring.interval',
    'recurring.meter',
    'recurring.usage_type',
    'type',
  ],
  owner: 'product',
  removable: true,
  searchable: ['active', 'currency', 'lookup_key', 'product', 'type'],
  indexed: ['lookup_key', 'product'],
  unique: { lookup_key: ({ lookup_key }) => (typeof lookup_key === 'string' ? lookup_key : null) },
});

/** A price as rules see it. */
export type Price = It<typeof price>;
