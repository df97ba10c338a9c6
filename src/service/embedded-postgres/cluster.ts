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
import { type Account, giveFolder, isReachable, isRoot, makeFolder, makeFolders, unprivileged } from './folder.js';
import { findPrograms, type Programs, programPath } from './programs.js';

/** The PostgreSQL data of one directory, and the account and programs that run it. */
export type Cluster = {
  /** The caller's directory, with links resolved. */
  readonly directory: string;
  /** The PostgreSQL data folder. Its mode is 0700, which also protects the socket. */
  readonly folder: string;
  /** The user that runs the server when this process is root; otherwise the server runs as the current user. */
  readonly account: Account | undefined;
  readonly programs: Programs;
  /** Whether data is on disk when it is acknowledged. */
  readonly durable: boolean;
};

/** Whether a directory holds a cluster. */
export const hasCluster = (directory: string): boolean => existsSync(join(directory, 'postgres', 'PG_VERSION'));

type Preparing = { readonly log: (line: string) => void; readonly durable: boolean };

/** Finds the cluster of a directory, or creates it. */
export function prepareCluster(given: string, { log, durable }: Preparing): Cluster {
  if (process.platform === 'win32') throw new Error('PostgreSQL cannot be embedded on Windows: set DATABASE_URL.');
  makeFolders(given);
  const directory = realpathSync(given);
  const folder = join(directory, 'postgres');
  refuseForeignOwner(directory, folder);
  const cluster = { directory, folder, account: accountFor(directory, folder), programs: findPrograms(directory), durable };
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
    // The error below explains it better.
  }
  throw new Error(
    `${directory} belongs in part to another user: this process has uid ${us} and another user (root, perhaps) created it. ` +
      `Stop the service that uses it and change its owner: sudo chown -R ${us} '${directory}'`,
  );
}

/** The owner of the directory, so that an ordinary user can start it later; uid 65534 when root created it. */
function accountFor(directory: string, folder: string): Account | undefined {
  if (!isRoot()) return undefined;
  const owners = [directory, folder].filter(existsSync).map((path) => statSync(path));
  return owners.find(({ uid }) => uid !== 0) ?? unprivileged;
}

/** PostgreSQL cannot read data of another major version, and its own message gives no advice. */
function refuseOtherVersion({ folder, programs }: Cluster): void {
  const made_by = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();
  const ours = programs.version.split('.')[0];
  if (made_by === ours) return;
  throw new Error(
    `${folder} holds data of PostgreSQL ${made_by}, but this Florin includes PostgreSQL ${ours}. Start the Florin that created it, ` +
      'copy its data with pg_dump into a PostgreSQL named by DATABASE_URL or into a new directory; ' +
      'or move the directory away to begin without data.',
  );
}

/**
 * The path that the server uses for its data. If its account cannot enter a parent folder (the home of root, or a directory of mode 0700 that root
 * created), no path works, but the inherited working directory does.
 */
export function dataPath(folder: string, account: Account | undefined): string {
  if (account === undefined || isReachable(folder, account)) return folder;
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new Error(`The user ${account.uid} cannot enter ${folder}: start as an ordinary user, or set DATABASE_URL.`);
}

/** The environment of the started programs: PGPORT, PGDATA and others of this process would change their behavior. */
export const environment = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

/** No passwords are needed: only the folder's owner and root can reach the socket. */
const initdb_options = [
  ['--username=postgres', '--auth-local=trust', '--auth-host=reject', '--no-instructions'],
  ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
].flat();

/** As root, initdb runs as uid 65534, because it refuses an account that is not in /etc/passwd; the server does not. */
function initialize({ directory, account, programs }: Cluster, draft: string, log: (line: string) => void): void {
  log(`creating a PostgreSQL ${programs.version.split('.')[0]} database in ${directory}`);
  const initdb_account = account && unprivileged;
  if (initdb_account) chownSync(draft, initdb_account.uid, initdb_account.gid);
  const { status, stderr, error } = spawnSync(programPath(programs, 'initdb'), ['-D', dataPath(draft, initdb_account), ...initdb_options], {
    ...initdb_account,
    cwd: draft,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(
      `PostgreSQL cannot create its data in ${directory}: ${error?.message ?? faultIn(stderr)}. Set DATABASE_URL to use another.`,
    );
  }
  if (account) giveFolder(draft, account);
  syncFolder(directory);
}

/** The first error line of initdb: later ones only follow from it. */
const faultIn = (text: string): string => /\b(?:FATAL|PANIC|error): +(.+)/.exec(text)?.[1] ?? text.trim().replaceAll('\n', '; ');

/** initdb syncs its files to disk, but not the parent folder. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
