import { expect, test } from 'vitest';
import { allEvents } from '../support/callers.js';
import { made } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

const service = await commonService();

const featureOf = (client: Client, lookup_key: string) => made(client, '/v1/entitlements/features', { name: lookup_key, lookup_key });

const give = async (client: Client, product: string, lookup_key: string) =>
  made(client, `/v1/products/${product}/features`, { entitlement_feature: (await featureOf(client, lookup_key)).id });

/** The keys of a customer's entitlements. */
async function keysOf(client: Client, customer: string): Promise<string[]> {
  const { body } = await client.get('/v1/entitlements/active_entitlements', { customer, limit: 100 });
  return body.data.map(({ lookup_key }: { lookup_key: string }) => lookup_key).sort();
}

/** The entitlement events of customers, each as its keys. */
async function summariesOf(client: Client): Promise<string[][]> {
  const events = (await allEvents(client)).filter(({ type }) => type === 'entitlements.active_entitlement_summary.updated');
  return events.map(({ data }) => data.object.entitlements.data.map(({ lookup_key }: { lookup_key: string }) => lookup_key).sort());
}

/** A product with these features, sold at a monthly price. */
async function soldWith(shop: ClockedShop, ...keys: string[]) {
  const product = (await made(shop.client, '/v1/products', { name: keys.join() || 'Plain' })).id;
  for (const key of keys) await give(shop.client, product, key);
  return { product, price: await shop.price(1000, { product }) };
}

test('a feature has a name, is archived for good, and its key can be used again', async () => {
  const client = service.client();
  const feature = await featureOf(client, 'sso');
  expect(feature).toMatchObject({ object: 'entitlements.feature', active: true, lookup_key: 'sso', livemode: false, metadata: {} });
  const { body: twice } = await client.post('/v1/entitlements/features', { name: 'SSO', lookup_key: 'sso' });
  expect(twice.error).toMatchObject({ code: 'resource_already_exists', param: 'lookup_key' });
  const renamed = await made(client, `/v1/entitlements/features/${feature.id}`, { name: 'Single sign-on', metadata: { a: '1' } });
  expect(renamed).toMatchObject({ name: 'Single sign-on', metadata: { a: '1' } });
  expect((await made(client, `/v1/entitlements/features/${feature.id}`, { active: false })).active).toBe(false);
  for (const change of [{ active: true }, { name: 'Again' }]) {
    const { status, body } = await client.post(`/v1/entitlements/features/${feature.id}`, change);
    expect([status, body.error.param]).toEqual([400, 'active']);
  }
  const next = await featureOf(client, 'sso');
  const idsOf = async (query: object) =>
    (await client.get('/v1/entitlements/features', query as never)).body.data.map(({ id }: { id: string }) => id);
  expect(await idsOf({})).toEqual([next.id]);
  expect(await idsOf({ archived: true })).toEqual([feature.id]);
  expect(await idsOf({ lookup_key: 'sso', archived: false })).toEqual([next.id]);
  expect(await idsOf({ lookup_key: 'other' })).toEqual([]);
});

test('a product shows its current features, each once', async () => {
  const client = service.client();
  const product = (await made(client, '/v1/products', { name: 'Gold' })).id;
  const attached = await give(client, product, 'export');
  const { id } = attached.entitlement_feature;
  expect(attached).toMatchObject({ object: 'product_feature', livemode: false, entitlement_feature: { lookup_key: 'export' } });
  await made(client, `/v1/entitlements/features/${id}`, { name: 'Exports' });
  expect((await client.get(`/v1/products/${product}/features/${attached.id}`)).body.entitlement_feature.name).toBe('Exports');
  expect((await client.get(`/v1/products/${product}/features`)).body).toMatchObject({
    url: `/v1/products/${product}/features`,
    data: [{ id: attached.id, entitlement_feature: { id, object: 'entitlements.feature', name: 'Exports' } }],
  });
  const again = await client.post(`/v1/products/${product}/features`, { entitlement_feature: id });
  expect([again.status, again.body.error.code, again.body.error.param]).toEqual([400, 'resource_already_exists', 'entitlement_feature']);
  const other = (await made(client, '/v1/products', { name: 'Silver' })).id;
  expect((await client.get(`/v1/products/${other}/features/${attached.id}`)).status).toBe(404);
  expect((await client.del(`/v1/products/${other}/features/${attached.id}`)).body.error.code).toBe('resource_missing');
  await made(client, `/v1/entitlements/features/${id}`, { active: false });
  const archived = await client.post(`/v1/products/${other}/features`, { entitlement_feature: id });
  expect([archived.status, archived.body.error.param]).toEqual([400, 'entitlement_feature']);
  const gone = await client.del(`/v1/products/${product}/features/${attached.id}`);
  expect(gone.body).toEqual({ id: attached.id, object: 'product_feature', deleted: true });
  expect((await client.get(`/v1/products/${product}/features`)).body.data).toEqual([]);
});

