import { about, nullable } from '../../../kernel/base/fields.js';
import { email, integer, ref, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { listOf, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { resource } from '../../../kernel/base/resource.js';
import { file } from '../../core/files/file.js';
import { snapshotOf } from '../../snapshot.js';
import { timezone } from '../../timezone.js';

/** The most columns of a report. */
const columns_max = 100;

/** Every parameter of a report. */
export const report_parameters = {
  columns: about(
    'The columns, in the order in which the file has them; by default the `default_columns` of the report type. A report of transactions also has columns with the value of a key of metadata: `payment_metadata[order]`, and likewise `refund_metadata` and `transfer_metadata`.',
    listOf(textOf(100), columns_max),
  ),
  connected_account: about('The connected account that the report is about; for report types of connected accounts.', ref('account')),
  currency: about('Only amounts in this currency.', currency),
  interval_end: about('The end of the interval, exclusive, in Unix seconds; not after the present time.', timestamp),
  interval_start: about('The start of the interval, inclusive, in Unix seconds.', timestamp),
  payout: about('The automatic payout whose transactions the report has.', textOf(255)),
  reporting_category: about('Only transactions with this `reporting_category`, such as `charge`.', textOf(100)),
  timezone: about('The time zone of the times and dates in the file, such as `Europe/Berlin`; `Etc/UTC` by default.', timezone),
};

/** What a report contains. */
export const parameters = sparse(report_parameters);

/** A report that is written into a CSV file in the background. */
export const reportRun = resource({
  object: 'reporting.report_run',
  title: 'report run',
  prefix: 'frr',
  fields: {
    email: about('The address that receives an e-mail about the report; null unless a schedule has run it.', nullable(email)),
    error: about('Why the report failed; null unless its status is `failed`.', nullable(text)),
    parameters: about('What the report contains, as it was requested.', parameters),
    progress: about('How much of the report is written, in percent.', integer({ minimum: 0, maximum: 100 })),
    report_type: about('The id of the report type, such as `balance.summary.1`.', text),
    result: about('The file with the report; null until the status is `succeeded`.', nullable(snapshotOf(file))),
    schedule: about('The id of the report schedule that has run the report; null for a request.', nullable(textOf(255))),
    succeeded_at: about('When the report was completed, in Unix seconds; null until then.', nullable(timestamp)),
  },
  start: { pending: null },
  states: {
    pending: { succeeded: 'reporting.report_run.succeeded', failed: 'reporting.report_run.failed' },
    succeeded: {},
    failed: {},
  },
});
