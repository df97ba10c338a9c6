import { type BilledPeriod, type Interval, lengthOf, type Period, whole } from '../../../arithmetic/billing/periods.js';
import { compare, fraction, plus } from '../../../kernel/base/exact.js';
import type { Used } from '../../../kernel/base/reads.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { advanceLines, usageLines } from './lines.js';
import { type Change, cutShort, periodFor, type Sent } from './periods-after.js';
import { charge, costOfItem, creditedUntil, credits, isChargedAfter, type Terms } from './prorate.js';
import { intervalOf, isMetered, periodOf } from './shown.js';
import type { Item } from './subscription-item.js';

/** What a change comes to. */
export type Plan = {
  readonly anchor: number;
  /** For each change, the period that its item is in from now on. */
  readonly periods: readonly (Period | null)[];
  /** For each change, what its item has been charged and was not given back. */
  readonly debits: readonly NonNullable<Item['debits']>[];
  /** For each change, since when what is used is charged to its item; null where that stays as it is. */
  readonly metered_from: readonly (number | null)[];
  /** What was used and is charged to no item from now on. */
  readonly usage: readonly PlainLine[];
  /** What is given back and charged for the rest of periods. */
  readonly prorations: readonly PlainLine[];
  /** What is charged for whole periods that begin. */
  readonly lines: readonly PlainLine[];
  readonly is_billed_now: boolean;
};

/** What was used of the items until now. */
type UsedByNow = Pick<Used, 'get'> & { readonly now: number };

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
 * What a change of items, of the trial, of the anchor or of the end comes to. Previews and updates ask it alike. In classic mode boundaries
 * move to the moment of the change where the interval changes or what was free is paid for; in flexible mode only where that is asked for.
 */
export function planned(changes: readonly Change[], sent: Sent, terms: Terms, used: UsedByNow): Plan {
  const [before, after] = [present(changes.map((each) => each.before)), present(changes.map((each) => each.after))];
  const was_free = !sent.was_trial && before.length > 0 && !isPaidFor(before, terms.currency) && isPaidFor(after, terms.currency);
  const begins = sent.anchors_now || (terms.mode === 'classic' && !sent.was_trial && (was_free || changes.some(changesInterval)));
  const moves = begins && !sent.stands_still;
  const { proration_behavior: behavior, trial_end } = sent;
  const anchor = trial_end ?? (moves ? terms.moment : terms.anchor);
  const begins_anew = moves || (trial_end !== null && !sent.was_trial);
  const renewed_at = Math.min(...before.map(({ current_period_end }) => current_period_end));
  const natural = changes.map((each) => periodFor(each, { ...terms, anchor }, { moves, trial_end, ended_at: sent.ended_at, renewed_at }));
  const periods = cutShort(natural, sent.ends_at);
  const placed = changes.map((each, place) => ({ ...each, after: placedAt(each.after, periods[place] ?? null) }));
  const gives_back = behavior !== 'none' && !sent.was_trial;
  const charges = trial_end === null && !moves && gives_back;
  const all = { anchor, before, after: present(placed.map((each) => each.after)), gives_back, charges };
  const shares = placed.map((each) => (begins_anew || isOther(each) ? replaced : stretched)(each, all, terms));
  const settled = placed.map((each) => isSettled(each, { ...sent, begins_anew }, terms, used.now));
  return {
    anchor,
    periods,
    debits: shares.map(({ debits }) => debits),
    metered_from: placed.map((each, place) => meteredFrom(each, settled[place] ?? false, used.now)),
    usage: placed.flatMap((each, place) => (each.before && settled[place] ? usedOf(each.before, used, terms) : [])),
    prorations: [...shares.flatMap(({ given_back }) => given_back), ...shares.flatMap(({ charged }) => charged)],
    lines:
      moves && trial_end === null
        ? placed.flatMap(({ after }, place) => (after ? advanceLines(after, billed(after, natural[place], behavior), terms) : []))
        : [],
    is_billed_now: !sent.stands_still && trial_end === null && (moves || was_free || behavior === 'always_invoice'),
  };
}