test('a product that is deleted and created again under its id has no features', async () => {
  const client = service.client();
  await made(client, '/v1/products', { id: 'gold', name: 'Gold' });
  await give(client, 'gold', 'export');
  await client.del('/v1/products/gold');
  await made(client, '/v1/products', { id: 'gold', name: 'Gold' });
  expect((await client.get('/v1/products/gold/features')).body.data).toEqual([]);
});

test('a customer has each feature of their subscriptions once, and gets an event when one of several subscriptions ends', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const [gold, silver] = [await soldWith(shop, 'api', 'sso'), await soldWith(shop, 'export')];
  const api = (await client.get(`/v1/products/${gold.product}/features`)).body.data.at(-1).entitlement_feature.id;
  await made(client, `/v1/products/${silver.product}/features`, { entitlement_feature: api });
  const first = await shop.subscribe([{ price: gold.price }]);
  const second = await shop.subscribe([{ price: silver.price }]);
  expect(await keysOf(client, customer)).toEqual(['api', 'export', 'sso']);
  const { data, url } = (await client.get('/v1/entitlements/active_entitlements', { customer, 'expand[0]': 'data.feature' })).body;
  expect(url).toBe('/v1/entitlements/active_entitlements');
  const [one] = data;
  expect(Object.keys(one).sort()).toEqual(['created', 'feature', 'id', 'livemode', 'lookup_key', 'object']);
  expect(one).toMatchObject({ object: 'entitlements.active_entitlement', feature: { object: 'entitlements.feature' } });
  expect((await client.get(`/v1/entitlements/active_entitlements/${one.id}`)).body).toEqual({ ...one, feature: one.feature.id });
  await client.del(`/v1/subscriptions/${first.id}`);
  expect(await keysOf(client, customer)).toEqual(['api', 'export']);
  await client.del(`/v1/subscriptions/${second.id}`);
  expect(await keysOf(client, customer)).toEqual([]);
  expect(await summariesOf(client)).toEqual([['api', 'sso'], ['api', 'export', 'sso'], ['api', 'export'], []]);
  expect((await client.get(`/v1/entitlements/active_entitlements/${one.id}`)).status).toBe(404);
});

test('the event names the customer and all their entitlements, and the previous ones', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const { price } = await soldWith(shop, 'api');
  const sub = await shop.subscribe([{ price }]);
  await client.del(`/v1/subscriptions/${sub.id}`);
  const [given, taken] = (await allEvents(client)).filter(({ type }) => type.startsWith('entitlements.'));
  expect(given.data.object).toMatchObject({
    object: 'entitlements.active_entitlement_summary',
    customer,
    livemode: false,
    entitlements: { object: 'list', has_more: false, data: [{ object: 'entitlements.active_entitlement', lookup_key: 'api' }] },
  });
  expect(Object.keys(given.data.object.entitlements.data[0]).sort()).toEqual([
    'created',
    'feature',
    'id',
    'livemode',
    'lookup_key',
    'object',
  ]);
  expect(taken.data.object.entitlements.data).toEqual([]);
  expect(taken.data.previous_attributes.entitlements.data[0].lookup_key).toBe('api');
});

test('an unpaid subscription entitles no customer until it is paid', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const { price } = await soldWith(shop, 'api');
  const sub = await shop.subscribe([{ price }], { payment_behavior: 'default_incomplete', expand: ['latest_invoice.payment_intent'] });
  expect([sub.status, await keysOf(client, customer), await summariesOf(client)]).toEqual(['incomplete', [], []]);
  await made(client, `/v1/payment_intents/${sub.latest_invoice.payment_intent.id}/confirm`, { payment_method: 'pm_card_visa' });
  expect(await keysOf(client, customer)).toEqual(['api']);
});

test('a trial entitles, a past due subscription does until it is abandoned, and a trial paused at its end does', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: null });
  const { client, customer } = shop;
  const { price } = await soldWith(shop, 'api');
  const pausing = { trial_period_days: 7, trial_settings: { end_behavior: { missing_payment_method: 'pause' } } };
  const paused = await shop.subscribe([{ price }], pausing);
  expect(await keysOf(client, customer)).toEqual(['api']);
  await shop.advance('2026-01-09');
  expect((await client.get(`/v1/subscriptions/${paused.id}`)).body.status).toBe('paused');
  expect(await keysOf(client, customer)).toEqual(['api']);
  await client.del(`/v1/subscriptions/${paused.id}`);
  const declined = await shop.subscribe([{ price }], { trial_period_days: 7 });
  const { id } = await made(client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer });
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } });
  await shop.advance('2026-01-17');
  expect((await client.get(`/v1/subscriptions/${declined.id}`)).body.status).toBe('past_due');
  expect(await keysOf(client, customer)).toEqual(['api']);
  await shop.advance('2026-02-20');
  expect((await client.get(`/v1/subscriptions/${declined.id}`)).body.status).toBe('canceled');
  expect(await keysOf(client, customer)).toEqual([]);
});

