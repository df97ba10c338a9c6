import { type Period, periodAt, periodFrom } from '../periods.js';
import { intervalOf, isCharged, type PlanItem, periodOf, type Standing, type Usage } from './items.js';
import { advanceLines, type DebitOf, type PlanLine, usageLines } from './lines.js';
import { cutAt } from './periods.js';
import { charge, creditedUntil, credits, isChargedAfter, type Terms } from './prorations.js';

/** What a pause or an end charges and credits. */
export type Settlement<I extends PlanItem> = { readonly usage: readonly PlanLine<I>[]; readonly credits: readonly PlanLine<I>[] };

/** A subscription that is paused. Moments in seconds. */
export type Pausing<I extends PlanItem> = {
  readonly it: Standing;
  readonly items: readonly I[];
  readonly used: Usage;
  readonly terms: Terms<I>;
  /** Whether usage until now is charged. */
  readonly charges_usage: boolean;
  /** From where each item is credited. */
  readonly unused_from: 'item_current_period_start' | 'none' | 'now';
  readonly now: number;
};

/** Plans a pause: charges usage until now, credits the rest of each period, and keeps the debits until then. */
export function planPause<I extends PlanItem>(pausing: Pausing<I>): Settlement<I> & { readonly debits: readonly DebitOf<I>[][] } {
  const { it, items, used, terms, now } = pausing;
  const unused_from = isCharged(it) ? pausing.unused_from : 'none';
  const since = (item: I): number =>
    unused_from === 'none' ? item.current_period_end : unused_from === 'now' ? now : item.current_period_start;
  const usage = isCharged(it) && pausing.charges_usage ? items.flatMap((item) => usageLines(item, used, terms, now)) : [];
  return {
    usage: usage.filter(({ amount }) => amount !== 0),
    credits: items.flatMap((item) => credits(item, items, { ...terms, moment: since(item) })),
    debits: items.map((item): DebitOf<I>[] => creditedUntil<DebitOf<I>>(item.debits ?? [], since(item))),
  };
}

/** A paused subscription that resumes. Moments in seconds. */
export type Resuming<I extends PlanItem> = {
  readonly it: { readonly billing_cycle_anchor: number; readonly cancel_at: number | null; readonly cancel_at_period_end: boolean };
  readonly items: readonly I[];
  readonly terms: Terms<I>;
  /** Whether a period of each item begins now; otherwise the present one continues. */
  readonly begins: boolean;
  /** From where the rest of a continued period is charged; null for a free rest. */
  readonly charged_from: number | null;
  readonly now: number;
};

/** What a resumption does to items, and what it charges. */
export type Resumption<I extends PlanItem> = {
  readonly items: readonly (Period & { readonly debits: readonly DebitOf<I>[] })[];
  readonly prorations: readonly PlanLine<I>[];
  readonly lines: readonly PlanLine<I>[];
};

/** Plans a resumption. An end that was requested for a moment cuts periods short; an end with the period moves with it. */
export function planResumption<I extends PlanItem>(resuming: Resuming<I>): Resumption<I> {
  const { it, items, terms, now } = resuming;
  const ends_at = it.cancel_at_period_end ? null : it.cancel_at;
  if (!resuming.begins) return continued(resuming, ends_at);
  const periods = items.map((item) => cutAt(periodFrom(now, now, intervalOf(item)), ends_at));
  return {
    items: periods.map(({ start, end }) => ({ start, end, debits: [] })),
    prorations: [],
    lines: items.flatMap((item, place) => advanceLines(item, periods[place] ?? periodFrom(now, now, intervalOf(item)), terms)),
  };
}

/** Each item continues in its period; the rest of it is charged from a moment on, unless it has been paid. */
function continued<I extends PlanItem>(
  { it, items: current, terms, charged_from, now }: Resuming<I>,
  ends_at: number | null,
): Resumption<I> {
  const items = current.map((item) => {
    const period =
      item.current_period_end > now ? periodOf(item) : cutAt(periodAt(it.billing_cycle_anchor, intervalOf(item), now), ends_at);
    const debits: readonly DebitOf<I>[] = item.debits ?? [];
    return { ...period, debits: debits.filter((debit) => debit.period.end > now) };
  });
  const placed = current.map((item, place): I => {
    const { start, end } = items[place] ?? periodOf(item);
    return { ...item, current_period_start: start, current_period_end: end };
  });
  const prorations = placed.flatMap((item, place) => {
    if (charged_from === null || isChargedAfter(items[place]?.debits ?? [], charged_from)) return [];
    return charge(item, placed, { ...terms, moment: Math.max(charged_from, paidUntil(item, now)) });
  });
  return { items, prorations, lines: [] };
}

/** The moment until which an item has been paid, among the periods that are over. */
const paidUntil = ({ debits = [] }: PlanItem, now: number): number =>
  Math.max(0, ...debits.flatMap(({ period }) => (period.end <= now ? [period.end] : [])));

/** Plans the end of a subscription: credits the rest of each period on request, and charges usage until now. Trials and pauses are free. */
export const planEnd = <I extends PlanItem>(
  it: Standing,
  items: readonly I[],
  { used, terms, prorates, now }: Pick<Pausing<I>, 'now' | 'terms' | 'used'> & { readonly prorates: boolean },
): Settlement<I> => ({
  usage: isCharged(it) ? items.flatMap((item) => usageLines(item, used, terms, now)) : [],
  credits: isCharged(it) && prorates ? items.flatMap((item) => credits(item, items, terms)) : [],
});
