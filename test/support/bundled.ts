import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';

/** Bundles the scripts for browsers anew, so that no test sees older ones. */
export default function setup(): void {
  execFileSync('npm', ['run', '--silent', 'bundle'], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'inherit', 'ignore'],
  });
}
