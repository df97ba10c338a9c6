import { type BilledPeriod, type Period, periodFrom } from '../periods.js';
import { intervalOf, isCharged, isMetered, type PlanItem, type Standing, type Usage } from './items.js';
import { advanceLines, type LineTerms, type PlanLine, usageLines } from './lines.js';
import { cutAt } from './periods.js';

/** A subscription at the end of a period. Moments in seconds. */
export type Renewing<I extends PlanItem> = {
  readonly it: Standing & { readonly cancel_at: number | null };
  readonly items: readonly I[];
  readonly used: Usage;
  readonly terms: LineTerms;
  /** The moment of the renewal. */
  readonly now: number;
  /** The anchor of the next period, by default the present one. */
  readonly anchor?: number;
};

/** What a renewal does to items, and what it charges. */
export type Renewal<I extends PlanItem> = {
  /** For each item, its next period; null for one whose period continues. */
  readonly periods: readonly (Period | null)[];
  /** Charges for the usage of the periods that are over. */
  readonly usage: readonly PlanLine<I>[];
  /** Charges for the periods that begin. */
  readonly lines: readonly PlanLine<I>[];
};

/** Plans a renewal: usage of the periods that are over, and the next periods, each counted from the anchor and cut at `cancel_at`. */
export function planRenewal<I extends PlanItem>({
  it,
  items,
  used,
  terms,
  now,
  anchor = it.billing_cycle_anchor,
}: Renewing<I>): Renewal<I> {
  const next = items.map((item): BilledPeriod | null =>
    item.current_period_end > now ? null : cutAt(periodFrom(item.current_period_end, anchor, intervalOf(item)), it.cancel_at),
  );
  const is_over = (_: I, place: number): boolean => next[place] !== null;
  return {
    periods: next.map((period) => period && { start: period.start, end: period.end }),
    usage: isCharged(it) ? items.filter(is_over).flatMap((item) => usageLines(item, used, terms)) : [],
    lines: items.flatMap((item, place) => {
      const period = next[place];
      return period && !isMetered(item) ? advanceLines(item, period, terms) : [];
    }),
  };
}

/** The charges of one whole period of each item after its present one; usage is not charged in advance. */
export const recurringLines = <I extends PlanItem>(items: readonly I[], anchor: number, terms: LineTerms): PlanLine<I>[] =>
  items
    .filter((item) => !isMetered(item))
    .flatMap((item) => advanceLines(item, periodFrom(item.current_period_end, anchor, intervalOf(item)), terms));
