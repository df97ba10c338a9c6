import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ratesInUse } from '../../src/kernel/storage/exchange-rates.js';
import { loadRates } from '../../src/service/wiring/exchange-rates.js';
import { eventsOf } from '../support/callers.js';
import { advanceClock, liveClient } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { spreadOf } from '../support/spread.js';

let service: TestService;
const folder = mkdtempSync(join(tmpdir(), 'florin-rates-'));
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => rowsOf(service, 'delete from exchange_rates'));

const quote = (client: Client, params: object = {}) =>
  client.post('/v1/fx_quotes', { from_currencies: ['eur'], to_currency: 'usd', ...params });

/** Writes a table into a file, and loads it. */
async function loaded(text: string | object): Promise<string> {
  const place = join(folder, 'rates.json');
  writeFileSync(place, typeof text === 'string' ? text : JSON.stringify(text));
  await loadRates(service.engine.database, place);
  return place;
}

const monday = { base: 'eur', date: '2026-01-05', provider: 'ecb', rates: { usd: '1.1', jpy: 170, kwd: '0.33' } };

test('200: a quote shows the rate of each currency, and that it is from the sample', async () => {
  const client = service.client();
  const { status, body } = await quote(client, { from_currencies: ['EUR', 'jpy', 'kwd'], to_currency: 'USD', usage: { type: 'payout' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^fxq_[0-9A-Za-z]{22}$/),
    object: 'fx_quote',
    lock_duration: 'none',
    lock_expires_at: null,
    lock_status: 'none',
    rate_table: { date: '2025-01-02', provider: 'sample', sample: true },
    to_currency: 'usd',
    usage: { payment: null, transfer: null, type: 'payout' },
  });
  expect(Object.keys(body.rates)).toEqual(['eur', 'jpy', 'kwd']);
  expect(body.rates.eur).toEqual({
    exchange_rate: 1.030927835,
    exchange_rate_decimal: '1.030927835',
    rate_details: {
      base_rate: 1.030927835,
      duration_premium: 0,
      fx_fee_rate: 0,
      reference_rate: 1.030927835,
      reference_rate_provider: 'sample',
    },
  });
  expect((await client.get(`/v1/fx_quotes/${body.id}`)).body).toEqual(body);
  expect(await eventsOf(client, body.id)).toEqual([]);
});

test('200: lists show the newest quote first, by both paths', async () => {
  const client = service.client();
  const ids = [(await quote(client)).body.id, (await quote(client)).body.id];
  for (const path of ['/v1/fx_quotes', '/v1/fx_quotes/list']) {
    const { body } = await client.get(path);
    expect([body.url, body.data.map(({ id }: { id: string }) => id)]).toEqual(['/v1/fx_quotes', ids.reverse()]);
    ids.reverse();
  }
});

test.each([
  ['five_minutes', 300],
  ['hour', 3600],
  ['day', 86_400],
])('200: a lock of %s is active for that long on the clock of the account, and then expires', async (lock_duration, seconds) => {
  const client = service.client();
  const { body } = await quote(client, { lock_duration });
  expect(body).toMatchObject({ lock_duration, lock_status: 'active', lock_expires_at: body.created + seconds });
  await advanceClock(client, seconds - 60);
  expect((await client.get(`/v1/fx_quotes/${body.id}`)).body.lock_status).toBe('active');
  await advanceClock(client, 60);
  const { body: expired } = await client.get(`/v1/fx_quotes/${body.id}`);
  expect(expired).toEqual({ ...body, lock_status: 'expired' });
  expect(await eventsOf(client, body.id)).toEqual(['fx_quote.expired']);
});

test('200: the account’s spread is deducted from every rate, and shown', async () => {
  const client = service.client();
  await spreadOf(service, client, 200);
  const { body } = await quote(client);
  expect(body.rates.eur).toMatchObject({
    exchange_rate: 1.010309278,
    rate_details: { base_rate: 1.030927835, fx_fee_rate: 0.02 },
  });
  expect((await client.get('/v1/account')).body.fx).toEqual({ spread_basis_points: 200 });
});

test('400: an account cannot set its own spread', async () => {
  const client = service.client();
  const { id } = (await client.get('/v1/account')).body;
  const { status, body } = await client.post(`/v1/accounts/${id}`, { fx: { spread_basis_points: 0 } });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_unknown', 'fx']);
});

