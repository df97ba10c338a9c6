import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

async function shopWithProduct() {
  const shop = service.client();
  const { body: product } = await shop.post('/v1/products', { name: 'Gold plan' });
  return { shop, product: product.id as string };
}

test('a product is created with its default price, and both have an event', async () => {
  const shop = service.client();
  const { body: product } = await shop.post('/v1/products', {
    name: 'Gold plan',
    default_price_data: { currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' } },
    expand: ['default_price'],
  });
  expect(product).toMatchObject({ object: 'product', active: true, type: 'service', updated: product.created });
  expect(product.default_price).toMatchObject({
    object: 'price',
    product: product.id,
    type: 'recurring',
    unit_amount: 2000,
    unit_amount_decimal: '2000',
    billing_scheme: 'per_unit',
    tax_behavior: 'unspecified',
    recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', meter: null, trial_period_days: null },
  });
  const event_types = (await shop.get('/v1/events')).body.data.map(({ type }: { type: string }) => type);
  expect(event_types).toEqual(expect.arrayContaining(['price.created', 'product.created']));
});

test('a price is created with its product, whose id may be chosen', async () => {
  const shop = service.client();
  const { body } = await shop.post('/v1/prices', {
    currency: 'eur',
    unit_amount_decimal: '3.6',
    product_data: { id: 'seats', name: 'Seats' },
    expand: ['product'],
  });
  expect([body.unit_amount, body.unit_amount_decimal, body.product.id, body.product.name]).toEqual([null, '3.6', 'seats', 'Seats']);
  const again = await shop.post('/v1/prices', { currency: 'eur', unit_amount: 5, product_data: { id: 'seats', name: 'Seats' } });
  expect([again.status, again.body.error.code]).toEqual([400, 'resource_already_exists']);
  expect((await shop.get('/v1/prices')).body.data).toHaveLength(1);
});

test('a tiered price keeps its tiers in both spellings, and the last one is unbounded', async () => {
  const { shop, product } = await shopWithProduct();
  const { body } = await shop.post('/v1/prices', {
    product,
    currency: 'usd',
    billing_scheme: 'tiered',
    tiers_mode: 'graduated',
    recurring: { interval: 'month', usage_type: 'metered' },
    tiers: [
      { up_to: 5, unit_amount: 700 },
      { up_to: 'inf', unit_amount_decimal: '6.5', flat_amount: '100' },
    ],
    expand: ['tiers'],
  });
  expect(body.tiers).toEqual([
    { up_to: 5, unit_amount: 700, unit_amount_decimal: '700', flat_amount: null, flat_amount_decimal: null },
    { up_to: null, unit_amount: null, unit_amount_decimal: '6.5', flat_amount: 100, flat_amount_decimal: '100' },
  ]);
  expect([body.unit_amount, body.recurring.aggregate_usage]).toEqual([null, 'sum']);
});

test('a lookup key belongs to one price, and is transferred on request', async () => {
  const { shop, product } = await shopWithProduct();
  const ask = (more: object = {}) => shop.post('/v1/prices', { product, currency: 'usd', unit_amount: 1, lookup_key: 'standard', ...more });
  const { body: first } = await ask();
  expect((await ask()).body.error).toMatchObject({ code: 'resource_already_exists', param: 'lookup_key' });
  const { body: second } = await ask({ transfer_lookup_key: true });
  expect((await shop.get(`/v1/prices/${first.id}`)).body.lookup_key).toBe(null);
  expect((await shop.get('/v1/prices?lookup_keys[0]=standard')).body.data.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  const back = await shop.post(`/v1/prices/${first.id}`, { lookup_key: 'standard', transfer_lookup_key: true });
  expect([back.status, (await shop.get(`/v1/prices/${second.id}`)).body.lookup_key]).toEqual([200, null]);
});

test('prices are listed by type, product, currency and recurrence', async () => {
  const { shop, product } = await shopWithProduct();
  const other = (await shop.post('/v1/products', { name: 'Other' })).body.id;
  const ask = async (more: object) => (await shop.post('/v1/prices', { product, currency: 'usd', unit_amount: 1, ...more })).body.id;
  const once = await ask({});
  const monthly = await ask({ recurring: { interval: 'month' } });
  const metered = await ask({ recurring: { interval: 'month', usage_type: 'metered' }, currency: 'eur' });
  const elsewhere = await ask({ product: other, active: false });
  const found = async (query: string) => (await shop.get(`/v1/prices?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await found('recurring[interval]=month')).toEqual([metered, monthly]);
  expect(await found('recurring[interval]=month&recurring[usage_type]=licensed')).toEqual([monthly]);
  expect(await found('type=one_time')).toEqual([elsewhere, once]);
  expect(await found(`product=${product}&currency=usd`)).toEqual([monthly, once]);
  expect(await found('active=false')).toEqual([elsewhere]);
});

test('a product with a price cannot be deleted, and one without a price is deleted with an event', async () => {
  const { shop, product } = await shopWithProduct();
  await shop.post('/v1/prices', { product, currency: 'usd', unit_amount: 1 });
  expect((await shop.del(`/v1/products/${product}`)).body.error.param).toBe('id');
  const free = (await shop.post('/v1/products', { name: 'Free' })).body.id;
  expect((await shop.del(`/v1/products/${free}`)).body).toEqual({ id: free, object: 'product', deleted: true });
  expect((await shop.get('/v1/events?type=product.deleted')).body.data).toHaveLength(1);
});

test('a product that concurrently gets a price and is deleted has one of the two results', async () => {
  const { shop, product } = await shopWithProduct();
  const [price, deleted] = await Promise.all([
    shop.post('/v1/prices', { product, currency: 'usd', unit_amount: 1 }),
    shop.del(`/v1/products/${product}`),
  ]);
  expect([price.status, deleted.status].sort()).toEqual([200, 400]);
});

test('a default price is an active price of the same product', async () => {
  const { shop, product } = await shopWithProduct();
  const own = (await shop.post('/v1/prices', { product, currency: 'usd', unit_amount: 1 })).body.id;
  const foreign = (await shop.post('/v1/prices', { product_data: { name: 'Other' }, currency: 'usd', unit_amount: 1 })).body.id;
  expect((await shop.post(`/v1/products/${product}`, { default_price: own })).body.default_price).toBe(own);
  expect((await shop.post(`/v1/products/${product}`, { default_price: foreign })).body.error.param).toBe('default_price');
});

const monthly = { recurring: { interval: 'month' } };

test.each([
  ['no amount', {}, 'unit_amount'],
  ['two amounts', { unit_amount: 1, unit_amount_decimal: '1.5' }, 'unit_amount_decimal'],
  ['a negative amount', { unit_amount: -1 }, 'unit_amount'],
  ['thirteen places', { unit_amount_decimal: '0.0000000000001' }, 'unit_amount_decimal'],
  ['tiers of a plain price', { tiers: [{ up_to: 'inf', unit_amount: 1 }] }, 'tiers'],
  ['a tiered price without its mode', { billing_scheme: 'tiered', tiers: [{ up_to: 'inf', unit_amount: 1 }] }, 'tiers_mode'],
  ['a tiered price without tiers', { billing_scheme: 'tiered', tiers_mode: 'volume' }, 'tiers'],
  [
    'tiers without an unbounded one',
    { billing_scheme: 'tiered', tiers_mode: 'volume', tiers: [{ up_to: 5, unit_amount: 1 }] },
    'tiers[0][up_to]',
  ],
  [
    'tiers in descending order',
    {
      billing_scheme: 'tiered',
      tiers_mode: 'volume',
      tiers: [
        { up_to: 5, unit_amount: 1 },
        { up_to: 4, unit_amount: 1 },
        { up_to: 'inf', unit_amount: 1 },
      ],
    },
    'tiers[1][up_to]',
  ],
  ['a tier without an amount', { billing_scheme: 'tiered', tiers_mode: 'volume', tiers: [{ up_to: 'inf' }] }, 'tiers[0][unit_amount]'],
  ['four years', { unit_amount: 1, recurring: { interval: 'year', interval_count: 4 } }, 'recurring[interval_count]'],
  [
    'a usage type that is not metered',
    { unit_amount: 1, recurring: { interval: 'month', aggregate_usage: 'max' } },
    'recurring[aggregate_usage]',
  ],
  [
    'its own currency among its currency_options',
    { unit_amount: 1, currency_options: { usd: { unit_amount: 2 } } },
    'currency_options[usd]',
  ],
  ['an unknown currency among its currency_options', { unit_amount: 1, currency_options: { abc: { unit_amount: 2 } } }, 'currency_options'],
  ['a preset above its maximum', { custom_unit_amount: { enabled: true, maximum: 5, preset: 6 } }, 'custom_unit_amount[preset]'],
  ['no product', { unit_amount: 1, product: undefined }, 'product'],
  ['an unknown product', { unit_amount: 1, product: 'prod_nobody' }, 'product'],
])('400: a price with %s', async (_, given, param) => {
  const { shop, product } = await shopWithProduct();
  const { status, body } = await shop.post('/v1/prices', { product, currency: 'usd', ...given });
  expect([status, body.error.param]).toEqual([400, param]);
});

test('the amount of a price is fixed; its lookup key and its currency_options change', async () => {
  const { shop, product } = await shopWithProduct();
  const { body } = await shop.post('/v1/prices', {
    product,
    currency: 'usd',
    unit_amount: 1,
    ...monthly,
    currency_options: { eur: { unit_amount: 2 } },
  });
  expect((await shop.post(`/v1/prices/${body.id}`, { unit_amount: 5 })).body.error.param).toBe('unit_amount');
  const changed = await shop.post(`/v1/prices/${body.id}`, {
    active: false,
    nickname: 'old',
    tax_behavior: 'inclusive',
    currency_options: { gbp: { unit_amount: 3 } },
  });
  expect(changed.body).toMatchObject({ active: false, nickname: 'old', tax_behavior: 'inclusive' });
  expect(Object.keys(changed.body.currency_options).sort()).toEqual(['eur', 'gbp']);
  expect((await shop.post(`/v1/prices/${body.id}`, { tax_behavior: 'exclusive' })).body.error.param).toBe('tax_behavior');
});
