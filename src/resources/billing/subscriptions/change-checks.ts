import type { Around, Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Customer } from '../../customers/customers/customer.js';
import { countedIn } from '../invoices/basis.js';
import type { ItemChange } from './changed-items.js';
import { discountsOn } from './discounts.js';
import type { Live } from './ended.js';
import type { End, Sent } from './periods-after.js';
import type { Terms } from './prorate.js';
import { isMetered, isOnTrial } from './shown.js';
import type { Subscription } from './subscription.js';
import type { Item } from './subscription-item.js';
import { fittingInterval, requireTrialEnd } from './terms.js';

/** What is asked of the time of a change. */
type Timing = {
  readonly billing_cycle_anchor?: 'now' | 'unchanged';
  readonly cancel_at?: End | null;
  readonly cancel_at_period_end?: boolean;
  readonly items?: readonly { readonly id?: string; readonly deleted?: boolean; readonly clear_usage?: boolean }[];
  readonly proration_behavior?: Sent['proration_behavior'];
  readonly proration_date?: number;
  readonly trial_end?: number | 'now';
};

/** How a change is billed. */
export function askedOf(it: Subscription, given: Timing): Sent {
  const { status, trial_end } = it;
  const was_trial = isOnTrial(it);
  const ends_trial = was_trial && given.trial_end === 'now';
  const later = typeof given.trial_end === 'number' ? given.trial_end : null;
  const ended_at = it.cancel_at_period_end ? null : it.cancel_at;
  return {
    // What stands still has been given back what was paid for the rest of its period.
    proration_behavior: status === 'paused' ? 'none' : (given.proration_behavior ?? 'create_prorations'),
    anchors_now: given.billing_cycle_anchor === 'now' || ends_trial,
    trial_end: later ?? (was_trial && !ends_trial && given.billing_cycle_anchor !== 'now' ? trial_end : null),
    was_trial,
    stands_still: status === 'paused',
    ends_at: given.cancel_at === undefined && given.cancel_at_period_end === undefined ? ended_at : (given.cancel_at ?? null),
    ended_at,
  };
}

/** What prorations of a change from a moment on are counted by. */
export const termsOf = (it: Subscription, customer: Customer, moment: number, around: Around): Terms => ({
  ...{ id: it.id, currency: it.currency, mode: it.billing_mode.type, moment, anchor: it.billing_cycle_anchor },
  discounts: discountsOn(it, customer, around.now).map(countedIn(it.currency)),
  itemizes: it.billing_mode.flexible?.proration_discounts === 'itemized',
  now: around.now,
});

/** Why a change cannot be made. */
export function requireChange(it: Live, changes: readonly ItemChange[], given: Timing, asked: Asked): void {
  const { now } = asked;
  const billing = (['items', 'trial_end', 'billing_cycle_anchor'] as const).find((name) => given[name] !== undefined);
  if (it.status === 'incomplete' && billing) asked.refuse(unpaidYet(billing));
  const begins = given.billing_cycle_anchor === 'now' ? 'billing_cycle_anchor' : given.trial_end === undefined ? null : 'trial_end';
  if (it.status === 'paused' && begins)
    asked.refuse({ code: 'subscription_unexpected_state', param: begins, message: 'This subscription is paused. Resume it first.' });
  const prices = changes.flatMap(({ chosen, item, is_deleted }) => (is_deleted ? [] : (chosen?.price ?? item?.price ?? [])));
  fittingInterval(prices, it.billing_mode.type, 'items', asked);
  requireUsage(it, changes, given, asked);
  requireDate(it, given, asked);
  requireEnd(given, now, asked);
  requireTrial(given, asked);
}

/** What would be given back was never paid, and what is charged may never be. */
const unpaidYet = (param: string): Refusal => ({
  code: 'subscription_unexpected_state',
  param,
  message: 'The first invoice of this subscription is not paid yet. Change what it costs when it is, or begin another.',
});

/** Why the time that is billed cannot be cut short or made longer. */
export const requireCut = ({ status }: Live, { cancel_at }: Timing, prorations: readonly unknown[], asked: Asked): void => {
  if (status === 'incomplete' && prorations.length > 0)
    asked.refuse(unpaidYet(cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at'));
};

/** Whether what was used of an item is recorded for the item itself, and counted by no meter. */
export const isRecorded = (item: Item): boolean => isMetered(item) && !item.price.recurring?.meter;

/** Why items cannot be taken away with what was used of them: in flexible mode that is billed, in classic mode it is forgotten, and who does that says so. */
function requireUsage({ billing_mode }: Live, changes: readonly ItemChange[], { items = [] }: Timing, asked: Asked): void {
  for (const [place, { id, clear_usage = false, deleted = false }] of items.entries()) {
    const item = changes.find((each) => each.item?.id === id)?.item;
    const param = `items[${place}][clear_usage]`;
    if (clear_usage && !(item && deleted && isMetered(item)))
      asked.refuse({ code: 'parameter_invalid', param, message: 'clear_usage is for metered items that are deleted.' });
    if (clear_usage && billing_mode.type === 'flexible') asked.refuse({ code: 'parameter_invalid', param, message: is_billed });
    if (item && deleted && !clear_usage && billing_mode.type === 'classic' && isRecorded(item)) {
      asked.refuse({
        code: 'parameter_missing',
        param,
        message: `When the subscription item ${item.id} with a metered price is deleted, its usage records are cleared with it: say so by clear_usage=true.`,
      });
      return;
    }
  }
}

const is_billed =
  'In flexible billing mode what was used of an item is billed when it is deleted. Leave clear_usage out, and send proration_behavior=none where it is not to be billed.';

function requireDate({ current_period_start: start, current_period_end: end }: Live, { proration_date: date }: Timing, asked: Asked): void {
  if (date === undefined || (date >= start && date <= end)) return;
  const message = `The proration date must lie in the current period, from ${start} to ${end}.`;
  asked.refuse({ code: 'parameter_invalid', param: 'proration_date', message });
}

type Ending = Pick<Timing, 'cancel_at' | 'cancel_at_period_end'>;

/** Why a subscription cannot end as is said. */
export function requireEnd({ cancel_at, cancel_at_period_end }: Ending, now: number, asked: Asked): void {
  if (cancel_at !== undefined && cancel_at_period_end !== undefined)
    asked.refuse({ code: 'parameters_exclusive', param: 'cancel_at', message: 'Send only one of cancel_at and cancel_at_period_end.' });
  if (typeof cancel_at === 'number' && cancel_at <= now)
    asked.refuse({ code: 'parameter_invalid', param: 'cancel_at', message: 'cancel_at must be in the future. To end it now, cancel it.' });
}

function requireTrial({ trial_end, billing_cycle_anchor }: Timing, asked: Asked): void {
  if (typeof trial_end !== 'number') return;
  if (billing_cycle_anchor === 'now') {
    asked.refuse({
      code: 'parameters_exclusive',
      param: 'billing_cycle_anchor',
      message: 'The end of a trial is the anchor. Leave billing_cycle_anchor out.',
    });
  } else {
    requireTrialEnd(trial_end, asked);
  }
}
