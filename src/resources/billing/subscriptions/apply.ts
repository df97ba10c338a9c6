import { type Around, at, type Decision, set } from '../../../kernel/base/effects.js';
import { mergeMembers } from '../../../kernel/base/fields.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { featuresAsked } from '../entitlements/grant.js';
import type { PlainLine } from '../invoices/plain-line.js';
import { storedAsGiven } from './as-given.js';
import { type Bill, type Billing, billFor, collectedNow } from './bill.js';
import type { Plan } from './changes.js';
import { afterUse } from './discounts.js';
import type { Live } from './ended.js';
import { expiryOf, type Waiting } from './pending-update.js';
import { endIn } from './periods-after.js';
import { carriedOut, inTheirPeriods, type Placed } from './placed.js';
import { pendingOf } from './prorated.js';
import { isOnTrial, ofItems } from './shown.js';
import { type Subscription, subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { timed } from './timers.js';
import type { Input } from './update.js';

type Members = Settable<typeof subscription>;

/** The new end of the subscription; nothing by default, unless it ends with a period whose end has moved. */
function endOf(
  it: Live,
  { cancel_at, cancel_at_period_end: at_end, cancellation_details }: Input,
  items: readonly Item[],
  now: number,
): Members {
  const ends = items.map(({ current_period_end }) => current_period_end);
  if (at_end === false || cancel_at === null)
    return { cancel_at: null, cancel_at_period_end: false, canceled_at: null, cancellation_details: { reason: null } };
  const end = at_end ? 'min_period_end' : cancel_at;
  if (end === undefined) return it.cancel_at_period_end ? { cancel_at: Math.min(...ends) } : {};
  return {
    cancel_at: endIn(ends, end),
    cancel_at_period_end: at_end ?? false,
    canceled_at: now,
    cancellation_details: { ...cancellation_details, reason: 'cancellation_requested' },
  };
}

function trialOf(it: Live, { trial_end }: Input, now: number): Members {
  if (trial_end === undefined) return {};
  if (trial_end === 'now') return isOnTrial(it) ? { trial_end: now } : {};
  return { trial_end, ...(!isOnTrial(it) && { trial_start: now }) };
}

/** In classic mode a trial ends with its subscription, and boundaries lie where it ends. */
function cutTrial({ billing_mode, ...it }: Live, { cancel_at = it.cancel_at, trial_end = it.trial_end }: Members, now: number): Members {
  const is_cut = cancel_at !== null && trial_end !== null && trial_end > now && cancel_at < trial_end;
  return billing_mode.type === 'classic' && is_cut ? { trial_end: cancel_at, billing_cycle_anchor: cancel_at } : {};
}

/** Carries a plan out: prorations wait for the next invoice, or are billed and collected now; or all of it waits until it is paid for. */
export function applied(it: Live, sent: Applying, plan: Plan, seen: Seen, around: Around): Decision {
  const { input, off, places, once } = sent;
  const prorations = [...plan.usage, ...plan.prorations, ...once].map((line) => pendingOf(line, it, around));
  const given = { ...storedAsGiven(input), ...off };
  const billable = { id: it.id, ...mergeMembers(subscription.fields, it, given) };
  const is_billed = plan.is_billed_now && (prorations.length > 0 || plan.lines.length > 0);
  const waits = isAllOrNothing(input);
  // What may yet be void takes nothing with it that waits for an invoice.
  const pending = waits ? prorations : [...prorations, ...seen.pending];
  const bill = is_billed ? billFor(billable, billOf(plan, billable, waits), { ...seen, pending }, around) : null;
  const charges = bill !== null && billable.collection_method === 'charge_automatically' && !billable.pause_collection;
  const settled = inTheirPeriods(places, plan, prorations, bill);
  const items = settled.flatMap(({ after }) => after ?? []);
  const ends = { ...trialOf(it, input, around.now), ...endOf(it, input, items, around.now) };
  const ending = { billing_cycle_anchor: plan.anchor, ...ends, ...cutTrial(it, ends, around.now) };
  const paying = { pays: input.payment_behavior !== 'default_incomplete', off_session: input.off_session ?? false };
  const collecting = bill && !seen.is_drafted && collectedNow(billable, bill, paying);
  if (charges && bill.invoice.amount_due > 0 && waits) {
    const whole = mergeMembers(subscription.fields, it, { ...given, ...ending });
    const waiting = waitingFor(it, whole, { items, invoice: bill.invoice.id, input }, around.now);
    return [set(it, { waiting }, null), prorations, bill.effects, collecting];
  }
  const out = carriedOut(settled, around);
  const members = { ...given, ...ofItems(it.id, out.items), ...ending };
  const billed = { ...members, ...(bill && { ...afterUse(billable, bill.invoice), latest_invoice: bill.invoice.id }) };
  const status = statusAfter(it, input, charges && bill.invoice.amount_due > 0);
  const stays = status === null || it.status === 'incomplete' || it.status === 'paused';
  const changed = stays ? set(it, billed) : set(it, { ...billed, status });
  const is_moved = (['cancel_at', 'current_period_end', 'trial_end'] as const).some((name) => changed[name] !== it[name]);
  return [
    changed,
    [out.items, out.gone],
    prorations,
    bill?.effects,
    is_moved && timed(changed, seen.account, around),
    isOther(it.prices, changed.prices) && featuresAsked(changed, seen.account),
    input.pause_collection && at(input.pause_collection.resumes_at, changed, 'resume_collection'),
    collecting,
  ];
}

/** Whether the prices of a subscription are others than before. */
const isOther = (before: Subscription['prices'] = [], after: Subscription['prices'] = []): boolean =>
  before.length !== after.length || after.some((id) => !before.includes(id));

type Paying = Pick<Subscription, 'pause_collection' | 'default_payment_method' | 'default_source'>;

/** The bill of a change. What waits for its payment is paid by what is to pay the subscription then. */
const billOf = ({ lines }: Plan, { pause_collection, default_payment_method, default_source }: Paying, waits: boolean): Bill => ({
  lines,
  billing_reason: 'subscription_update',
  auto_advance: !pause_collection,
  ...(waits && { paid_by: { default_payment_method, default_source } }),
});

type Seen = Billing & { readonly is_drafted: boolean };

/** What is asked of a change, what it makes of discounts and items, and what is charged once with it. */
type Applying = { readonly input: Input; readonly off: Members; readonly places: readonly Placed[]; readonly once: readonly PlainLine[] };

/** Whether a change is made only where it is paid for. */
export const isAllOrNothing = ({ payment_behavior }: Pick<Input, 'payment_behavior'>): boolean =>
  payment_behavior === 'pending_if_incomplete' || payment_behavior === 'error_if_incomplete';

type Paid = { readonly items: readonly Item[]; readonly invoice: Waiting['invoice']; readonly input: Input };

type Kept = keyof Waiting['members'] | keyof NonNullable<Waiting['besides']>;

/** The state after payment. */
function waitingFor(it: Live, whole: Pick<Subscription, Kept>, { items, invoice, input }: Paid, now: number): Waiting {
  const { billing_cycle_anchor, cancel_at, cancel_at_period_end, canceled_at, trial_end } = whole;
  const { default_payment_method, default_source, description, metadata } = whole;
  const must_be_paid = input.payment_behavior === 'error_if_incomplete';
  return {
    ...{ expires_at: expiryOf(it, now), invoice, items: [...items], must_be_paid },
    ends_trial: input.trial_end === 'now' || input.billing_cycle_anchor === 'now',
    members: { billing_cycle_anchor, cancel_at, cancel_at_period_end, canceled_at, trial_end },
    besides: must_be_paid ? { default_payment_method, default_source, description, metadata } : null,
  };
}

/** Where a change leads; null where it leads nowhere. One whose invoice waits to be paid by hand is past due until then. */
function statusAfter(it: Live, { payment_behavior, trial_end, billing_cycle_anchor }: Input, is_due: boolean) {
  if (typeof trial_end === 'number') return it.status === 'trialing' ? null : 'trialing';
  if (is_due && payment_behavior === 'default_incomplete') return 'past_due';
  const ends_trial = trial_end === 'now' || billing_cycle_anchor === 'now';
  return it.status === 'trialing' && ends_trial ? 'active' : null;
}
