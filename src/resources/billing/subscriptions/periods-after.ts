import { boundaryAfter, lengthOf, type Period, periodAt, periodFrom } from '../../../arithmetic/billing/periods.js';
import type { Terms } from './prorate.js';
import { intervalOf, periodOf } from './shown.js';
import type { Item } from './subscription-item.js';

/** One item before and after a change: it is created without a before, and deleted without an after. */
export type Change = { readonly before: Item | null; readonly after: Item | null };

/** When a subscription is to end: at a moment, or when the first or the last of its items' periods does. */
export type End = number | 'min_period_end' | 'max_period_end';

/** How a change is billed. */
export type Sent = {
  readonly proration_behavior: 'create_prorations' | 'always_invoice' | 'none';
  /** Boundaries are counted from the moment of the change from now on. */
  readonly anchors_now: boolean;
  /** The end of a trial that lasts on, or begins; null without one. */
  readonly trial_end: number | null;
  /** A trial is under way, so that nothing has been charged. */
  readonly was_trial: boolean;
  /** It is paused: nothing is billed until it is resumed. */
  readonly stands_still: boolean;
  /** What cuts the last period short from now on, and what has until now. */
  readonly ends_at: End | null;
  readonly ended_at: number | null;
};

type Moves = {
  readonly moves: boolean;
  readonly trial_end: number | null;
  readonly ended_at: number | null;
  /** When the first of the items that are there is renewed. */
  readonly renewed_at: number;
};

/**
 * The period that an item is in after a change, as if nothing cut it short. One whose interval changes begins a period of its own, to its next
 * boundary. A new one that comes when the others are due to be renewed is in the period that is over, so that it is charged for the next
 * together with them.
 */
export function periodFor(
  { before, after }: Change,
  { anchor, moment }: Terms,
  { moves, trial_end, ended_at, renewed_at }: Moves,
): Period | null {
  if (!after) return null;
  if (trial_end !== null) return { start: before?.current_period_start ?? moment, end: trial_end };
  const interval = intervalOf(after);
  if (moves) return periodAt(anchor, interval, moment);
  if (!before) return periodAt(anchor, interval, renewed_at <= moment ? renewed_at - 1 : moment);
  const [was, will] = [lengthOf(intervalOf(before)), lengthOf(interval)];
  if (was.unit !== will.unit || was.units !== will.units) return { start: moment, end: boundaryAfter(anchor, interval, moment) };
  const { start, end } = periodOf(before);
  // What was cut short was longer: a trial that ends with its subscription was not.
  return { start, end: end === ended_at ? Math.max(end, periodFrom(start, anchor, interval).end) : end };
}

/** The moment of an end, where the periods end at these. */
export function endIn(ends: readonly number[], end: End): number {
  if (end === 'min_period_end') return Math.min(...ends);
  return end === 'max_period_end' ? Math.max(...ends) : end;
}

/** Periods that end where the subscription does, if that is before they would. */
export function cutShort(periods: readonly (Period | null)[], ends_at: End | null): readonly (Period | null)[] {
  if (ends_at === null) return periods;
  const ends = periods.flatMap((period) => period?.end ?? []);
  const last = endIn(ends, ends_at);
  return periods.map((period) => period && cutAt(period, last));
}

/** A period that ends at a moment, where that lies within it. */
export const cutAt = <P extends Period>(period: P, moment: number | null): P =>
  moment !== null && moment > period.start && moment < period.end ? { ...period, end: moment } : period;
