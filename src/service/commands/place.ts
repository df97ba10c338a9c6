import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KeyRing, readKeyRing } from '../../kernel/vault/key-ring.js';
import type { Config } from '../config.js';
import { hasCluster } from '../embedded-postgres/cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { makeFolders } from '../embedded-postgres/folder.js';
import { cannotKeep } from './explained.js';

/** The state of a process: a database, and the vault keys. */
export type Place = {
  readonly database_url: string;
  readonly key_ring: KeyRing;
  readonly embedded: EmbeddedPostgres | null;
  leave(): Promise<void>;
};

/** Opens the configured database, or starts the embedded one and creates it if it is missing. */
export async function openPlace(config: Config, log: (line: string) => void): Promise<Place> {
  const directory = resolve(config.data);
  if (config.database_url !== null) {
    return { database_url: config.database_url, key_ring: config.vault_keys ?? [], embedded: null, leave: async () => {} };
  }
  let embedded: EmbeddedPostgres | null = null;
  try {
    embedded = await startEmbeddedPostgres({ directory, database: 'florin', log });
    const key_ring = config.vault_keys ?? keptKeys(directory);
    return { database_url: embedded.url, key_ring, embedded, leave: embedded.stop };
  } catch (error) {
    await embedded?.stop();
    throw cannotKeep(config, error);
  }
}

/** Like `openPlace`, for commands that need existing data: an empty folder stays empty. */
export async function openExisting(config: Config, log: (line: string) => void): Promise<Place> {
  if (config.database_url === null && !hasCluster(config.data)) throw nothingIn(config);
  return openPlace(config, log);
}

const nothingIn = ({ data }: Config): Error =>
  new Error(
    `No Florin data in ${resolve(data)}. Run this in the folder where the service was started, set FLORIN_DATA=/path or DATABASE_URL, or start the service here: florin start.`,
  );

/** The sandbox key that the first start stored. */
export function keptSandboxKey(config: Config): string {
  if (!existsSync(resolve(config.data, 'sandbox-key'))) throw nothingIn(config);
  return sandboxKey(config);
}

/** The key that this sandbox prints at every start; any other sk_test_ key opens a separate sandbox. */
export function sandboxKey(config: Config): string {
  try {
    return kept(resolve(config.data), 'sandbox-key', () => `sk_test_${randomBytes(18).toString('hex')}`);
  } catch (error) {
    throw cannotKeep(config, error);
  }
}

function keptKeys(directory: string): KeyRing {
  const ring = readKeyRing(kept(directory, 'vault-keys', () => `k1:${randomBytes(32).toString('base64')}`));
  if (!ring)
    throw new Error(
      `${resolve(directory, 'vault-keys')} does not hold vault keys. Restore the file that the first start created; without it the stored card numbers cannot be decrypted.`,
    );
  return ring;
}

/** A value created at the first start and stored beside the database, readable by its owner only. */
function kept(directory: string, name: string, make: () => string): string {
  const file = resolve(directory, name);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  makeFolders(directory);
  writeFileSync(file, `${make()}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  const { uid, gid } = statSync(directory);
  if (process.getuid?.() === 0 && uid !== 0) chownSync(file, uid, gid);
  return readFileSync(file, 'utf8').trim();
}
