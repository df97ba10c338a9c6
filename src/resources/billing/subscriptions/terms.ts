import { type AnchorConfig, configuredAnchor, opening } from '../../../arithmetic/billing/anchors.js';
import { boundary, type Interval, lengthOf, shortestFitting } from '../../../arithmetic/billing/periods.js';
import type { Begun } from '../../../arithmetic/billing/subscription/beginning.js';
import type { Mode } from '../../../arithmetic/billing/subscription/items.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { day } from '../../../kernel/base/moments.js';
import type { Price } from '../../catalogue/prices/price.js';

/** From this version on subscriptions of official SDKs are billed in flexible mode. */
const flexible_since = '2025-09-30';

/** The default mode: classic for callers of an older version. */
export const modeFor = (version: string | null): Mode => (version === null || version >= flexible_since ? 'flexible' : 'classic');

/** The shortest interval of prices that are items of one subscription; or why they cannot be. */
export function fittingInterval(prices: readonly Price[], mode: Mode, at: string, asked: Refusing): Interval {
  const intervals = prices.flatMap(({ recurring }) => (recurring ? [recurring] : []));
  const shortest = shortestFitting(intervals);
  const lengths = new Set(intervals.map(lengthOf).map(({ unit, units }) => `${units} ${unit}`));
  if (shortest && (mode === 'flexible' || lengths.size === 1)) return shortest;
  const message =
    mode === 'flexible'
      ? 'The billing intervals of these prices do not fit: each has to be a multiple of the shortest (months and years, or days and weeks).'
      : 'All prices of a subscription in classic billing mode have the same interval and interval_count. Send billing_mode[type]=flexible to mix them.';
  return asked.refuse({ code: 'parameter_invalid', param: at, message });
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

/** A trial is at most two years long (Stripe). */
const trial_days_max = 730;

type At = { readonly interval: Interval; readonly mode: Mode; readonly prices: readonly Price[] };
type Refusing = Pick<Asked, 'now' | 'refuse'>;

/** How a subscription begins that is made now; or why it cannot. */
export function beginning(given: Beginning, { interval, mode, prices }: At, asked: Refusing): Begun {
  const { now } = asked;
  requireTrial(given, asked);
  requireStart(given, asked, interval);
  requireConfig(given, interval, asked);
  const { backdate_start_date: start = now, billing_cycle_anchor_config: config } = given;
  const trial_end = trialEnd(given, prices, now);
  // Boundaries of a backdated one are counted from its start in flexible mode, and from its creation in classic mode.
  const own = given.billing_cycle_anchor ?? (config ? configuredAnchor(config, interval, now) : null);
  const anchor = own ?? (start < now && mode === 'classic' && trial_end === null ? now : null);
  if (own !== null) requireAnchor(own, config, interval, { from: trial_end ?? now, asked });
  return { ...opening({ start, interval, trial_end, anchor }), start, trial_end };
}

/** The end of the trial, in Unix seconds; null without one. */
function trialEnd({ trial_end, trial_from_plan, trial_period_days }: Beginning, prices: readonly Price[], now: number): number | null {
  if (trial_end !== undefined) return trial_end === 'now' || trial_end <= now ? null : trial_end;
  const of_plans = prices.map(({ recurring }) => recurring?.trial_period_days ?? 0);
  const days = trial_period_days ?? (trial_from_plan ? Math.max(0, ...of_plans) : 0);
  return days > 0 ? now + days * day : null;
}

function requireTrial({ trial_end, trial_from_plan, trial_period_days }: Beginning, asked: Refusing): void {
  if (trial_end !== undefined && trial_period_days !== undefined)
    asked.refuse({
      code: 'parameters_exclusive',
      param: 'trial_period_days',
      message: 'Send only one of trial_end and trial_period_days.',
    });
  if (trial_from_plan && (trial_end !== undefined || trial_period_days !== undefined))
    asked.refuse({
      code: 'parameters_exclusive',
      param: 'trial_from_plan',
      message: 'Send only one of trial_from_plan, trial_end and trial_period_days.',
    });
  if (typeof trial_end === 'number') requireTrialEnd(trial_end, asked);
}

/** Refuses a moment at which a trial cannot end. */
export function requireTrialEnd(trial_end: number, { now, refuse }: Refusing): void {
  const wrong = (message: string) => refuse({ code: 'parameter_invalid', param: 'trial_end', message: `Invalid timestamp: ${message}.` });
  if (trial_end <= now) wrong('must be an integer Unix timestamp in the future, or now');
  if (trial_end > now + trial_days_max * day) wrong('a trial can be at most two years long');
}

/** How many periods may have gone by when a subscription begins: each is a line of its first invoice. */
const periods_before_max = 200;

function requireStart(
  { backdate_start_date: start, billing_cycle_anchor_config: config }: Beginning,
  { now, refuse }: Refusing,
  interval: Interval,
): void {
  if (start === undefined) return;
  if (start > now)
    refuse({
      code: 'parameter_invalid',
      param: 'backdate_start_date',
      message: 'Invalid timestamp: a start date cannot be in the future.',
    });
  if (boundary(start, interval, periods_before_max) <= now)
    refuse({
      code: 'parameter_invalid',
      param: 'backdate_start_date',
      message: `Invalid timestamp: fewer than ${periods_before_max} periods can have gone by since a start date.`,
    });
  if (config)
    refuse({
      code: 'parameters_exclusive',
      param: 'billing_cycle_anchor_config',
      message: 'billing_cycle_anchor_config cannot be used with backdate_start_date. Send billing_cycle_anchor.',
    });
}

function requireConfig(
  { billing_cycle_anchor: anchor, billing_cycle_anchor_config: config }: Beginning,
  interval: Interval,
  { refuse }: Refusing,
): void {
  if (!config) return;
  const param = 'billing_cycle_anchor_config';
  if (anchor !== undefined) refuse({ code: 'parameters_exclusive', param, message: `Send only one of billing_cycle_anchor and ${param}.` });
  if (lengthOf(interval).unit !== 'month')
    refuse({
      code: 'parameter_invalid',
      param,
      message: 'Prices by the day and the week have no day of the month. Send billing_cycle_anchor.',
    });
}

type From = { readonly from: number; readonly asked: Refusing };

function requireAnchor(anchor: number, config: AnchorConfig | undefined, interval: Interval, { from, asked }: From): void {
  const param = config ? 'billing_cycle_anchor_config' : 'billing_cycle_anchor';
  if (anchor < from)
    asked.refuse({ code: 'parameter_invalid', param, message: 'Invalid timestamp: must be an integer Unix timestamp in the future.' });
  const first = opening({ start: from, interval, trial_end: null, anchor: from }).first.end;
  if (!config && anchor > first)
    asked.refuse({ code: 'parameter_invalid', param, message: `The anchor cannot be later than the next natural billing date, ${first}.` });
}
