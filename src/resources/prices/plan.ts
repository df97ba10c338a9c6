import { decimal } from '../../base/decimal.js';
import { nullable, object, type Values } from '../../base/fields.js';
import { flag, integer, metadata, oneOf, ref, text, timestamp } from '../../base/kinds.js';
import { currency } from '../../base/money.js';
import { replaced } from '../parts.js';
import { type Price, price } from './price.js';

const { billing_scheme, nickname, tiers, tiers_mode } = price.fields;

/** A price as it was shown before there were prices. */
export const plan_shown = replaced(
  object({
    id: text,
    object: oneOf('plan'),
    active: flag,
    aggregate_usage: nullable(oneOf('last_during_period', 'last_ever', 'max', 'sum')),
    amount: nullable(integer()),
    amount_decimal: nullable(decimal()),
    billing_scheme,
    created: timestamp,
    currency,
    interval: oneOf('day', 'week', 'month', 'year'),
    interval_count: integer({ minimum: 1 }),
    livemode: flag,
    metadata,
    meter: nullable(text),
    nickname,
    product: ref('product'),
    tiers,
    tiers_mode,
    transform_usage: price.fields.transform_quantity,
    trial_period_days: nullable(integer()),
    usage_type: oneOf('licensed', 'metered'),
  }),
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