test('an existing subscriber gains features added to a product, and loses removed ones, with the next period', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const { product, price } = await soldWith(shop);
  await shop.subscribe([{ price }]);
  const attached = await give(client, product, 'api');
  expect(await keysOf(client, customer)).toEqual([]);
  await shop.advance('2026-02-02');
  expect(await keysOf(client, customer)).toEqual(['api']);
  await client.del(`/v1/products/${product}/features/${attached.id}`);
  expect(await keysOf(client, customer)).toEqual(['api']);
  await shop.advance('2026-03-02');
  expect(await keysOf(client, customer)).toEqual([]);
  const [given] = (await allEvents(client)).filter(({ type }) => type.startsWith('entitlements.'));
  expect(new Date(given.created).toISOString()).toBe('2026-02-01T00:00:00.000Z');
});

test('a price change changes the customer’s entitlements at once; any other change does not', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const [gold, silver] = [await soldWith(shop, 'api', 'sso'), await soldWith(shop, 'export')];
  const sub = await shop.subscribe([{ price: gold.price }]);
  await give(client, gold.product, 'late');
  const item = sub.items.data[0].id;
  await made(client, `/v1/subscriptions/${sub.id}`, { metadata: { a: '1' }, items: [{ id: item, quantity: 2 }] });
  expect(await keysOf(client, customer)).toEqual(['api', 'sso']);
  await made(client, `/v1/subscriptions/${sub.id}`, { items: [{ id: item, price: silver.price }] });
  expect(await keysOf(client, customer)).toEqual(['export']);
  await made(client, '/v1/subscription_items', { subscription: sub.id, price: gold.price });
  expect(await keysOf(client, customer)).toEqual(['api', 'export', 'late', 'sso']);
  expect(await summariesOf(client)).toHaveLength(3);
});

test('a pending update entitles once it is paid', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const [silver, gold] = [await soldWith(shop, 'export'), await soldWith(shop, 'api')];
  const sub = await shop.subscribe([{ price: silver.price }]);
  const { id } = await made(client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer });
  await made(client, `/v1/customers/${customer}`, { invoice_settings: { default_payment_method: id } });
  const waiting = await made(client, `/v1/subscriptions/${sub.id}`, {
    items: [{ id: sub.items.data[0].id, price: gold.price, quantity: 3 }],
    payment_behavior: 'pending_if_incomplete',
    proration_behavior: 'always_invoice',
  });
  expect([waiting.pending_update === null, await keysOf(client, customer)]).toEqual([false, ['export']]);
  await made(client, `/v1/invoices/${waiting.latest_invoice}/pay`, { payment_method: 'pm_card_visa' });
  expect(await keysOf(client, customer)).toEqual(['api']);
});

test('a schedule that enters another phase changes the customer’s entitlements', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const [silver, gold] = [await soldWith(shop, 'export'), await soldWith(shop, 'api')];
  await made(client, '/v1/subscription_schedules', {
    customer,
    start_date: 'now',
    phases: [
      { items: [{ price: silver.price }], iterations: 1 },
      { items: [{ price: gold.price }], iterations: 1 },
    ],
  });
  expect(await keysOf(client, customer)).toEqual(['export']);
  await shop.advance('2026-02-02');
  expect(await keysOf(client, customer)).toEqual(['api']);
});

test('a deleted customer has no entitlements', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const { price } = await soldWith(shop, 'api');
  await shop.subscribe([{ price }]);
  await client.del(`/v1/customers/${customer}`);
  await service.until(async () => (await keysOf(client, customer)).length === 0);
  expect(await summariesOf(client)).toEqual([['api'], []]);
});

test('a customer with fifty subscriptions to twenty features each has a thousand entitlements, and loses those of one subscription with it', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const { client, customer } = shop;
  const prices = await Promise.all(
    Array.from({ length: 50 }, async (_, at) => (await soldWith(shop, ...Array.from({ length: 20 }, (_, no) => `f${at}-${no}`))).price),
  );
  const subs = [];
  for (const price of prices) subs.push(await shop.subscribe([{ price }]));
  const count = async () => {
    let [found, starting_after, more] = [0, '', true];
    while (more) {
      const { body } = await client.get('/v1/entitlements/active_entitlements', {
        customer,
        limit: 100,
        ...(starting_after && { starting_after }),
      });
      [found, starting_after, more] = [found + body.data.length, body.data.at(-1)?.id, body.has_more];
    }
    return found;
  };
  expect(await count()).toBe(1000);
  await client.del(`/v1/subscriptions/${subs[7].id}`);
  expect(await count()).toBe(980);
  const [last] = (await client.get('/v1/events', { type: 'entitlements.active_entitlement_summary.updated', limit: 1 })).body.data;
  expect([last.data.object.entitlements.data.length, last.data.object.entitlements.has_more]).toEqual([100, true]);
});
