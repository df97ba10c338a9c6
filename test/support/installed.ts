import { spawnSync } from 'node:child_process';
import { describe } from 'vitest';

const isInstalled = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** Describes what needs programs that a machine may lack; skipped without one of them, with the reason in the name. */
export function describeWith(programs: readonly string[], name: string, tests: () => void): void {
  const missing = programs.filter((program) => !isInstalled(program));
  if (missing.length === 0) describe(name, tests);
  else describe.skip(`${name} (skipped: ${missing.join(', ')} not installed)`, tests);
}
