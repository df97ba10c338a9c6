import { chmodSync, existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Creates a folder and its missing parents. Node's `recursive` option never returns where the system allows no new folder, as below /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may create it concurrently.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** A user of the operating system, by its numeric ids. */
export type Account = { readonly uid: number; readonly gid: number };

/** The unprivileged account of every Linux, because `initdb` needs an account in /etc/passwd. */
export const unprivileged: Account = { uid: 65534, gid: 65534 };

/** Whether this process is root; PostgreSQL refuses to run as root. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/** Whether an account can enter every parent folder of a path and execute or enter the path. */
export function isReachable(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  const parent = dirname(path);
  return ((mode >> shift) & 1) === 1 && (parent === path || isReachable(parent, account));
}

/** Whether a process with this id exists. It may be an unrelated one: ids are reused. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The `code` of a Node or PostgreSQL error. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/**
 * Creates a folder completely or not at all: it is filled under a private name and then renamed. A kill leaves no partial folder, and the second of
 * two concurrent processes uses the folder of the first, so no lock is needed.
 */
export function makeFolder(folder: string, proof: string, fill: (draft: string) => void): void {
  if (existsSync(join(folder, proof))) return;
  removeDeadDrafts(folder);
  const draft = `${folder}.draft-${process.pid}`;
  try {
    mkdirSync(draft, { mode: 0o700 });
    fill(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(folder, proof))) throw error;
  }
}

function removeDeadDrafts(folder: string): void {
  const prefix = `${basename(folder)}.draft-`;
  for (const name of readdirSync(dirname(folder))) {
    const pid = Number(name.slice(prefix.length));
    const dead = name.startsWith(prefix) && (pid === process.pid || !isAlive(pid));
    if (dead) rmSync(join(dirname(folder), name), { recursive: true, force: true });
  }
}

/** Changes the owner of a folder and all its contents. */
export function giveFolder(folder: string, account: Account): void {
  for (const path of allIn(folder)) lchownSync(path, account.uid, account.gid);
}

/** Lets all users read and execute a folder and its contents. Call it before links are created, because it would follow them. */
export function openFolder(folder: string): void {
  for (const path of allIn(folder)) chmodSync(path, 0o755);
}

const allIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];
