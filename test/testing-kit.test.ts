import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Florin, StartFlorin } from '../src/service/testing/types.js';
import { startReceiver } from './support/receiver.js';

const kit = new URL('../dist/service/testing/index.js', import.meta.url).href;
const cache = mkdtempSync(join(tmpdir(), 'florin-cache-'));

let startFlorin: StartFlorin;
let florin: Florin;
beforeAll(async () => {
  ({ startFlorin } = (await import(kit)) as { startFlorin: StartFlorin });
  florin = await startFlorin({ cache });
});
afterAll(async () => {
  await florin.close();
  rmSync(cache, { recursive: true, force: true });
});

const stripeOf = ({ key, url }: Florin): Stripe => {
  const { hostname, port } = new URL(url);
  return new Stripe(key, { host: hostname, port, protocol: 'http' });
};

test('the official SDK pays, the clock is advanced, and a snapshot is saved and loaded', async () => {
  const stripe = stripeOf(florin);
  await stripe.customers.create({ name: 'Jo' });
  const { objects } = await florin.snapshot.save('prepared');
  expect(objects).toBeGreaterThan(0);
  const params = {
    amount: 2000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    return_url: 'https://shop.example',
    confirm: true,
  } as const;
  const intent = await stripe.paymentIntents.create(params);
  expect(intent.status).toBe('succeeded');
  expect((await stripe.balance.retrieve()).available[0]?.amount ?? 0).toBe(0);
  const before = Math.floor(Date.now() / 1000);
  expect(await florin.advance(3 * 86_400)).toBeGreaterThanOrEqual(before + 3 * 86_400);
  expect((await stripe.balance.retrieve()).available[0]?.amount).toBeGreaterThan(0);
  await florin.snapshot.load('prepared');
  expect((await stripe.paymentIntents.list()).data).toEqual([]);
  expect((await stripe.customers.list()).data).toMatchObject([{ name: 'Jo' }]);
  await florin.reset();
  expect((await stripe.customers.list()).data).toEqual([]);
  expect((await florin.snapshot.list()).map(({ name }) => name)).toEqual(['prepared']);
  await florin.snapshot.delete('prepared');
  await expect(florin.snapshot.load('prepared')).rejects.toThrow("No such snapshot: 'prepared'");
});

test('deliver() resolves when every event has been sent, and counts those that wait for another attempt', async () => {
  let status = 500;
  const receiver = await startReceiver(() => status);
  const stripe = stripeOf(florin);
  await stripe.webhookEndpoints.create({ url: receiver.url('/'), enabled_events: ['customer.created'] });
  await stripe.customers.create();
  await stripe.customers.create();
  expect(await florin.deliver()).toEqual({ waiting: 2 });
  status = 200;
  expect(await florin.deliver()).toEqual({ waiting: 0 });
  expect(receiver.deliveries.length).toBeGreaterThanOrEqual(4);
  await receiver.stop();
});

test('two Florins have separate ports and data', async () => {
  const other = await startFlorin({ cache });
  expect(other.url).not.toBe(florin.url);
  const created = await Promise.all([florin, other].map((each) => stripeOf(each).customers.create({ name: each.url })));
  expect(created).toHaveLength(2);
  await other.reset();
  expect((await stripeOf(florin).customers.list()).data.some(({ name }) => name === florin.url)).toBe(true);
  // The keys of one open other sandboxes in the other.
  expect((await stripeOf({ ...florin, url: other.url }).customers.list()).data).toEqual([]);
  await other.close();
  await expect(fetch(other.url)).rejects.toThrow();
});

/** Runs a program of an ES module in a process of its own, and returns what it printed. */
const printed = async (script: string, env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  (await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env })).stdout;

// In a process of its own: services of other test files run in this one, and their timers would stop.
test('timers that a test replaces do not stop a Florin', async () => {
  const script = `const { mock } = await import('node:test');
    const { startFlorin } = await import(${JSON.stringify(kit)});
    const florin = await startFlorin({ cache: ${JSON.stringify(cache)} });
    mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'setImmediate', 'Date'] });
    const headers = { authorization: 'Bearer ' + florin.key };
    const { status } = await fetch(florin.url + '/v1/customers', { method: 'POST', headers });
    await florin.advance(86400);
    await florin.reset();
    const { data } = await (await fetch(florin.url + '/v1/customers', { headers })).json();
    mock.timers.reset();
    await florin.close();
    process.stdout.write(JSON.stringify([status, data]));`;
  expect(JSON.parse(await printed(script))).toEqual([200, []]);
});

const program = `const { startFlorin } = await import(${JSON.stringify(kit)});
  const { url } = await startFlorin({ cache: ${JSON.stringify(cache)} });
  process.stdout.write(url + '\\n');`;

test('several Florins that are closed at once all close, with the one that stops the server', async () => {
  const script = `const { startFlorin } = await import(${JSON.stringify(kit)});
    const all = await Promise.all([1, 2, 3].map(() => startFlorin({ cache: ${JSON.stringify(cache)} })));
    await Promise.all(all.map((each) => each.close()));
    process.stdout.write('closed');`;
  expect(await printed(script)).toBe('closed');
});

test('a process ends although its Florin runs, and one that is killed leaves neither a server nor data', async () => {
  const room = mkdtempSync(join(tmpdir(), 'florin-room-'));
  const env = { ...process.env, TMPDIR: room };
  expect(await printed(program, env)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  const child = spawn(process.execPath, ['--input-type=module', '-e', `${program} setInterval(() => {}, 1000);`], { env });
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (text) => resolve(String(text).trim())));
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill('SIGKILL');
  await vi.waitUntil(async () => (await promisify(execFile)('ls', [room])).stdout === '', { timeout: 60_000, interval: 100 });
  expect(existsSync(room)).toBe(true);
  rmSync(room, { recursive: true });
});
