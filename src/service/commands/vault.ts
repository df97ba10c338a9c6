import type { Command } from 'commander';
import { auditRow, recording } from '../../kernel/audit/record.js';
import type { Engine } from '../../kernel/engine/engine.js';
import { type Finish, rotate } from '../../kernel/vault/rotate.js';
import { operator } from './operator.js';
import { withEngine } from './with-engine.js';

/** `florin vault rotate`: seals all that is stored with the key that stands first in the key ring. */
export function vaultCommands(program: Command): void {
  program
    .command('vault')
    .description('the keys of the vault')
    .command('rotate')
    .description(
      'seal everything anew that is sealed with another key than the first of FLORIN_VAULT_KEYS; beside running processes, and again after it was interrupted',
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
    ({ kind, sealed }) => say(`${kind}: ${sealed} sealed anew`),
    recorded(engine),
  );
  say(`${sealed} rows were sealed anew; the key in use is ${current}.`);
  for (const place of tampered) say(`NOT opened, because it was changed or exchanged in the database: ${place}`);
  if (tampered.length) process.exitCode = 1;
  else if (retired.length)
    say(`No row names ${retired.join(', ')} any more: take it out of FLORIN_VAULT_KEYS, and keep it with the backups of before.`);
  else say('No other key is named by any row.');
}

/** The record of a rotation belongs to no account. */
const recorded =
  (engine: Engine): Finish =>
  async (query, outcome) => {
    const by = operator(engine, 'florin vault rotate');
    await query(recording(auditRow({ account: '', livemode: true }, { ...by, subject: engine.vault.key_ids[0] ?? null, outcome })));
  };
