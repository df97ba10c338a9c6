import { checkChain } from '../../kernel/audit/chain.js';
import { type Done, readRecords } from '../../kernel/audit/record.js';
import { audit } from '../../kernel/ledger/balances.js';
import { type Described, one_line } from './described.js';
import { type OfResult, sayResult } from './result.js';
import { exit_codes, misused } from './usage.js';
import { withEngineAsItIs } from './with-engine.js';

type Asked = OfResult & {
  readonly account?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly limit: string;
};

const limit_max = 10_000;

/** `florin audit`: checks the ledger and the audit record; `florin audit log` prints the record. */
export const auditing: Described = {
  json: one_line,
  examples: ['florin audit', 'florin audit --json', 'florin audit log --action "florin keys revoke"'],
  add: (command) => command.action(check),
  commands: {
    log: {
      about: 'print privileged requests with their actor, address and outcome, newest first',
      json: 'print each record as a line of JSON',
      examples: ['florin audit log --limit 20', 'florin audit log --account acct_123 --json'],
      add: (command) =>
        command
          .option('--account <id>', 'only this account, in both modes')
          .option('--action <action>', 'only this route or command, as printed')
          .option('--actor <id>', 'only this key, or this user of a command')
          .option('--subject <id>', 'only requests about this object')
          .option('--limit <count>', 'the maximum number of records', '100')
          .action(log),
    },
  },
};

const check = (asked: OfResult): Promise<void> =>
  withEngineAsItIs(async ({ database, vault }) => {
    const violations = await audit(database);
    const { head, unlinked, broken } = await checkChain(database, vault);
    const found = [...violations, ...(broken.length ? [{ invariant: 'audit records are unchanged', rows: broken }] : [])];
    const whole = `Every invariant holds.\nAudit records linked: ${head.place}, the last with ${head.hash || 'nothing'}; not linked yet: ${unlinked}.`;
    const result = { violations: found, audit_records: { linked: head.place, last: head.hash || null, unlinked } };
    sayResult(asked, result, found.length ? JSON.stringify(found, null, 2) : whole);
    if (found.length) process.exitCode = exit_codes.failure;
  });

type Recorded = Done & { readonly created: number };

async function log({ limit, json, ...asked }: Asked): Promise<void> {
  const count = countOf(limit);
  await withEngineAsItIs(async ({ database }) => {
    for (const { doc } of await readRecords(database, { ...asked, limit: count })) {
      const record: Recorded = JSON.parse(doc);
      sayResult({ json: json === true }, record, lineOf(record));
    }
  });
}

const lineOf = ({ created, outcome, action, subject, actor, actor_type, from }: Recorded): string =>
  `${new Date(created * 1000).toISOString().replace('.000Z', 'Z')}  ${outcome.padEnd(9)}  ${action}  ${subject ?? '-'}  by ${actor} (${actor_type}) from ${from}`;

function countOf(text: string): number {
  if (!/^[1-9]\d*$/.test(text) || Number(text) > limit_max) throw misused(`--limit must be a whole number from 1 to ${limit_max}`);
  return Number(text);
}
