import { compare, fraction, plus } from '../../../kernel/base/exact.js';
import { type BilledPeriod, commonPeriod, type Interval, lengthOf, type Period, periodAt, whole } from '../periods.js';
import { costOfItem, intervalOf, isMetered, isOnTrial, type PlanItem, periodOf, type Standing, type Usage } from './items.js';
import { advanceLines, type DebitOf, type LineTerms, type PlanLine, usageLines } from './lines.js';
import { cutShort, type End, endIn, type ItemChange, periodFor } from './periods.js';
import { charge, creditedUntil, credits, isChargedAfter, type Terms } from './prorations.js';

/** The members of a subscription that a change starts from. */
export type Changeable = Standing & { readonly cancel_at: number | null; readonly cancel_at_period_end: boolean };

/** The requested timing of a change. Moments in seconds. */
export type Timing = {
  readonly billing_cycle_anchor?: 'now' | 'unchanged';
  readonly cancel_at?: End | null;
  readonly cancel_at_period_end?: boolean;
  readonly proration_behavior?: 'create_prorations' | 'always_invoice' | 'none';
  readonly trial_end?: number | 'now';
};

/** What a change does to the items of a subscription, to its time, and to its invoices. */
export type Plan<I extends PlanItem> = {
  /** The members of the subscription that the change sets. */
  readonly members: {
    readonly billing_cycle_anchor: number;
    readonly cancel_at?: number | null;
    readonly cancel_at_period_end?: boolean;
    readonly canceled_at?: number | null;
    readonly trial_end?: number;
    readonly trial_start?: number;
  };
  /** Whether the change requests or takes back the end of the subscription. */
  readonly cancellation: 'requested' | 'withdrawn' | null;
  /** The status before payment; null where it stays. */
  readonly status: 'active' | 'trialing' | null;
  /** For each change, the members of its item; null for one that is deleted. */
  readonly items: readonly (PlannedMembers<I> | null)[];
  /** The period that all items have in common, or the next of an item that is due. */
  readonly period: Period;
  /** Charges for usage until now. */
  readonly usage: readonly PlanLine<I>[];
  /** Credits and charges for the rest of periods. */
  readonly prorations: readonly PlanLine<I>[];
  /** Charges for whole periods that begin. */
  readonly lines: readonly PlanLine<I>[];
  readonly is_billed_now: boolean;
};

/** The members of an item that a plan sets. */
export type PlannedMembers<I extends PlanItem> = {
  readonly current_period_end: number;
  readonly current_period_start: number;
  /** Earlier charges that were not credited. */
  readonly debits: DebitOf<I>[];
  readonly metered_from?: number;
};

/** How a change is billed. */
type Billed = {
  readonly behavior: NonNullable<Timing['proration_behavior']>;
  /** Boundaries are counted from the moment of the change. */
  readonly anchors_now: boolean;
  /** The end of a trial that continues or begins; null without one. */
  readonly trial_end: number | null;
  /** A trial is under way, so that nothing has been charged. */
  readonly was_trial: boolean;
  /** The subscription is paused: nothing is billed until it is resumed. */
  readonly is_paused: boolean;
  /** The end that cuts periods short after the change, and the one before it. */
  readonly ends_at: End | null;
  readonly ended_at: number | null;
};

function billedAs(it: Changeable, asked: Timing): Billed {
  const was_trial = isOnTrial(it);
  const is_paused = it.status === 'paused';
  const ends_trial = was_trial && asked.trial_end === 'now';
  const later = typeof asked.trial_end === 'number' ? asked.trial_end : null;
  const ended_at = it.cancel_at_period_end ? null : it.cancel_at;
  const keeps_end = asked.cancel_at === undefined && asked.cancel_at_period_end === undefined;
  return {
    // The pause has credited the rest of the period.
    behavior: is_paused ? 'none' : (asked.proration_behavior ?? 'create_prorations'),
    anchors_now: asked.billing_cycle_anchor === 'now' || ends_trial,
    trial_end: later ?? (was_trial && !ends_trial && asked.billing_cycle_anchor !== 'now' ? it.trial_end : null),
    was_trial,
    is_paused,
    ends_at: keeps_end ? ended_at : (asked.cancel_at ?? null),
    ended_at,
  };
}