test.each([
  ['an unknown source currency', { from_currencies: ['eur', 'zzz'] }, 'parameter_invalid', 'from_currencies[1]'],
  ['an unknown target currency', { to_currency: 'bitcoin' }, 'parameter_invalid', 'to_currency'],
  ['the same currency', { from_currencies: ['eur', 'usd'] }, 'parameter_invalid', 'from_currencies[1]'],
  ['a source currency without a rate', { from_currencies: ['eur', 'mmk'] }, 'exchange_rate_unavailable', 'from_currencies[1]'],
  ['a target currency without a rate', { to_currency: 'mmk' }, 'exchange_rate_unavailable', 'to_currency'],
  ['no source currency', { from_currencies: [] }, 'parameter_invalid_empty', 'from_currencies'],
  ['no target currency', { to_currency: undefined }, 'parameter_missing', 'to_currency'],
  ['another lock', { lock_duration: 'week' }, 'parameter_invalid', 'lock_duration'],
  ['a use without a type', { usage: {} }, 'parameter_missing', 'usage[type]'],
  ['another use', { usage: { type: 'fun' } }, 'parameter_invalid', 'usage[type]'],
])('400: %s', async (_, params, code, param) => {
  const { status, body } = await quote(service.client(), params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

describe('loaded rates', () => {
  test('200: are used from then on, and every quote names their day and their publisher', async () => {
    const client = service.client();
    const place = await loaded(monday);
    const { body } = await quote(client);
    expect(body).toMatchObject({
      rate_table: { date: '2026-01-05', provider: 'ecb', sample: false },
      rates: { eur: { exchange_rate: 1.1 } },
    });
    expect(body.rates.eur.rate_details).toMatchObject({ reference_rate: 1.1, reference_rate_provider: 'ecb' });
    expect(await loadRates(service.engine.database, place)).toBeNull();
    await loaded({ ...monday, date: '2026-01-06', rates: { usd: '1.2' } });
    expect((await quote(client)).body).toMatchObject({ rate_table: { date: '2026-01-06' }, rates: { eur: { exchange_rate: 1.2 } } });
    expect((await client.get(`/v1/fx_quotes/${body.id}`)).body).toEqual(body);
  });

  test('200: are quoted in live mode, which has none without them', async () => {
    const client = await liveClient(service);
    const { status, body: refused } = await quote(client);
    expect([status, refused.error.code]).toEqual([400, 'exchange_rate_unavailable']);
    await loaded(monday);
    expect((await quote(client)).body).toMatchObject({ livemode: true, rate_table: { sample: false } });
  });

  test('stay in use where the next ones cannot be read, and the error has the reason', async () => {
    await loaded(monday);
    await expect(loaded('{"base":"eur"}')).rejects.toThrow('date must be');
    await expect(loadRates(service.engine.database, join(folder, 'none.json'))).rejects.toThrow('ENOENT');
    expect(await ratesInUse(service.engine.database)).toMatchObject({ date: '2026-01-05' });
  });

  test('come from a URL too, whose errors do not contain it', async () => {
    const answers = [
      { status: 200, text: JSON.stringify(monday) },
      { status: 503, text: '' },
    ];
    const publisher = createServer((_, response) => {
      const { status = 500, text } = answers.shift() ?? {};
      response.writeHead(status).end(text);
    });
    await new Promise<void>((done) => publisher.listen(0, '127.0.0.1', done));
    const place = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/latest?app_id=confidential`;
    expect(await loadRates(service.engine.database, place)).toMatchObject({ date: '2026-01-05' });
    const fault = await loadRates(service.engine.database, place).catch(String);
    expect(fault).toContain('503');
    expect(fault).not.toContain('confidential');
    await new Promise((done) => publisher.close(done));
  });

  test.each([
    ['https://user:confidential@127.0.0.1:1/latest'],
    ['http://:confidential:/?app_id=confidential'],
    ['HTTPS://127.0.0.1:1/latest?app_id=confidential'],
  ])('the error for a URL that cannot be fetched, %s, does not contain it', async (place) => {
    const fault = await loadRates(service.engine.database, place).catch((error: Error) => `${error.message} ${error.stack} ${error.cause}`);
    expect(fault).toContain('exchange rates could not be loaded');
    expect(fault).not.toContain('confidential');
  });

  test('do not go back automatically to those of an earlier day', async () => {
    await loaded(monday);
    await expect(loaded({ ...monday, date: '2026-01-04' })).rejects.toThrow('2026-01-04 are older than those in use, of 2026-01-05');
    expect(await ratesInUse(service.engine.database)).toMatchObject({ date: '2026-01-05' });
  });

  test('are loaded by a service with FLORIN_FX_RATES', async () => {
    const place = join(folder, 'configured.json');
    writeFileSync(place, JSON.stringify(monday));
    const configured = await startService({ FLORIN_FX_RATES: place });
    await configured.until(() => ratesInUse(configured.engine.database));
    expect((await quote(configured.client())).body.rate_table).toMatchObject({ date: '2026-01-05' });
    await configured.stop();
  });
});

describe('exchange rates', () => {
  test('200: a currency shows its mid-market rates, which no spread changes', async () => {
    await loaded(monday);
    const client = service.client();
    await spreadOf(service, client, 150);
    const { status, body } = await client.get('/v1/exchange_rates/USD');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'usd',
      object: 'exchange_rate',
      rates: { usd: 1, eur: 0.909090909, jpy: 154.5454545, kwd: 0.3 },
    });
  });

  test('200: the list has each currency of the table, a page at a time', async () => {
    await loaded(monday);
    const client = service.client();
    const first = (await client.get('/v1/exchange_rates', { limit: 3 })).body;
    expect([first.data.map(({ id }: { id: string }) => id), first.has_more]).toEqual([['eur', 'jpy', 'kwd'], true]);
    const rest = (await client.get('/v1/exchange_rates', { limit: 3, starting_after: 'kwd' })).body;
    expect([rest.data, rest.has_more]).toEqual([
      [{ id: 'usd', object: 'exchange_rate', rates: expect.objectContaining({ eur: 0.909090909 }) }],
      false,
    ]);
  });

  test('404: a currency without a rate is named; live mode has none before the operator loads some', async () => {
    await loaded(monday);
    const { status, body } = await service.client().get('/v1/exchange_rates/gbp');
    expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_missing', 'rate_id']);
    await rowsOf(service, 'delete from exchange_rates');
    const live = await liveClient(service);
    expect((await live.get('/v1/exchange_rates')).body.data).toEqual([]);
    expect((await live.get('/v1/exchange_rates/usd')).body.error).toMatchObject({
      code: 'resource_missing',
      message: expect.stringContaining('FLORIN_FX_RATES'),
    });
  });
});
