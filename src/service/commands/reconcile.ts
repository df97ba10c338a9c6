import { closeSync, openSync, writeSync } from 'node:fs';
import { line } from '../../kernel/base/csv.js';
import { inWords } from '../../kernel/base/money.js';
import { type Described, one_line } from './described.js';
import { progressOf } from './progress.js';
import { type Compared, compare, type Outcome, type Total } from './reconcile/compare.js';
import { sizeOf } from './reconcile/read.js';
import { layout_names, reportOf } from './reconcile/report.js';
import { type OfResult, sayResult } from './result.js';
import { exit_codes, misused } from './usage.js';
import { withEngineAsItIs } from './with-engine.js';

type Options = OfResult & {
  readonly processor: string;
  readonly layout: string;
  readonly account?: string;
  readonly from?: string;
  readonly to?: string;
  readonly items?: string;
  readonly all?: boolean;
};

/** `florin reconcile`: compares a processor's settlement report, or a bank statement, with the ledger. */
export const reconciling: Described = {
  json: one_line,
  examples: [
    'florin reconcile settlement-2026-05.csv --processor adyen --layout adyen --from 2026-05-01 --to 2026-06-01',
    'florin reconcile report.csv --processor acquirer --layout columns.json --items differences.csv',
    'florin reconcile statement.xml --processor bank --layout camt053 --from 2026-05-01 --to 2026-06-01',
  ],
  notes: `Each charge, refund and dispute, or each payout of a bank statement, is matched, different, not in the ledger, or not in the report. The exit code is 1 unless all are matched.
A layout file names the columns of the report: docs/live.md describes it.`,
  add: (command) =>
    command
      .argument('<file>', 'the report as CSV, or the bank statement as XML')
      .requiredOption('--processor <name>', 'the name of the processor in the routes, whose charges or payouts are compared')
      .option('--layout <name>', `${layout_names.join(', ')}, or a JSON file that names the columns`, layout_names[0])
      .option('--account <id>', 'only charges and payouts of this account, in both modes')
      .option('--from <date>', 'what was posted before is not missing in the report')
      .option('--to <date>', 'what was posted at this time or later is not missing in the report')
      .option('--items <file>', 'write each item that is not matched to this CSV file')
      .option('--all', 'with --items: the matched ones too')
      .action(reconcile),
};

async function reconcile(file: string, { processor, account, all = false, ...asked }: Options): Promise<void> {
  if (all && asked.items === undefined) throw misused('--all needs --items');
  const report = reportOf(asked.layout);
  const [from, to] = [timeOf('--from', asked.from), timeOf('--to', asked.to)];
  const progress = progressOf(await sizeOf(file));
  const reading = report.items(file, (bytes) => progress.step('bytes', bytes));
  const accounts = account === undefined ? null : [account, `${account}_test`];
  const list = new Differences(asked.items);
  try {
    const totals = await withEngineAsItIs(({ database }) =>
      compare(database, { kinds: report.kinds, processor, accounts, from, to }, reading, { all, found: (each) => list.add(each) }),
    );
    progress.stop();
    const counts = countsOf(totals);
    sayResult(asked, { processor, ...counts, totals, items: list.first }, said(processor, counts, totals, list.first));
    if (counts.different + counts.not_in_ledger + counts.not_in_report > 0) process.exitCode = exit_codes.failure;
  } finally {
    progress.stop();
    list.close();
  }
}

function timeOf(name: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw misused(`${name} is a date such as 2026-05-01, or a time such as 2026-05-01T00:00:00Z.`);
  return time.toISOString();
}

const shown_max = 20;
const columns = ['outcome', 'kind', 'currency', 'reference', 'account', 'object', 'line', 'reported', 'posted', 'fee'] as const;

/** The items that are not matched: the first ones for the screen, all in a file. */
class Differences {
  readonly first: Compared[] = [];
  readonly #file: number | null;

  constructor(path: string | undefined) {
    this.#file = path === undefined ? null : openSync(path, 'w');
    this.#write(columns);
  }

  add(each: Compared): void {
    if (each.outcome !== 'matched' && this.first.length < shown_max) this.first.push(each);
    this.#write(columns.map((name) => each[name]));
  }

  #write(cells: Parameters<typeof line>[0]): void {
    if (this.#file !== null) writeSync(this.#file, line(cells));
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
  }
}

type Counts = Readonly<Record<Outcome, number>>;

const outcomes = ['matched', 'different', 'not_in_ledger', 'not_in_report'] as const satisfies readonly Outcome[];

const countsOf = (totals: readonly Total[]): Counts =>
  Object.fromEntries(outcomes.map((outcome) => [outcome, totals.reduce((sum, each) => sum + each[outcome], 0)])) as Counts;

function said(processor: string, counts: Counts, totals: readonly Total[], first: readonly Compared[]): string {
  const { matched, different, not_in_ledger, not_in_report } = counts;
  const missed = different + not_in_ledger + not_in_report;
  const head = `${processor}: ${matched} matched, ${different} different, ${not_in_ledger} not in the ledger, ${not_in_report} not in the report.`;
  const sums = totals.map(
    ({ kind, currency, reported, posted, fees }) =>
      `  ${kind.padEnd(16)}  reported ${inWords(reported, currency)}, in the ledger ${inWords(posted, currency)}, fees ${inWords(fees, currency)}`,
  );
  const items = first.map(
    ({ outcome, kind, currency, reference, line, reported, posted }) =>
      `  ${outcome.padEnd(13)}  ${kind} ${reference}${line === null ? '' : ` on line ${line}`}: reported ${amountIn(reported, currency)}, in the ledger ${amountIn(posted, currency)}`,
  );
  const more = missed > first.length ? [`  and ${missed - first.length} more: --items writes them to a file.`] : [];
  return [head, ...sums, ...(items.length ? ['', ...items, ...more] : [])].join('\n');
}

const amountIn = (amount: number | null, currency: string): string => (amount === null ? 'nothing' : inWords(amount, currency));