const present = <I extends PlanItem>(items: readonly (I | null)[]): I[] => items.flatMap((item) => item ?? []);

const isOther = <I extends PlanItem>({ before, after }: ItemChange<I>): boolean =>
  !before || !after || before.price.id !== after.price.id || before.quantity !== after.quantity;

const costs = (items: readonly PlanItem[], currency: string): boolean =>
  compare(items.map((item) => costOfItem(item, currency)).reduce(plus, fraction(0)), fraction(0)) > 0;

const sameLength = (one: Interval, other: Interval): boolean =>
  lengthOf(one).unit === lengthOf(other).unit && lengthOf(one).units === lengthOf(other).units;

const changesInterval = <I extends PlanItem>({ before, after }: ItemChange<I>): boolean =>
  before !== null && after !== null && !sameLength(intervalOf(before), intervalOf(after));

/** A change of a subscription, and what it is computed from. */
export type ChangeAsked<I extends PlanItem> = {
  readonly it: Changeable;
  readonly changes: readonly ItemChange<I>[];
  readonly asked: Timing;
  readonly terms: Terms<I>;
  /** The item whose unused time is credited: the former one, with the discounts that it has after the change. */
  readonly creditedAs: (before: I, after: I) => I;
  readonly used: Usage;
  /** The present moment; `terms.moment` may be earlier. */
  readonly now: number;
};

/**
 * Plans a change of items, of the trial, of the anchor or of the end. Updates and previews carry out the same plan. In classic mode boundaries
 * move to the moment of the change where an interval changes or where a free subscription starts to cost; in flexible mode only on request.
 */
export function planChange<I extends PlanItem>({ it, changes, asked, terms, used, now, creditedAs }: ChangeAsked<I>): Plan<I> {
  const billed = billedAs(it, asked);
  const { behavior, trial_end, was_trial, is_paused } = billed;
  const [before, after] = [present(changes.map((each) => each.before)), present(changes.map((each) => each.after))];
  const was_free = !was_trial && before.length > 0 && !costs(before, terms.currency) && costs(after, terms.currency);
  const begins = billed.anchors_now || (terms.mode === 'classic' && !was_trial && (was_free || changes.some(changesInterval)));
  const moves = begins && !is_paused;
  const anchor = trial_end ?? (moves ? terms.moment : terms.anchor);
  const renewed_at = Math.min(...before.map(({ current_period_end }) => current_period_end));
  const moving = { anchor, moment: terms.moment, moves, trial_end, ended_at: billed.ended_at, renewed_at };
  const natural = changes.map((each) => periodFor(each, moving));
  const periods = cutShort(natural, billed.ends_at);
  const placed = changes.map((each, place) => ({ ...each, after: inPeriod(each.after, periods[place] ?? null) }));
  const begins_anew = moves || (trial_end !== null && !was_trial);
  const is_credited = behavior !== 'none' && !was_trial;
  const all = {
    ...{ anchor, before, is_credited, creditedAs },
    after: present(placed.map((each) => each.after)),
    charges: trial_end === null && !moves && is_credited,
  };
  const shares = placed.map((each) => (begins_anew || isOther(each) ? replaced : stretched)(each, all, terms));
  const settled = placed.map((each) => isSettled(each, { ...billed, begins_anew }, terms, now));
  return {
    ...ending(it, asked, { anchor, ends: all.after.map(({ current_period_end }) => current_period_end) }, { mode: terms.mode, now }),
    status: statusAfter(it, asked),
    items: placed.map((each, place) => membersOf(each, shares[place]?.debits ?? [], meteredFrom(each, settled[place] ?? false, now))),
    period: commonPeriod(
      all.after.map((item) => (item.current_period_end > now ? periodOf(item) : periodAt(anchor, intervalOf(item), now))),
    ),
    usage: placed.flatMap((each, place) => (each.before && settled[place] ? usageOf(each.before, used, terms, now) : [])),
    prorations: [...shares.flatMap(({ credited }) => credited), ...shares.flatMap(({ charged }) => charged)],
    lines:
      moves && trial_end === null
        ? placed.flatMap(({ after: item }, place) => (item ? advanceLines(item, begun(item, natural[place], behavior), terms) : []))
        : [],
    is_billed_now: !is_paused && trial_end === null && (moves || was_free || behavior === 'always_invoice'),
  };
}

