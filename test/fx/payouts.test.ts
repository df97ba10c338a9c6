import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { eventsOf } from '../support/callers.js';
import { advanceClock, available, bankAccount, funded, ledger, topUp } from '../support/merchant.js';
import { booked, disputeOf, passDays } from '../support/money-back.js';
import { paid } from '../support/payments.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { spreadOf } from '../support/spread.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

const into_dollars = { source_currency: 'eur', payment_currency: 'usd' } as const;

const payOut = (client: Client, params: object) => client.post('/v1/payouts', { ...into_dollars, ...params });

async function quoteOf(client: Client, params: object = {}): Promise<string> {
  const asked = { from_currencies: ['eur', 'jpy'], to_currency: 'usd', lock_duration: 'hour', usage: { type: 'payout' }, ...params };
  const { status, text, body } = await client.post('/v1/fx_quotes', asked);
  if (status !== 200) throw new Error(text);
  return body.id;
}

test('200: an amount to arrive is converted from the source currency at the current rate, and both sides have a balance transaction', async () => {
  const client = await funded(service, 10_000, 'eur');
  const { status, body } = await payOut(client, { payment_amount: 5000 });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    amount: 5000,
    currency: 'usd',
    exchange_rate: 1.030927835,
    fx_quote: null,
    payment_amount: 5000,
    payment_currency: 'usd',
    source_amount: 4851,
    source_currency: 'eur',
    status: 'pending',
  });
  expect([await available(client, 'eur'), await available(client)]).toEqual([5149, 0]);
  const { body: transactions } = await client.get('/v1/balance_transactions', { payout: body.id });
  expect(transactions.data).toMatchObject([
    { type: 'payout', amount: -5000, currency: 'usd', exchange_rate: null, id: body.balance_transaction },
    { type: 'conversion', amount: 5000, currency: 'usd', exchange_rate: 1.030927835, reporting_category: 'currency_conversion' },
    { type: 'conversion', amount: -4851, currency: 'eur', exchange_rate: 1.030927835, source: body.id },
  ]);
});

test('200: an amount to withdraw is converted too, and each currency sums to zero through the conversion account', async () => {
  const client = await funded(service, 10_000, 'eur');
  const { body } = await payOut(client, { source_amount: 10_000 });
  expect(body).toMatchObject({ amount: 10_309, payment_amount: 10_309, source_amount: 10_000 });
  expect(await ledger(service, client, 'eur')).toEqual({ currency_conversion: 10_000, merchant_available: 0, processor_clearing: -10_000 });
  expect(await ledger(service, client)).toEqual({ currency_conversion: -10_309, merchant_available: 0, payouts_in_transit: 10_309 });
});

test('200: amount and currency are those of the payout, where only the source is another', async () => {
  const client = await funded(service, 10_000, 'eur');
  const { body } = await client.post('/v1/payouts', { amount: 103, currency: 'usd', source_currency: 'eur' });
  expect(body).toMatchObject({ amount: 103, currency: 'usd', source_amount: 100, source_currency: 'eur', payment_currency: 'usd' });
});

test.each([
  ['jpy', 100_000, { source_amount: 15_750 }, { source_amount: 15_750, amount: 9999 }],
  ['jpy', 100_000, { payment_amount: 10_000 }, { source_amount: 15_751, amount: 10_000 }],
  ['kwd', 5000, { source_amount: 1234 }, { source_amount: 1234, amount: 400 }],
  ['kwd', 5000, { payment_amount: 400 }, { source_amount: 1233, amount: 400 }],
])('200: %s is counted in its own units', async (source_currency, sum, said, expected) => {
  const client = await funded(service, sum, source_currency);
  const { body } = await client.post('/v1/payouts', { source_currency, payment_currency: 'usd', ...said });
  expect(body).toMatchObject({ ...expected, currency: 'usd', source_currency });
});

describe('a quote', () => {
  test('200: keeps its rate while its lock is active, whatever the current spread', async () => {
    const client = await funded(service, 10_000, 'eur');
    const fx_quote = await quoteOf(client);
    await spreadOf(service, client, 500);
    const { body } = await payOut(client, { source_amount: 1000, fx_quote });
    expect(body).toMatchObject({ amount: 1030, exchange_rate: 1.030927835, fx_quote });
    expect((await payOut(client, { source_amount: 1000 })).body).toMatchObject({
      amount: 979,
      exchange_rate: 0.9793814432,
      fx_quote: null,
    });
    const { body: expanded } = await client.get(`/v1/payouts/${body.id}`, { 'expand[]': 'fx_quote' });
    expect(expanded.fx_quote).toMatchObject({ id: fx_quote, object: 'fx_quote' });
  });

  test('400: is refused once its lock has expired, and nothing has moved', async () => {
    const client = await funded(service, 10_000, 'eur');
    const fx_quote = await quoteOf(client, { lock_duration: 'five_minutes' });
    await advanceClock(client, 300);
    const { status, body } = await payOut(client, { source_amount: 1000, fx_quote });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'fx_quote_invalid', 'fx_quote']);
    expect(body.error.message).toContain('has expired');
    expect(await available(client, 'eur')).toBe(10_000);
  });

  test.each([
    ['that locks no rate', { lock_duration: 'none' }, {}, 'holds no rate'],
    ['that is for another use', { usage: { type: 'payin' } }, {}, 'not for payouts'],
    ['without a use', { usage: undefined }, {}, 'not for payouts'],
    ['without the source currency', { from_currencies: ['jpy'] }, {}, 'no rate from eur to usd'],
    ['into another currency', { from_currencies: ['eur'], to_currency: 'gbp' }, {}, 'no rate from eur to usd'],
    ['without a conversion', {}, { source_currency: 'usd' }, 'for a payout that is converted'],
  ])('400: %s', async (_, asked, params, said) => {
    const client = await funded(service, 10_000, 'eur');
    await topUp(client, 10_000);
    const fx_quote = await quoteOf(client, asked);
    const { status, body } = await payOut(client, { payment_amount: 1000, fx_quote, ...params });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'fx_quote_invalid', 'fx_quote']);
    expect(body.error.message).toContain(said);
  });

  test('404: unknown, or of another account', async () => {
    const client = await funded(service, 10_000, 'eur');
    for (const fx_quote of ['fxq_0000000000000000000000', await quoteOf(service.client())]) {
      const { body } = await payOut(client, { payment_amount: 1000, fx_quote });
      expect([body.error.code, body.error.param]).toEqual(['resource_missing', 'fx_quote']);
    }
  });
});

