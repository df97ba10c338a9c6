import { afterAll, beforeAll, expect, test } from 'vitest';
import { addKey } from '../../src/api/keys/keys.js';
import { set } from '../../src/kernel/base/effects.js';
import { nullable } from '../../src/kernel/base/fields.js';
import { integer, ref, refToAny, text } from '../../src/kernel/base/kinds.js';
import { listOf, plainObject } from '../../src/kernel/base/members.js';
import { type AnyResource, resource } from '../../src/kernel/base/resource.js';
import { type AnyRule, action, creation, list, retrieve } from '../../src/kernel/base/rules.js';
import { catalogue as everything } from '../../src/resources/index.js';
import { said } from '../support/said.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { openTo, type SmallService, startSmallService } from '../support/small-service.js';
import { tester } from '../support/tester.js';

const product = resource({ object: 'product', prefix: 'prod', fields: said({ name: text }), start: null });

const price = resource({
  object: 'price',
  prefix: 'price',
  fields: said({ amount: integer(), product: nullable(ref('product')) }),
  start: null,
});

const order = resource({
  object: 'order',
  prefix: 'ord',
  fields: said({
    extras: listOf(refToAny('price', 'product')),
    lines: listOf(plainObject({ price: ref('price'), quantity: integer() })),
    parcels: listOf(plainObject({ lines: listOf(plainObject({ price: ref('price') })) })),
    subscribed: plainObject({ data: listOf(plainObject({ price: ref('price') })) }),
  }),
  start: null,
});

const taking = (kind: AnyResource): AnyRule => creation(kind, { takes: kind.fields, decide: ({ it, input }) => set(it, input) });
const catalogue = [
  action('POST /v1/products', taking(product), { about: 'For a test.' }),
  action('POST /v1/prices', taking(price), { about: 'For a test.' }),
  action('POST /v1/orders', taking(order), { about: 'For a test.' }),
  retrieve(order, 'GET /v1/orders/:id', { about: 'For a test.' }),
  list(order, 'GET /v1/orders', {}, { about: 'For a test.' }),
];

let whole: TestService;
let small: SmallService;
beforeAll(async () => {
  whole = await startService();
  const access = { ...openTo(catalogue), 'GET /v1/orders/:id': { restricted: 'order_read' } };
  small = await startSmallService(whole, catalogue, access);
});
afterAll(async () => {
  await small.stop();
  await whole.stop();
});

type Ids = { readonly client: Client; readonly id: string; readonly coat: string; readonly hat: string; readonly wool: string };

/** An order that refers to prices in every possible place. */
async function ordered(): Promise<Ids> {
  const { key } = whole.client();
  await whole.client(key).get('/v1/account');
  const client = small.client(key);
  const made = async (path: string, params: object): Promise<string> =>
    (await client.post(path, params as Record<string, unknown>)).body.id;
  const wool = await made('/v1/products', { name: 'Wool' });
  const coat = await made('/v1/prices', { amount: 900, product: wool });
  const hat = await made('/v1/prices', { amount: 30 });
  const id = await made('/v1/orders', {
    extras: [hat, wool],
    lines: [
      { price: coat, quantity: 1 },
      { price: hat, quantity: 2 },
      { price: coat, quantity: 3 },
    ],
    parcels: [{ lines: [{ price: coat }] }, { lines: [{ price: hat }, { price: coat }] }],
    subscribed: { data: [{ price: hat }] },
  });
  return { client, id, coat, hat, wool };
}

const expanding = ({ client, id }: Ids, ...paths: readonly string[]): ReturnType<Client['get']> =>
  client.get(`/v1/orders/${id}`, Object.fromEntries(paths.map((path, place) => [`expand[${place}]`, path])));

test('200: a reference in each element of a list is expanded, whatever else the element contains', async () => {
  const made = await ordered();
  const { body } = await expanding(made, 'lines.price');
  expect(body.lines).toMatchObject([
    { price: { id: made.coat, amount: 900, product: made.wool }, quantity: 1 },
    { price: { id: made.hat, amount: 30, product: null }, quantity: 2 },
    { price: { id: made.coat, amount: 900, product: made.wool }, quantity: 3 },
  ]);
  expect(body.parcels[0].lines).toEqual([{ price: made.coat }]);
});

test('200: references of an expanded object are expanded, for each element separately', async () => {
  const { body } = await expanding(await ordered(), 'lines.price.product');
  const names = body.lines.map((line: { price: { product: { name: string } | null } }) => line.price.product?.name);
  expect(names).toEqual(['Wool', undefined, 'Wool']);
});

