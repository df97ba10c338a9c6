import { daysIn, midnight, monthOf } from './calendar.js';
import { type BilledPeriod, type Interval, lengthOf, type Period, periodFrom } from './periods.js';

/** A billing anchor by calendar (`billing_cycle_anchor_config`); only for monthly and yearly prices. */
export type AnchorConfig = {
  readonly day_of_month: number;
  /** 1 is January. */
  readonly month?: number | null | undefined;
  readonly hour?: number | null | undefined;
  readonly minute?: number | null | undefined;
  readonly second?: number | null | undefined;
};

/** The longest month of a cycle recurs within this many periods, even 29 February across a century year without it. */
const periods_to_longest_month = 48;

/** The configured time of day in seconds after midnight; missing parts come from the creation time. */
function secondOfDay({ hour, minute, second }: AnchorConfig, created: number): number {
  const date = new Date(created * 1000);
  return (hour ?? date.getUTCHours()) * 3600 + (minute ?? date.getUTCMinutes()) * 60 + (second ?? date.getUTCSeconds());
}

/**
 * The anchor of a configuration, in Unix seconds: not before the creation, and on the configured day of the month, or else on the last day that the
 * cycle's months ever have. It may be far ahead: every two months in February on the 31st is anchored on 31 August, because all boundaries are
 * counted from there, including earlier ones. `periodFrom` the creation ends at the first boundary, here on 28 February.
 */
export function configuredAnchor(config: AnchorConfig, interval: Interval, created: number): number {
  const { unit, units } = lengthOf(interval);
  if (unit !== 'month') throw new Error('Days and weeks have no day of the month');
  const time = secondOfDay(config, created);
  const momentIn = (month: number): number => midnight(month, config.day_of_month) + time;
  const first = firstMonth(config, units, created, momentIn);
  const cycle = Array.from({ length: periods_to_longest_month }, (_, n) => first + n * units);
  const day_of_month = Math.min(config.day_of_month, Math.max(...cycle.map(daysIn)));
  const anchored = cycle.find((month) => daysIn(month) >= day_of_month);
  if (anchored === undefined) throw new Error('No month is the longest of its cycle');
  return momentIn(anchored);
}

/** The month of the first boundary from the creation on: in the cycle of the configured month, or else the nearest. */
function firstMonth({ month }: AnchorConfig, units: number, created: number, momentIn: (month: number) => number): number {
  const now = monthOf(created);
  const step = month ? units : 1;
  const asked = month ? now - (now % 12) + month - 1 : now;
  const ahead = asked + Math.ceil((now - asked) / step) * step;
  return momentIn(ahead) >= created ? ahead : ahead + step;
}

/** The terms of a new subscription; timestamps in Unix seconds. */
export type OpeningTerms = {
  /** The creation time, or the start it is backdated to. */
  readonly start: number;
  /** The shortest interval of its items. */
  readonly interval: Interval;
  /** Null without a trial. */
  readonly trial_end: number | null;
  /** Null if it is anchored at its start or at the end of its trial. */
  readonly anchor: number | null;
};

/** The first periods of a subscription. */
export type Opening = {
  /** The anchor of all its period boundaries, in Unix seconds. */
  readonly anchor: number;
  /** The free period at the start. */
  readonly trial: Period | null;
  /** The first charged period: from the start, or from the end of the trial. */
  readonly first: BilledPeriod;
};

/**
 * Computes the first periods of a subscription. By default it is anchored where it is first charged. With an anchor, the time between the trial and
 * the anchor is charged in part: seven free days from the 15th with an anchor on the 1st are invoiced on the 22nd and on the 1st.
 */
export function opening({ start, interval, trial_end, anchor }: OpeningTerms): Opening {
  const charged_from = Math.max(start, trial_end ?? start);
  const anchored = anchor ?? charged_from;
  return {
    anchor: anchored,
    trial: charged_from > start ? { start, end: charged_from } : null,
    first: periodFrom(charged_from, anchored, interval),
  };
}
