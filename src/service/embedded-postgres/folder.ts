import { chmodSync, existsSync, lchownSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Makes a folder and those above it that are missing. Node's own `recursive` never ends where the system admits no new folder, as below /proc. */
export function makeFolders(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolders(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may make it at the same time.
    if (codeOf(error) !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** A user of the operating system, as numbers. */
export type Account = { readonly uid: number; readonly gid: number };

/** The unprivileged account of every Linux. `initdb` insists on one that /etc/passwd knows. */
export const nobody: Account = { uid: 65534, gid: 65534 };

/** Whether we are root, whom PostgreSQL refuses. */
export const isRoot = (): boolean => process.geteuid?.() === 0;

/** Whether an account can pass through every folder above a path and execute or enter the path itself. */
export function isReachable(path: string, account: Account): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  const parent = dirname(path);
  return ((mode >> shift) & 1) === 1 && (parent === path || isReachable(parent, account));
}

/** Whether a process of this number exists. It may be a stranger: numbers are used again. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The `code` of an error of node or of PostgreSQL. */
export const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/**
 * Makes a folder whole or not at all: it is filled under a private name and then renamed. A kill in the middle leaves no half
 * folder, and of two processes that make the same one the second takes what the first has made, so neither needs a lock.
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

/** Gives a folder and all in it to an account. */
export function giveFolder(folder: string, account: Account): void {
  for (const path of allIn(folder)) lchownSync(path, account.uid, account.gid);
}

/** Lets everybody read and execute a folder and all in it. Call it before links are made: it would follow them. */
export function openFolder(folder: string): void {
  for (const path of allIn(folder)) chmodSync(path, 0o755);
}

const allIn = (folder: string): string[] => [
  folder,
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
];