test('200: a list of ids becomes a list of objects, each of its own kind', async () => {
  const made = await ordered();
  const { body } = await expanding(made, 'extras', 'extras.product');
  expect(body.extras).toMatchObject([
    { id: made.hat, object: 'price' },
    { id: made.wool, object: 'product' },
  ]);
});

test('200: lists in lists, and lists in data of an object, are traversed', async () => {
  const made = await ordered();
  const { body } = await expanding(made, 'parcels.lines.price', 'subscribed.data.price.product');
  expect(body.parcels[1].lines).toMatchObject([{ price: { id: made.hat } }, { price: { id: made.coat } }]);
  expect(body.subscribed.data).toMatchObject([{ price: { id: made.hat, object: 'price' } }]);
});

test('200: references are expanded in a list of objects, and in the answer to a create', async () => {
  const made = await ordered();
  const { body } = await made.client.get('/v1/orders', { 'expand[0]': 'data.lines.price' });
  expect(body.data[0].lines[1].price.id).toBe(made.hat);
  const created = await made.client.post('/v1/orders', { lines: [{ price: made.hat, quantity: 1 }], expand: ['lines.price'] });
  expect(created.body.lines[0].price).toMatchObject({ id: made.hat, amount: 30 });
});

test('200: an id that finds no object stays an id', async () => {
  const { client } = await ordered();
  const { body } = await client.post('/v1/orders', { extras: ['price_unknown', 'nothing'], expand: ['extras'] });
  expect(body.extras).toEqual(['price_unknown', 'nothing']);
});

test.each([
  'lines',
  'lines.quantity',
  'lines.nonsense',
  'lines.price.amount',
  'lines.0.price',
  'parcels.lines',
  'lines.length',
  'lines.data.price',
])('400: %s refers to no other object', async (path) => {
  const { status, body } = await expanding(await ordered(), path);
  expect([status, body.error.param]).toEqual([400, 'expand']);
});

test('403: a restricted key expands no element that it may not read', async () => {
  const { client: owner, id } = await ordered();
  const { body: account } = await whole.client(owner.key).get('/v1/account');
  const restricted = (permissions: readonly string[], key: string): Promise<string | null> =>
    addKey(whole.engine, account.id, false, { key, kind: 'restricted', permissions, name: 'Orders' }, tester(whole.engine));
  await restricted(['order_read'], `${owner.key.replace('sk_', 'rk_')}1`);
  await restricted(['order_read', 'price_read'], `${owner.key.replace('sk_', 'rk_')}2`);
  const answers = ['1', '2'].map((end) => {
    const client = small.client(`${owner.key.replace('sk_', 'rk_')}${end}`);
    return client.get(`/v1/orders/${id}`, { 'expand[0]': 'lines.price' });
  });
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([403, 200]);
});

test('an object that many objects of an answer name is read once', async () => {
  const client = whole.client();
  const paying = { amount: 500, currency: 'usd', payment_method: 'pm_card_visa', confirm: true };
  const customer = (await client.post('/v1/customers')).body.id;
  const charges = [(await client.post('/v1/payment_intents', { ...paying, customer })).body.latest_charge];
  charges.unshift((await client.post('/v1/payment_intents', { ...paying, customer })).body.latest_charge);
  for (const paid of [charges[0], charges[0], charges[1]]) await client.post('/v1/refunds', { charge: paid, amount: 100 });
  const read: string[] = [];
  const { load, list: pages } = whole.engine;
  const engine = {
    ...whole.engine,
    load: (wants: Parameters<typeof load>[0]) => {
      for (const want of wants) if ('id' in want) read.push(`${want.id}`);
      return load(wants);
    },
    list: (listing: Parameters<typeof pages>[0]) => {
      read.push(`${listing.resource.object}s of ${listing.filters.charge ?? 'all'}`);
      return pages(listing);
    },
  };
  const expand = { 'expand[0]': 'data.customer', 'expand[1]': 'data.refunds.data.charge.refunds' };
  const watched = await startSmallService({ ...whole, engine }, everything);
  const { body } = await watched.client(client.key).get('/v1/charges', expand);
  await watched.stop();
  expect(body.data.map((each: { customer: { id: string } }) => each.customer.id)).toEqual([customer, customer]);
  expect(body.data[0].refunds.data.map((each: { charge: { refunds: object } }) => each.charge.refunds)).toMatchObject([
    { data: [{ amount: 100 }, { amount: 100 }] },
    { data: [{ amount: 100 }, { amount: 100 }] },
  ]);
  expect(read.filter((each) => each.startsWith('refund')).sort()).toEqual(charges.map((id) => `refunds of ${id}`).sort());
  expect(read.filter((each) => each === customer)).toHaveLength(1);
});
