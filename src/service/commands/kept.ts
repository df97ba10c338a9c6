import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.js';
import { makeFolders } from '../embedded-postgres/folder.js';
import { cannotKeep } from './explained.js';

/** The error of a command that needs data in a folder that has none. */
export const nothingIn = ({ data }: Config): Error =>
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

/**
 * A value created at the first start and stored beside the database, readable by its owner only. Of two processes that start at once, the second uses the
 * value of the first: a file gets its name with its content.
 */
export function kept(directory: string, name: string, make: () => string): string {
  const file = resolve(directory, name);
  if (!existsSync(file)) {
    makeFolders(directory);
    const draft = `${file}.draft-${process.pid}-${randomBytes(4).toString('hex')}`;
    try {
      writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: 'wx' });
      chmodSync(draft, 0o600);
      const { uid, gid } = statSync(directory);
      if (process.getuid?.() === 0 && uid !== 0) chownSync(draft, uid, gid);
      linkSync(draft, file);
    } catch (error) {
      if (!existsSync(file)) throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file, 'utf8').trim();
}
