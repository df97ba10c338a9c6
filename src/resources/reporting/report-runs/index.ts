import { ask, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { text } from '../../../kernel/base/kinds.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, result, retrieve } from '../../../kernel/base/rules.js';
import { writeReport } from '../../../processors/questions.js';
import { reportFile } from '../../core/files/written.js';
import { payout } from '../../money/payouts/payout.js';
import { requireAutomatic, requireType } from './checks.js';
import { parameters, reportRun } from './report-run.js';

/** Starts a report. A worker writes it after the request. */
export const create = creation(reportRun, {
  takes: {
    parameters: about('What the report contains. Which parameters are required and accepted depends on the report type.', parameters),
    report_type: about('The id of the report type, such as `balance.summary.1`.', required(text)),
  },
  reads: { payout: one(payout, 'parameters.payout') },
  decide: ({ it, input: { report_type, parameters: sent = {} }, payout: found }, asked) => {
    const type = requireType(report_type, sent, asked);
    // A payout of a connected account is in other books: the report fails if there is no such payout.
    if (sent.payout !== undefined && !type.connected) requireAutomatic(found, sent.payout, asked);
    const pending = set(it, { status: 'pending', report_type, parameters: sent });
    return [pending, ask(writeReport, pending, { attempt: it.id, report_type, parameters: sent })];
  },
});

/** Takes the progress of a report, or its file. */
export const written = result(reportRun, writeReport, {
  from: ['pending'],
  decide: ({ it, answer }, around) => {
    switch (answer.result) {
      case 'progress':
        return set(it, { progress: answer.progress });
      case 'failed':
        return set(it, { status: 'failed', error: answer.message });
      case 'succeeded': {
        const { stored, effects } = reportFile({ ...answer, id: answer.file, filename: `${it.id}.csv` }, around);
        return [effects, set(it, { status: 'succeeded', progress: 100, result: stored, succeeded_at: around.now })];
      }
    }
  },
});

/** The report runs group. */
export const reportRuns = [
  action('POST /v1/reporting/report_runs', create, {
    about:
      'Starts a report and returns it with the status `pending`. When its file is written, the status is `succeeded` and the event `reporting.report_run.succeeded` is sent.',
  }),
  written,
  retrieve(reportRun, 'GET /v1/reporting/report_runs/:id', {
    about: 'Retrieves a report run. The file in its `result` is downloaded from the `url` of the file, with the same API key.',
  }),
  list(reportRun, 'GET /v1/reporting/report_runs', {}, { about: 'Lists report runs, newest first.' }),
] as const;
