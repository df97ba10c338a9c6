import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Ids, populate } from '../support/populate.js';
import { type Crafted, craft, flawOf, type Got, stillServes } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let client: Client;
let ids: Ids;
beforeAll(async () => {
  service = await startService();
  client = service.client();
  ids = await populate(service, client);
});
afterAll(() => service.stop());

/** Sends one request, expects a proper refusal, and then that the server still serves. */
async function refusalOf(crafted: Crafted): Promise<Got> {
  const got = await craft(service.port, { key: client.key, ...crafted });
  expect(flawOf(got)).toBeNull();
  expect(await stillServes(service.port)).toBe(true);
  return got;
}

const json = { 'content-type': 'application/json' };

test.each(['nonsense', 'cus_', 'cus_short', '%F0%9F%92%B3', `cus_${'x'.repeat(200)}`, "cus_';--"])(
  '400: %s is not a cursor, forwards or backwards',
  async (cursor) => {
    for (const param of ['starting_after', 'ending_before']) {
      const { status, body } = await refusalOf({ path: `/v1/customers?${param}=${cursor}` });
      expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', param]);
    }
  },
);

test('400: an id of another kind is not a cursor', async () => {
  const { status, body } = await refusalOf({ path: `/v1/customers?starting_after=${ids.payout}` });
  expect([status, body.error.param]).toEqual([400, 'starting_after']);
});

test('a deleted object still marks a place in its list', async () => {
  const own = service.client();
  const made: string[] = [];
  for (const name of ['a', 'b', 'c']) made.push((await own.post('/v1/customers', { name })).body.id);
  await own.del(`/v1/customers/${made[1]}`);
  const { body } = await own.get('/v1/customers', { starting_after: made[1] });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([made[0]]);
});

const expansions: readonly (readonly [string, readonly string[]])[] = [
  ['of a member that is no reference', ['description']],
  ['of a member that does not exist', ['nonsense']],
  ['of an inherited property', ['__proto__']],
  ['of a constructor', ['constructor.prototype']],
  ['of nothing', ['..']],
  ['five levels deep', ['latest_attempt.setup_intent.latest_attempt.setup_intent.latest_attempt']],
  ['a hundred levels deep', [Array.from({ length: 20 }, () => 'customer').join('.')]],
];

test.each(expansions)('400: an expansion %s', async (_, expand) => {
  const { status, body } = await refusalOf({
    path: `/v1/setup_intents/${ids.setup_intent}?${expand.map((path) => `expand[]=${path}`).join('&')}`,
  });
  expect([status, body.error.param]).toEqual([400, expect.stringMatching(/^expand/)]);
});

test('400: a thousand expansions', async () => {
  const expand = Array.from({ length: 999 }, () => 'customer');
  const { status, body } = await refusalOf({
    path: `/v1/setup_intents/${ids.setup_intent}`,
    headers: json,
    body: JSON.stringify({ expand }),
  });
  expect([status, body.error.param]).toEqual([400, 'expand']);
});

test('200: an expansion in a circle ends after four levels', async () => {
  const { status, body } = await craft(service.port, {
    path: `/v1/setup_intents/${ids.setup_intent}?expand[]=latest_attempt.setup_intent.latest_attempt.setup_intent`,
    key: client.key,
  });
  expect(status).toBe(200);
  expect(body.latest_attempt.setup_intent.latest_attempt.setup_intent.latest_attempt).toBe(ids.setup_attempt);
});

const queries: readonly string[] = [
  '"',
  "'",
  'name:',
  'name:"a',
  `name:"a' or 1=1 --"`,
  'name:"a" AND',
  'name:"a" OR name:"b" AND name:"c"',
  '('.repeat(900),
  '['.repeat(5000),
  'metadata["a:"b"',
  'metadata["a"]',
  '__proto__:"a"',
  'constructor:"a"',
  'account:"a"',
  'name>"a"',
  'name~null',
  'created:"x"',
  'created>99999999999999999999999999999999999999',
  `created<-${'9'.repeat(400)}`,
  'created~"1"',
  'name:"\\\\"',
  'name~"%_\\\\%"',
  'name:"\u0000"',
  Array.from({ length: 11 }, () => 'name:"a"').join(' AND '),
  'name:"a"; drop table objects',
];

test.each(queries)('a search for %s is answered or refused', async (query) => {
  await refusalOf({ path: `/v1/customers/search?query=${encodeURIComponent(query)}` });
});

test('a search takes no character of a value for syntax', async () => {
  const own = service.client();
  const names = ['100%', '100 percent', 'under_score', 'underxscore', 'back\\slash', 'quo"te', "apos'trophe"];
  for (const name of names) await own.post('/v1/customers', { name });
  for (const name of names) {
    const quoted = `"${name.replace(/["\\]/g, '\\$&')}"`;
    for (const operator of [':', '~']) {
      const { body } = await own.get('/v1/customers/search', { query: `name${operator}${quoted}` });
      expect([operator, body.data.map((each: { name: string }) => each.name)]).toEqual([operator, [name]]);
    }
  }
});

test('each object is on one page only, while others are created', async () => {
  const own = service.client();
  for (let count = 0; count < 12; count++) await own.post('/v1/customers', { name: `before ${count}` });
  const seen: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const { body } = await own.get('/v1/customers', { limit: 5, ...(after && { starting_after: after }) });
    seen.push(...body.data.map(({ id }: { id: string }) => id));
    after = seen.at(-1);
    more = body.has_more;
    await own.post('/v1/customers', { name: 'during' });
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toHaveLength(12);
});
