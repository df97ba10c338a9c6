import { action } from '../../../kernel/base/rules.js';
import { record } from './record.js';
import { usageRecordSummaries } from './summaries.js';

/** The usage records group: what came before meters. */
export const usageRecords = [
  action('POST /v1/subscription_items/:subscription_item/usage_records', record, {
    about: 'Records usage of a subscription item whose price has no meter. It is billed when the period ends.',
  }),
  usageRecordSummaries,
] as const;