/** A period that begins: a part after its cut is not charged, unless prorations are off. */
function billed(item: Item, natural: Period | null | undefined, behavior: Sent['proration_behavior']): BilledPeriod {
  const period = periodOf(item);
  return { ...period, full_seconds: whole(behavior === 'none' ? period : (natural ?? period)).full_seconds };
}

/** An item that is changed together with its discounts is given back with the new ones. */
const withDiscounts = (before: Item, after: Item | null): Item =>
  after ? { ...before, discounts: after.discounts, discounts_kept: after.discounts_kept } : before;

const placedAt = (item: Item | null, period: Period | null): Item | null =>
  item && period ? { ...item, current_period_start: period.start, current_period_end: period.end } : item;

/** The credits and debits of a changed item, and the rest of its earlier debits. */
type Shares = {
  readonly given_back: readonly PlainLine[];
  readonly charged: readonly PlainLine[];
  readonly debits: NonNullable<Item['debits']>;
};

/** What all changes have in common. */
type All = {
  /** From which boundaries are counted from now on. */
  readonly anchor: number;
  /** The items that there were. */
  readonly before: readonly Item[];
  readonly after: readonly Item[];
  readonly gives_back: boolean;
  readonly charges: boolean;
};

/** Replaces an item for the rest of its period. */
function replaced({ before, after }: Change, all: All, terms: Terms): Shares {
  return {
    given_back: all.gives_back && before ? credits(withDiscounts(before, after), all.before, terms) : [],
    charged: all.charges && after ? charge(after, all.after, { ...terms, anchor: all.anchor }) : [],
    // A later change may be dated before this one, and gives back of what was charged until then.
    debits: all.gives_back ? creditedUntil(before?.debits ?? [], terms.moment) : (before?.debits ?? []),
  };
}

/** A shorter or longer period likewise: a cut part is credited, an added part is charged. */
function stretched({ before, after }: Change, all: All, terms: Terms): Shares {
  const debits = before?.debits ?? [];
  const nothing = { given_back: [], charged: [], debits };
  if (!before || !after || !all.gives_back) return nothing;
  const [was, will] = [before.current_period_end, after.current_period_end];
  if (will < was) {
    const given_back = credits(withDiscounts(before, after), all.before, { ...terms, moment: will });
    return { ...nothing, given_back, debits: creditedUntil(debits, will) };
  }
  if (will === was || !all.charges || isChargedAfter(debits, was)) return nothing;
  return { ...nothing, charged: charge(after, all.after, { ...terms, anchor: all.anchor, moment: was }) };
}

type Settling = Pick<Sent, 'proration_behavior' | 'was_trial'> & { readonly begins_anew: boolean };

/**
 * Whether a change bills the usage of an item: at the end of its period, or in flexible mode of its price. Classic mode does not
 * is charged for what was used at a price that is no more.
 */
function isSettled({ before, after }: Change, sent: Settling, { mode }: Terms, now: number): boolean {
  if (!before || !isMetered(before) || sent.was_trial) return false;
  if (now >= before.current_period_end) return true;
  const is_gone = !after || after.price.id !== before.price.id;
  return is_gone ? mode === 'flexible' && sent.proration_behavior !== 'none' : sent.begins_anew;
}

function meteredFrom({ before, after }: Change, is_settled: boolean, now: number): number | null {
  if (!after || !isMetered(after)) return null;
  const is_new = !before || before.price.id !== after.price.id;
  return is_new || is_settled ? Math.min(now, before?.current_period_end ?? now) : null;
}

const usedOf = (item: Item, used: UsedByNow, terms: Terms): PlainLine[] =>
  usageLines(item, used, terms, used.now).filter(({ amount }) => amount !== 0);
