import type { Plan } from '../../../../arithmetic/billing/subscription/change.js';
import { type Around, at, type Decision, set } from '../../../../kernel/base/effects.js';
import { mergeMembers } from '../../../../kernel/base/members.js';
import type { Settable } from '../../../../kernel/base/resource.js';
import { featuresAsked } from '../../entitlements/grant.js';
import type { PlainLine } from '../../invoices/plain-line.js';
import { type Bill, type Billing, billFor, collectedNow } from '../bill.js';
import { afterUse } from '../discounts.js';
import type { Live } from '../end.js';
import { billedLines, pendingLines, pendingOf } from '../lines.js';
import { nextPending } from '../pending-items.js';
import { storedAsGiven } from '../settings.js';
import { type Subscription, subscription } from '../subscription.js';
import type { Item } from '../subscription-item.js';
import { ofItems } from '../subscription-item.js';
import { timed } from '../timers.js';
import type { Input } from '../update.js';
import { betweenPeriods } from '../watch-usage.js';
import { expiryOf, type Waiting } from './pending-update.js';
import { carriedOut, inTheirPeriods, type Placed } from './plan.js';

type Members = Settable<typeof subscription>;

/** Carries a plan out: prorations wait for the next invoice, or are billed and collected now; or all of it waits until it is paid for. */
export function applied(it: Live, sent: Applying, plan: Plan<Item>, seen: Seen, around: Around): Decision {
  const { input, off, places, once } = sent;
  const prorations = [...pendingLines([...plan.usage, ...plan.prorations], it, around), ...once.map((line) => pendingOf(line, it, around))];
  const given = { ...storedAsGiven(input), ...nextPending(input, it.billing_cycle_anchor, around.now), ...off };
  const billable = { id: it.id, ...mergeMembers(subscription.fields, it, given) };
  const is_billed = plan.is_billed_now && (prorations.length > 0 || plan.lines.length > 0);
  const waits = isAllOrNothing(input);
  // What may yet be void takes nothing with it that waits for an invoice.
  const pending = waits ? prorations : [...prorations, ...seen.pending];
  const bill = is_billed ? billFor(billable, billOf(billedLines(plan.lines, it.id), billable, waits), { ...seen, pending }, around) : null;
  const charges = bill !== null && billable.collection_method === 'charge_automatically' && !billable.pause_collection;
  const settled = inTheirPeriods(places, plan, prorations, bill);
  const items = settled.flatMap(({ after }) => after ?? []);
  const ending = { ...plan.members, ...cancellationOf(plan, input) };
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
  const is_unpaid = charges && bill.invoice.amount_due > 0 && input.payment_behavior === 'default_incomplete';
  const status = is_unpaid ? 'past_due' : plan.status;
  const stays = status === null || it.status === 'incomplete' || it.status === 'paused';
  const changed = stays ? set(it, billed) : set(it, { ...billed, status });
  const is_moved = (['cancel_at', 'current_period_end', 'trial_end'] as const).some((name) => changed[name] !== it[name]);
  return [
    changed,
    [out.items, out.gone],
    prorations,
    bill?.effects,
    [is_moved && timed(changed, seen.account, around), betweenPeriods(changed, out.items, it)],
    isOther(it.prices, changed.prices) && featuresAsked(changed, seen.account),
    input.pause_collection && at(input.pause_collection.resumes_at, changed, 'resume_collection'),
    collecting,
  ];
}

/** The cancellation details after a change of the end. */
function cancellationOf({ cancellation }: Plan<Item>, { cancellation_details }: Input): Members {
  if (cancellation === null) return {};
  return {
    cancellation_details: cancellation === 'withdrawn' ? { reason: null } : { ...cancellation_details, reason: 'cancellation_requested' },
  };
}

/** Whether the prices of a subscription are others than before. */
const isOther = (before: Subscription['prices'] = [], after: Subscription['prices'] = []): boolean =>
  before.length !== after.length || after.some((id) => !before.includes(id));

type Paying = Pick<Subscription, 'pause_collection' | 'default_payment_method' | 'default_source'>;

/** The bill of a change. What waits for its payment is paid by what is to pay the subscription then. */
const billOf = (
  lines: readonly PlainLine[],
  { pause_collection, default_payment_method, default_source }: Paying,
  waits: boolean,
): Bill => ({
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
