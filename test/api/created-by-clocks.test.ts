import { afterAll, beforeAll, expect, test } from 'vitest';
import { timeOfId } from '../../src/kernel/base/ids.js';
import { accountOf, advanceClock } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const hour = 3600;

type Listed = { id: string; created: number };

const customer = async (client: Client, name: string): Promise<Listed> => (await client.post('/v1/customers', { name })).body;

const idsOf = async (client: Client, query: Readonly<Record<string, unknown>>, path = '/v1/customers'): Promise<string[]> =>
  (await client.get(path, query)).body.data.map(({ id }: Listed) => id);

/** A sandbox with one customer from before its clock was moved and two from after. */
async function moved(): Promise<{ client: Client; before: Listed; first: Listed; second: Listed; at: number }> {
  const client = service.client();
  const before = await customer(client, 'before');
  const at = await advanceClock(client, 10 * hour);
  return { client, before, first: await customer(client, 'first'), second: await customer(client, 'second'), at };
}

test("an id contains the service's time, however far ahead the clock was that created the object", async () => {
  const { first, at } = await moved();
  expect(first.created).toBeGreaterThanOrEqual(at);
  expect(timeOfId(first.id)).toBeLessThanOrEqual(service.now());
});

test('created filters use the clock and find objects from before and after the move', async () => {
  const { client, before, first, second, at } = await moved();
  expect(await idsOf(client, { 'created[gte]': before.created })).toEqual([second.id, first.id, before.id]);
  expect(await idsOf(client, { 'created[lt]': at })).toEqual([before.id]);
  expect(await idsOf(client, { 'created[gt]': before.created + 60 })).toEqual([second.id, first.id]);
  expect(await idsOf(client, { 'created[lte]': before.created + 60, 'created[gt]': before.created })).toEqual([]);
});

test('a filtered list is paged in both directions across a move', async () => {
  const { client, before, first, second } = await moved();
  const since = { 'created[gte]': before.created, limit: 1 };
  expect(await idsOf(client, { ...since, starting_after: second.id })).toEqual([first.id]);
  expect(await idsOf(client, { ...since, starting_after: first.id })).toEqual([before.id]);
  expect(await idsOf(client, { ...since, ending_before: before.id })).toEqual([first.id]);
});

test('events are listed in the order in which they occurred, and filtered by the clock', async () => {
  const { client, at } = await moved();
  const named = (body: { data: { data: { object: { name: string } } }[] }): string[] => body.data.map(({ data }) => data.object.name);
  const about = { type: 'customer.created' };
  expect(named((await client.get('/v1/events', about)).body)).toEqual(['second', 'first', 'before']);
  expect(named((await client.get('/v1/events', { ...about, 'created[gte]': at })).body)).toEqual(['second', 'first']);
});

test('created_at is stored beside an id for a moved clock only', async () => {
  const { client, first, second } = await moved();
  const rows = await service.engine.database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = 'customer' and created_at is not null order by id`,
    values: [`${await accountOf(client)}_test`],
  });
  expect(rows.map(({ id }) => id)).toEqual([first.id, second.id]);
});

test('an update leaves the creation time unchanged', async () => {
  const { client, first, at } = await moved();
  await advanceClock(client, hour);
  await client.post(`/v1/customers/${first.id}`, { name: 'changed' });
  expect(await idsOf(client, { 'created[gte]': at, 'created[lt]': at + hour })).toContain(first.id);
});
