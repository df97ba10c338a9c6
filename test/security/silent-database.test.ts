import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { ready_within_ms } from '../../src/service/operation/readiness.js';
import { administer, queryIn, urlOf } from '../support/database.js';
import { waitingPayment } from '../support/payer.js';
import { type Between, startProxy } from '../support/proxy.js';
import { basic, craft, type Got } from '../support/requests.js';
import { startProcess } from '../support/running.js';
import { type Client, card, ringText, serve, type TestService } from '../support/service.js';

/**
 * The time that a request may wait for the database here, and a time after which a service that waits for each statement separately has not answered
 * yet.
 */
const timeout_ms = 800;
const too_long_ms = 10 * timeout_ms;

const name = `test_silent_${process.pid}_${randomBytes(4).toString('hex')}`;
let url: string;
let proxy: Between;
let service: TestService;
let client: Client;
let page_path: string;
let receipt_path: string;
let link_path: string;
beforeAll(async () => {
  await administer(inject('template_url'), `create database ${name} template template`);
  url = urlOf(inject('template_url'), name);
  proxy = await startProxy(url);
  service = await serve(proxy.url, { FLORIN_TIME_SCALE: '0', FLORIN_DATABASE_TIMEOUT_MS: `${timeout_ms}` });
  const unhurried = await serve(url, { FLORIN_WORKER: 'off' });
  client = unhurried.client();
  page_path = new URL((await waitingPayment(client)).page_url).pathname;
  const paid = await client.post('/v1/payment_intents', {
    amount: 100,
    currency: 'usd',
    confirm: true,
    payment_method_data: card(),
    expand: ['latest_charge'],
  });
  receipt_path = new URL(paid.body.latest_charge.receipt_url).pathname;
  const form = new FormData();
  form.set('purpose', 'dispute_evidence');
  form.set('file', new Blob(['%PDF-1.7 evidence'], { type: 'application/pdf' }), 'evidence.pdf');
  const uploaded = await fetch(`${unhurried.url}/v1/files`, { method: 'POST', body: form, headers: { authorization: basic(client.key) } });
  const { id: file } = (await uploaded.json()) as { id: string };
  link_path = new URL((await client.post('/v1/file_links', { file })).body.url).pathname;
  await unhurried.stop();
  client = service.client(client.key);
  await recovered();
});
afterEach(() => proxy.restore());
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };

const requests = [
  { path: '/v1/customers' },
  { path: '/v1/customers/cus_unknown' },
  { path: '/v1/balance' },
  { path: '/v1/events?limit=100' },
  { path: '/v1/test_helpers/sandbox_clock' },
  {
    method: 'POST',
    path: '/v1/test_helpers/sandbox_clock/advance',
    body: `frozen_time=${Math.floor(Date.now() / 1000) + 86_400}`,
    headers: form,
  },
  { path: '/v1/customers/search?query=name:%22x%22' },
  { method: 'POST', path: '/v1/customers', body: 'name=Jo', headers: { ...form, 'idempotency-key': 'silent' } },
  { method: 'POST', path: '/v1/payment_intents', body: 'amount=100&currency=usd&confirm=true&payment_method=pm_card_visa', headers: form },
];

type Outcome = Got | 'too late';