const inPeriod = <I extends PlanItem>(item: I | null, period: Period | null): I | null =>
  item && period ? { ...item, current_period_start: period.start, current_period_end: period.end } : item;

function membersOf<I extends PlanItem>(
  { after }: ItemChange<I>,
  debits: readonly DebitOf<I>[],
  metered_from: number | null,
): PlannedMembers<I> | null {
  if (!after) return null;
  const { current_period_end, current_period_start } = after;
  return { current_period_end, current_period_start, debits: [...debits], ...(metered_from !== null && { metered_from }) };
}

/** A period that begins. The part after an early end is not charged, unless prorations are off. */
function begun(item: PlanItem, natural: Period | null | undefined, behavior: Billed['behavior']): BilledPeriod {
  const period = periodOf(item);
  return { ...period, full_seconds: whole(behavior === 'none' ? period : (natural ?? period)).full_seconds };
}

/** The credits and charges of an item, and the rest of its earlier debits. */
type Shares<I extends PlanItem> = {
  readonly credited: readonly PlanLine<I>[];
  readonly charged: readonly PlanLine<I>[];
  readonly debits: readonly DebitOf<I>[];
};

/** What all changes have in common. */
type All<I extends PlanItem> = {
  readonly anchor: number;
  readonly before: readonly I[];
  readonly after: readonly I[];
  readonly is_credited: boolean;
  readonly creditedAs: ChangeAsked<I>['creditedAs'];
  readonly charges: boolean;
};

/** Replaces an item for the rest of its period. */
function replaced<I extends PlanItem>({ before, after }: ItemChange<I>, all: All<I>, terms: Terms<I>): Shares<I> {
  const debits: readonly DebitOf<I>[] = before?.debits ?? [];
  return {
    credited: all.is_credited && before ? credits(after ? all.creditedAs(before, after) : before, all.before, terms) : [],
    charged: all.charges && after ? charge(after, all.after, { ...terms, anchor: all.anchor }) : [],
    // A later change may be dated before this one; it credits what was charged until then.
    debits: all.is_credited ? creditedUntil(debits, terms.moment) : debits,
  };
}

/** A shorter or longer period: the cut part is credited, the added part is charged. */
function stretched<I extends PlanItem>({ before, after }: ItemChange<I>, all: All<I>, terms: Terms<I>): Shares<I> {
  const debits: readonly DebitOf<I>[] = before?.debits ?? [];
  const unchanged = { credited: [], charged: [], debits };
  if (!before || !after || !all.is_credited) return unchanged;
  const [was, will] = [before.current_period_end, after.current_period_end];
  if (will < was) {
    const credited = credits(all.creditedAs(before, after), all.before, { ...terms, moment: will });
    return { ...unchanged, credited, debits: creditedUntil(debits, will) };
  }
  if (will === was || !all.charges || isChargedAfter(debits, was)) return unchanged;
  return { ...unchanged, charged: charge(after, all.after, { ...terms, anchor: all.anchor, moment: was }) };
}

type Settling = Pick<Billed, 'behavior' | 'was_trial' | 'is_paused'> & { readonly begins_anew: boolean };

