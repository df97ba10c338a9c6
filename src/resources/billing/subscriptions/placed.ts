import { commonPeriod, type Period, periodAt } from '../../../arithmetic/billing/periods.js';
import { type Around, type Effect, type Effects, remove, report, set } from '../../../kernel/base/effects.js';
import { initialOf, mergeMembers } from '../../../kernel/base/fields.js';
import type { Settable } from '../../../kernel/base/resource.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import type { Billed } from '../invoices/bill.js';
import { changedMembers, type ItemChange } from './changed-items.js';
import type { Plan } from './changes.js';
import type { Live } from './ended.js';
import { itemAfterUse, type TermsOfItem } from './item-terms.js';
import { newMembers } from './items-input.js';
import { debitsOf } from './prorated.js';
import { intervalOf } from './shown.js';
import { type Item, subscriptionItem } from './subscription-item.js';

type Change = Settable<typeof subscriptionItem>;

/** An item before and after a change, and the change itself, not yet applied. */
export type Placed = { readonly before: Item | null; readonly after: Item | null; readonly change: Change };

const changed = (item: Item, change: Change): Item => ({ ...item, ...mergeMembers(subscriptionItem.fields, item, change) });

/** An item as requested, without its period. */
export function placed(of: ItemChange, terms: TermsOfItem, it: Live, { livemode, now }: Around): Placed {
  const { item: before, chosen, given, id, is_deleted } = of;
  if (is_deleted) return { before, after: null, change: {} };
  const change = before ? { ...changedMembers(of), ...terms } : null;
  if (before && change) return { before, after: changed(before, change), change };
  if (!chosen) throw new Error('A new item has no price');
  const period = { subscription: it.id, start: it.current_period_start, end: it.current_period_end };
  const members = newMembers(chosen, given, period, terms);
  const { fields, object } = subscriptionItem;
  const head = { id, object, created: now, livemode };
  return { before, after: { ...head, ...mergeMembers(fields, initialOf(fields), members) }, change: members };
}

/** The time that all items of a plan have in common; of one whose period is over, and that has not been renewed yet, the next counts. */
export const commonAfter = (places: readonly Placed[], { anchor, periods }: Plan, now: number): Period =>
  commonPeriod(
    places.flatMap(({ after }, place) => {
      const period = periods[place];
      return after && period ? [period.end > now ? period : periodAt(anchor, intervalOf(after), now)] : [];
    }),
  );

/** The items of a plan, each in its period, and with what it has been charged. */
export const inTheirPeriods = (places: readonly Placed[], plan: Plan, prorations: readonly InvoiceItem[], bill: Billed | null): Placed[] =>
  places.map(({ before, after, change }, place) => {
    if (!after) return { before, after, change };
    const { start, end } = plan.periods[place] ?? { start: after.current_period_start, end: after.current_period_end };
    const debits = [...(plan.debits[place] ?? []), ...debitsOf(after, prorations, bill?.invoice ?? null)];
    const metered_from = plan.metered_from[place] ?? null;
    const since = metered_from === null ? {} : { metered_from };
    const used = bill ? itemAfterUse(after, bill.invoice) : {};
    const period = { current_period_start: start, current_period_end: end, debits, ...since, ...used };
    return { before, after: changed(after, period), change: { ...change, ...period } };
  });

/** Changes, creates and deletes items as placed. The caller of an item's own verb receives that item. */
export function carriedOut(
  places: readonly Placed[],
  { make }: Around,
): { readonly items: readonly (Item & Effect)[]; readonly gone: Effects } {
  return {
    items: places.flatMap(({ before, after, change }) =>
      after ? (before ? set(before, change) : make(subscriptionItem, change, after.id)) : [],
    ),
    gone: places.map(({ before, after }) => (before ? !after && remove(before) : after && report(after, null))),
  };
}
