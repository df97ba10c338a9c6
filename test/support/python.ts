import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Why a test of Python's SDK is skipped. */
export const no_python_sdk =
  'The Python SDK is not installed here. Install it: apt-get install python3-stripe, or pip install stripe==5.0.0.';

const hasSdk = (python: string): Promise<boolean> =>
  run(python, ['-c', 'import stripe']).then(
    () => true,
    () => false,
  );

/**
 * A Python that has the official SDK, or null. Debian's package is for its own Python, which may not be the first in the path. Throws in CI, where
 * the SDK can be installed.
 */
export async function pythonWithSdk(): Promise<string | null> {
  for (const python of ['python3', '/usr/bin/python3']) if (await hasSdk(python)) return python;
  if (process.env.CI && existsSync('/usr/bin/apt-get')) throw new Error('CI needs the Python SDK: apt-get install python3-stripe');
  return null;
}
