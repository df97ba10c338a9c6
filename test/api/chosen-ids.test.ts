import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

test('a product with a chosen id is found, changed, referenced and listed by it', async () => {
  const shop = service.client();
  const { body: made } = await shop.post('/v1/products', { id: 'gold plan/ü'.replace('/', '-'), name: 'Gold' });
  expect(made.id).toBe('gold plan-ü');
  const url = `/v1/products/${encodeURIComponent(made.id)}`;
  expect((await shop.get(url)).body).toEqual(made);
  expect((await shop.post(url, { name: 'Golden' })).body.name).toBe('Golden');
  const { body: price } = await shop.post('/v1/prices', { product: made.id, currency: 'usd', unit_amount: 100, expand: ['product'] });
  expect(price.product).toMatchObject({ id: made.id, name: 'Golden' });
  expect((await shop.get('/v1/products')).body.data.map(({ id }: { id: string }) => id)).toEqual([made.id]);
  expect(JSON.stringify(made)).not.toContain('place');
});

test('lists are sorted by creation, whatever the ids are, and cursors are those ids', async () => {
  const shop = service.client();
  const ids = ['zebra', 'apple', 'mango', 'banana'];
  for (const id of ids) await shop.post('/v1/products', { id, name: id });
  const page = async (query: string) => (await shop.get(`/v1/products?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await page('')).toEqual([...ids].reverse());
  expect(await page('limit=2&starting_after=banana')).toEqual(['mango', 'apple']);
  expect(await page('limit=2&ending_before=zebra')).toEqual(['mango', 'apple']);
  expect(await page('ids[0]=apple&ids[1]=zebra')).toEqual(['apple', 'zebra']);
  const { created } = (await shop.get('/v1/products/apple')).body;
  expect(await page(`created[gte]=${created - 60}`)).toEqual([...ids].reverse());
  expect(await page(`created[gt]=${created + 60}`)).toEqual([]);
  expect((await shop.get('/v1/products?starting_after=unknown')).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'starting_after',
  });
});

test('400 resource_already_exists: of many concurrent requests for one id a single one gets it', async () => {
  const shop = service.client();
  const answers = await Promise.all(Array.from({ length: 10 }, (_, place) => shop.post('/v1/products', { id: 'gold', name: `${place}` })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body.error).toMatchObject({ code: 'resource_already_exists', param: 'id' });
  expect((await shop.get('/v1/products')).body.data).toHaveLength(1);
  expect((await shop.get('/v1/events?type=product.created')).body.data).toHaveLength(1);
});

test('the id of a deleted object can be chosen again, and the new object inherits nothing', async () => {
  const shop = service.client();
  await shop.post('/v1/products', { id: 'gold', name: 'Old', description: 'old', metadata: { a: 'b' } });
  expect((await shop.del('/v1/products/gold')).body).toEqual({ id: 'gold', object: 'product', deleted: true });
  await shop.post('/v1/products', { id: 'silver', name: 'Silver' });
  const { status, body } = await shop.post('/v1/products', { id: 'gold', name: 'New' });
  expect([status, body.name, body.description, body.metadata]).toEqual([200, 'New', null, {}]);
  expect((await shop.get('/v1/products')).body.data.map(({ name }: { name: string }) => name)).toEqual(['New', 'Silver']);
  expect((await shop.get('/v1/products/search?query=name:"new"')).body.data).toHaveLength(1);
});

test('a repeated request with its idempotency key gets its reply, not the error that the id exists', async () => {
  const shop = service.client();
  const key = { headers: { 'idempotency-key': 'once' } };
  const first = await shop.post('/v1/products', { id: 'gold', name: 'Gold' }, key);
  expect((await shop.post('/v1/products', { id: 'gold', name: 'Gold' }, key)).text).toBe(first.text);
});

test.each([['search'], ['list'], ['a/b'], [' gold'], ['prod_0123456789012345678901'], ['4242424242424242']])(
  '400: %j cannot be chosen as an id',
  async (id) => {
    const { status, body } = await service.client().post('/v1/products', { id, name: 'Gold' });
    expect([status, body.error.param]).toEqual([400, 'id']);
  },
);

test('two accounts choose the same id, and neither sees the other’s object', async () => {
  const [one, other] = [service.client(), service.client()];
  await one.post('/v1/products', { id: 'gold', name: 'One' });
  expect((await other.get('/v1/products/gold')).status).toBe(404);
  await other.post('/v1/products', { id: 'gold', name: 'Other' });
  expect((await one.get('/v1/products/gold')).body.name).toBe('One');
});
