import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** The command line as it is shipped: it starts in a third of the time that its sources take. */
export const program = resolve(root, 'dist/commands/florin.js');

/** Builds what tests start as programs, as far as it has changed. */
export default function setup(): void {
  const compiler = resolve(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
}
