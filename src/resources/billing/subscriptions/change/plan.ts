import { type Plan, planChange, type Timing } from '../../../../arithmetic/billing/subscription/change.js';
import { type Around, type Effect, type Effects, remove, report, set } from '../../../../kernel/base/effects.js';
import { initialOf, mergeMembers } from '../../../../kernel/base/members.js';
import type { Used } from '../../../../kernel/base/reads.js';
import type { Settable } from '../../../../kernel/base/resource.js';
import type { Customer } from '../../../customers/customers/customer.js';
import type { InvoiceItem } from '../../invoice-items/invoice-item.js';
import type { Billed } from '../../invoices/bill.js';
import { itemAfterUse, type Off, type TermsOfItem } from '../discounts.js';
import type { Live } from '../end.js';
import { newMembers } from '../items-input.js';
import { debitsOf, termsOf } from '../lines.js';
import { type Item, subscriptionItem } from '../subscription-item.js';
import { changedMembers, type ItemChange } from './items.js';

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

/** What a plan of a change is computed from: `off` are the discounts of the subscription after the change. */
type Planning = {
  readonly it: Live;
  readonly places: readonly Placed[];
  readonly input: Timing & { readonly proration_date?: number };
  readonly off: Off['members'];
  readonly customer: Customer;
  readonly used: Pick<Used, 'get'>;
};

/** Plans a change, from `proration_date` on where that is sent. */
export function planned({ it, places, input, off, customer, used }: Planning, around: Around): Plan<Item> {
  const { now } = around;
  const terms = termsOf({ ...it, ...off }, customer, input.proration_date ?? now, around);
  return planChange({ it, changes: places, asked: input, terms, used, now, creditedAs });
}

/** The unused time of an item that changes together with its discounts is credited with the new ones. */
const creditedAs = (before: Item, { discounts, discounts_kept }: Item): Item => ({ ...before, discounts, discounts_kept });

/** The items of a plan in their periods, with the debits of its prorations and of its invoice. */
export const inTheirPeriods = (
  places: readonly Placed[],
  plan: Plan<Item>,
  prorations: readonly InvoiceItem[],
  bill: Billed | null,
): Placed[] =>
  places.map(({ before, after, change }, place) => {
    const planned = plan.items[place];
    if (!after || !planned) return { before, after, change };
    const debits = [...planned.debits, ...debitsOf(after, prorations, bill?.invoice ?? null)];
    const members = { ...planned, debits, ...(bill && itemAfterUse(after, bill.invoice)) };
    return { before, after: changed(after, members), change: { ...change, ...members } };
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
