import type { Command } from 'commander';
import { checkChain } from '../../kernel/audit/chain.js';
import { readRecords } from '../../kernel/audit/record.js';
import { audit } from '../../kernel/ledger/balances.js';
import { withEngineAsItIs } from './with-engine.js';

type Asked = {
  readonly account?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly limit: string;
};

const limit_max = 10_000;

/** `florin audit`: checks the ledger and the audit record; `florin audit log` prints the record. */
export function auditCommands(command: Command): void {
  command.option('--json', 'print the result as a line of JSON').action(({ json }: { json?: boolean }) =>
    withEngineAsItIs(async ({ database, vault }) => {
      const violations = await audit(database);
      const { head, unlinked, broken } = await checkChain(database, vault);
      const found = [...violations, ...(broken.length ? [{ invariant: 'audit records are unchanged', rows: broken }] : [])];
      const whole = `Every invariant holds.\nAudit records linked: ${head.place}, the last with ${head.hash || 'nothing'}; not linked yet: ${unlinked}.`;
      const result = { violations: found, audit_records: { linked: head.place, last: head.hash || null, unlinked } };
      process.stdout.write(`${json ? JSON.stringify(result) : found.length ? JSON.stringify(found, null, 2) : whole}\n`);
      if (found.length) process.exitCode = 1;
    }),
  );
  command
    .command('log')
    .description('print privileged requests with their actor, address and outcome, newest first')
    .option('--account <id>', 'only this account, in both modes')
    .option('--action <action>', 'only this route or command, as printed')
    .option('--actor <id>', 'only this key, or this user of a command')
    .option('--subject <id>', 'only requests about this object')
    .option('--limit <count>', 'the maximum number of records', '100')
    .action((asked: Asked) => withEngineAsItIs(({ database }) => print(readRecords(database, { ...asked, limit: countOf(asked.limit) }))));
}

async function print(records: Promise<readonly { readonly doc: string }[]>): Promise<void> {
  for (const { doc } of await records) process.stdout.write(`${doc}\n`);
}

function countOf(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > limit_max) throw new Error(`--limit must be a whole number from 1 to ${limit_max}`);
  return Number(text);
}
