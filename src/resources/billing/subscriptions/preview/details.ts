import { about, type Given } from '../../../../kernel/base/fields.js';
import { flag, oneOf, ref, timestamp } from '../../../../kernel/base/kinds.js';
import { listOf } from '../../../../kernel/base/members.js';
import { changed_items_input } from '../items-input.js';
import { anchor_moment, cancel_moment, trial_moment } from '../moments.js';
import { proration_behavior } from '../parts.js';

/** The changes of a subscription that a preview shows. */
export const details = {
  billing_cycle_anchor: about(
    '`now`, `unchanged`, or for a subscription that does not exist yet the time of its anchor in Unix seconds.',
    anchor_moment,
  ),
  cancel_at: about('When the subscription would end; an empty value removes the end.', cancel_moment),
  cancel_at_period_end: about('Whether the subscription would end with its current period.', flag),
  cancel_now: about('Whether the subscription would end now, with a last invoice of usage, credits and pending items.', flag),
  default_tax_rates: about('The tax rates for items without their own, up to five.', listOf(ref('tax_rate'), 5)),
  items: about('The items to change, add or remove, or those of a new subscription.', changed_items_input),
  proration_behavior: about('How the change is prorated; `create_prorations` by default.', proration_behavior),
  proration_date: about('The time from which prorations are computed, in Unix seconds; now by default.', timestamp),
  resume_at: about('`now` shows the invoice of a paused subscription that would resume now.', oneOf('now')),
  trial_end: about('When the trial would end, in Unix seconds, or `now`.', trial_moment),
} as const;

/** The parameters of the same changes in older versions of the API. */
export const older = {
  subscription_billing_cycle_anchor: about('The older form of `subscription_details[billing_cycle_anchor]`.', anchor_moment),
  subscription_cancel_at: about('The older form of `subscription_details[cancel_at]`.', cancel_moment),
  subscription_cancel_at_period_end: about('The older form of `subscription_details[cancel_at_period_end]`.', flag),
  subscription_default_tax_rates: about('The older form of `subscription_details[default_tax_rates]`.', listOf(ref('tax_rate'), 5)),
  subscription_items: about('The older form of `subscription_details[items]`.', changed_items_input),
  subscription_proration_behavior: about('The older form of `subscription_details[proration_behavior]`.', proration_behavior),
  subscription_proration_date: about('The older form of `subscription_details[proration_date]`.', timestamp),
  subscription_start_date: about('The older form of `subscription_details[start_date]`.', timestamp),
  subscription_trial_end: about('The older form of `subscription_details[trial_end]`.', trial_moment),
} as const;

/** The changes of a subscription that a request asks for. */
export type Details = Given<typeof details>;

/** A request that may have both. */
type Input = Given<typeof older> & {
  readonly subscription_details?: (Details & { readonly billing_mode?: unknown; readonly start_date?: unknown }) | null;
};

/** The changes that a request asks for, in the parameters of either version. */
export function detailsOf(given: Input): Details {
  const { billing_mode: _mode, start_date: _start, ...newer } = given.subscription_details ?? {};
  const { subscription_billing_cycle_anchor: anchor, subscription_items: items, subscription_trial_end: trial_end } = given;
  const { subscription_default_tax_rates: default_tax_rates } = given;
  const { subscription_proration_behavior: behavior, subscription_proration_date: date, subscription_cancel_at: cancel_at } = given;
  return {
    ...newer,
    ...(anchor !== undefined && { billing_cycle_anchor: anchor }),
    ...(cancel_at !== undefined && { cancel_at }),
    ...(given.subscription_cancel_at_period_end !== undefined && { cancel_at_period_end: given.subscription_cancel_at_period_end }),
    ...(default_tax_rates && { default_tax_rates }),
    ...(items && { items }),
    ...(behavior && { proration_behavior: behavior }),
    ...(date !== undefined && { proration_date: date }),
    ...(trial_end !== undefined && { trial_end }),
  };
}
