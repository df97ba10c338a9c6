import { integer, ref, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, pick, sparse } from '../../../kernel/base/members.js';
import { anchor_config, percent_passed_on, proration_behavior, settings } from '../../billing/subscriptions/parts.js';

/** The members of a subscription that a session sets. */
export const subscription_data = sparse({
  ...pick(settings, 'application_fee_percent', 'description', 'invoice_settings', 'metadata', 'trial_settings'),
  billing_cycle_anchor: timestamp,
  billing_cycle_anchor_config: anchor_config,
  default_tax_rates: listOf(ref('tax_rate'), 5),
  on_behalf_of: ref('account'),
  proration_behavior,
  transfer_data: percent_passed_on,
  trial_end: timestamp,
  trial_period_days: integer({ minimum: 1, maximum: 730 }),
});
