import { about, initially, nullable } from '../../../kernel/base/fields.js';
import { email, flag, oneOf, text, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { pick, sparse } from '../../../kernel/base/members.js';
import { resource } from '../../../kernel/base/resource.js';
import { timezone } from '../../timezone.js';
import { report_parameters } from './report-run.js';

const chosen = sparse(pick(report_parameters, 'columns', 'connected_account', 'currency', 'reporting_category'));

/** A report that is run again and again, and sent by e-mail. */
export const reportSchedule = resource({
  object: 'reporting.report_schedule',
  title: 'report schedule',
  prefix: 'frs',
  fields: {
    active: about('Whether reports are run. An inactive schedule runs none until it is active again.', initially(true, flag)),
    email: about('The address that receives an e-mail with a link to each report.', email),
    interval: about(
      'How often the report is run: after each day, week (from Monday) or month, about that time.',
      oneOf('day', 'week', 'month'),
    ),
    last_run: about('The id of the newest report run of the schedule; null before the first.', nullable(textOf(255))),
    next_run: about('When the next report is run, in Unix seconds; null while the schedule is inactive.', nullable(timestamp)),
    parameters: about('What the reports contain besides their interval and time zone.', chosen),
    report_type: about('The id of the report type, such as `balance.summary.1`.', text),
    timezone: about('The time zone in which days, weeks and months begin.', timezone),
  },
  start: null,
  timers: ['run_report'],
  removable: true,
});
