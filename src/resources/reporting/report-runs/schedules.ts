import { nextStart, startOf, zoneOf } from '../../../arithmetic/calendar/zone.js';
import { type Asked, at, remove, run, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { pick } from '../../../kernel/base/members.js';
import type { It } from '../../../kernel/base/resource.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { reportTypeOf } from '../report-types/types.js';
import { requireType } from './checks.js';
import { create as createRun } from './index.js';
import { reportRun } from './report-run.js';
import { reportSchedule } from './schedule.js';

type Schedule = It<typeof reportSchedule>;

const { fields } = reportSchedule;

/** The schedule with the time of its next report, and the timer for it. */
function next(it: Schedule, now: number) {
  const scheduled = set(it, { next_run: it.active ? nextStart(zoneOf(it.timezone), it.interval, now) : null }, null);
  return [scheduled, at(scheduled.next_run, scheduled, 'run_report')];
}

/** Whether a report has a start: those of an ending balance have none. */
const hasStart = (report_type: string): boolean => reportTypeOf(report_type)?.requires.includes('interval_start') ?? false;

/** Refuses a type that cannot be run for one interval after another. */
function requireSchedulable(report_type: string, parameters: Schedule['parameters'], asked: Asked): void {
  if (reportTypeOf(report_type)?.requires.includes('payout'))
    asked.refuse({
      code: 'parameter_invalid',
      param: 'report_type',
      message: `Reports of the type ${report_type} cannot be scheduled, because they are about one payout.`,
    });
  const interval = { ...(hasStart(report_type) && { interval_start: asked.now - 1 }), interval_end: asked.now };
  requireType(report_type, { ...parameters, ...interval }, asked);
}

/** Starts to run a report after each day, week or month. */
const create = creation(reportSchedule, {
  takes: {
    email: required(fields.email),
    interval: required(fields.interval),
    parameters: fields.parameters,
    report_type: required(fields.report_type),
    timezone: about('The time zone in which days, weeks and months begin; `Etc/UTC` by default.', fields.timezone),
  },
  decide: ({ it, input: { parameters = {}, timezone = 'Etc/UTC', ...input } }, asked) => {
    requireSchedulable(input.report_type, parameters, asked);
    const stored = set(it, { ...input, parameters, timezone });
    return [stored, next(stored, asked.now)];
  },
});

/** Changes a schedule. Reports that have been run stay. */
const update = rule(reportSchedule, 'update', {
  takes: pick(fields, 'active', 'email', 'interval', 'timezone'),
  decide: ({ it, input }, asked) => {
    const changed = set(it, input);
    return [changed, next(changed, asked.now)];
  },
});

const removeSchedule = rule(reportSchedule, 'remove', { decide: ({ it }) => remove(it) });

/** Runs the report of the interval that has just ended. A timer of a schedule that was changed does nothing. */
const runReport = timer(reportSchedule, 'run_report', {
  decide: ({ it }, { fresh, now }) => {
    if (it.next_run === null || it.next_run > now) return null;
    const [interval_end, id] = [it.next_run, fresh(reportRun)];
    const interval_start = startOf(zoneOf(it.timezone), it.interval, interval_end - 1);
    const start = hasStart(it.report_type) && { interval_start };
    const parameters = { ...it.parameters, ...start, interval_end, timezone: it.timezone };
    const started = set(it, { last_run: id });
    return [
      started,
      next(started, now),
      run(createRun, id, { report_type: it.report_type, parameters, email: it.email, schedule: it.id }, 'ignore'),
    ];
  },
});

/** The report schedules group. */
export const reportSchedules = [
  action('POST /v1/reporting/report_schedules', create, {
    about: 'Creates a schedule, which runs a report after each day, week or month and sends an e-mail with a link to it.',
  }),
  action('POST /v1/reporting/report_schedules/:id', update, {
    about: 'Changes when a schedule runs its report and who receives it, or stops it with `active=false`.',
  }),
  action('DELETE /v1/reporting/report_schedules/:id', removeSchedule, {
    about: 'Deletes a schedule. The reports that it has run stay.',
  }),
  runReport,
  retrieve(reportSchedule, 'GET /v1/reporting/report_schedules/:id', { about: 'Retrieves a report schedule.' }),
  list(reportSchedule, 'GET /v1/reporting/report_schedules', {}, { about: 'Lists report schedules, newest first.' }),
] as const;
