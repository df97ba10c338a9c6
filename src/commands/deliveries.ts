import type { Command } from 'commander';
import { comeHome, releaseDeliveries } from '../storage/home.js';
import { withEngineAsItIs } from './with-engine.js';

/** `florin deliveries`: whether they go out, and letting them out of a database that was restored. */
export function deliveryCommands(program: Command): void {
  const deliveries = program.command('deliveries').description('let deliveries go out of a database that was restored');
  deliveries
    .command('status')
    .description('say whether deliveries go out')
    .action(() =>
      withEngineAsItIs(async ({ database }) => {
        const since = await comeHome(database);
        process.stdout.write(since ? `Deliveries are held since ${since.toISOString()}.\n` : 'Deliveries go out.\n');
      }),
    );
  deliveries
    .command('release')
    .description('let deliveries go out; every process follows within ten seconds')
    .option('--discard', 'drop those that wait, as in a copy that is to tell only what happens in it', false)
    .action(({ discard }: { discard: boolean }) =>
      withEngineAsItIs(async ({ database }) => {
        const count = await releaseDeliveries(database, discard);
        process.stdout.write(`Deliveries go out. ${count} had been waiting${discard ? ' and were dropped' : ''}.\n`);
      }),
    );
}
