import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const idsOf = (body: { data: { id: string }[] }): string[] => body.data.map(({ id }) => id);

test('200: a country shows the currency of its banks, and the countries that share it', async () => {
  const client = service.client();
  const { status, body } = await client.get('/v1/country_specs/DE');
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: 'DE', object: 'country_spec', default_currency: 'eur', supported_payment_methods: ['card', 'stripe'] });
  expect(body.supported_bank_account_currencies.eur).toEqual(expect.arrayContaining(['AT', 'DE', 'FR']));
  expect(body.supported_payment_currencies).toEqual(expect.arrayContaining(['eur', 'jpy', 'usd']));
  expect(body.supported_transfer_countries).toEqual(expect.arrayContaining(['DE', 'GB', 'SE']));
  expect(Object.keys(body.verification_fields)).toEqual(['company', 'individual']);
});

test('404: the country is not listed', async () => {
  const { status, body } = await service.client().get('/v1/country_specs/ZZ');
  expect([status, body.error.code, body.error.param]).toEqual([404, 'resource_missing', 'country']);
});

test('200: paging forward and back through the list shows each country once', async () => {
  const client = service.client();
  const seen: string[] = [];
  for (let more = true; more; ) {
    const cursor = seen.length ? { starting_after: seen.at(-1) } : {};
    const { body } = await client.get('/v1/country_specs', { limit: 20, ...cursor });
    expect([body.object, body.url]).toEqual(['list', '/v1/country_specs']);
    seen.push(...idsOf(body));
    more = body.has_more;
  }
  expect([seen.length, seen]).toEqual([new Set(seen).size, [...seen].sort()]);
  expect(seen).toEqual(expect.arrayContaining(['AE', 'GB', 'JP', 'US']));
  const before = (await client.get('/v1/country_specs', { limit: 2, ending_before: seen[3] })).body;
  expect([idsOf(before), before.has_more]).toEqual([seen.slice(1, 3), true]);
  const first = (await client.get('/v1/country_specs', { ending_before: seen[3] })).body;
  expect([idsOf(first), first.has_more]).toEqual([seen.slice(0, 3), false]);
  expect((await client.get('/v1/country_specs')).body.data).toHaveLength(10);
});

test.each([
  [{ starting_after: 'ZZ' }, 'resource_missing', 'starting_after'],
  [{ starting_after: 'AE', ending_before: 'US' }, 'parameters_exclusive', 'ending_before'],
  [{ limit: 101 }, 'parameter_invalid_integer', 'limit'],
])('400: no such page: %j', async (params, code, param) => {
  const { status, body } = await service.client().get('/v1/country_specs', params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});
