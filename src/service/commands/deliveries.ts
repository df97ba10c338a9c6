import type { Command } from 'commander';
import { heldSince, releaseDeliveries } from '../../kernel/storage/home.js';
import { withEngineAsItIs } from './with-engine.js';

/** `florin deliveries`: shows whether deliveries and mail are held, and releases them in a restored database. */
export function deliveryCommands(deliveries: Command): void {
  deliveries
    .command('status')
    .description('show whether deliveries and messages are sent')
    .option('--json', 'print the result as a line of JSON')
    .action(({ json }: { json?: boolean }) =>
      withEngineAsItIs(async ({ database }) => {
        const since = await heldSince(database);
        if (json) process.stdout.write(`${JSON.stringify({ held_since: since })}\n`);
        else
          process.stdout.write(
            since ? `Deliveries and messages have been held since ${since.toISOString()}.\n` : 'Deliveries and messages are sent.\n',
          );
      }),
    );
  deliveries
    .command('release')
    .description('send deliveries and messages again; every process follows within ten seconds')
    .option('--discard', 'drop the waiting ones first: use it on a copy', false)
    .option('--json', 'print the result as a line of JSON')
    .action(({ discard, json }: { discard: boolean; json?: boolean }) =>
      withEngineAsItIs(async ({ database }, { site }) => {
        const { deliveries, messages } = await releaseDeliveries(database, site, discard);
        if (json) return void process.stdout.write(`${JSON.stringify({ deliveries, messages, discarded: discard })}\n`);
        const waited = `${deliveries} deliveries and ${messages} messages to customers were waiting`;
        process.stdout.write(`Deliveries and messages are sent. ${waited}${discard ? ' and were dropped' : ''}.\n`);
      }),
    );
}
