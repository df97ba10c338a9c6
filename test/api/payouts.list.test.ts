import { afterAll, beforeAll, expect, test } from 'vitest';
import { bankAccount, day_ms, funded } from '../support/merchant.js';
import { craft } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';

type Payout = { readonly id: string; readonly created: number; readonly destination: string; readonly status: string };

let service: TestService;
let client: Client;
/** Six payouts of one sandbox, oldest first, three seconds of its clock apart. */
let made: Payout[];
let elsewhere: string;

beforeAll(async () => {
  service = await startService();
  client = await funded(service, 1000);
  elsewhere = await bankAccount(client, '000123456789');
  made = [];
  for (const destination of [undefined, elsewhere, undefined, elsewhere, undefined, undefined]) {
    made.push((await client.post('/v1/payouts', { amount: 10, currency: 'usd', ...(destination && { destination }) })).body);
    service.advance(3000);
  }
});
afterAll(() => service.stop());

const withBody = (path: string, body: object) =>
  craft(service.port, { path, key: client.key, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

const ids = (body: { data: Payout[] }): string[] => body.data.map(({ id }) => id);
const newestFirst = (payouts: readonly (Payout | undefined)[]): (string | undefined)[] => payouts.map((each) => each?.id).reverse();

test.each(['/v1/payouts', '/v1/payouts/list'])('200: %s lists payouts newest first in an envelope with the plain path', async (path) => {
  const { status, body } = await client.get(path);
  expect(status).toBe(200);
  expect(body).toEqual({ object: 'list', url: '/v1/payouts', has_more: false, data: [...made].reverse() });
});

test.each(['/v1/payouts', '/v1/payouts/list'])('200: %s reads its parameters from a JSON body', async (path) => {
  const { status, body } = await withBody(path, { limit: 2, starting_after: made[4]?.id });
  expect(status).toBe(200);
  expect(ids(body)).toEqual([made[3]?.id, made[2]?.id]);
  expect(body.has_more).toBe(true);
});

test('200: an empty body on GET has no parameters', async () => {
  expect(ids((await withBody('/v1/payouts/list', {})).body)).toEqual(newestFirst(made));
});

test('200: query and body may each have some of the parameters, and the same one twice', async () => {
  const { status, body } = await withBody('/v1/payouts/list?limit=1&created[gte]=0', {
    limit: 1,
    created: { gte: '0' },
    destination: elsewhere,
  });
  expect(status).toBe(200);
  expect(ids(body)).toEqual([made[3]?.id]);
});

test.each([
  ['limit=1', { limit: 2 }, 'limit'],
  ['status=paid', { status: 'pending' }, 'status'],
  ['created[gte]=1', { created: { gte: '2' } }, 'created'],
])('400 parameter_conflict: ?%s against %j in the body', async (query, body, param) => {
  const answer = await withBody(`/v1/payouts/list?${query}`, body);
  expect([answer.status, answer.body.error.code, answer.body.error.param]).toEqual([400, 'parameter_conflict', param]);
});

const spellings = (moment: number): [string, unknown][] => [
  ['an integer', moment],
  ['a string', String(moment)],
];

test('200: created is one time, as an integer or a string', async () => {
  const { id, created } = made[2] as Payout;
  for (const [how, moment] of spellings(created)) {
    expect(ids((await withBody('/v1/payouts/list', { created: moment })).body), how).toEqual([id]);
  }
  expect(ids((await client.get('/v1/payouts', { created })).body)).toEqual([id]);
});

test.each([
  ['gt', [3, 4, 5]],
  ['gte', [2, 3, 4, 5]],
  ['lt', [0, 1]],
  ['lte', [0, 1, 2]],
] as const)('200: created[%s] limits the list, as an integer, a string and in the query', async (bound, places) => {
  const expected = newestFirst(places.map((place) => made[place]));
  const { created } = made[2] as Payout;
  for (const [how, moment] of spellings(created)) {
    expect(ids((await withBody('/v1/payouts/list', { created: { [bound]: moment } })).body), how).toEqual(expected);
  }
  expect(ids((await client.get('/v1/payouts', { [`created[${bound}]`]: created })).body)).toEqual(expected);
});

test('200: both ends of a range can be given', async () => {
  const created = { gt: String(made[1]?.created), lte: String(made[3]?.created) };
  expect(ids((await withBody('/v1/payouts/list', { created })).body)).toEqual([made[3]?.id, made[2]?.id]);
});

test.each([
  [{ created: 'yesterday' }, 'parameter_invalid_integer', 'created'],
  [{ created: -1 }, 'parameter_invalid_integer', 'created'],
  [{ created: { gte: 'x' } }, 'parameter_invalid_integer', 'created[gte]'],
  [{ created: { after: '1' } }, 'parameter_unknown', 'created[after]'],
  [{ created: [1] }, 'parameter_invalid', 'created'],
  [{ status: 'lost' }, 'parameter_invalid', 'status'],
  [{ limit: 0 }, 'parameter_invalid_integer', 'limit'],
  [{ limit: 101 }, 'parameter_invalid_integer', 'limit'],
  [{ limit: '5' }, 'parameter_invalid_integer', 'limit'],
  [{ destination: 5 }, 'parameter_invalid_string', 'destination'],
  [{ amount: 5 }, 'parameter_unknown', 'amount'],
  [{ starting_after: 'po_1' }, 'resource_missing', 'starting_after'],
  [{ ending_before: 'tu_0000000000000000000000' }, 'resource_missing', 'ending_before'],
])('400: the list refuses %j', async (params, code, param) => {
  const { status, body } = await withBody('/v1/payouts/list', params);
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
});

test('400: a list is paged in one direction at a time', async () => {
  const { status, body } = await client.get('/v1/payouts', { starting_after: made[0]?.id, ending_before: made[1]?.id });
  expect([status, body.error.code]).toEqual([400, 'parameters_exclusive']);
});

test('200: destination filters by external account', async () => {
  expect(ids((await client.get('/v1/payouts', { destination: elsewhere })).body)).toEqual([made[3]?.id, made[1]?.id]);
  expect(ids((await withBody('/v1/payouts/list', { destination: made[0]?.destination })).body)).toHaveLength(4);
  expect((await client.get('/v1/payouts', { destination: 'ba_0000000000000000000000' })).body.data).toEqual([]);
});

test('200: filters, limits and cursors combine', async () => {
  const first = await client.get('/v1/payouts', { destination: elsewhere, 'created[gte]': made[1]?.created, limit: 1 });
  expect([ids(first.body), first.body.has_more]).toEqual([[made[3]?.id], true]);
  const second = await client.get('/v1/payouts', { destination: elsewhere, limit: 1, starting_after: made[3]?.id });
  expect([ids(second.body), second.body.has_more]).toEqual([[made[1]?.id], false]);
});

test('200: status filters by each of the five states', async () => {
  const merchant = await funded(service, 1000);
  const pay = async (more: object = {}): Promise<string> =>
    (await merchant.post('/v1/payouts', { amount: 10, currency: 'usd', ...more })).body.id;
  const failed = await pay({ destination: await bankAccount(merchant, '000111111116') });
  const paid = await pay();
  service.advance(8 * day_ms);
  const listed = async (status: string): Promise<string[]> => ids((await merchant.get('/v1/payouts', { status })).body);
  await service.until(async () => (await listed('failed')).length + (await listed('paid')).length === 2);
  const canceled = await pay();
  await merchant.post(`/v1/payouts/${canceled}/cancel`);
  const in_transit = await pay({ method: 'instant' });
  await service.until(async () => (await listed('in_transit')).length);
  const pending = await pay();
  for (const [status, id] of Object.entries({ failed, paid, canceled, in_transit, pending }))
    expect(await listed(status), status).toEqual([id]);
});

test('200: the list of one sandbox has no payouts of another, even with its cursor', async () => {
  const stranger = service.client();
  expect((await stranger.get('/v1/payouts', { ending_before: made[0]?.id })).body.data).toEqual([]);
});

test('200: in a list each destination can be expanded', async () => {
  const { body } = await client.get('/v1/payouts', { 'expand[]': 'data.destination', limit: 2 });
  expect(body.data.map(({ destination }: { destination: object }) => destination)).toMatchObject([
    { id: made[5]?.destination, object: 'bank_account' },
    { id: made[4]?.destination, object: 'bank_account' },
  ]);
});
