import { type AnchorConfig, configuredAnchor, type Opening, opening } from '../../../arithmetic/billing/anchors.js';
import {
  type BilledPeriod,
  boundary,
  type Interval,
  lengthOf,
  type Period,
  periodsUntil,
  shortestFitting,
} from '../../../arithmetic/billing/periods.js';
import { day } from '../../../kernel/base/moments.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Price } from '../../catalogue/prices/price.js';

/** How credits are counted, and what moves boundaries. */
export type Mode = 'classic' | 'flexible';

/** From this version on subscriptions of official SDKs are billed in flexible mode. */
const flexible_since = '2025-09-30';

/** The mode where nobody says one: what callers of an older version know is classic. */
export const modeFor = (version: string | null): Mode => (version === null || version >= flexible_since ? 'flexible' : 'classic');

/** The shortest interval of prices that are items of one subscription; or why they cannot be. */
export function fittingInterval(prices: readonly Price[], mode: Mode, at: string): Interval | Refusal {
  const intervals = prices.flatMap(({ recurring }) => (recurring ? [recurring] : []));
  const shortest = shortestFitting(intervals);
  const lengths = new Set(intervals.map(lengthOf).map(({ unit, units }) => `${units} ${unit}`));
  if (shortest && (mode === 'flexible' || lengths.size === 1)) return shortest;
  const message =
    mode === 'flexible'
      ? 'The billing intervals of these prices do not fit: each has to be a multiple of the shortest (months and years, or days and weeks).'
      : 'All prices of a subscription in classic billing mode have the same interval and interval_count. Send billing_mode[type]=flexible to mix them.';
  return { code: 'parameter_invalid', param: at, message };
}

/** What callers say of when a subscription begins. */
export type Beginning = {
  readonly backdate_start_date?: number;
  readonly billing_cycle_anchor?: number;
  readonly billing_cycle_anchor_config?: AnchorConfig;
  readonly trial_end?: number | 'now';
  readonly trial_from_plan?: boolean;
  readonly trial_period_days?: number;
};

/** How a subscription begins, and where its boundaries lie. */
export type Begun = Opening & { readonly start: number; readonly trial_end: number | null };

/** A trial is at most two years long (Stripe). */
const trial_days_max = 730;

type At = { readonly now: number; readonly interval: Interval; readonly mode: Mode; readonly prices: readonly Price[] };

/** How a subscription begins that is made now; or why it cannot. */
export function beginning(given: Beginning, { now, interval, mode, prices }: At): Begun | Refusal {
  const refusal = wrongTrial(given, now) ?? wrongStart(given, now, interval) ?? wrongConfig(given, interval);
  if (refusal) return refusal;
  const { backdate_start_date: start = now, billing_cycle_anchor_config: config } = given;
  const trial_end = trialEnd(given, prices, now);
  // Boundaries of a backdated one are counted from its start in flexible mode, and from its creation in classic mode.
  const own = given.billing_cycle_anchor ?? (config ? configuredAnchor(config, interval, now) : null);
  const anchor = own ?? (start < now && mode === 'classic' && trial_end === null ? now : null);
  const wrong_anchor = own === null ? null : wrongAnchor(own, config, interval, trial_end ?? now);
  return wrong_anchor ?? { ...opening({ start, interval, trial_end, anchor }), start, trial_end };
}

/** The end of the trial, in Unix seconds; null without one. */
function trialEnd({ trial_end, trial_from_plan, trial_period_days }: Beginning, prices: readonly Price[], now: number): number | null {
  if (trial_end !== undefined) return trial_end === 'now' || trial_end <= now ? null : trial_end;
  const of_plans = prices.map(({ recurring }) => recurring?.trial_period_days ?? 0);
  const days = trial_period_days ?? (trial_from_plan ? Math.max(0, ...of_plans) : 0);
  return days > 0 ? now + days * day : null;
}

