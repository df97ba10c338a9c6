import { execFileSync, spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The last commit before events were packed: an upgrade from it has a contracting migration. Its packages are among the present ones. */
const commit = 'adc03ff2132e4fd3fcfc32edcd066e0c87597d29';

/** Describes what needs the earlier program; skipped where the history of the repository is missing, as in an archive or a shallow clone. */
export function describeWithHistory(name: string, tests: () => void): void {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}:tools/build.mjs`], { cwd: root, stdio: 'ignore' });
  if (status === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: commit ${commit.slice(0, 8)} is not in the history of this copy)`, tests);
}

/** Builds the earlier program in a folder; the path of its command. */
export function buildEarlier(folder: string): string {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: folder, stdio: ['ignore', 'inherit', 'ignore'] });
  return join(folder, 'dist/service/commands/florin.js');
}
