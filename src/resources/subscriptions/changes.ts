import { compare, fraction, plus } from '../../base/exact.js';
import { boundaryAfter, type Interval, lengthOf, type Period, periodAt, whole } from '../../billing/periods.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { advanceLines } from './lines.js';
import { charge, costOfItem, credits, type Terms } from './prorate.js';
import { intervalOf, periodOf } from './shown.js';
import type { Item } from './subscription-item.js';

/** What becomes of one item: it is new where it was not there, and gone where it is not any more. */
export type Change = { readonly before: Item | null; readonly after: Item | null };

/** How a change is billed. */
export type Asked = {
  readonly proration_behavior: 'create_prorations' | 'always_invoice' | 'none';
  /** Boundaries are counted from the moment of the change from now on. */
  readonly anchors_now: boolean;
  /** The end of a trial that lasts on, or begins; null without one. */
  readonly trial_end: number | null;
  /** A trial is under way, so that nothing has been charged. */
  readonly was_trial: boolean;
};

/** What a change comes to. */
export type Plan = {
  readonly anchor: number;
  /** For each change, the period that its item is in from now on. */
  readonly periods: readonly (Period | null)[];
  /** What is given back and charged for the rest of periods. */
  readonly prorations: readonly PlainLine[];
  /** What is charged for whole periods that begin. */
  readonly lines: readonly PlainLine[];
  /** The ids of items that were given back what they had been charged. */
  readonly credited: readonly string[];
  readonly is_billed_now: boolean;
};

const present = (items: readonly (Item | null)[]): Item[] => items.flatMap((item) => item ?? []);

const isOther = ({ before, after }: Change): boolean =>
  !before || !after || before.price.id !== after.price.id || before.quantity !== after.quantity;

const isPaidFor = (items: readonly Item[], currency: string): boolean =>
  compare(items.map((item) => costOfItem(item, currency)).reduce(plus, fraction(0)), fraction(0)) > 0;

const sameLength = (one: Interval, other: Interval): boolean =>
  lengthOf(one).unit === lengthOf(other).unit && lengthOf(one).units === lengthOf(other).units;

const changesInterval = ({ before, after }: Change): boolean =>
  before !== null && after !== null && !sameLength(intervalOf(before), intervalOf(after));

/**
 * What a change of items, of the trial or of the anchor comes to. Previews and updates ask it alike. In classic mode boundaries move to the
 * moment of the change where the interval changes or what was free is paid for; in flexible mode only where that is asked for.
 */
export function planned(changes: readonly Change[], asked: Asked, terms: Terms): Plan {
  const [before, after] = [present(changes.map((each) => each.before)), present(changes.map((each) => each.after))];
  const was_free = !asked.was_trial && before.length > 0 && !isPaidFor(before, terms.currency) && isPaidFor(after, terms.currency);
  const moves = asked.anchors_now || (terms.mode === 'classic' && !asked.was_trial && (was_free || changes.some(changesInterval)));
  const { proration_behavior: behavior, trial_end } = asked;
  const anchor = trial_end ?? (moves ? terms.moment : terms.anchor);
  const begins_trial = trial_end !== null && !asked.was_trial;
  const renewed_at = Math.min(...before.map(({ current_period_end }) => current_period_end));
  const periods = changes.map((each) => periodFor(each, { ...terms, anchor }, { moves, trial_end, renewed_at }));
  const placed = changes.map((each, place) => ({ ...each, after: placedAt(each.after, periods[place] ?? null) }));
  const touched = placed.filter((each) => moves || begins_trial || isOther(each));
  const gives_back = behavior !== 'none' && !asked.was_trial;
  const charges = trial_end === null && !moves && gives_back;
  return {
    anchor,
    periods,
    prorations: [
      ...(gives_back ? touched.flatMap((each) => (each.before ? credits(each.before, before.length, terms) : [])) : []),
      ...(charges
        ? touched.flatMap((each) => (each.after ? charge(each.after, present(placed.map((one) => one.after)), { ...terms, anchor }) : []))
        : []),
    ],
    lines:
      moves && trial_end === null
        ? placed.flatMap((each) => (each.after ? advanceLines(each.after, whole(periodOf(each.after)), terms) : []))
        : [],
    credited: gives_back ? present(touched.map((each) => each.before)).map(({ id }) => id) : [],
    is_billed_now: trial_end === null && (moves || was_free || behavior === 'always_invoice'),
  };
}

const placedAt = (item: Item | null, period: Period | null): Item | null =>
  item && period ? { ...item, current_period_start: period.start, current_period_end: period.end } : item;

type Moves = { readonly moves: boolean; readonly trial_end: number | null; readonly renewed_at: number };

/**
 * The period that an item is in after a change. One whose interval changes begins a period of its own, to its next boundary. A new one that
 * comes when the others are due to be renewed is in the period that is over, so that it is charged for the next together with them.
 */
function periodFor({ before, after }: Change, { anchor, moment }: Terms, { moves, trial_end, renewed_at }: Moves): Period | null {
  if (!after) return null;
  if (trial_end !== null) return { start: before?.current_period_start ?? moment, end: trial_end };
  const interval = intervalOf(after);
  if (moves) return periodAt(anchor, interval, moment);
  if (before && sameLength(intervalOf(before), interval)) return periodOf(before);
  if (before) return { start: moment, end: boundaryAfter(anchor, interval, moment) };
  return periodAt(anchor, interval, renewed_at <= moment ? renewed_at - 1 : moment);
}