function wrongTrial({ trial_end, trial_from_plan, trial_period_days }: Beginning, now: number): Refusal | null {
  if (trial_end !== undefined && trial_period_days !== undefined)
    return { code: 'parameters_exclusive', param: 'trial_period_days', message: 'Send only one of trial_end and trial_period_days.' };
  if (trial_from_plan && (trial_end !== undefined || trial_period_days !== undefined))
    return {
      code: 'parameters_exclusive',
      param: 'trial_from_plan',
      message: 'Send only one of trial_from_plan, trial_end and trial_period_days.',
    };
  return typeof trial_end === 'number' ? wrongTrialEnd(trial_end, now) : null;
}

/** Why a trial cannot end at a moment. */
export function wrongTrialEnd(trial_end: number, now: number): Refusal | null {
  const wrong = (message: string): Refusal => ({
    code: 'parameter_invalid',
    param: 'trial_end',
    message: `Invalid timestamp: ${message}.`,
  });
  if (trial_end <= now) return wrong('must be an integer Unix timestamp in the future, or now');
  return trial_end > now + trial_days_max * day ? wrong('a trial can be at most two years long') : null;
}

/** How many periods may have gone by when a subscription begins: each is a line of its first invoice. */
const periods_before_max = 200;

function wrongStart(
  { backdate_start_date: start, billing_cycle_anchor_config: config }: Beginning,
  now: number,
  interval: Interval,
): Refusal | null {
  if (start === undefined) return null;
  if (start > now)
    return { code: 'parameter_invalid', param: 'backdate_start_date', message: 'Invalid timestamp: a start date cannot be in the future.' };
  if (boundary(start, interval, periods_before_max) <= now)
    return {
      code: 'parameter_invalid',
      param: 'backdate_start_date',
      message: `Invalid timestamp: fewer than ${periods_before_max} periods can have gone by since a start date.`,
    };
  if (config)
    return {
      code: 'parameters_exclusive',
      param: 'billing_cycle_anchor_config',
      message: 'billing_cycle_anchor_config cannot be used with backdate_start_date. Send billing_cycle_anchor.',
    };
  return null;
}

function wrongConfig({ billing_cycle_anchor: anchor, billing_cycle_anchor_config: config }: Beginning, interval: Interval): Refusal | null {
  if (!config) return null;
  const param = 'billing_cycle_anchor_config';
  if (anchor !== undefined) return { code: 'parameters_exclusive', param, message: `Send only one of billing_cycle_anchor and ${param}.` };
  if (lengthOf(interval).unit !== 'month')
    return {
      code: 'parameter_invalid',
      param,
      message: 'Prices by the day and the week have no day of the month. Send billing_cycle_anchor.',
    };
  return null;
}

function wrongAnchor(anchor: number, config: AnchorConfig | undefined, interval: Interval, from: number): Refusal | null {
  const param = config ? 'billing_cycle_anchor_config' : 'billing_cycle_anchor';
  if (anchor < from)
    return { code: 'parameter_invalid', param, message: 'Invalid timestamp: must be an integer Unix timestamp in the future.' };
  const first = opening({ start: from, interval, trial_end: null, anchor: from }).first.end;
  if (!config && anchor > first)
    return { code: 'parameter_invalid', param, message: `The anchor cannot be later than the next natural billing date, ${first}.` };
  return null;
}

/** The periods of an item that have begun when a subscription is made, the one it is in included; several where that is backdated. */
export const begunPeriods = ({ anchor, start }: Begun, interval: Interval, now: number): BilledPeriod[] =>
  periodsUntil(start, now, anchor, interval);

/** The period that an item is in when its subscription is made: the trial, as long as that lasts. */
export function firstPeriod(begun: Begun, { recurring }: Price, now: number): Period {
  const { start, end } = begun.trial ?? (recurring && begunPeriods(begun, recurring, now).at(-1)) ?? begun.first;
  return { start, end };
}
