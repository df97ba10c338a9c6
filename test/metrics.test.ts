import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { backlogReader } from '../src/service/operation/backlog.js';
import { administer, urlOf } from './support/database.js';
import { accountOf } from './support/merchant.js';
import { startProxy } from './support/proxy.js';
import { startReceiver } from './support/receiver.js';
import { changes, type Scrape, scrape } from './support/scrape.js';
import { type Client, serve, startService, type TestService } from './support/service.js';
import { rowsOf } from './support/services.js';

/** Nothing listens there. */
const away = { name: 'acme', url: 'http://127.0.0.1:9', secret: 'a-secret-that-two-parties-share' };
const processors = { processors: [away], routes: [{ processor: 'acme', modes: ['test'], currencies: ['chf'] }] };

let service: TestService;
let client: Client;
let first: Scrape;
beforeAll(async () => {
  service = await startService({ FLORIN_PROCESSORS: JSON.stringify(processors), FLORIN_RATE_LIMIT_TEST: '50' });
  first = await scrape(service.url);
  client = service.client();
});
afterAll(() => service.stop());

/** The increases of some metrics by work. */
async function increases(names: RegExp, work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
  const before = await scrape(service.url);
  await work();
  const changed = changes(before, await scrape(service.url));
  return Object.fromEntries(Object.entries(changed).filter(([series]) => names.test(series)));
}

const money = /^florin_(payments|charges|refunds|payouts|disputes|declines)_total/;

const pay = (payment_method: string, params: object = {}): ReturnType<Client['post']> =>
  client.post('/v1/payment_intents', {
    ...{ amount: 2000, currency: 'usd', confirm: true, payment_method, return_url: 'https://shop.example.com/' },
    ...params,
  });

describe('the first scrape', () => {
  test.each([
    'florin_payments_total{outcome="succeeded",mode="live"}',
    'florin_payments_total{outcome="failed",mode="test"}',
    'florin_charges_total{outcome="failed",mode="live"}',
    'florin_refunds_total{outcome="failed",mode="live"}',
    'florin_payouts_total{outcome="failed",mode="live"}',
    'florin_disputes_total{outcome="opened",mode="live"}',
    'florin_declines_total{reason="insufficient_funds",mode="live"}',
    'florin_declines_total{reason="other",mode="test"}',
    'florin_processor_answers_total{processor="acme",verb="charge",result="unreached"}',
    'florin_processor_answers_total{processor="acme",verb="pay_out",result="unknown"}',
    'florin_processor_duration_seconds_count{processor="acme"}',
    'florin_webhook_endpoints_disabled_total',
    'florin_webhook_attempts_total{outcome="timed_out"}',
    'florin_jobs_failed_total{queue="ask"}',
    'florin_rate_limit_refusals_total{limit="requests"}',
    'florin_rate_limit_refusals_total{limit="wrong_keys"}',
    'florin_http_server_unavailable_total{cause="database_timeout"}',
    'florin_http_server_internal_errors_total',
    'florin_queue_oldest_due_seconds{queue="webhook"}',
    'florin_queue_oldest_waiting_seconds{queue="mail"}',
    'florin_queue_ready_jobs{queue="due"}',
    'florin_queue_claimed_jobs{queue="ask"}',
    'florin_watermark_lag_seconds{watermark="ledger"}',
    'florin_ledger_imbalance',
    'florin_vault_tampered_total',
    'florin_idempotency_replays_total',
    'florin_request_logs_lost_total',
    'florin_replica_reads_total{answered_by="primary"}',
  ])('has %s at 0', (series) => {
    expect(first.get(series)).toBe(0);
  });

  test('names the build', () => {
    expect([...first.keys()]).toContain(`florin_build_info{version="0.1.0",node="${process.versions.node}"}`);
  });

  test('has the id of no account, key or object', async () => {
    await pay('pm_card_visa');
    const text = [...(await scrape(service.url)).keys()].join('\n');
    expect(text).not.toContain(await accountOf(client));
    expect(text).not.toMatch(/\b(acct|pi|ch|we|evt|cus|key)_\w{8,}/);
  });
});

