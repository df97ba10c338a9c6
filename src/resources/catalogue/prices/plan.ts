import { decimal } from '../../../kernel/base/decimal.js';
import { nullable, type Values } from '../../../kernel/base/fields.js';
import { flag, integer, oneOf, ref, text, timestamp } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { formOf } from '../../form-of.js';
import { replaced } from '../../parts.js';
import { type Price, price } from './price.js';

const shown = {
  ...pick(price.fields, 'active', 'billing_scheme', 'currency', 'metadata', 'nickname', 'tiers', 'tiers_mode'),
  aggregate_usage: nullable(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
  amount: nullable(integer()),
  amount_decimal: nullable(decimal()),
  interval: oneOf('day', 'week', 'month', 'year'),
  interval_count: integer({ minimum: 1 }),
  meter: nullable(text),
  product: ref('product'),
  transform_usage: price.fields.transform_quantity,
  trial_period_days: nullable(integer()),
  usage_type: oneOf('licensed', 'metered'),
} as const;

/** A price as it was shown before there were prices, as a member of what depends on it. */
export const plan_shown = replaced(object({ id: text, object: oneOf('plan'), created: timestamp, livemode: flag, ...shown }));

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
