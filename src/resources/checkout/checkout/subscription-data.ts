import { about } from '../../../kernel/base/fields.js';
import { integer, ref, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, pick, sparse } from '../../../kernel/base/members.js';
import { billing_mode_input } from '../../billing/subscriptions/billing-mode.js';
import { anchor_config, percent_passed_on, proration_behavior, settings } from '../../billing/subscriptions/parts.js';

/** The members of a subscription that a session sets. */
export const subscription_data = sparse({
  ...pick(
    settings,
    'application_fee_percent',
    'description',
    'invoice_settings',
    'metadata',
    'pending_invoice_item_interval',
    'trial_settings',
  ),
  billing_mode: billing_mode_input,
  billing_cycle_anchor: about(
    'The time from which billing periods are counted, in Unix seconds; by default the start of the subscription.',
    timestamp,
  ),
  billing_cycle_anchor_config: about(
    'The day and time from which billing periods are counted, in place of `billing_cycle_anchor`.',
    anchor_config,
  ),
  default_tax_rates: about('The tax rates of line items without rates of their own, at most 5.', listOf(ref('tax_rate'), 5)),
  on_behalf_of: about('The connected account in whose name the subscription is billed.', ref('account')),
  proration_behavior: about('Whether the time before the billing cycle anchor is charged in proportion.', proration_behavior),
  transfer_data: about('The connected account that gets a share of each payment.', percent_passed_on),
  trial_end: about('When the trial ends, in Unix seconds.', timestamp),
  trial_period_days: about(
    'The length of the trial in days, at most 730; not together with `trial_end`.',
    integer({ minimum: 1, maximum: 730 }),
  ),
});