test.each([
  ['both amounts', { source_amount: 10, payment_amount: 10 }, 'parameters_exclusive', 'source_amount'],
  ['two amounts', { amount: 10, payment_amount: 11 }, 'parameters_exclusive', 'payment_amount'],
  ['no amount', {}, 'parameter_missing', 'payment_amount'],
  ['more than the balance', { source_amount: 10_001 }, 'balance_insufficient', 'source_amount'],
  ['more than the balance, by the amount to arrive', { payment_amount: 10_311 }, 'balance_insufficient', 'payment_amount'],
  [
    'a currency that the destination does not accept',
    { source_amount: 10, payment_currency: 'gbp' },
    'parameter_invalid',
    'payment_currency',
  ],
  ['a currency without a rate', { source_amount: 10, source_currency: 'mmk' }, 'exchange_rate_unavailable', 'source_currency'],
  ['three currencies', { source_amount: 10, currency: 'gbp' }, 'parameter_invalid', 'payment_currency'],
  ['an amount in the source currency', { amount: 10, currency: 'eur' }, 'parameter_invalid', 'payment_currency'],
])('400: a converted payout of %s', async (_, params, code, param) => {
  const client = await funded(service, 10_000, 'eur');
  const { status, body } = await payOut(client, params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  expect(await available(client, 'eur')).toBe(10_000);
});

test('400: too little to convert to any amount', async () => {
  const client = await funded(service, 10_000, 'jpy');
  await spreadOf(service, client, 1000);
  const external = await bankAccount(client, '000123456789', 'kwd');
  const asked = { source_currency: 'vnd', payment_currency: 'kwd', source_amount: 1, destination: external };
  const { body } = await client.post('/v1/payouts', asked);
  expect([body.error.code, body.error.param]).toEqual(['amount_too_small', 'source_amount']);
});

describe('the full converted amount is returned', () => {
  const taken = { source_amount: 4850, source_currency: 'eur', payment_currency: 'usd' };

  test('for a canceled payout', async () => {
    const client = await funded(service, 5000, 'eur');
    const { body } = await client.post('/v1/payouts', taken);
    const { body: canceled } = await client.post(`/v1/payouts/${body.id}/cancel`);
    expect(canceled.status).toBe('canceled');
    expect([await available(client, 'eur'), await available(client)]).toEqual([5000, 0]);
    expect(await booked(client, body)).toEqual([
      ['conversion', -4850, 0],
      ['conversion', 4999, 0],
      ['payout', -4999, 0],
      ['payout_cancel', 4999, 0],
      ['conversion', 4850, 0],
      ['conversion', -4999, 0],
    ]);
  });

  test('for a payout that the bank returns', async () => {
    const client = await funded(service, 5000, 'eur');
    const destination = await bankAccount(client, '000111111116');
    const { body } = await client.post('/v1/payouts', { ...taken, destination });
    await passDays(client, 8);
    expect((await client.get(`/v1/payouts/${body.id}`)).body).toMatchObject({ status: 'failed', source_amount: 4850, amount: 4999 });
    expect([await available(client, 'eur'), await available(client)]).toEqual([5000, 0]);
    expect(await ledger(service, client)).toMatchObject({ currency_conversion: 0, payouts_in_transit: 0 });
    expect(await eventsOf(client, body.id)).toEqual(['payout.created', 'payout.updated', 'payout.failed']);
  });
});

test('400: into a currency with a negative balance, which must be topped up first', async () => {
  const client = await funded(service, 10_000, 'eur');
  await disputeOf(client, await paid(client));
  expect(await available(client)).toBeLessThan(0);
  const { body } = await payOut(client, { source_amount: 5000 });
  expect([body.error.code, body.error.param]).toEqual(['balance_insufficient', 'payment_currency']);
  expect(await available(client, 'eur')).toBe(10_000);
});

test('a reversed payout returns in the currency that was paid', async () => {
  const client = await funded(service, 5000, 'eur');
  const { body } = await payOut(client, { source_amount: 4850 });
  await passDays(client, 8);
  await client.post(`/v1/payouts/${body.id}/reverse`);
  await passDays(client, 8);
  expect([await available(client, 'eur'), await available(client)]).toEqual([150, 4999]);
});

test('concurrent payouts convert only as much as the balance', async () => {
  const client = await funded(service, 1000, 'eur');
  const all = await Promise.all(Array.from({ length: 20 }, () => payOut(client, { source_amount: 100 })));
  const statuses = all.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  expect(all.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)).toEqual(Array(10).fill('balance_insufficient'));
  expect(await available(client, 'eur')).toBe(0);
});
