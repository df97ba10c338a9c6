import type { Opening } from '../anchors.js';
import { type BilledPeriod, type Interval, type Period, periodsUntil, whole } from '../periods.js';
import { intervalOf, type Mode, type PlanItem } from './items.js';
import { advanceLines, type LineTerms, type PlanLine, trialLine } from './lines.js';
import { cutAt, type End, endIn } from './periods.js';

/** How a subscription begins, and where its boundaries lie. Moments in seconds. */
export type Begun = Opening & { readonly start: number; readonly trial_end: number | null };

/** The requested end of a new subscription. */
export type Ending = { readonly cancel_at?: End | null; readonly cancel_at_period_end?: boolean };

/** The first periods of a new subscription, and the members that its time sets. */
export type Beginning = {
  /** For each item, the period that it is in. */
  readonly periods: readonly Period[];
  /** The end that cuts periods short; null without one, and for an end with the period. */
  readonly cut_at: number | null;
  readonly members: {
    readonly billing_cycle_anchor: number;
    readonly start_date: number;
    readonly trial_end: number | null;
    readonly trial_start: number | null;
    readonly cancel_at?: number;
    readonly canceled_at?: number;
    readonly cancellation_details?: { readonly reason: 'cancellation_requested' };
  };
};

/** Plans the first period of each item, given their intervals, and the end of the subscription where one is requested. */
export function planBeginning(
  begun: Begun,
  intervals: readonly Interval[],
  { cancel_at = null, cancel_at_period_end: at_end }: Ending,
  { mode, now }: { readonly mode: Mode; readonly now: number },
): Beginning {
  const { anchor, start, trial, trial_end } = begun;
  const natural = intervals.map((interval) => firstPeriod(begun, interval, now));
  const end = at_end ? 'min_period_end' : cancel_at;
  const ends = natural.map((period) => period.end);
  const ends_at = end === null ? null : endIn(ends, end);
  const members = { billing_cycle_anchor: anchor, start_date: start, trial_end, trial_start: trial && start };
  return {
    periods: at_end ? natural : natural.map((period) => cutAt(period, ends_at)),
    cut_at: at_end ? null : ends_at,
    members: { ...members, ...(ends_at !== null && endingAt(ends_at, begun, mode, now)) },
  };
}

/** The requested end. In classic mode a trial ends with its subscription, and boundaries lie where it ends. */
const endingAt = (cancel_at: number, { trial_end }: Begun, mode: Mode, canceled_at: number) => ({
  ...{ cancel_at, canceled_at, cancellation_details: { reason: 'cancellation_requested' as const } },
  ...(mode === 'classic' && trial_end !== null && cancel_at < trial_end && { trial_end: cancel_at, billing_cycle_anchor: cancel_at }),
});

/** The first period of an item: the trial, or the last of its periods that have begun. */
function firstPeriod(begun: Begun, interval: Interval, now: number): Period {
  const { start, end } = begun.trial ?? begunPeriods(begun, interval, now).at(-1) ?? begun.first;
  return { start, end };
}

/** The periods of an item that have begun, the present one included; several for a backdated subscription. */
const begunPeriods = ({ anchor, start }: Begun, interval: Interval, now: number): BilledPeriod[] =>
  periodsUntil(start, now, anchor, interval);

/** What the charge of the first periods depends on. */
type Billed = { readonly prorates: boolean; readonly now: number; readonly cut_at: number | null };

/**
 * The lines of the first invoice: the trial, or the periods that have begun. In flexible mode each period of a backdated subscription has a
 * line; in classic mode one line has all of them.
 */
export function openingLines<I extends PlanItem>(items: readonly I[], begun: Begun, of: LineTerms, billed: Billed): PlanLine<I>[] {
  const { trial } = begun;
  if (trial) return items.map((item) => trialLine(item, cutAt(trial, billed.cut_at), of));
  return items.flatMap((item) => {
    const periods = begunPeriods(begun, intervalOf(item), billed.now).filter((period) => billed.prorates || isWhole(period, billed.now));
    const lines = periods.map((period) => advanceLines(item, lastPeriod(period, billed), of));
    return of.mode === 'classic' ? together(lines) : lines.flat();
  });
}

/** A period in which the subscription ends is charged in part, unless prorations are off. */
function lastPeriod(period: BilledPeriod, { cut_at, prorates }: Billed): BilledPeriod {
  const cut = cutAt(period, cut_at);
  return !prorates && cut !== period ? whole(cut) : cut;
}

/** Without prorations neither the past nor a part of a period is charged. */
const isWhole = ({ start, end, full_seconds }: BilledPeriod, now: number): boolean => end - start === full_seconds && start >= now;

/** The lines of several periods as those of one that spans them. */
function together<I extends PlanItem>(periods: readonly (readonly PlanLine<I>[])[]): PlanLine<I>[] {
  const [first, last] = [periods[0], periods.at(-1)];
  if (!first || !last || periods.length === 1) return [...(last ?? [])];
  return last.map((line, place) => ({
    ...line,
    amount: periods.reduce((sum, lines) => sum + (lines[place]?.amount ?? 0), 0),
    period: { start: first[0]?.period.start ?? line.period.start, end: line.period.end },
  }));
}
