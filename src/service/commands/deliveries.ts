import type { Command } from 'commander';
import { comeHome, releaseDeliveries } from '../../kernel/storage/home.js';
import { withEngineAsItIs } from './with-engine.js';

/** `florin deliveries`: whether they and messages to customers go out, and letting them out of a database that was restored. */
export function deliveryCommands(program: Command): void {
  const deliveries = program.command('deliveries').description('let deliveries and messages go out of a database that was restored');
  deliveries
    .command('status')
    .description('say whether deliveries and messages go out')
    .action(() =>
      withEngineAsItIs(async ({ database }) => {
        const since = await comeHome(database);
        process.stdout.write(
          since ? `Deliveries and messages are held since ${since.toISOString()}.\n` : 'Deliveries and messages go out.\n',
        );
      }),
    );
  deliveries
    .command('release')
    .description('let deliveries and messages go out; every process follows within ten seconds')
    .option('--discard', 'drop those that wait, as in a copy that is to tell only what happens in it', false)
    .action(({ discard }: { discard: boolean }) =>
      withEngineAsItIs(async ({ database }) => {
        const { deliveries, messages } = await releaseDeliveries(database, discard);
        const waited = `${deliveries} deliveries and ${messages} messages to customers had been waiting`;
        process.stdout.write(`Deliveries and messages go out. ${waited}${discard ? ' and were dropped' : ''}.\n`);
      }),
    );
}
