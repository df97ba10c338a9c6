import { decimal } from '../../../kernel/base/decimal.js';
import { about, nullable, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { formOf } from '../../form-of.js';
import { replaced } from '../../parts.js';
import { type Price, price } from './price.js';

const shown = {
  ...pick(price.fields, 'active', 'billing_scheme', 'currency', 'metadata', 'nickname', 'tiers', 'tiers_mode'),
  aggregate_usage: about(
    'How usage records of a period become one quantity: the sum, the maximum, or the last one; null with a meter.',
    nullable(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
  ),
  amount: about('The price of a unit in minor units; null with tiers or when it is fractional.', nullable(integer())),
  amount_decimal: about('The price of a unit as a decimal in minor units; null with tiers.', nullable(decimal())),
  interval: about('The unit of the billing period.', oneOf('day', 'week', 'month', 'year')),
  interval_count: about('The number of intervals in a billing period.', integer({ minimum: 1 })),
  meter: about('The id of the meter that counts the usage of a `metered` plan; null without one.', nullable(text)),
  product: about('The product that is sold at this plan.', ref('product')),
  transform_usage: about(
    'How the quantity is converted to packages before it is multiplied; null when each unit is charged.',
    price.fields.transform_quantity,
  ),
  trial_period_days: about(
    'The days of trial that subscriptions begin with when they send `trial_from_plan=true`; null for none.',
    nullable(integer()),
  ),
  usage_type: about(
    '`licensed`: billed in advance by quantity. `metered`: billed after the period by measured usage.',
    oneOf('licensed', 'metered'),
  ),
} as const;

/** A price as it was shown before there were prices, as a member of what depends on it. */
export const plan_shown = about(
  'The price in its older form as a plan, for SDKs that read `plan`; null for a price that is charged once.',
  replaced(
    object({
      id: about('The id of the price.', text),
      object: about('Always `plan`.', oneOf('plan')),
      created: about('When the price was created, in Unix seconds.', timestamp),
      livemode: about('Whether the price belongs to live mode.', flag),
      ...shown,
    }),
  ),
);

/** What is shown of it. */
export type Plan = Values<{ plan: typeof plan_shown }>['plan'];

/** A recurring price as it was shown before there were prices; null for one that is charged once. */
export function planOf({ recurring, transform_quantity, unit_amount, unit_amount_decimal, ...price }: Price): Plan | null {
  if (!recurring) return null;
  const { active, billing_scheme, created, currency, id, livemode, metadata, nickname, product, tiers, tiers_mode } = price;
  return {
    ...{ id, object: 'plan' as const, active, amount: unit_amount, amount_decimal: unit_amount_decimal, billing_scheme, created, currency },
    ...recurring,
    ...{ livemode, metadata, nickname, product, tiers, tiers_mode, transform_usage: transform_quantity },
  };
}

/** The older form of recurring prices, under routes and in events of its own. */
export const plan = resource({
  object: 'plan',
  prefix: 'plan',
  fields: shown,
  start: 'plan.created',
  events: { updated: 'plan.updated', removed: 'plan.deleted' },
  form_of: formOf(price, planOf, {
    'price.created': 'plan.created',
    'price.updated': 'plan.updated',
    'price.deleted': 'plan.deleted',
  }),
});

/** A price as it is by now, to be kept by what depends on that. */
export const priceNow = (price: Price): Price => ({ ...price, place: undefined });