describe('money', () => {
  test('a payment that succeeds is counted once, with its charge', async () => {
    expect(await increases(money, () => pay('pm_card_visa'))).toEqual({
      'florin_payments_total{outcome="succeeded",mode="test"}': 1,
      'florin_charges_total{outcome="succeeded",mode="test"}': 1,
    });
  });

  test('a replayed payment is not counted again', async () => {
    const params = { amount: 500, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
    const once = (): Promise<unknown> => client.post('/v1/payment_intents', params, { headers: { 'idempotency-key': 'counted-once' } });
    await once();
    expect(await increases(money, once)).toEqual({});
  });

  test('a declined payment is counted with the reason of the bank', async () => {
    expect(await increases(money, () => pay('pm_card_visa_chargeDeclinedInsufficientFunds'))).toEqual({
      'florin_payments_total{outcome="failed",mode="test"}': 1,
      'florin_charges_total{outcome="failed",mode="test"}': 1,
      'florin_declines_total{reason="insufficient_funds",mode="test"}': 1,
    });
  });

  test('an authorization, a cancellation, a refund and a dispute are counted', async () => {
    const counted = await increases(money, async () => {
      const { body: held } = await pay('pm_card_visa', { capture_method: 'manual' });
      await client.post(`/v1/payment_intents/${held.id}/cancel`);
      const { body: paid } = await pay('pm_card_visa');
      await client.post('/v1/refunds', { payment_intent: paid.id });
      await pay('pm_card_createDispute');
    });
    expect(counted).toMatchObject({
      'florin_payments_total{outcome="authorized",mode="test"}': 1,
      'florin_payments_total{outcome="canceled",mode="test"}': 1,
      'florin_payments_total{outcome="succeeded",mode="test"}': 2,
      'florin_refunds_total{outcome="created",mode="test"}': 1,
      'florin_disputes_total{outcome="opened",mode="test"}': 1,
    });
  });
});

describe('processors', () => {
  test('an answer is counted by verb and result, with its duration', async () => {
    const counted = await increases(/^florin_processor_(answers_total|duration_seconds_count)/, () => pay('pm_card_visa_chargeDeclined'));
    expect(counted).toEqual({
      'florin_processor_answers_total{processor="sandbox",verb="charge",result="declined"}': 1,
      'florin_processor_duration_seconds_count{processor="sandbox"}': 1,
    });
  });

  test('a processor that cannot be reached is counted as such', async () => {
    const counted = await increases(/^florin_processor_answers_total/, () => pay('pm_card_visa', { currency: 'chf' }));
    expect(counted).toMatchObject({ 'florin_processor_answers_total{processor="acme",verb="charge",result="unreached"}': 1 });
  });
});

test('an endpoint that answers 410 is disabled, and counted', async () => {
  const receiver = await startReceiver(() => 410);
  const name = 'florin_webhook_endpoints_disabled_total';
  const before = (await scrape(service.url)).get(name) ?? 0;
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/gone'), enabled_events: ['customer.created'] });
  await client.post('/v1/customers', { name: 'Jo' });
  await service.until(async () => (await scrape(service.url)).get(name) === before + 1);
  expect((await scrape(service.url)).get('florin_webhook_attempts_total{outcome="refused"}')).toBe(1);
  await receiver.stop();
});

test('429: a refused request is counted with the limit of its key', async () => {
  const name = 'florin_rate_limit_refusals_total{limit="requests"}';
  let refused = 0;
  const before = (await scrape(service.url)).get(name) ?? 0;
  await service.atOneMoment(async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => client.get('/v1/balance')));
    refused = answers.filter(({ status }) => status === 429).length;
  });
  expect(refused).toBeGreaterThan(0);
  expect((await scrape(service.url)).get(name)).toBe(before + refused);
});

