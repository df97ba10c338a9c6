import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type KeyRing, readKeyRing } from '../../kernel/vault/key-ring.js';
import type { Config } from '../config.js';
import { hasCluster } from '../embedded-postgres/cluster.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { makeFolders } from '../embedded-postgres/folder.js';
import { cannotKeep } from './explained.js';

/** Where a process keeps its state: a database, and the keys of its vault. */
export type Place = {
  readonly database_url: string;
  readonly key_ring: KeyRing;
  readonly embedded: EmbeddedPostgres | null;
  leave(): Promise<void>;
};

/** Opens the configured database, or starts the embedded one, which is made where there is none. */
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

/** The same for commands that work on what is there: an empty folder stays empty. */
export async function openExisting(config: Config, log: (line: string) => void): Promise<Place> {
  if (config.database_url === null && !hasCluster(config.data)) throw nothingIn(config);
  return openPlace(config, log);
}

const nothingIn = ({ data }: Config): Error =>
  new Error(
    `There is no data of Florin in ${resolve(data)}. Run this where the service was started, name its folder with FLORIN_DATA=/path or its database with DATABASE_URL, or start the service here: florin start.`,
  );

/** The sandbox's key, as a start has made it. */
export function keptSandboxKey(config: Config): string {
  if (!existsSync(resolve(config.data, 'sandbox-key'))) throw nothingIn(config);
  return sandboxKey(config);
}

/** The key that this sandbox prints at every start; any other sk_test_ key opens a sandbox of its own. */
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
      `${resolve(directory, 'vault-keys')} does not hold vault keys. Put back the file that was made at the first start; without it the card numbers kept here cannot be opened.`,
    );
  return ring;
}

/** A value made at the first start and kept beside the database, for its owner's eyes only. */
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
