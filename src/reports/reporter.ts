import type { FileContents } from '../api/contents/contents.js';
import { zoneOf } from '../arithmetic/calendar/zone.js';
import { accountOf, tenantOf } from '../kernel/base/books.js';
import { line } from '../kernel/base/csv.js';
import type { Answerer, AnyAsk, Asking } from '../kernel/base/question.js';
import { isRefused } from '../kernel/base/refusal.js';
import { storedClock } from '../kernel/engine/clock.js';
import { notified } from '../kernel/engine/due.js';
import type { Engine } from '../kernel/engine/engine.js';
import type { Database } from '../kernel/storage/database.js';
import { type ReportAsk, type Reported, writeReport } from '../processors/questions.js';
import { reportTypeOf } from '../resources/reporting/report-types/types.js';
import { type Batch, type Impossible, impossible, linesOf, type Writing } from './lines.js';
import { type Query, transactionsIn } from './transactions.js';

/** What reports are written with. */
export type Reporting = { readonly engine: Engine; readonly contents: FileContents };

type Ask = AnyAsk & ReportAsk;

/** Answers questions for reports. `reporting` is a function, because it needs the engine, which needs this. */
export const reporter = (reporting: () => Reporting): Answerer => ({
  name: 'reports',
  local: false,
  [writeReport.verb]: (ask: Ask, { account }: Asking): Promise<Reported> =>
    write(reporting(), ask, account).catch((error: unknown) => {
      if (isImpossible(error)) return { result: 'failed', message: error.message };
      if (isRefused(error)) return { result: 'failed', message: error.refusal.message ?? 'No space is left for the file of this report.' };
      throw error;
    }),
});

const isImpossible = (error: unknown): error is Impossible => error instanceof Error && 'impossible' in error;

/** Streams a report into a file: a batch of rows and a piece of the file are in memory at a time. */
async function write({ engine, contents }: Reporting, ask: Ask, account: string): Promise<Reported> {
  const writing = writingOf(ask, account);
  const file = engine.ids.fresh('file', engine.now_ms());
  const sending = await contents.send({ account, file }, 0);
  let rows = 0;
  let kept = false;
  try {
    const { received } = await inSnapshot(engine.reads, async (query) => {
      const total = await rowsAhead(query, writing);
      const shown = progressOf(engine, ask, account);
      const batches = counted(linesOf(query, writing), async (count) => {
        rows += count;
        await shown(rows, total);
      });
      return sending.take('', bytesOf(writing.columns, batches), { take: () => {}, found: () => null });
    });
    kept = true;
    return { result: 'succeeded', file, size: received.size, key: received.key, rows };
  } finally {
    await sending.end(kept);
  }
}

function writingOf({ report_type, parameters }: Ask, account: string): Writing {
  const type = reportTypeOf(report_type);
  if (!type) throw impossible(`This version of Florin has no report type ${report_type}.`);
  const { connected_account = null, currency, interval_start, interval_end = 0, payout = null, reporting_category } = parameters;
  const books = connected_account === null ? account : tenantOf(connected_account, accountOf(account) === account);
  return {
    type,
    interval: { account: books, from: interval_start ?? null, until: interval_end },
    wanted: { currency, reporting_category },
    columns: parameters.columns?.length ? parameters.columns : type.default_columns,
    payout,
    connected_account,
    zones: { own: zoneOf(parameters.timezone ?? 'Etc/UTC'), utc: zoneOf('Etc/UTC') },
  };
}

/** Runs all statements of a report on one snapshot: its sums are those of one moment, whatever is paid in the meantime. */
const inSnapshot = <T>(database: Database, work: (query: Query) => Promise<T>): Promise<T> =>
  database.transaction(async (query) => {
    await query({ text: 'set transaction isolation level repeatable read, read only', values: [] });
    await query({ text: `set local statement_timeout = '10min'`, values: [] });
    return work(query);
  });

/** The number of transactions in the interval, for the progress: an index knows it. */
async function rowsAhead(query: Query, { interval, wanted }: Writing): Promise<number> {
  const { text, values } = transactionsIn(interval, { ...wanted, payouts: undefined }, 'id');
  const [found] = await query<{ count: number }>({ text: `select count(*)::int as count from (${text}) it`, values });
  return found?.count ?? 0;
}

const pause_ms = 2000;

/** Shows the progress of a report on its run, at most every two seconds. */
function progressOf(engine: Engine, { subject, attempt, verb }: Ask, account: string): (rows: number, total: number) => Promise<void> {
  let shown_ms = engine.now_ms();
  return async (rows, total) => {
    if (engine.now_ms() < shown_ms + pause_ms) return;
    shown_ms = engine.now_ms();
    const account_id = accountOf(account);
    const tenant = { account, account_id, livemode: account_id === account, ...(await storedClock(engine, account)) };
    const progress = Math.min(99, Math.floor((rows / Math.max(total, 1)) * 100));
    await notified(engine, tenant, 'reports', { subject, verb, attempt, answer: { result: 'progress', progress } as Reported });
  };
}

async function* counted(batches: AsyncIterable<Batch>, each: (rows: number) => Promise<void>): AsyncGenerator<string> {
  for await (const { text, rows } of batches) {
    await each(rows);
    if (text) yield text;
  }
}

async function* bytesOf(columns: readonly string[], texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(line(columns));
  for await (const text of texts) yield Buffer.from(text);
}