describe('a look at the queues', () => {
  test('shows the newest migration and the time of the look', async () => {
    const newest = Math.max(...readdirSync('migrations').map((name) => Number.parseInt(name, 10) || 0));
    const shown = await service.until(async () => {
      const now = await scrape(service.url);
      return (now.get('florin_backlog_timestamp_seconds') ?? 0) > 0 && now;
    });
    expect(shown.get('florin_schema_version')).toBe(newest);
  });

  test('finds the age of the oldest due job and of the oldest that waits, and counts both kinds', async () => {
    const quiet = await startService({ FLORIN_WORKER: 'off' });
    const { database } = quiet.engine;
    const start_ms = quiet.now();
    const look = backlogReader(database, () => start_ms);
    const job = (id: string, ago_seconds: number, leased: string | null, queue = 'webhook'): Promise<object[]> =>
      rowsOf(
        quiet,
        `insert into jobs (account, id, queue, subject, lane, due_at, leased_until) values ('acct_1', $1, $4, 's', 'l', $2, now() + $3::interval)`,
        ...[id, new Date(start_ms - ago_seconds * 1000), leased, queue],
      );
    const empty = await look();
    expect(empty.queues.every(({ oldest_due_seconds, ready }) => oldest_due_seconds === 0 && ready === 0)).toBe(true);
    await job('running', 90, '1 minute');
    await job('waiting', 60, null);
    await job('abandoned', 50, '-1 minute');
    await job('later', -60, null);
    await job('frozen', 500, null, 'frozen');
    await job('mail', 7, null, 'mail');
    const { queues } = await look();
    const found = Object.fromEntries(queues.map(({ queue, ...state }) => [queue, state]));
    expect(found.webhook).toEqual({ oldest_due_seconds: 90, oldest_waiting_seconds: 60, ready: 2, claimed: 1 });
    expect(found.mail).toEqual({ oldest_due_seconds: 7, oldest_waiting_seconds: 7, ready: 1, claimed: 0 });
    expect(found.due).toEqual({ oldest_due_seconds: 0, oldest_waiting_seconds: 0, ready: 0, claimed: 0 });
    expect(Object.keys(found)).not.toContain('frozen');
    await quiet.stop();
  });

  test('measures how long the sums are behind while no worker adds to them', async () => {
    const quiet = await startService({ FLORIN_WORKER: 'off' });
    let now_ms = quiet.now();
    const look = backlogReader(quiet.engine.database, () => now_ms);
    await quiet.client().post('/v1/payment_intents', { amount: 100, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });
    expect((await look()).lags_seconds.ledger).toBe(0);
    now_ms += 30_000;
    expect((await look()).lags_seconds.ledger).toBe(30);
    await rowsOf(quiet, 'update ledger_watermark set upto = pg_snapshot_xmax(pg_current_snapshot())');
    now_ms += 30_000;
    expect((await look()).lags_seconds.ledger).toBe(0);
    await quiet.stop();
  });
});

describe('the line of a request in the log', () => {
  const lineOf = (of: TestService, headers: Headers): Promise<Readonly<Record<string, unknown>>> =>
    of.until(async () => {
      const id = headers.get('request-id');
      return of.lines.map((line) => JSON.parse(line)).find((line) => line.msg === 'request' && line.request_id === id);
    });

  test('has the time in the database, within the duration', async () => {
    const { headers } = await service.client().post('/v1/customers', { name: 'Jo' });
    const { database_ms, duration_ms } = await lineOf(service, headers);
    expect(database_ms).toBeGreaterThan(0);
    expect(database_ms).toBeLessThan(Number(duration_ms));
  });

  test("has the ids of the client, and the answer keeps Florin's own", async () => {
    const sent = { 'x-request-id': 'edge-7f:3/a', traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    const { headers } = await service.client().get('/v1/balance', undefined, { headers: sent });
    expect(headers.get('request-id')).toMatch(/^req_/);
    expect(await lineOf(service, headers)).toMatchObject({
      client_request_id: 'edge-7f:3/a',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
    });
  });

  test.each([
    ['a long id', { 'x-request-id': 'x'.repeat(129) }],
    ['an id with spaces', { 'x-request-id': 'a b' }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
    ['an invalid version', { traceparent: 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' }],
  ])('leaves out %s', async (_, sent) => {
    const { headers } = await service.client().get('/v1/balance', undefined, { headers: sent });
    const line = await lineOf(service, headers);
    expect([line.client_request_id, line.trace_id]).toEqual([undefined, undefined]);
  });

  test('conceals a card number that is sent as an id', async () => {
    const { headers } = await service.client().get('/v1/balance', undefined, { headers: { 'x-request-id': '4242424242424242' } });
    expect(await lineOf(service, headers)).toMatchObject({ client_request_id: '[number]' });
  });

  test('503: names the cause, which is counted', async () => {
    const name = `test_cause_${process.pid}_${randomBytes(4).toString('hex')}`;
    await administer(inject('template_url'), `create database ${name} template template`);
    const proxy = await startProxy(urlOf(inject('template_url'), name));
    const cut_off = await serve(proxy.url, { FLORIN_WORKER: 'off', FLORIN_DATABASE_TIMEOUT_MS: '800' });
    const caller = cut_off.client();
    expect((await caller.get('/v1/balance')).status).toBe(200);
    expect((await fetch(`${cut_off.url}/readyz`)).status).toBe(200);
    expect((await scrape(cut_off.url)).get('florin_ready')).toBe(1);
    await proxy.cut();
    const { status, headers } = await caller.get('/v1/balance');
    expect(status).toBe(503);
    expect(await lineOf(cut_off, headers)).toMatchObject({ status: 503, cause: 'database_unreachable' });
    expect((await fetch(`${cut_off.url}/readyz`)).status).toBe(503);
    const shown = await scrape(cut_off.url);
    expect(shown.get('florin_http_server_unavailable_total{cause="database_unreachable"}')).toBe(1);
    expect(shown.get('florin_ready')).toBe(0);
    await proxy.restore();
    await cut_off.stop();
    await proxy.stop();
    await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
  });
});
