import { decimal } from '../../../kernel/base/decimal.js';
import { alwaysThere, nullable } from '../../../kernel/base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { billed_max, currency } from '../../../kernel/base/money.js';
import { place } from '../../../kernel/base/place.js';
import { type It, resource } from '../../../kernel/base/resource.js';

const amount = integer({ minimum: 0, maximum: billed_max });
const exact_amount = decimal({ minimum: 0 });

/** What is between how many units and how many: `up_to` is the last of them, null where there is no last. Amounts in minor units. */
const tier = object({
  flat_amount: nullable(amount),
  flat_amount_decimal: nullable(exact_amount),
  unit_amount: nullable(amount),
  unit_amount_decimal: nullable(exact_amount),
  up_to: nullable(integer({ minimum: 1 })),
});

/** What the customer chooses to pay, within bounds. */
const custom_unit_amount = nullable(object({ maximum: nullable(amount), minimum: nullable(amount), preset: nullable(amount) }));

const tax_behavior = nullable(oneOf('inclusive', 'exclusive', 'unspecified'));

/** What is asked for a unit, in one currency. */
const sent = {
  custom_unit_amount,
  tax_behavior,
  tiers: alwaysThere(nullable(listOf(tier, 100))),
  unit_amount: nullable(amount),
  unit_amount_decimal: nullable(exact_amount),
} as const;

/** What a product costs: once, or again and again. */
export const price = resource({
  object: 'price',
  prefix: 'price',
  fields: {
    active: flag,
    billing_scheme: oneOf('per_unit', 'tiered'),
    currency,
    currency_options: alwaysThere(mapOf(currency, object(sent))),
    ...sent,
    lookup_key: nullable(textOf(200)),
    metadata,
    nickname: nullable(text),
    place,
    product: ref('product'),
    recurring: nullable(
      object({
        /** The older prices of usage say how records are summed up; with a meter, that does. */
        aggregate_usage: nullable(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
        interval: oneOf('day', 'week', 'month', 'year'),
        interval_count: integer({ minimum: 1 }),
        meter: nullable(ref('billing.meter')),
        trial_period_days: nullable(integer({ minimum: 1, maximum: 730 })),
        usage_type: oneOf('licensed', 'metered'),
      }),
    ),
    tiers_mode: nullable(oneOf('graduated', 'volume')),
    transform_quantity: nullable(object({ divide_by: integer({ minimum: 1 }), round: oneOf('up', 'down') })),
    type: oneOf('one_time', 'recurring'),
  },
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
