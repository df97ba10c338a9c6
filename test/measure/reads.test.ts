import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, startService, type TestService } from '../support/service.js';
import { openTo } from '../support/small-service.js';
import { columns, reads } from './reads.js';

describe('the reads of a rule', () => {
  let it: TestService;
  let afterReading = async (): Promise<void> => {};
  const wanted: string[] = [];
  beforeAll(async () => {
    it = await startService({}, { besides: { catalogue: reads, access: openTo(reads) } });
    const { load } = it.engine;
    const watched: typeof load = async (wants) => {
      wanted.push(...wants.map(({ id }) => id));
      const found = await load(wants);
      await afterReading();
      return found;
    };
    Object.assign(it.engine, { load: watched });
    await it.engine.database.query({ text: columns, values: [] });
  });
  afterAll(() => it.stop());

  const painted = async (client: Client, params: object): Promise<string> => (await client.post('/v1/tags', { ...params })).body.id;
  const found = async (client: Client, id: string): Promise<string> => (await client.get(`/v1/tags/${id}`)).body.found;

  test('a list compares its column as text, in the order of the ids, whatever was read before it', async () => {
    const client = it.client();
    const ids: string[] = [];
    for (const spare of [false, true, false, false]) ids.push(await painted(client, { color: 'red', spare }));
    const [one, , two, three] = ids;
    const looked = await client.post(`/v1/tags/${two}/look`, { first: three });
    expect(looked.body.found).toBe([one, two, three].join(' '));
  });

  test('a list is read in the account that a rule runs in', async () => {
    const [client, other] = [it.client(), it.client()];
    const account = (await other.get('/v1/account')).body.id;
    const [here, there] = [await painted(client, { color: 'red' }), await painted(other, { color: 'red' })];
    const made = (await client.post(`/v1/tags/${here}/look_there`, { account })).body.found;
    expect(await found(other, made)).toBe(`${there} ${made}`);
  });

  test('a unique value belongs to the object that has claimed it earlier in the same write', async () => {
    const client = it.client();
    const first = await painted(client, { name: 'tea', color: 'red' });
    const second = await painted(client, { color: 'red' });
    expect((await client.post(`/v1/tags/${second}/claim`, { name: 'tea' })).body).toMatchObject({ name: 'tea', found: second });
    expect((await client.post(`/v1/tags/${second}/claim`, { name: 'milk' })).body).toMatchObject({ name: 'milk', found: second });
    expect((await client.post(`/v1/tags/${first}/claim`, { name: 'tea' })).body).toMatchObject({ name: 'tea', found: first });
  });

  test('a unique value belongs to no object once it has been released in the same write', async () => {
    const client = it.client();
    const id = await painted(client, { name: 'tea', color: 'red' });
    expect((await client.post(`/v1/tags/${id}/give_up`, { name: 'tea' })).body).toMatchObject({ name: null, found: 'none' });
  });

  test('a unique value is looked up in the account that a rule runs in', async () => {
    const [client, other] = [it.client(), it.client()];
    const account = (await other.get('/v1/account')).body.id;
    const [here, there] = [await painted(client, { name: 'tea', color: 'red' }), await painted(other, { name: 'tea', color: 'red' })];
    const made = (await client.post(`/v1/tags/${here}/find_there`, { account, name: 'tea' })).body.found;
    expect(await found(other, made)).toBe(there);
  });

  test.each([
    ['leaves it', (shelf: string, other: string) => [shelf, { shelf: other }] as const],
    ['enters it', (shelf: string, other: string) => [other, { shelf }] as const],
    ['no longer matches', (shelf: string) => [shelf, { spare: true }] as const],
  ])('a rule reads a list again when an object concurrently %s', async (_, moving) => {
    const client = it.client();
    const [shelf, other] = [await painted(client, { color: 'oak' }), await painted(client, { color: 'pine' })];
    const staying = await painted(client, { color: 'red', shelf });
    const [from, change] = moving(shelf, other);
    const moved = await painted(client, { color: 'red', shelf: from });
    afterReading = async () => {
      afterReading = async () => {};
      await client.post(`/v1/tags/${moved}/move`, { ...change });
    };
    const { body } = await client.post(`/v1/tags/${shelf}/take_stock`, {});
    expect(body.found).toBe(from === other ? [staying, moved].join(' ') : staying);
  });

  test('a new object has no earlier owner, and none is looked up', async () => {
    const client = it.client();
    const customer = (await client.post('/v1/customers', {})).body.id;
    expect((await client.post('/v1/invoiceitems', { customer, currency: 'usd', amount: 1 })).body.customer).toBe(customer);
    expect(wanted).not.toContain('');
  });

  test('a number of a series is used only where a rule takes it', async () => {
    const client = it.client();
    const [first, named, second] = [
      await painted(client, { color: 'red' }),
      await painted(client, { color: 'red', name: 'tea' }),
      await painted(client, { color: 'red' }),
    ];
    const found: unknown[] = [];
    for (const id of [first, named, second]) found.push((await client.post(`/v1/tags/${id}/number`, {})).body.found);
    expect(found).toEqual(['1', 'tea', '2']);
  });

  test('500: a rule that takes one number twice is an internal error, and stores nothing', async () => {
    const client = it.client();
    const id = await painted(client, { color: 'red' });
    expect((await client.post(`/v1/tags/${id}/number_twice`, {})).status).toBe(500);
    expect((await client.post(`/v1/tags/${id}/number`, {})).body.found).toBe('1');
  });
});
