import { type Around, at, type Decision, type Effect, remove, set } from '../../base/effects.js';
import { mergeMembers } from '../../base/fields.js';
import type { Settable } from '../../base/resource.js';
import type { InvoiceItem } from '../invoice-items/invoice-item.js';
import type { Billed } from '../invoices/bill.js';
import { type Billing, billFor, collectedNow } from './bill.js';
import { changedMembers, type ItemChange } from './changed-items.js';
import type { Plan } from './changes.js';
import { afterUse } from './discounts.js';
import type { Live } from './ended.js';
import { itemAfterUse, type TermsOfItem } from './item-terms.js';
import { newItem } from './items-input.js';
import { debitsOf, pendingOf } from './prorated.js';
import { ofItems } from './shown.js';
import { subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';
import type { Input } from './update.js';

type Placed = { readonly before: Item | null; readonly after: (Item & Effect) | null };

/** An item as it was and as it is to be, but for its period. */
export function placed(
  change: ItemChange,
  terms: TermsOfItem,
  { id: subscription, current_period_start: start, current_period_end: end }: Live,
  around: Around,
): Placed {
  const { item: before, chosen, given, id, is_deleted } = change;
  if (is_deleted) return { before, after: null };
  if (before) return { before, after: set(before, { ...changedMembers(change), ...terms }) };
  if (!chosen) throw new Error('A new item has no price');
  return { before, after: newItem(chosen, given, { subscription, start, end, id }, terms, around) };
}

type Members = Settable<typeof subscription>;

/** What is stored of a change as it was given. */
function storedOf(input: Input): Members {
  const {
    billing_cycle_anchor: _anchor,
    items: _items,
    off_session: _off,
    payment_behavior: _paid,
    proration_behavior: _part,
    ...asked
  } = input;
  const { proration_date: _date, trial_end: _end, cancel_at: _at, cancel_at_period_end: _period, ...described } = asked;
  const { coupon: _coupon, discounts: _discounts, promotion_code: _code, default_tax_rates: _rates, ...stored } = described;
  return stored;
}

/** When it ends from now on; nothing where nobody says, unless it ends with a period whose end has moved. */
function endOf(
  it: Live,
  { cancel_at, cancel_at_period_end: at_end, cancellation_details }: Input,
  items: readonly Item[],
  now: number,
): Members {
  const ends = items.map(({ current_period_end }) => current_period_end);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  if (at_end === false || cancel_at === null)
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: { reason: null } };
  const moment = at_end || cancel_at === 'min_period_end' ? first : cancel_at === 'max_period_end' ? last : cancel_at;
  if (moment === undefined) return it.cancel_at_period_end ? { cancel_at: first } : {};
  return {
    cancel_at: moment,
    cancel_at_period_end: at_end ?? false,
    canceled_at: now,
    cancellation_details: { ...cancellation_details, reason: 'cancellation_requested' },
  };
}

function trialOf(it: Live, { trial_end }: Input, now: number): Members {
  if (trial_end === undefined) return {};
  if (trial_end === 'now') return it.status === 'trialing' ? { trial_end: now } : {};
  return { trial_end, ...(it.status !== 'trialing' && { trial_start: now }) };
}

/** The items of a change, each in its period, and with what it has been charged. */
function itemsAfter(places: readonly Placed[], plan: Plan, prorations: readonly InvoiceItem[], bill: Billed | null): (Item & Effect)[] {
  return places.flatMap(({ after }, place) => {
    if (!after) return [];
    const { start, end } = plan.periods[place] ?? { start: after.current_period_start, end: after.current_period_end };
    const debits = [...(plan.debits[place] ?? []), ...debitsOf(after, prorations, bill?.invoice ?? null)];
    const metered_from = plan.metered_from[place] ?? null;
    const since = metered_from === null ? {} : { metered_from };
    const used = bill && itemAfterUse(after, bill.invoice);
    return [set(after, { current_period_start: start, current_period_end: end, debits, ...since, ...used })];
  });
}

/** Carries a plan out: prorations wait for the next invoice, or are billed and collected now. */
export function applied(
  it: Live,
  input: Input,
  off: Members,
  places: readonly Placed[],
  plan: Plan,
  seen: Billing & { readonly is_drafted: true | undefined },
  around: Around,
): Decision {
  const prorations = [...plan.usage, ...plan.prorations].map((line) => pendingOf(line, it, around));
  const given = { ...storedOf(input), ...off };
  const billable = { id: it.id, ...mergeMembers(subscription.fields, it, given) };
  const is_billed = plan.is_billed_now && (prorations.length > 0 || plan.lines.length > 0);
  const billing = { lines: plan.lines, billing_reason: 'subscription_update', auto_advance: !billable.pause_collection } as const;
  const bill = is_billed ? billFor(billable, billing, { ...seen, pending: [...prorations, ...seen.pending] }, around) : null;
  const items = itemsAfter(places, plan, prorations, bill);
  const charges = bill !== null && billable.collection_method === 'charge_automatically' && !billable.pause_collection;
  const ending = { ...trialOf(it, input, around.now), ...endOf(it, input, items, around.now) };
  const members = { ...given, ...ofItems(it.id, items), ...ending, billing_cycle_anchor: plan.anchor };
  const billed = { ...members, ...(bill && { ...afterUse(billable, bill.invoice), latest_invoice: bill.invoice.id }) };
  const status = statusAfter(it, input, charges && bill.invoice.amount_due > 0);
  const changed = status === null || it.status === 'incomplete' ? set(it, billed) : set(it, { ...billed, status });
  const is_moved = (['cancel_at', 'current_period_end', 'trial_end'] as const).some((name) => changed[name] !== it[name]);
  return [
    changed,
    places.map(({ before, after }) => after ?? (before && remove(before))),
    prorations,
    items,
    bill?.effects,
    is_moved && timed(changed, seen.account, around),
    input.pause_collection && at(input.pause_collection.resumes_at, changed, 'resume_collection'),
    bill &&
      !seen.is_drafted &&
      collectedNow(billable, bill, { pays: input.payment_behavior !== 'default_incomplete', off_session: input.off_session ?? false }),
  ];
}

/** Where a change leads; null where it leads nowhere. One whose invoice waits to be paid by hand is past due until then. */
function statusAfter(it: Live, { payment_behavior, trial_end, billing_cycle_anchor }: Input, is_due: boolean) {
  if (typeof trial_end === 'number') return it.status === 'trialing' ? null : 'trialing';
  if (is_due && payment_behavior === 'default_incomplete') return 'past_due';
  const ends_trial = trial_end === 'now' || billing_cycle_anchor === 'now';
  return it.status === 'trialing' && ends_trial ? 'active' : null;
}
