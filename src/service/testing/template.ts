import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../kernel/storage/migrate.js';
import { migrationFiles } from '../../kernel/storage/migration-files.js';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { findPrograms } from '../embedded-postgres/programs.js';
import { version } from '../wiring/version.js';

/** The database that services of tests are created from. */
export const template = 'template';

/** A private folder that only this user can enter. */
export const privateFolder = (): string => mkdtempSync(join(tmpdir(), 'florin-test-'));

/** Copies the prepared data into a folder. It is prepared once for each form of the schema, and kept in the cache. */
export async function copyTemplate(into: string, cache = join(homedir(), '.cache', 'florin')): Promise<void> {
  const kept = join(cache, await nameOfTemplate(into));
  if (!existsSync(kept)) await prepare(kept);
  copy(kept, join(into, 'postgres'));
}

async function nameOfTemplate(directory: string): Promise<string> {
  const parts = [version, findPrograms(directory).version, await migrationFiles()];
  return `testing-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)}`;
}

/** The program copies a thousand small files in a fifth of the time that Node needs. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-R', from, to]);
  chmodSync(to, 0o700);
}

/** Made in another folder and moved into place, so that the folder is whole or absent, however many processes prepare it. */
async function prepare(kept: string): Promise<void> {
  const directory = privateFolder();
  const draft = `${kept}.draft-${process.pid}`;
  try {
    const { url, stop } = await startEmbeddedPostgres({ directory, database: template, log: () => {}, durable: false });
    await migrate({ url, log: () => {}, contracts: true }).finally(stop);
    mkdirSync(join(kept, '..'), { recursive: true, mode: 0o700 });
    copy(join(directory, 'postgres'), draft);
    renameSync(draft, kept);
  } catch (error) {
    if (!existsSync(kept)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(directory, { recursive: true, force: true });
  }
}
