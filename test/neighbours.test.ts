import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { administer, urlOf } from './support/database.js';
import { type Running, startProcess } from './support/running.js';
import { ringText } from './support/service.js';

const name = `test_neighbours_${process.pid}_${randomBytes(4).toString('hex')}`;
const template_url = inject('template_url');
const folder = mkdtempSync(join(tmpdir(), 'florin-neighbours-'));
const key = 'sk_test_neighbours';
let running: readonly Running[] = [];

beforeAll(async () => {
  await administer(template_url, `create database ${name} template template`);
  const environment = { DATABASE_URL: urlOf(template_url, name), FLORIN_VAULT_KEYS: ringText(), FLORIN_OPEN_SANDBOX: 'on' };
  running = [await startProcess(folder, environment), await startProcess(folder, environment)];
});
afterAll(async () => {
  for (const each of running) each.kill();
  await Promise.all(running.map(({ ended }) => ended));
  await administer(template_url, `drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

const pay = async ({ url }: Running): Promise<{ readonly status: number; readonly ms: number }> => {
  const begun = performance.now();
  const answer = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: new URLSearchParams({ amount: '1000', currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' }),
  });
  await answer.arrayBuffer();
  return { status: answer.status, ms: performance.now() - begun };
};

test('a process answers every request while its neighbour on the same database is killed, and the p99 of that time is printed', async () => {
  const [killed, other] = running as readonly [Running, Running];
  const answers: { readonly status: number; readonly ms: number }[] = [];
  let is_over = false;
  const paying = Array.from({ length: 4 }, async () => {
    while (!is_over) answers.push(await pay(other));
  });
  let acknowledged = 0;
  const beside = Array.from({ length: 4 }, async () => {
    for (;;) {
      const paid = await pay(killed).catch(() => null);
      if (!paid) return;
      acknowledged += 1;
      if (acknowledged === 40) killed.kill();
    }
  });
  await Promise.all(beside);
  const before = answers.length;
  while (answers.length < before + 100) answers.push(await pay(other));
  is_over = true;
  await Promise.all(paying);
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  console.log(
    `payments of a process whose neighbour is killed: p99 ${Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms of ${sorted.length}`,
  );
});
