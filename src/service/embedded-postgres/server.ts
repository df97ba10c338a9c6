import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Cluster, dataPath, environment } from './cluster.js';
import { type Account, codeOf, giveFolder, isAlive } from './folder.js';
import { programPath } from './programs.js';

/** Passed on the command line, so that a newer Florin also changes them for existing data. */
const settings = {
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '256MB',
  max_connections: '100',
  // A payment's write locks 100 relations. PostgreSQL 18 keeps so many locks of each connection in the memory of that connection alone.
  max_locks_per_transaction: '128',
  // After a checkpoint the first change of each page logs the whole page; rare checkpoints keep that cost low under load.
  checkpoint_timeout: '15min',
  max_wal_size: '2GB',
  // A query ends when its client was killed; otherwise its process would keep a new server from starting.
  client_connection_check_interval: '1s',
  // Clients receive their errors. In the log they would fill the disk, and a message can quote request data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
};

/** macOS cuts a socket path after this many bytes; Linux allows four more. */
const socket_path_bytes_max = 103;
const log_bytes_max = 1_000_000;

/**
 * The folder of the socket: the data folder, or a private one in /tmp if that path is too long. Its name is the inode number of the data folder,
 * which survives a move, differs in a copy, and is not reused while a server runs there.
 */
export function socketFolder(cluster: Cluster): string {
  if (Buffer.byteLength(join(cluster.folder, '.s.PGSQL.5432')) <= socket_path_bytes_max) return cluster.folder;
  const { dev, ino } = statSync(cluster.folder);
  const folder = `/tmp/florin-${dev}-${ino}`;
  if (existsSync(folder)) refuseStrangersFolder(folder, cluster);
  return folder;
}

/** All users can write to /tmp, so another user could set up a socket there for our passwordless connections. */
function refuseStrangersFolder(folder: string, { account }: Cluster): void {
  const { uid, mode } = lstatSync(folder);
  const us = process.geteuid?.();
  // A link has all permission bits set, so this refuses links too.
  if ((uid === us || uid === account?.uid) && (mode & 0o77) === 0) return;
  throw new Error(`${folder} was created by another user: remove it, or use a directory with a shorter path.`);
}

function makeSocketFolder(cluster: Cluster): string {
  const folder = socketFolder(cluster);
  if (folder === cluster.folder) return '.';
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  refuseStrangersFolder(folder, cluster);
  if (cluster.account) chownSync(folder, cluster.account.uid, cluster.account.gid);
  return folder;
}

/**
 * Starts a server in a separate process group: Ctrl-C in a terminal must reach the service first, which needs its database while it drains. The
 * server also survives a kill of the service.
 */
export function spawnServer(cluster: Cluster): ChildProcess {
  const { folder, account, programs, durable } = cluster;
  forgetStrangers(cluster);
  if (account && statSync(folder).uid !== account.uid) giveFolder(folder, account);
  // The marker must be last: `isServerOf` expects it at the end.
  const given = {
    ...settings,
    ...(!durable && { fsync: 'off', full_page_writes: 'off' }),
    unix_socket_directories: makeSocketFolder(cluster),
    [marker]: cluster.directory,
  };
  const options = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openLog(cluster.directory, account);
  const server = spawn(programPath(programs, 'postgres'), ['-D', dataPath(folder, account), ...options], {
    ...account,
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ['ignore', log, log],
  });
  server.on('error', (error) => appendFileSync(log_path(cluster.directory), `${error.message}\n`));
  server.unref();
  closeSync(log);
  return server;
}

/** The log file of the server. */
export const log_path = (directory: string): string => join(directory, 'postgres.log');

/** Never follows a link: this process may be root in a directory of another user. */
function openLog(directory: string, account: Account | undefined): number {
  const path = log_path(directory);
  if (existsSync(path) && statSync(path).size > log_bytes_max) renameSync(path, `${path}.1`);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW } = constants;
  const descriptor = openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  if (account) fchownSync(descriptor, account.uid, account.gid);
  return descriptor;
}

/** The last lines of the server's log. */
export const logTail = ({ directory }: Cluster): string =>
  existsSync(log_path(directory)) ? readFileSync(log_path(directory), 'utf8').slice(-1500).trim() : '';

const pidFile = ({ folder }: Cluster): string => join(folder, 'postmaster.pid');

/** The process id in the server's lock file, which the server removes as its last step when it stops. */
export const readPid = (cluster: Cluster): number | undefined => pidIn(pidFile(cluster));

function pidIn(lock_file: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(lock_file, 'utf8'), 10);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** A setting that only marks Florin's servers: `ps` shows it with the directory that the process serves. */
const marker = 'florin.directory';

/**
 * PostgreSQL takes any live process of its user for the server named in its lock files. After a crash of the machine or container that id often
 * belongs to another process, and the server would never start again. If this check is wrong, PostgreSQL still refuses to start beside old processes
 * that hold its shared memory.
 */
function forgetStrangers(cluster: Cluster): void {
  for (const lock_file of [pidFile(cluster), join(socketFolder(cluster), '.s.PGSQL.5432.lock')]) {
    const pid = pidIn(lock_file);
    if (pid === undefined || !isAlive(pid) || isServerOf(commandOf(pid), cluster.directory)) continue;
    // Read again: another process may have removed the file and started a server since.
    if (pidIn(lock_file) === pid) rmSync(lock_file, { force: true });
  }
}

/** A server without the marker counts too: it may have been started by hand. */
const isServerOf = (command: string, directory: string): boolean =>
  /^(\S.*\/)?postgres /.test(command) && (!command.includes(`${marker}=`) || command.endsWith(`${marker}=${directory}`));

function commandOf(pid: number): string {
  try {
    if (process.platform !== 'linux') return execFileSync('ps', ['-ww', '-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
