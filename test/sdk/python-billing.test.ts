import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { no_python_sdk, pythonWithSdk } from '../support/python.js';
import { commonService } from '../support/services.js';

const run = promisify(execFile);
const service = await commonService();
const story = fileURLToPath(new URL('billing.py', import.meta.url));

test('the official Python SDK sells a subscription, from a trial to its end', async ({ skip }) => {
  const python = await pythonWithSdk();
  if (!python) return skip(no_python_sdk);
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
