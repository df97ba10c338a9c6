import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe } from 'vitest';
import { isRoot, unprivileged } from '../../src/service/embedded-postgres/folder.js';

const is_installed = spawnSync('pgbouncer', ['--version']).status === 0;

/** Describes what happens behind PgBouncer; skipped where it is not installed, with the reason in the name. */
export function describePooler(name: string, tests: () => void): void {
  if (is_installed) describe(name, tests);
  else describe.skip(`${name} (skipped: pgbouncer is not installed)`, tests);
}

/** A PgBouncer in transaction mode in front of one database. */
export type Pooler = { readonly url: string; readonly stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts it for the database of a URL, with some connections to the server. */
export async function startPooler(database_url: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-pgbouncer-'));
  const port = await freePort();
  const given = new URL(database_url.replace(':///', '://localhost/'));
  const host = given.searchParams.get('host') ?? given.hostname;
  // The account may not be able to enter the parents of this folder.
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
florin = host=/proc/self/cwd port=5432 dbname=${decodeURIComponent(given.pathname.slice(1))} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
ignore_startup_parameters = options,extra_float_digits
`,
  );
  const account = isRoot() ? unprivileged : undefined;
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid);
  const child = spawn('pgbouncer', ['--quiet', file], { ...account, cwd: host, stdio: 'ignore' });
  const url = `postgres://postgres@127.0.0.1:${port}/florin`;
  await answering(url, child);
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url, stop };
}

async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let tried = 1; ; tried++) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (tried === 100) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}
