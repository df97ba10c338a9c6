import type { Command } from 'commander';
import { openDatabase } from '../../kernel/storage/database.js';
import { migrate } from '../../kernel/storage/migrate.js';
import type { Migration, Step } from '../../kernel/storage/migration-files.js';
import { pendingIn } from '../../kernel/storage/schema.js';
import { type Config, readConfig } from '../config.js';
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
        else await migrate({ url: place.database_url, log: say, contracts: contract }).then((names) => say(summary(names)));
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
    for (const each of contract ? [...now, ...later] : now) say(`would run  ${each.name}  ${hows(each)}`);
    if (!contract) for (const each of later) say(`waits for --contract  ${each.name}  ${hows(each)}`);
    if (now.length + later.length === 0) say(summary([]));
  } finally {
    await database.close();
  }
}

const hows = ({ steps }: Migration): string => steps.map(how).join(', then ');

function how(step: Step): string {
  if (step.of === 'alone') return 'concurrently, without a time limit';
  return step.of === 'batches' ? `in batches over ${step.table}` : 'in one transaction';
}
