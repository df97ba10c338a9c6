import type { Command } from 'commander';
import { auditRow, recording } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Finish, rotate } from '../../kernel/vault/rotate.js';
import { operator } from './operator.js';
import { withEngine } from './with-engine.js';

/** `florin vault rotate`: reseals all stored secrets with the first key of the key ring. */
export function vaultCommands(vault: Command): void {
  vault
    .command('rotate')
    .description(
      'reseal everything not sealed with the first key of FLORIN_VAULT_KEYS; safe beside running processes and after an interruption',
    )
    .action(() => withEngine(rotateAll));
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function rotateAll(engine: Engine): Promise<void> {
  const { database, vault } = engine;
  const [current = ''] = vault.key_ids;
  const { sealed, tampered, retired } = await rotate(
    database,
    vault,
    ({ kind, sealed }) => say(`${kind}: ${sealed} resealed`),
    recorded(engine),
  );
  say(`${sealed} rows were resealed; the key in use is ${current}.`);
  for (const place of tampered) say(`NOT decrypted, because it was changed or swapped in the database: ${place}`);
  if (tampered.length) process.exitCode = 1;
  else if (retired.length) say(`No row names ${retired.join(', ')}: remove it from FLORIN_VAULT_KEYS, and keep it with older backups.`);
  else say('No row names another key.');
}

/** A rotation's audit record belongs to no account. */
const recorded =
  (engine: Engine): Finish =>
  async (query, outcome) => {
    const by = operator(engine, 'florin vault rotate');
    await query(recording(auditRow({ account: '', livemode: true }, { ...by, subject: engine.vault.key_ids[0] ?? null, outcome })));
  };
