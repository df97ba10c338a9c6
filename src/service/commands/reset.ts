import { type Described, one_line } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, serviceAt } from './service.js';

/** `florin reset`: empties a sandbox of a running service. */
export const resetting: Described = {
  json: one_line,
  examples: ['florin reset', 'florin reset --key sk_test_shop'],
  add: (command) => asking(command).action(reset),
};

async function reset(options: Asking & OfResult): Promise<void> {
  const result = await serviceAt(options)<{ readonly account: string }>('POST', '/v1/test_helpers/reset');
  sayResult(options, result, `The sandbox ${result.account} is empty. Its keys, audit records and snapshots remain.`);
}