/**
 * Whether a change bills the usage of an item: at the end of its period, or in flexible mode at the end of its price. Classic mode does not
 * charge usage of a former price. Usage in a trial or a pause is free.
 */
function isSettled<I extends PlanItem>({ before, after }: ItemChange<I>, billed: Settling, { mode }: LineTerms, now: number): boolean {
  if (!before || !isMetered(before) || billed.was_trial || billed.is_paused) return false;
  if (now >= before.current_period_end) return true;
  const is_gone = !after || after.price.id !== before.price.id;
  return is_gone ? mode === 'flexible' && billed.behavior !== 'none' : billed.begins_anew;
}

function meteredFrom<I extends PlanItem>({ before, after }: ItemChange<I>, is_settled: boolean, now: number): number | null {
  if (!after || !isMetered(after)) return null;
  const is_new = !before || before.price.id !== after.price.id;
  return is_new || is_settled ? Math.min(now, before?.current_period_end ?? now) : null;
}

const usageOf = <I extends PlanItem>(item: I, used: Usage, terms: LineTerms, now: number): PlanLine<I>[] =>
  usageLines(item, used, terms, now).filter(({ amount }) => amount !== 0);

/** The new end and trial of the subscription. An end with the period moves with the period. */
function ending(
  it: Changeable,
  asked: Timing,
  { anchor, ends }: { readonly anchor: number; readonly ends: readonly number[] },
  { mode, now }: { readonly mode: LineTerms['mode']; readonly now: number },
): Pick<Plan<PlanItem>, 'cancellation' | 'members'> {
  const end = endAfter(it, asked, ends, now);
  const trial = trialAfter(it, asked, now);
  const { cancel_at = it.cancel_at } = end.members;
  const { trial_end = it.trial_end } = trial;
  // In classic mode a trial ends with its subscription, and boundaries lie where it ends.
  const is_cut = mode === 'classic' && cancel_at !== null && trial_end !== null && trial_end > now && cancel_at < trial_end;
  const cut = is_cut ? { trial_end: cancel_at, billing_cycle_anchor: cancel_at } : {};
  return { members: { billing_cycle_anchor: anchor, ...trial, ...end.members, ...cut }, cancellation: end.cancellation };
}

type EndAfter = Pick<Plan<PlanItem>, 'cancellation'> & {
  readonly members: Omit<Plan<PlanItem>['members'], 'billing_cycle_anchor' | 'trial_end' | 'trial_start'>;
};

function endAfter(it: Changeable, { cancel_at, cancel_at_period_end: at_end }: Timing, ends: readonly number[], now: number): EndAfter {
  if (at_end === false || cancel_at === null)
    return { members: { cancel_at: null, cancel_at_period_end: false, canceled_at: null }, cancellation: 'withdrawn' };
  const end = at_end ? 'min_period_end' : cancel_at;
  if (end === undefined) return { members: it.cancel_at_period_end ? { cancel_at: Math.min(...ends) } : {}, cancellation: null };
  const members = { cancel_at: endIn(ends, end), cancel_at_period_end: at_end ?? false, canceled_at: now };
  return { members, cancellation: 'requested' };
}

function trialAfter(it: Changeable, { trial_end }: Timing, now: number): { readonly trial_end?: number; readonly trial_start?: number } {
  if (trial_end === undefined) return {};
  if (trial_end === 'now') return isOnTrial(it) ? { trial_end: now } : {};
  return { trial_end, ...(!isOnTrial(it) && { trial_start: now }) };
}

function statusAfter({ status }: Changeable, { trial_end, billing_cycle_anchor }: Timing): 'active' | 'trialing' | null {
  if (typeof trial_end === 'number') return status === 'trialing' ? null : 'trialing';
  return status === 'trialing' && (trial_end === 'now' || billing_cycle_anchor === 'now') ? 'active' : null;
}
