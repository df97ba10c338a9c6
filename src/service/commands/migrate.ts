import type { Command } from 'commander';
import { type Database, openDatabase } from '../../kernel/storage/database.js';
import { migrate } from '../../kernel/storage/migrate.js';
import type { Migration, Step } from '../../kernel/storage/migration-files.js';
import { pendingIn } from '../../kernel/storage/schema.js';
import { type Config, readConfig } from '../config.js';
import { version } from '../wiring/version.js';
import { openPlace, type Place } from './place.js';

type Options = { readonly dryRun: boolean; readonly contract: boolean };

/** `florin migrate`: brings the schema up to date, or prints the pending migrations. */
export function migrateCommand(command: Command): void {
  command
    .option('--dry-run', 'print the pending migrations, and run none', false)
    .option('--contract', 'also remove what only older versions need; stop all older processes first', false)
    .action(async ({ dryRun, contract }: Options) => {
      const config = readConfig(process.env);
      const place = await openPlace(config, () => {});
      try {
        if (dryRun) await tell(config, place, contract);
        else await migrate({ url: place.database_url, log: say, contracts: contract, version }).then((names) => say(summary(names)));
      } finally {
        await place.leave();
      }
    });
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const summary = (names: readonly string[]): string => (names.length ? `Ran ${names.join(', ')}.` : 'The schema is up to date.');

async function tell(config: Config, { database_url: url }: Place, contract: boolean): Promise<void> {
  const database = openDatabase({ url, connections: 1, prepares: config.prepared_statements, log: () => {} });
  try {
    const { now, later } = await pendingIn(database);
    const sizes = await sizesOf(database);
    for (const each of contract ? [...now, ...later] : now) say(`would run  ${each.name}  ${hows(each, sizes)}`);
    if (!contract) for (const each of later) say(`waits for --contract  ${each.name}  ${hows(each, sizes)}`);
    if (now.length + later.length === 0) say(summary([]));
  } finally {
    await database.close();
  }
}

/** The tables by name: their rows, as the statistics know them, and pages. */
type Sizes = ReadonlyMap<string, { readonly rows: number; readonly pages: number }>;

async function sizesOf(database: Pick<Database, 'query'>): Promise<Sizes> {
  const text = `select relname as name, greatest(reltuples, 0)::bigint as rows, pg_relation_size(oid) / current_setting('block_size')::int as pages
    from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`;
  const tables = await database.query<{ name: string; rows: number; pages: number }>({ text, values: [] });
  return new Map(tables.map(({ name, ...size }) => [name, size]));
}

const hows = ({ steps }: Migration, sizes: Sizes): string => steps.map((step) => how(step, sizes)).join(', then ');

/** On one core; a machine under load is slower. */
const pages_per_second = 2000;
const indexed_rows_per_second = 200_000;

/** How a step is run, which locks it takes, and about how long it takes. */
function how(step: Step, sizes: Sizes): string {
  const rowsOf = (table: string): string => `${table} (${(sizes.get(table)?.rows ?? 0).toLocaleString('en')} rows)`;
  if (step.of === 'alone') {
    const tables = step.texts.flatMap((text) => /\bon (\w+)/.exec(text)?.[1] ?? []);
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
