import { auditRow, recording } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Finish, rotate } from '../../kernel/vault/rotate.js';
import { type Described, one_line } from './described.js';
import { operator } from './operator.js';
import { type OfResult, say, sayResult } from './result.js';
import { exit_codes } from './usage.js';
import { withEngine } from './with-engine.js';

/** `florin vault rotate`: reseals all stored secrets with the first key of the key ring. */
export const vaults: Described = {
  examples: ['florin vault rotate'],
  commands: {
    rotate: {
      about:
        'reseal everything not sealed with the first key of FLORIN_VAULT_KEYS; safe beside running processes and after an interruption',
      json: one_line,
      examples: ['FLORIN_VAULT_KEYS=k2:...,k1:... florin vault rotate', 'florin vault rotate --json'],
      add: (command) => command.action((asked: OfResult) => withEngine((engine) => rotateAll(engine, asked))),
    },
  },
};

async function rotateAll(engine: Engine, asked: OfResult): Promise<void> {
  const { database, vault } = engine;
  const [current = ''] = vault.key_ids;
  const { sealed, tampered, retired } = await rotate(
    database,
    vault,
    ({ kind, sealed }) => (asked.json ? toError : say)(`${kind}: ${sealed} resealed`),
    recorded(engine),
  );
  const lines = [
    `${sealed} rows were resealed; the key in use is ${current}.`,
    ...tampered.map((place) => `NOT decrypted, because it was changed or swapped in the database: ${place}`),
    ...(tampered.length ? [] : [remaining(retired)]),
  ];
  sayResult(asked, { resealed: sealed, key: current, retired, tampered }, lines.join('\n'));
  if (tampered.length) process.exitCode = exit_codes.failure;
}

const toError = (line: string): void => void process.stderr.write(`${line}\n`);

const remaining = (retired: readonly string[]): string =>
  retired.length
    ? `No row names ${retired.join(', ')}: remove it from FLORIN_VAULT_KEYS, and keep it with older backups.`
    : 'No row names another key.';

/** A rotation's audit record belongs to no account. */
const recorded =
  (engine: Engine): Finish =>
  async (query, outcome) => {
    const by = operator(engine, 'florin vault rotate');
    await query(recording(auditRow({ account: '', livemode: true }, { ...by, subject: engine.vault.key_ids[0] ?? null, outcome })));
  };
