import type { Command } from 'commander';
import { type Asking, asking, serviceAt } from './service.js';

/** `florin reset`: empties a sandbox of a running service. */
export function resetCommand(command: Command): void {
  asking(command).action(async (options: Asking) => {
    const { account } = await serviceAt(options)<{ readonly account: string }>('POST', '/v1/test_helpers/reset');
    process.stdout.write(`The sandbox ${account} is empty. Its keys, audit records and snapshots remain.\n`);
  });
}
