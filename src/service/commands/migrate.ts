import { type Database, openDatabase } from '../../kernel/storage/database.js';
import { migrate } from '../../kernel/storage/migrate.js';
import type { Migration, Step } from '../../kernel/storage/migration-files.js';
import { pendingIn } from '../../kernel/storage/schema.js';
import { type Config, readConfig } from '../config.js';
import { version } from '../wiring/version.js';
import { type Described, one_line } from './described.js';
import { openPlace, type Place } from './place.js';
import { type OfResult, say, sayResult } from './result.js';

type Options = OfResult & { readonly dryRun: boolean; readonly contract: boolean };

/** `florin migrate`: brings the schema up to date, or prints the pending migrations. */
export const migration: Described = {
  json: one_line,
  examples: ['florin migrate --dry-run', 'florin migrate', 'florin migrate --contract'],
  add: (command) =>
    command
      .option('--dry-run', 'print the pending migrations, and run none', false)
      .option('--contract', 'also remove what only older versions need; stop all older processes first', false)
      .action(bringUpToDate),
};

async function bringUpToDate({ dryRun, contract, ...asked }: Options): Promise<void> {
  const config = readConfig(process.env);
  const place = await openPlace(config, () => {});
  try {
    if (dryRun) return await showPending(config, place, contract, asked);
    const log = asked.json ? (line: string) => void process.stderr.write(`${line}\n`) : say;
    const ran = await migrate({ url: place.database_url, log, contracts: contract, version });
    sayResult(asked, { ran }, summary(ran));
  } finally {
    await place.leave();
  }
}

const summary = (names: readonly string[]): string => (names.length ? `Ran ${names.join(', ')}.` : 'The schema is up to date.');

async function showPending(config: Config, { database_url: url }: Place, contract: boolean, asked: OfResult): Promise<void> {
  const database = openDatabase({ url, connections: 1, prepares: config.prepared_statements, log: () => {} });
  try {
    const { now, later } = await pendingIn(database);
    const sizes = await sizesOf(database);
    const shown = ({ name, steps }: Migration): Pending => ({ name, steps: steps.map((step) => how(step, sizes)) });
    const would_run = (contract ? [...now, ...later] : now).map(shown);
    const waits_for_contract = contract ? [] : later.map(shown);
    const lines = [
      ...would_run.map((each) => `would run  ${lineOf(each)}`),
      ...waits_for_contract.map((each) => `waits for --contract  ${lineOf(each)}`),
    ];
    sayResult(asked, { would_run, waits_for_contract }, lines.join('\n') || summary([]));
  } finally {
    await database.close();
  }
}

type Pending = { readonly name: string; readonly steps: readonly string[] };

const lineOf = ({ name, steps }: Pending): string => `${name}  ${steps.join(', then ')}`;

/** The tables by name: their rows, as the statistics know them, and pages. */
type Sizes = ReadonlyMap<string, { readonly rows: number; readonly pages: number }>;

async function sizesOf(database: Pick<Database, 'query'>): Promise<Sizes> {
  const text = `select named.relname as name, sum(greatest(leaf.reltuples, 0))::bigint as rows, sum(pg_relation_size(leaf.oid) / current_setting('block_size')::int)::bigint as pages
    from pg_class named, pg_class leaf where named.relkind in ('r', 'p') and named.relnamespace = current_schema()::regnamespace
      and (leaf.oid = named.oid or leaf.oid in (select relid from pg_partition_tree(named.oid) where isleaf)) group by named.oid`;
  const tables = await database.query<{ name: string; rows: number; pages: number }>({ text, values: [] });
  return new Map(tables.map(({ name, ...size }) => [name, size]));
}

/** On one core; a machine under load is slower. */
const pages_per_second = 2000;
const indexed_rows_per_second = 200_000;

/** How a step is run, which locks it takes, and about how long it takes. */
function how(step: Step, sizes: Sizes): string {
  const rowsOf = (table: string): string => `${table} (${(sizes.get(table)?.rows ?? 0).toLocaleString('en')} rows)`;
  if (step.of === 'alone') {
    const tables = step.texts.flatMap((text) => /\b(?:on|alter table) (\w+)/.exec(text)?.[1] ?? []);
    const seconds = tables.reduce((sum, table) => sum + (sizes.get(table)?.rows ?? 0) / indexed_rows_per_second, 0);
    return `concurrently, without a lock that stops requests, on ${[...new Set(tables)].map(rowsOf).join(', ') || 'nothing'}, ${about(seconds)}`;
  }
  if (step.of === 'batches')
    return `in batches over ${rowsOf(step.table)}, which lock some hundred rows each, ${about((sizes.get(step.table)?.pages ?? 0) / pages_per_second)}`;
  const altered = [...new Set([...step.text.matchAll(/^\s*alter table (\w+)/gim)].map(([, table = '']) => table))];
  const locked = altered.filter((table) => sizes.has(table));
  return `in one transaction${locked.length ? `, which locks ${locked.join(', ')} for a moment` : ''}`;
}

const about = (seconds: number): string => (seconds < 1 ? 'less than a second' : `about ${Math.ceil(seconds).toLocaleString('en')} s`);
