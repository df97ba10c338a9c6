import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dated, newCustomer } from '../support/callers.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let client: Client;
let created = 0;

const people = {
  jo: { name: 'Jo Smith', email: 'Jo@Example.com', phone: '+41 31', metadata: { tier: 'gold', 'key with "quotes"': 'x' } },
  ann: { name: 'Ann Smithers', email: 'ann@example.org', metadata: { tier: 'Silver' } },
  bob: { name: "Bob O'Hara 100%", metadata: { tier: 'gold', note: 'back\\slash' } },
  blank: {},
};

const ids = new Map<string, string>();

beforeAll(async () => {
  service = await startService();
  client = service.client();
  for (const [name, params] of Object.entries(people)) {
    const customer = await newCustomer(client, params);
    ids.set(customer.id, name);
    created = customer.created;
  }
});
afterAll(() => service.stop());

const find = async (query: string): Promise<string[]> => {
  const { body } = await client.get('/v1/customers/search', { query });
  return body.data.map(({ id }: { id: string }) => ids.get(id));
};

describe('200', () => {
  test.each([
    ['email:"jo@example.com"', ['jo']],
    ["email:'JO@EXAMPLE.COM'", ['jo']],
    ['name:"smith"', []],
    ['name:"jo smith"', ['jo']],
    ['name~"smith"', ['ann', 'jo']],
    ['name~"SMITHERS"', ['ann']],
    ['name~"100%"', ['bob']],
    ['name~"%"', ['bob']],
    ['name~"_"', []],
    [`name~"o'hara"`, ['bob']],
    ["name~'o\\'hara'", ['bob']],
    ['phone:"+41 31"', ['jo']],
    ['metadata["tier"]:"gold"', ['bob', 'jo']],
    ['metadata["tier"]:"Gold"', []],
    ["metadata['tier']:'Silver'", ['ann']],
    ['metadata["tier"]~"sil"', ['ann']],
    ['metadata["key with \\"quotes\\""]:"x"', ['jo']],
    ['metadata["note"]:"back\\\\slash"', ['bob']],
    ['metadata["tier"]:null', ['blank']],
    ['-metadata["tier"]:null', ['bob', 'ann', 'jo']],
    ['email:null', ['blank', 'bob']],
    ['-email:null', ['ann', 'jo']],
    ['-name~"smith"', ['blank', 'bob']],
    ['-metadata["tier"]:"gold"', ['blank', 'ann']],
    ['name~"smith" AND metadata["tier"]:"gold"', ['jo']],
    ['name~"smith" and -metadata["tier"]:"gold"', ['ann']],
    ['email:"jo@example.com" OR metadata["tier"]:"Silver"', ['ann', 'jo']],
    ['  email : "jo@example.com"  ', ['jo']],
    ['email:"\' or 1=1 --"', []],
  ])('%s finds %j', async (query, found) => {
    expect(await find(query)).toEqual(found);
  });

  test('created is compared with a time', async () => {
    const everybody = ['blank', 'bob', 'ann', 'jo'];
    expect(await find(`created<=${created}`)).toEqual(everybody);
    expect(await find(`created>${created}`)).toEqual([]);
    expect(await find(`created>=${created - 60} AND created<${created + 60}`)).toEqual(everybody);
    expect(await find(`-created<${created + 1}`)).toEqual([]);
    expect(await find(`created:${created}`)).toContain('blank');
  });

  test('page by page; the envelope follows the caller’s dialect', async () => {
    const query = 'created>0';
    const native = (await client.get('/v1/customers/search', { query, limit: 3 })).body;
    expect(native).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers/search' });
    expect(native).not.toHaveProperty('next_page');
    const sdk = dated(service.url, client);
    const first = (await sdk.get('/v1/customers/search', { query, limit: 3 })).body;
    expect(first).toMatchObject({ object: 'search_result', has_more: true, next_page: expect.any(String) });
    expect(first.data).toHaveLength(3);
    const second = (await sdk.get('/v1/customers/search', { query, limit: 3, page: first.next_page })).body;
    expect(second).toMatchObject({ has_more: false, next_page: null });
    const found = [...first.data, ...second.data].map(({ id }: { id: string }) => ids.get(id));
    expect(found).toEqual(['blank', 'bob', 'ann', 'jo']);
  });

  test('a change is found at once, and a deleted customer is not found', async () => {
    const own = service.client();
    const search = async (query: string): Promise<string[]> =>
      (await own.get('/v1/customers/search', { query })).body.data.map(({ id }: { id: string }) => id);
    const { id } = await newCustomer(own, { name: 'Before', metadata: { a: '1' } });
    await own.post(`/v1/customers/${id}`, { name: 'After', metadata: { a: '2' } });
    expect(await search('name:"before" OR metadata["a"]:"1"')).toEqual([]);
    expect(await search('name:"after" AND metadata["a"]:"2"')).toEqual([id]);
    await own.post(`/v1/customers/${id}`, { phone: '7' });
    expect(await search('phone:"7"')).toEqual([id]);
    await own.del(`/v1/customers/${id}`);
    expect(await search('name:"after"')).toEqual([]);
    expect(await search('-name:"before"')).toEqual([]);
  });

  test('no customer of another sandbox is found', async () => {
    const { body } = await service.client().get('/v1/customers/search', { query: 'created>0' });
    expect(body.data).toEqual([]);
  });
});

describe('400', () => {
  test.each([
    'email',
    'email:',
    'email:jo@example.com',
    'email:"jo@example.com',
    'email:"a" AND name:"b" OR phone:"c"',
    'email:"a" name:"b"',
    'email="a"',
    '(email:"a")',
    'AND',
    'password:"x"',
    'deleted:"true"',
    'metadata:"x"',
    'metadata[tier]:"gold"',
    'name>"a"',
    'email>5',
    'created>"yesterday"',
    'created>null',
    Array.from({ length: 11 }, () => 'name:"a"').join(' OR '),
    '('.repeat(900),
  ])('parameter_invalid query: %s', async (query) => {
    const { status, body } = await client.get('/v1/customers/search', { query });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', code: 'parameter_invalid', param: 'query' });
  });

  test('parameter_missing: the query is empty', async () => {
    const { body } = await client.get('/v1/customers/search');
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'query' });
  });

  test('a page token that no search returned, or a limit out of bounds', async () => {
    const page = await client.get('/v1/customers/search', { query: 'created>0', page: 'nonsense' });
    expect(page.status).toBe(400);
    const limit = await client.get('/v1/customers/search', { query: 'created>0', limit: 101 });
    expect(limit.body.error).toMatchObject({ code: 'parameter_invalid_integer', param: 'limit' });
  });

  test('a created value beyond any date is a valid query', async () => {
    expect((await client.get('/v1/customers/search', { query: `created<${'9'.repeat(30)}` })).status).toBe(200);
    expect((await client.get('/v1/customers/search', { query: `created>${'9'.repeat(400)}` })).status).toBeLessThan(500);
  });
});
