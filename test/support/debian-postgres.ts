import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { isRoot, unprivileged } from '../../src/service/embedded-postgres/folder.js';

const versions = '/usr/lib/postgresql';

/** The folder with the programs of the newest PostgreSQL that Debian's packages have put on this machine; null without one. */
export const debian_programs: string | null =
  (existsSync(versions) ? readdirSync(versions) : [])
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb'))) ?? null;

/** The account of servers, which do not run as root. */
export const account = isRoot() ? unprivileged : {};

/** Creates a folder that belongs to the account of servers. */
export function ownFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (isRoot()) chownSync(path, unprivileged.uid, unprivileged.gid);
  return path;
}

/** Runs a program of the account to its end; its output. */
export const runAs = (program: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): string =>
  execFileSync(program, words, { ...account, cwd: '/tmp', encoding: 'utf8', env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env } });

/** Starts a process of the account in a group of its own. */
export const spawnAs = (program: string, words: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(program, words, {
    ...account,
    cwd: '/tmp',
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'ignore', 'ignore'],
  });

/** Queries a server until it answers as wanted, because it may still be starting. */
export async function untilAnswered(
  url: string,
  text: string,
  isAnswer: (row: Readonly<Record<string, unknown>>) => boolean = () => true,
): Promise<Readonly<Record<string, unknown>>> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
    const answer = await client
      .connect()
      .then(() => client.query(text))
      .then(({ rows }) => ({ ...rows[0] }) as Readonly<Record<string, unknown>>)
      .catch((error: Error) => error)
      .finally(() => client.end().catch(() => {}));
    if (!(answer instanceof Error) && isAnswer(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`${text} was not answered as wanted: ${String(answer)}`);
    await new Promise((done) => setTimeout(done, 50));
  }
}
