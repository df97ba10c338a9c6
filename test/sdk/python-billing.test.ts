import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const run = promisify(execFile);
const service = await commonService();
const story = fileURLToPath(new URL('billing.py', import.meta.url));

const hasSdk = (python: string): Promise<boolean> =>
  run(python, ['-c', 'import stripe']).then(
    () => true,
    () => false,
  );

/** A Python that has the official SDK. Debian's package is for its own Python, which may not be the first in the path. */
async function pythonWithSdk(): Promise<string | null> {
  for (const python of ['python3', '/usr/bin/python3']) if (await hasSdk(python)) return python;
  return null;
}

test('the official Python SDK sells a subscription, from a trial to its end', async ({ skip }) => {
  const python = await pythonWithSdk();
  if (!python && process.env.CI && existsSync('/usr/bin/apt-get'))
    throw new Error('CI needs the Python SDK: apt-get install python3-stripe');
  if (!python)
    return skip('The Python SDK is not installed here. Install it: apt-get install python3-stripe, or pip install stripe==5.0.0.');
  const { stdout } = await run(python, [story, service.url, service.client().key]);
  expect(JSON.parse(stdout)).toEqual({
    sdk: expect.stringMatching(/^\d+\./),
    statuses: ['trialing', 'active', 'canceled'],
    paid: ['paid', 1000],
    totals: [1500, 1000, 1000, 0],
    prorations: [-500, 1500],
    note: ['issued', 500, 'succeeded'],
    used: ['active', '3'],
    refused: [400, 'resource_missing', 'items[0][price]'],
  });
});
