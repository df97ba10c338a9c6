import { checkChain } from '../../kernel/audit/chain.js';
import { type Done, readRecords } from '../../kernel/audit/record.js';
import { audit, type Family, familiesOf } from '../../kernel/ledger/balances.js';
import { type Described, one_line } from './described.js';
import { progressOf } from './progress.js';
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
  examples: ['florin audit', 'florin audit --account acct_123', 'florin audit --each-account --after acct_123_test'],
  add: (command) =>
    command
      .option('--account <id>', 'only this account, in both modes, with its platform and the accounts connected to it')
      .option('--each-account', 'one account after the other, each as of its own moment: for databases that are too large for one')
      .option('--after <id>', 'with --each-account: go on after this account, as a run that was interrupted says')
      .action(check),
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

type Checked = OfResult & { readonly account?: string; readonly eachAccount?: boolean; readonly after?: string };

function check(asked: Checked): Promise<void> {
  if (asked.after !== undefined && !asked.eachAccount) throw misused('--after needs --each-account');
  if (asked.account !== undefined && asked.eachAccount) throw misused('--account and --each-account exclude each other');
  return asked.account === undefined && !asked.eachAccount ? checkWhole(asked) : checkFamilies(asked);
}

const checkWhole = (asked: OfResult): Promise<void> =>
  withEngineAsItIs(async ({ database, vault }) => {
    const violations = await audit(database);
    const { head, unlinked, broken } = await checkChain(database, vault);
    const found = [...violations, ...(broken.length ? [{ invariant: 'audit records are unchanged', rows: broken }] : [])];
    const whole = `Every invariant holds.\nAudit records linked: ${head.place}, the last with ${head.hash || 'nothing'}; not linked yet: ${unlinked}.`;
    const result = { violations: found, audit_records: { linked: head.place, last: head.hash || null, unlinked } };
    sayResult(asked, result, found.length ? JSON.stringify(found, null, 2) : whole);
    if (found.length) process.exitCode = exit_codes.failure;
  });

/** Checks the ledger of one family, or of each. The chain of audit records is a matter of the whole database. */
const checkFamilies = ({ account, after, ...asked }: Checked): Promise<void> =>
  withEngineAsItIs(async ({ database }) => {
    const families = await familiesOf(database, { ...(after !== undefined && { after }), of: account ?? null });
    if (account !== undefined && families.length === 0) throw new Error(`There is no account ${account}: florin accounts list shows them.`);
    const progress = progressOf(families.length);
    const interrupted = resumable();
    let violating = 0;
    for (const family of families) {
      const violations = await audit(database, family.members);
      if (violations.length) {
        violating += 1;
        sayResult(asked, { account: family.account, violations }, `${family.account}:\n${JSON.stringify(violations, null, 2)}`);
      }
      progress.step(family.account);
      interrupted.reach(family);
    }
    progress.stop();
    interrupted.stop();
    const text = violating
      ? `Accounts that violate an invariant: ${violating} of ${families.length}.`
      : `Every invariant holds. Accounts checked: ${families.length}.`;
    sayResult(asked, { accounts: families.length, violating }, text);
    if (violating) process.exitCode = exit_codes.failure;
  });

/** Says on an interrupt how to go on. */
function resumable(): { readonly reach: (family: Family) => void; readonly stop: () => void } {
  let last: Family | null = null;
  const tell = (): void => {
    if (last) process.stderr.write(`\nInterrupted. Go on with: florin audit --each-account --after ${last.account}\n`);
    process.exit(exit_codes.failure);
  };
  process.on('SIGINT', tell);
  return {
    reach: (family) => {
      last = family;
    },
    stop: () => void process.off('SIGINT', tell),
  };
}

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
