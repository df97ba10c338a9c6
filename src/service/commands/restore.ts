import { randomBytes } from 'node:crypto';
import { checkChain } from '../../kernel/audit/chain.js';
import { audit } from '../../kernel/ledger/balances.js';
import type { Database } from '../../kernel/storage/database.js';
import type { KeyRing } from '../../kernel/vault/key-ring.js';
import { openVault, type Vault } from '../../kernel/vault/vault.js';
import { readConfig } from '../config.js';
import { type Restored, restoreBackup } from './backup/restore.js';
import { openPatiently, runPatiently } from './backup/take.js';
import { secondsSince } from './backup.js';
import { type Described, one_line } from './described.js';
import { openPlace } from './place.js';
import { type OfResult, sayResult } from './result.js';
import { exit_codes } from './usage.js';

type Options = OfResult & { readonly drill: boolean };

/** `florin restore`: restores a backup into an empty database and audits it; with `--drill` into a temporary one. */
export const restoring: Described = {
  json: one_line,
  examples: ['DATABASE_URL=postgres://florin@db/new florin restore florin.backup', 'florin restore --drill florin.backup'],
  add: (command) =>
    command
      .argument('<file>', 'a file that florin backup wrote')
      .option('--drill', 'restore into a temporary database of the same server, audit it, drop it, and print how long that took', false)
      .action(restore),
};

async function restore(file: string, { drill, ...asked }: Options): Promise<void> {
  const place = await openPlace(readConfig(process.env), () => {});
  const into = (url: string): Promise<Result> => restored(url, { file, key_ring: place.key_ring });
  try {
    const result = await (drill ? inTemporary(place.database_url, into) : into(place.database_url));
    sayResult(asked, inJson(result, drill), inWords(file, result, drill));
    if (result.violations.length) process.exitCode = exit_codes.failure;
  } finally {
    await place.leave();
  }
}

type Result = Restored & {
  readonly violations: readonly object[];
  readonly restore_seconds: number;
  readonly audit_seconds: number;
  /** The age of the backup: what was written since then is not in it. */
  readonly age_seconds: number;
};

type Source = { readonly file: string; readonly key_ring: KeyRing };

async function restored(url: string, { file, key_ring }: Source): Promise<Result> {
  const vault = openVault(key_ring, randomBytes, () => {});
  const began_ms = performance.now();
  const done = await restoreBackup({ url, path: file, vault });
  const restore_seconds = secondsSince(began_ms);
  const audit_began_ms = performance.now();
  const database = openPatiently(url);
  try {
    const violations = await violationsIn(database, vault);
    const age_seconds = Math.round((Date.now() - Date.parse(done.head.as_of)) / 1000);
    return { ...done, violations, restore_seconds, audit_seconds: secondsSince(audit_began_ms), age_seconds };
  } finally {
    await database.close();
  }
}

async function violationsIn(database: Database, vault: Vault): Promise<object[]> {
  const { broken } = await checkChain(database, vault);
  return [...(await audit(database)), ...(broken.length ? [{ invariant: 'audit records are unchanged', rows: broken }] : [])];
}

/** Runs work on a new database of the same server, and drops it in any case. */
async function inTemporary<T>(url: string, work: (url: string) => Promise<T>): Promise<T> {
  const name = `florin_drill_${randomBytes(6).toString('hex')}`;
  const database = openPatiently(url);
  try {
    await runPatiently(database, `create database ${name}`);
    try {
      return await work(url.replace(/^(postgres(?:ql)?:\/\/[^/?#]*)(\/[^?#]*)?/, `$1/${name}`));
    } finally {
      await runPatiently(database, `drop database ${name}`);
    }
  } finally {
    await database.close();
  }
}

const rowsIn = ({ head }: Restored): number => head.tables.reduce((sum, { rows }) => sum + rows, 0);

const recovery = ({ restore_seconds, audit_seconds }: Result): number => Math.round((restore_seconds + audit_seconds) * 10) / 10;

const inJson = (result: Result, drill: boolean): object => {
  const { head, skipped, violations, restore_seconds, audit_seconds, age_seconds } = result;
  const times = { restore_seconds, audit_seconds, recovery_seconds: recovery(result), age_seconds };
  return { drill, as_of: head.as_of, rows: rowsIn(result), skipped, violations, ...times };
};

function inWords(file: string, result: Result, drill: boolean): string {
  const { head, skipped, violations, restore_seconds, audit_seconds, age_seconds } = result;
  return [
    `${rowsIn(result).toLocaleString('en')} rows as of ${head.as_of} were restored from ${file}; checksums and sums of the ledger agree.`,
    ...(skipped.length ? [`Not restored, because no migration makes them: ${skipped.join(', ')}.`] : []),
    violations.length ? `florin audit found:\n${JSON.stringify(violations, null, 2)}` : 'Every invariant holds.',
    ...(drill
      ? [
          `Time to recover (RTO): ${recovery(result)} s, of which restore ${restore_seconds} s and audit ${audit_seconds} s.`,
          `Lost data (RPO): what was written since the backup, ${age_seconds.toLocaleString('en')} s ago. The temporary database was dropped.`,
        ]
      : ['Deliveries and mail are held here, unless FLORIN_SITE is that of the original: florin deliveries status.']),
  ].join('\n');
}
