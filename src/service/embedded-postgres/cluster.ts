import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, giveFolder, isReachable, isRoot, makeFolder, makeFolders, nobody } from './folder.js';
import { findPrograms, type Programs, programPath } from './programs.js';

/** One directory's data of PostgreSQL, and how it is run. */
export type Cluster = {
  /** The directory of the caller, without links. */
  readonly directory: string;
  /** The data of PostgreSQL. Its mode is 0700, so that it also guards the socket. */
  readonly folder: string;
  /** Who runs the server when we are root; else it runs as ourselves. */
  readonly account: Account | undefined;
  readonly programs: Programs;
};

/** Whether a directory holds the data of a cluster. */
export const hasCluster = (directory: string): boolean => existsSync(join(directory, 'postgres', 'PG_VERSION'));

/** Finds the cluster of a directory, or makes it. */
export function prepareCluster(given: string, log: (line: string) => void): Cluster {
  if (process.platform === 'win32') throw new Error('PostgreSQL cannot be embedded on Windows: set DATABASE_URL.');
  makeFolders(given);
  const directory = realpathSync(given);
  const folder = join(directory, 'postgres');
  refuseForeignOwner(directory, folder);
  const cluster = { directory, folder, account: accountFor(directory, folder), programs: findPrograms(directory) };
  makeFolder(folder, 'PG_VERSION', (draft) => initialize(cluster, draft, log));
  refuseOtherVersion(cluster);
  return cluster;
}

function refuseForeignOwner(directory: string, folder: string): void {
  const us = process.geteuid?.() ?? 0;
  if (us === 0) return;
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!existsSync(folder) || statSync(folder).uid === us) return;
  } catch {
    // The message below says it better.
  }
  throw new Error(
    `${directory} is not wholly ours: this process has uid ${us} and another user made it (root, perhaps). ` +
      `Stop what runs on it and give it over with: sudo chown -R ${us} '${directory}'`,
  );
}

/** The owner of the directory, so that it may later be started without root; `nobody` when root made it. */
function accountFor(directory: string, folder: string): Account | undefined {
  if (!isRoot()) return undefined;
  const owners = [directory, folder].filter(existsSync).map((path) => statSync(path));
  return owners.find(({ uid }) => uid !== 0) ?? nobody;
}

/** PostgreSQL of another major version cannot read the data, and its own message does not say what to do. */
function refuseOtherVersion({ folder, programs }: Cluster): void {
  const made_by = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const ours = programs.version.split('.')[0];
  if (made_by === ours) return;
  throw new Error(
    `${folder} holds data of PostgreSQL ${made_by}, and this Florin brings PostgreSQL ${ours}. Start the Florin that made it, ` +
      'copy its data with pg_dump into a PostgreSQL named by DATABASE_URL or into a new directory; ' +
      'or move the directory away to begin without data.',
  );
}

/**
 * The name by which the server finds its data. Below a folder that its account cannot enter (the home of root, or a directory
 * of mode 0700 that root made) no path leads there, but the working directory, which it inherits, does.
 */
export function dataPath(folder: string, account: Account | undefined): string {
  if (account === undefined || isReachable(folder, account)) return folder;
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(`The user ${account.uid} cannot enter ${folder}: start as an ordinary user, or set DATABASE_URL.`);
}

/** What a program gets of our environment: nothing, since PGPORT, PGDATA and others would change what it does. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** Passwords are not needed: only who can enter the folder, so its owner and root, reaches the socket. */
const initdb_options = [
  ['--username=postgres', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
  ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
].flat();

/** As root this is done as `nobody`, since initdb refuses an account that /etc/passwd does not know; the server does not. */
function initialize({ directory, account, programs }: Cluster, draft: string, log: (line: string) => void): void {
  log(`making a PostgreSQL ${programs.version.split('.')[0]} database in ${directory}`);
  const initdb_account = account && nobody;
  if (initdb_account) chownSync(draft, initdb_account.uid, initdb_account.gid);
  const { status, stderr, error } = spawnSync(programPath(programs, 'initdb'), ['-D', dataPath(draft, initdb_account), ...initdb_options], {
    ...initdb_account,
    cwd: draft,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(
      `PostgreSQL cannot make its data in ${directory}: ${error?.message ?? faultIn(stderr)}. Set DATABASE_URL to use another.`,
    );
  }
  if (account) giveFolder(draft, account);
  syncFolder(directory);
}

/** The line of initdb that says what is wrong first: whatever it says then follows from that. */
const faultIn = (text: string): string => /\b(?:FATAL|PANIC|error): +(.+)/.exec(text)?.[1] ?? text.trim().replaceAll('\n', '; ');

/** initdb has brought its files to the disk; the folder that will hold their folder is left to us. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
