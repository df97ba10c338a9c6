import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Rebuilds the program and the scripts for browsers, so that no test uses old ones. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'prepare'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'ignore'],
  });
}
