import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * Writes the files of a build into a folder, and then removes those of earlier builds. No file is absent or half written in between, so that
 * running processes can still load what they need.
 *
 * @param {string} folder
 * @param {readonly { path: string, contents: Uint8Array }[]} files
 */
export function replaceFiles(folder, files) {
  const written = new Set(files.map(({ path }) => path));
  for (const { path, contents } of files) if (!existsSync(path) || !readFileSync(path).equals(contents)) write(path, contents);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(path)) rmSync(path);
  }
}

function write(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, contents);
  renameSync(`${path}.new`, path);
}
