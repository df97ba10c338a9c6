import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const customerOf = async (shop: Client, params: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  (await shop.post('/v1/customers', params)).body.id;

const sum = (transactions: readonly { amount: number }[]): number => transactions.reduce((total, { amount }) => total + amount, 0);

test('an adjustment moves the balance, fixes its currency, and has the event customer.updated', async () => {
  const shop = service.client();
  const customer = await customerOf(shop);
  const url = `/v1/customers/${customer}/balance_transactions`;
  const { status, body } = await shop.post(url, { amount: -500, currency: 'USD', description: 'sorry', metadata: { why: 'late' } });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: body.id,
    object: 'customer_balance_transaction',
    amount: -500,
    checkout_session: null,
    created: body.created,
    credit_note: null,
    currency: 'usd',
    customer,
    customer_account: null,
    description: 'sorry',
    ending_balance: -500,
    invoice: null,
    livemode: false,
    metadata: { why: 'late' },
    type: 'adjustment',
  });
  expect((await shop.post(url, { amount: 200, currency: 'usd' })).body.ending_balance).toBe(-300);
  expect((await shop.get(`/v1/customers/${customer}`)).body).toMatchObject({ balance: -300, currency: 'usd' });
  const [event] = (await shop.get('/v1/events?type=customer.updated')).body.data;
  expect(event.data).toMatchObject({ object: { balance: -300 }, previous_attributes: { balance: -500 } });
});

test('transactions are read, listed newest first, and only their description changes', async () => {
  const shop = service.client();
  const [customer, other] = [await customerOf(shop), await customerOf(shop)];
  const url = `/v1/customers/${customer}/balance_transactions`;
  const first = (await shop.post(url, { amount: 5, currency: 'eur' })).body;
  const second = (await shop.post(url, { amount: 7, currency: 'eur' })).body;
  expect((await shop.get(url)).body).toMatchObject({ url, data: [second, first] });
  expect((await shop.get(`${url}?created[lt]=1`)).body.data).toEqual([]);
  expect((await shop.get(`${url}?invoice=in_nobody`)).body.data).toEqual([]);
  expect((await shop.get(`${url}/${first.id}`)).body).toEqual(first);
  const changed = await shop.post(`${url}/${first.id}`, { description: 'a gift', metadata: { a: 'b' } });
  expect(changed.body).toEqual({ ...first, description: 'a gift', metadata: { a: 'b' } });
  expect((await shop.post(`${url}/${first.id}`, { amount: 1 })).body.error).toMatchObject({ code: 'parameter_unknown', param: 'amount' });
  for (const answer of [
    await shop.get(`/v1/customers/${other}/balance_transactions/${first.id}`),
    await shop.post(`/v1/customers/${other}/balance_transactions/${first.id}`, { description: 'mine' }),
  ])
    expect([answer.status, answer.body.error.code]).toEqual([404, 'resource_missing']);
});

test.each([
  ['of nothing', { amount: 0, currency: 'usd' }, 'amount'],
  ['without an amount', { currency: 'usd' }, 'amount'],
  ['without a currency', { amount: 1 }, 'currency'],
  ['in another currency', { amount: 1, currency: 'eur' }, 'currency'],
  ['beyond the maximum balance', { amount: 999_999_999_999, currency: 'usd' }, 'amount'],
])('400: an adjustment %s is refused, and moves nothing', async (_, given, param) => {
  const shop = service.client();
  const customer = await customerOf(shop);
  await shop.post(`/v1/customers/${customer}/balance_transactions`, { amount: 1, currency: 'usd' });
  const { status, body } = await shop.post(`/v1/customers/${customer}/balance_transactions`, given);
  expect([status, body.error.param]).toEqual([400, param]);
  expect((await shop.get(`/v1/customers/${customer}`)).body.balance).toBe(1);
});

test('setting the balance creates transactions: the first is the initial one, a later one has the difference', async () => {
  const shop = service.client();
  const customer = await customerOf(shop, { balance: -1000 });
  expect((await shop.get('/v1/events?type=customer.created')).body.data[0].data.object.balance).toBe(-1000);
  await shop.post(`/v1/customers/${customer}`, { balance: -400 });
  await shop.post(`/v1/customers/${customer}`, { balance: -400, description: 'the same' });
  const { data } = (await shop.get(`/v1/customers/${customer}/balance_transactions`)).body;
  expect(data).toMatchObject([
    { type: 'adjustment', amount: 600, ending_balance: -400, currency: 'usd' },
    { type: 'initial', amount: -1000, ending_balance: -1000, currency: 'usd' },
  ]);
});

test('no concurrent adjustment is lost, and the balance is their sum', async () => {
  const shop = service.client();
  const customer = await customerOf(shop);
  const url = `/v1/customers/${customer}/balance_transactions`;
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => shop.post(url, { amount: n - 7 || 1, currency: 'usd' })));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { data } = (await shop.get(`${url}?limit=100`)).body;
  expect((await shop.get(`/v1/customers/${customer}`)).body.balance).toBe(sum(data));
  expect(new Set(data.map(({ ending_balance }: { ending_balance: number }) => ending_balance)).has(sum(data))).toBe(true);
  expect(await audit(service.engine.database)).toEqual([]);
});

test('a balance from before its transactions were stored gets one by the migration, once', async () => {
  const shop = service.client();
  const customer = await customerOf(shop);
  await rowsOf(service, `update objects set doc = jsonb_set(doc::jsonb, '{balance}', '70')::json where id = $1`, customer);
  const text =
    readFileSync(new URL('../../migrations/0029-discounts-columns.sql', import.meta.url), 'utf8')
      .split('over objects\n')
      .at(-1) ?? '';
  for (const _ of [1, 2]) await rowsOf(service, text, '(0,0)', '(4294967295,0)');
  const url = `/v1/customers/${customer}/balance_transactions`;
  const { data } = (await shop.get(url)).body;
  expect(data).toMatchObject([{ type: 'migration', amount: 70, ending_balance: 70, currency: 'usd', customer, metadata: {} }]);
  expect((await shop.get(`${url}/${data[0].id}`)).body).toEqual(data[0]);
  await shop.post(url, { amount: -70, currency: 'usd' });
  expect((await shop.get(`/v1/customers/${customer}`)).body.balance).toBe(0);
});
