import { Concealed } from '../../src/kernel/base/concealed.js';
import { now } from './decisions.js';
import type { Trials } from './state-trials.js';

const interval = { interval_start: now - 86_400, interval_end: now };
const succeeded = { result: 'succeeded', file: 'file_1', size: 9, key: new Concealed('key'), rows: 1 } as const;

/** The trials of report runs. */
export const report_trials: Trials = {
  'POST /v1/reporting/report_runs': {
    '': { input: { report_type: 'balance.summary.1', parameters: interval } },
    'of an unknown type': { input: { report_type: 'balance', parameters: interval } },
  },
  'reporting.report_run answer to write_report': {
    progress: { answer: { result: 'progress', progress: 50 } },
    'the file': { answer: succeeded },
    'a failure': { answer: { result: 'failed', message: 'There is no such payout.' } },
  },
};
