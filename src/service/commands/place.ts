import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { type KeyRing, readKeyRing } from '../../kernel/vault/key-ring.js';
import type { Config } from '../config.js';
import { hasCluster } from '../embedded-postgres/cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { cannotKeep } from './explained.js';
import { kept, nothingIn } from './kept.js';

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

function keptKeys(directory: string): KeyRing {
  const ring = readKeyRing(kept(directory, 'vault-keys', () => `k1:${randomBytes(32).toString('base64')}`));
  if (!ring)
    throw new Error(
      `${resolve(directory, 'vault-keys')} does not hold vault keys. Restore the file that the first start created; without it the stored card numbers cannot be decrypted.`,
    );
  return ring;
}