/** The answer, or that none came in a reasonable time. */
function inTime<T>(asked: Promise<T>): Promise<T | 'too late'> {
  let timer: NodeJS.Timeout;
  const late = new Promise<'too late'>((resolve) => {
    timer = setTimeout(() => resolve('too late'), too_long_ms);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

const askedAll = (key: string): Promise<Outcome[]> =>
  Promise.all(requests.map((request) => inTime(craft(service.port, { ...request, key }))));

const outcomeOf = (outcome: Outcome): unknown =>
  outcome === 'too late' ? outcome : [outcome.status, outcome.body?.error?.code, Number(outcome.headers['retry-after']) > 0];

const unavailable = [503, 'service_unavailable', true];

const recovered = (): Promise<boolean> => service.until(async () => (await client.get('/v1/customers')).status === 200);

describe.each([
  ['stops answering', () => proxy.freeze()],
  ['has gone without closing its connections', () => proxy.halve()],
  ['lets 200 bytes a second through', () => proxy.throttle(200)],
])('a database that %s', (_, silence) => {
  test('503: every request is answered within one deadline, also for a new key', async () => {
    silence();
    for (const outcomes of [await askedAll(client.key), await askedAll('sk_test_notseenyetbyus')])
      expect(outcomes.map(outcomeOf)).toEqual(requests.map(() => unavailable));
    await proxy.restore();
    await recovered();
  });

  test('503: a page, a receipt and a link show that nothing was lost, and not that they were not found', async () => {
    silence();
    for (const path of [page_path, receipt_path, link_path]) {
      const outcome = await inTime(fetch(`${service.url}${path}`));
      if (outcome === 'too late') throw new Error(`${path} was not answered`);
      expect([path, outcome.status, Number(outcome.headers.get('retry-after')) > 0]).toEqual([path, 503, true]);
      expect(outcome.headers.get('content-type')).toContain('text/html');
      expect(await outcome.text()).toMatch(/Nothing was lost. Please try again/);
    }
    await proxy.restore();
    await recovered();
    // A lost connection may be noticed only when it is used again.
    for (const path of [page_path, receipt_path, link_path])
      await service.until(async () => (await fetch(`${service.url}${path}`)).status === 200);
  });
});

test('503: a payer’s submission during an outage is answered so, and can be repeated', async () => {
  const waiting = await waitingPayment(client);
  const path = new URL(waiting.page_url).pathname;
  const send = (): Promise<Response> =>
    fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams({ outcome: 'succeed' }), redirect: 'manual' });
  proxy.freeze();
  expect((await send()).status).toBe(503);
  await proxy.restore();
  await recovered();
  expect((await send()).status).toBeLessThan(400);
  expect((await client.get(`/v1/payment_intents/${waiting.id}`)).body.status).toBe('succeeded');
});

test('503: a statement that could not be sent in time is not sent later', async () => {
  const narrow = await serve(url, { FLORIN_DATABASE_CONNECTIONS: '1', FLORIN_WORKER: 'off', FLORIN_DATABASE_TIMEOUT_MS: `${timeout_ms}` });
  const own = narrow.client();
  expect((await own.get('/v1/customers')).body.data).toEqual([]);
  let release = (): void => {};
  const held = narrow.engine.database.transaction(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const answers = await Promise.all([own.post('/v1/customers'), own.post('/v1/customers'), own.get('/v1/customers')]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  release();
  await held;
  expect((await own.get('/v1/customers')).body.data).toEqual([]);
  await narrow.stop();
});

test('503: a privileged request asks an unavailable store only once, and leaves no record', async () => {
  const narrow = await serve(url, { FLORIN_DATABASE_CONNECTIONS: '1', FLORIN_WORKER: 'off', FLORIN_DATABASE_TIMEOUT_MS: `${timeout_ms}` });
  const own = narrow.client();
  await own.get('/v1/balance');
  let release = (): void => {};
  const held = narrow.engine.database.transaction(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  const away = await Promise.all(Array.from({ length: 5 }, () => own.post('/v1/payouts', { amount: 10, currency: 'usd' })));
  expect(away.map(({ status }) => status)).toEqual(away.map(() => 503));
  release();
  await held;
  const refused = await own.post('/v1/payouts', { amount: 10, currency: 'usd' });
  const records = await narrow.until(async () => {
    const { data } = (await own.get('/v1/audit_records')).body;
    return data.some(({ request }: { request: string }) => request === refused.headers.get('request-id')) && data;
  });
  const requests_away = away.map(({ headers }) => headers.get('request-id'));
  expect(records.filter(({ request }: { request: string }) => requests_away.includes(request))).toEqual([]);
  expect(narrow.lines.filter((line) => line.includes('its audit record could not be stored'))).toEqual([]);
  await narrow.stop();
});

test('503: a full disk is reported as such, and writes succeed when there is room again', async () => {
  await queryIn(
    url,
    `create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
    create trigger no_room before insert on objects for each row execute function no_room()`,
  );
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => craft(service.port, { method: 'POST', path: '/v1/customers', body: '{}', key: client.key })),
  );
  await queryIn(url, 'drop trigger no_room on objects');
  expect(answers.map(outcomeOf)).toEqual(answers.map(() => unavailable));
  expect((await client.post('/v1/customers')).status).toBe(200);
});

test('503: a stopping process answers its requests, and ends, although the database does not answer', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'florin-silent-'));
  const environment = {
    DATABASE_URL: proxy.url,
    FLORIN_VAULT_KEYS: ringText(),
    FLORIN_OPEN_SANDBOX: 'on',
  };
  const running = await startProcess(directory, { ...environment, FLORIN_DATABASE_TIMEOUT_MS: `${timeout_ms}` });
  const port = Number(new URL(running.url).port);
  expect((await craft(port, { path: '/v1/customers', key: client.key })).status).toBe(200);
  proxy.freeze();
  const asked = Promise.all(requests.map((request) => craft(port, { ...request, key: client.key })));
  const ended = running.stop();
  expect((await asked).map(outcomeOf)).toEqual(requests.map(() => unavailable));
  expect(await ended).toBe(0);
  rmSync(directory, { recursive: true, force: true });
});

test('503: readiness answers long before a request times out on the database', async () => {
  expect(ready_within_ms).toBeLessThan(2000);
  const patient = await serve(proxy.url, { FLORIN_DATABASE_TIMEOUT_MS: '60000', FLORIN_WORKER: 'off' });
  const ready = async () => (await fetch(`${patient.url}/readyz`)).status;
  expect(await ready()).toBe(200);
  proxy.freeze();
  const request = patient.client(client.key).get('/v1/customers');
  const readiness = ready();
  expect(await Promise.race([readiness, request.then(() => 'the request')])).toBe(503);
  await proxy.restore();
  await request;
  await patient.stop();
});
