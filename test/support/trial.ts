import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/service/embedded-postgres/embedded-postgres.js';
import { type Account, isAlive } from '../../src/service/embedded-postgres/folder.js';
import { room } from './room.js';

/** The shared parts of the tests of this folder: directories, servers, neighbours, crashes, and clearing all of them away. */

const folders: string[] = [];
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

/** A folder for one test; open, for the tests with two users. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(room, 'florin-test-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return realpathSync(folder);
}

/** A directory that does not exist yet. */
export const emptyDirectory = (): string => join(temporaryFolder(), '.florin');

let pattern: string | undefined;

/** A used directory: copied from one of this file, since creating one takes most of a second. */
export async function usedDirectory(): Promise<string> {
  pattern ??= await makePattern();
  const directory = emptyDirectory();
  copy(pattern, directory);
  return directory;
}

async function makePattern(): Promise<string> {
  const directory = mkdtempSync(join(room, 'florin-test-'));
  const server = await startEmbeddedPostgres({ directory, database: 'florin', log: () => {} });
  await server.stop();
  return directory;
}

/** Copies everything, also owners, links and sockets. */
export function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Adds a process to those that end with the test. */
export function endWithTest<C extends ChildProcess>(child: C): C {
  children.push(child);
  return child;
}

/** Waits for a condition; the time-out of the test is the only limit. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10);
}

/** Waits until only one process is present on a server: PostgreSQL notices late that a killed one is gone. */
export const isLeftAlone = (url: string): Promise<void> => until(async () => (await ask(url, presences)) === 1);

const presences = "select count(*)::int from pg_locks where locktype = 'advisory'";

export const serverPid = (directory: string): number =>
  Number.parseInt(readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8'), 10);

export const serverRuns = (directory: string): boolean => existsSync(join(directory, 'postgres', 'postmaster.pid'));

/** Kills as a crash does, and waits for the end: a killed process keeps its number until its parent has noticed. */
export async function crash(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  await until(() => isGone(pid));
}

/** A zombie is gone too: the first process of a container may not collect its orphans. */
function isGone(pid: number): boolean {
  const status = `/proc/${pid}/stat`;
  return !isAlive(pid) || (existsSync(status) && /\) Z /.test(readFileSync(status, 'utf8')));
}

/** Ends and removes everything that a test has created. */
export async function clearAway(): Promise<void> {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) {
    const directories = readdirSync(folder).map((name) => join(folder, name));
    for (const directory of directories.filter(serverRuns)) await crash(serverPid(directory));
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Removes the directory that `usedDirectory` copies. */
export function clearPattern(): void {
  if (pattern) rmSync(pattern, { recursive: true });
  pattern = undefined;
}

/** Starts or joins the PostgreSQL of a directory in this process. */
export async function start(directory: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ directory, database: 'florin', log: () => {} });
  servers.push(server);
  return server;
}

/** The first column of the first row of a query. */
export async function ask(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** Another process that uses the PostgreSQL of a directory. */
export type Neighbour = { process: ChildProcess; url: string; started: boolean; leave(): Promise<number | null> };

/** Starts another process on a directory, with misleading settings in its environment. */
export async function startNeighbour(directory: string, account?: Account): Promise<Neighbour> {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('../../src/service/embedded-postgres/embedded-postgres.ts', import.meta.url))});
    const options = { directory: ${JSON.stringify(directory)}, database: 'florin', log: () => {} };
    const server = await startEmbeddedPostgres(options).catch((error) => ({ error: error.message, stop() {} }));
    console.log(JSON.stringify(server));
    process.stdin.on('data', () => server.stop().then(() => process.exit())).on('end', () => process.stdin.unref());`;
  const astray = { PGPORT: '1', PGSSLMODE: 'require', PGDATA: '/nowhere', PGHOST: 'nowhere' };
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    ...account,
    cwd: new URL('.', import.meta.url),
    env: { ...process.env, ...astray, HOME: '/tmp' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  endWithTest(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const { error, ...server } = JSON.parse(value ?? '{ "error": "it ended without a word" }');
  if (error) throw new Error(error);
  return { ...server, process: child, leave: () => leaveBy(child, ended) };
}

function leaveBy(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  child.stdin?.end('leave\n');
  return ended;
}
