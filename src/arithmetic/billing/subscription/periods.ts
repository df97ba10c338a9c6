import { boundaryAfter, lengthOf, type Period, periodAt, periodFrom } from '../periods.js';
import { intervalOf, type PlanItem, periodOf } from './items.js';

/** An item before and after a change: it is created without a before, and deleted without an after. */
export type ItemChange<I extends PlanItem> = { readonly before: I | null; readonly after: I | null };

/** The end of a subscription: a moment in seconds, or the end of the first or the last of its items' periods. */
export type End = number | 'min_period_end' | 'max_period_end';

type Moves = {
  /** Boundaries are counted from this moment. */
  readonly anchor: number;
  /** The moment of the change. */
  readonly moment: number;
  readonly moves: boolean;
  /** The end of a trial that continues or begins. */
  readonly trial_end: number | null;
  /** The former end of the subscription, which has cut periods short. */
  readonly ended_at: number | null;
  /** The renewal of the first of the existing items. */
  readonly renewed_at: number;
};

/**
 * The period of an item after a change, without the cut of an early end. An item whose interval changes begins a period up to its next boundary.
 * An item that is added when the others are due is in the period that is over, so that the renewal charges it with them.
 */
export function periodFor<I extends PlanItem>(
  { before, after }: ItemChange<I>,
  { anchor, moment, moves, trial_end, ended_at, renewed_at }: Moves,
): Period | null {
  if (!after) return null;
  if (trial_end !== null) return { start: before?.current_period_start ?? moment, end: trial_end };
  const interval = intervalOf(after);
  if (moves) return periodAt(anchor, interval, moment);
  if (!before) return periodAt(anchor, interval, renewed_at <= moment ? renewed_at - 1 : moment);
  const [was, will] = [lengthOf(intervalOf(before)), lengthOf(interval)];
  if (was.unit !== will.unit || was.units !== will.units) return { start: moment, end: boundaryAfter(anchor, interval, moment) };
  const { start, end } = periodOf(before);
  // A period that the former end has cut short was longer, except for a trial that ended with its subscription.
  return { start, end: end === ended_at ? Math.max(end, periodFrom(start, anchor, interval).end) : end };
}

/** The moment of an end, given the ends of the items' periods. */
export function endIn(ends: readonly number[], end: End): number {
  if (end === 'min_period_end') return Math.min(...ends);
  return end === 'max_period_end' ? Math.max(...ends) : end;
}

/** Periods that end no later than the subscription. */
export function cutShort(periods: readonly (Period | null)[], ends_at: End | null): readonly (Period | null)[] {
  if (ends_at === null) return periods;
  const ends = periods.flatMap((period) => period?.end ?? []);
  const last = endIn(ends, ends_at);
  return periods.map((period) => period && cutAt(period, last));
}

/** A period that ends at a moment, where that lies within it. */
export const cutAt = <P extends Period>(period: P, moment: number | null): P =>
  moment !== null && moment > period.start && moment < period.end ? { ...period, end: moment } : period;
