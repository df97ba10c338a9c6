import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Given, required } from '../../../kernel/base/fields.js';
import { integer, oneOf, ref } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { Meter } from '../meters/meter.js';
import { type Amounts, amountsOf, currency_options_input, pricing_input } from './amounts.js';

/** How often, as callers say it. */
export const recurring_input = {
  aggregate_usage: about(
    'For `metered` prices without a meter: how usage records of a period become one quantity; `sum` by default.',
    oneOf('last_during_period', 'last_ever', 'max', 'sum'),
  ),
  interval: about('The unit of the billing period.', required(oneOf('day', 'week', 'month', 'year'))),
  interval_count: about('The number of intervals in a billing period, 1 by default; at most three years in all.', integer({ minimum: 1 })),
  meter: about('The active meter whose events count the usage; only with `usage_type=metered`.', ref('billing.meter')),
  trial_period_days: about(
    'The days of trial for subscriptions that send `trial_from_plan=true`, from 1 to 730.',
    integer({ minimum: 1, maximum: 730 }),
  ),
  usage_type: about(
    '`licensed` (the default): billed in advance by quantity. `metered`: billed after each period by measured usage.',
    oneOf('licensed', 'metered'),
  ),
} as const;

/** All that says what a price asks, and when, as callers say it. */
export const priced_input = {
  ...pricing_input,
  billing_scheme: about(
    '`per_unit` (the default): an amount for each unit. `tiered`: the amounts are in `tiers`.',
    oneOf('per_unit', 'tiered'),
  ),
  currency: about('The currency of the amounts, as a three-letter ISO 4217 code.', required(currency)),
  currency_options: currency_options_input,
  recurring: about('The billing period, for a price of subscriptions. Without it the price is charged once.', object(recurring_input)),
  tiers_mode: about(
    'Required with `tiered`. `graduated`: each unit costs what its own tier says. `volume`: the tier that the quantity reaches applies to all units.',
    oneOf('graduated', 'volume'),
  ),
  transform_quantity: about(
    'Sells by the package: the quantity is divided before it is multiplied. Not with `tiered`.',
    object({
      divide_by: about('The number of units in a package.', required(integer({ minimum: 1 }))),
      round: about('Whether a started package counts as a whole one (`up`) or not at all (`down`).', required(oneOf('up', 'down'))),
    }),
  ),
} as const;

/** What callers say of it. */
export type PricedInput = Given<typeof priced_input>;
type Recurring = NonNullable<PricedInput['recurring']>;

/** No price recurs more rarely than every three years (Stripe). */
const interval_count_max = { day: 1095, week: 156, month: 36, year: 3 } as const;

/** What is stored of it. */
export type Priced = Amounts & {
  readonly billing_scheme: 'per_unit' | 'tiered';
  readonly currency: string;
  readonly currency_options: Readonly<Record<string, Amounts>>;
  readonly recurring: ReturnType<typeof recurrence> | null;
  readonly tiers_mode: 'graduated' | 'volume' | null;
  readonly transform_quantity: { readonly divide_by: number; readonly round: 'up' | 'down' } | null;
  readonly type: 'one_time' | 'recurring';
};

/** The terms of a price as stored. `meter` is the named meter, `at` the parameter that holds the price. */
export function priced(given: PricedInput, meter: Meter | null, asked: Asked, at = ''): Priced {
  const param = (name: string): string => (at ? `${at}${name.replace(/^\w+/, '[$&]')}` : name);
  const { billing_scheme = 'per_unit', currency, recurring } = given;
  requireScheme(given, param, asked);
  if (recurring) {
    requireRecurrence(recurring, param, asked);
    requireActive(meter, param, asked);
  }
  const amounts = amountsOf(given, billing_scheme, asked, at);
  const further = optionsOf(given, billing_scheme, param('currency_options'), asked);
  return {
    ...amounts,
    billing_scheme,
    currency,
    currency_options: further.options,
    recurring: recurring ? recurrence(recurring) : null,
    tiers_mode: given.tiers_mode ?? null,
    transform_quantity: given.transform_quantity ?? null,
    type: recurring ? 'recurring' : 'one_time',
  };
}

const recurrence = (given: Recurring) => ({
  aggregate_usage: given.usage_type === 'metered' && !given.meter ? (given.aggregate_usage ?? ('sum' as const)) : null,
  interval: given.interval,
  interval_count: given.interval_count ?? 1,
  meter: given.meter ?? null,
  trial_period_days: given.trial_period_days ?? null,
  usage_type: given.usage_type ?? ('licensed' as const),
});

type Naming = (name: string) => string;

function requireScheme({ billing_scheme = 'per_unit', tiers_mode, transform_quantity }: PricedInput, param: Naming, asked: Asked): void {
  const is_tiered = billing_scheme === 'tiered';
  if (is_tiered && !tiers_mode) asked.refuse({ code: 'parameter_missing', param: param('tiers_mode'), message: mode_missing });
  if (!is_tiered && tiers_mode)
    asked.refuse({ code: 'parameter_invalid', param: param('tiers_mode'), message: 'tiers_mode needs billing_scheme=tiered.' });
  if (is_tiered && transform_quantity)
    asked.refuse({ code: 'parameters_exclusive', param: param('transform_quantity'), message: no_packages });
}

const mode_missing = 'Missing required param: tiers_mode. Send graduated or volume.';
const no_packages = 'A tiered price cannot be asked by the package. Leave transform_quantity or the tiers out.';

function requireRecurrence(recurring: Recurring, param: Naming, asked: Asked): void {
  const { interval, interval_count = 1, usage_type = 'licensed', aggregate_usage, meter } = recurring;
  const most = interval_count_max[interval];
  if (interval_count > most) {
    asked.refuse({
      code: 'parameter_invalid',
      param: param('recurring[interval_count]'),
      message: `At most every three years: send at most ${most} ${interval}s.`,
    });
    return;
  }
  for (const [name, given] of Object.entries({ aggregate_usage, meter })) {
    if (given !== undefined && usage_type !== 'metered')
      asked.refuse({ code: 'parameter_invalid', param: param(`recurring[${name}]`), message: `${name} needs usage_type=metered.` });
  }
  if (aggregate_usage && meter) {
    asked.refuse({
      code: 'parameters_exclusive',
      param: param('recurring[aggregate_usage]'),
      message: 'Usage is summed up by its meter. Leave aggregate_usage out.',
    });
    return;
  }
}

const requireActive = (meter: Meter | null, param: Naming, asked: Asked): void => {
  if (meter?.status === 'inactive')
    asked.refuse({
      code: 'archived_meter',
      param: param('recurring[meter]'),
      message: 'The meter is inactive. Reactivate it, or name another one.',
    });
};

function optionsOf(
  { currency, currency_options = {} }: PricedInput,
  scheme: 'per_unit' | 'tiered',
  at: string,
  asked: Asked,
): { readonly options: Readonly<Record<string, Amounts>> } {
  const options: Record<string, Amounts> = {};
  for (const [code, sent] of Object.entries(currency_options)) {
    if (code === currency)
      return asked.refuse({
        code: 'parameter_invalid',
        param: `${at}[${code}]`,
        message: `${code} is the price's own currency. Name others here.`,
      });
    const amounts = amountsOf(sent, scheme, asked, `${at}[${code}]`);
    options[code] = amounts;
  }
  return { options };
}
