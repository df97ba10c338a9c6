import type { Timing } from '../../../../arithmetic/billing/subscription/change.js';
import { isMetered } from '../../../../arithmetic/billing/subscription/items.js';
import type { Asked } from '../../../../kernel/base/effects.js';
import type { Refusal } from '../../../../kernel/base/refusal.js';
import type { Live } from '../end.js';
import type { Item } from '../subscription-item.js';
import { fittingInterval, requireTrialEnd } from '../terms.js';
import type { ItemChange } from './items.js';

/** The requested timing of a change, and what is asked of items. */
type Asking = Timing & {
  readonly items?: readonly { readonly id?: string; readonly deleted?: boolean; readonly clear_usage?: boolean }[];
  readonly proration_date?: number;
};

/** Why a change cannot be made. */
export function requireChange(it: Live, changes: readonly ItemChange[], given: Asking, asked: Asked): void {
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
  message: 'The first invoice of this subscription is not paid yet. Change its items once it is paid, or create another subscription.',
});

/** Why the time that is billed cannot be cut short or made longer. */
export const requireCut = ({ status }: Live, { cancel_at }: Asking, prorations: readonly unknown[], asked: Asked): void => {
  if (status === 'incomplete' && prorations.length > 0)
    asked.refuse(unpaidYet(cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at'));
};

/** Whether what was used of an item is recorded for the item itself, and counted by no meter. */
export const isRecorded = (item: Item): boolean => isMetered(item) && !item.price.recurring?.meter;

/** Why items cannot be taken away with what was used of them: in flexible mode that is billed, in classic mode it is forgotten, and who does that says so. */
function requireUsage({ billing_mode }: Live, changes: readonly ItemChange[], { items = [] }: Asking, asked: Asked): void {
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

function requireDate({ current_period_start: start, current_period_end: end }: Live, { proration_date: date }: Asking, asked: Asked): void {
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

function requireTrial({ trial_end, billing_cycle_anchor }: Asking, asked: Asked): void {
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
