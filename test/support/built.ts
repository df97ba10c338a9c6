import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const stamp = join(root, 'dist/.built');
const turn = join(root, 'dist/.building');
const pause_ms = 50;
const patience_ms = 120_000;

/** The time when the newest source was written, in milliseconds. */
const newestSource = (): number =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .reduce((newest, name) => Math.max(newest, statSync(join(root, 'src', name)).mtimeMs), 0);

const isBuilt = (): boolean => existsSync(stamp) && statSync(stamp).mtimeMs > newestSource();

/** Whether this worker, and no other, may build now. */
function isOurTurn(): boolean {
  mkdirSync(dirname(turn), { recursive: true });
  // A worker that was killed while it built has left its mark behind.
  if (existsSync(turn) && Date.now() - statSync(turn).mtimeMs > patience_ms) rmSync(turn, { recursive: true, force: true });
  try {
    mkdirSync(turn);
    return true;
  } catch {
    return false;
  }
}

function build(): void {
  const began = new Date();
  execFileSync('npm', ['run', '--silent', 'prepare'], { cwd: root, stdio: 'inherit' });
  writeFileSync(stamp, '');
  utimesSync(stamp, began, began);
}

/** Builds changed sources, once for all workers. */
function upToDate(): void {
  for (let waited_ms = 0; !isBuilt() && waited_ms < patience_ms; waited_ms += pause_ms) {
    if (isOurTurn()) {
      try {
        build();
        return;
      } finally {
        rmSync(turn, { recursive: true, force: true });
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pause_ms);
  }
  // The worker that had started was killed.
  if (!isBuilt()) build();
}

upToDate();

/** The command line as it is shipped: it starts in a third of the time of its sources. */
export const program = resolve(root, 'dist/service/commands/florin.js');
