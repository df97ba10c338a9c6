import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { mug, sessionOf, success_url } from '../support/checkout.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const post = { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } };

test('a shipping rate is created, retrieved, updated, and listed by currency', async () => {
  const shop = service.client();
  const delivery_estimate = { minimum: { unit: 'day', value: 1 }, maximum: { unit: 'week', value: 2 } };
  const made = await must(shop.post('/v1/shipping_rates', { ...post, delivery_estimate, metadata: { a: '1' } }));
  expect(made).toMatchObject({ object: 'shipping_rate', active: true, delivery_estimate, display_name: 'Post', type: 'fixed_amount' });
  expect(await must(shop.get(`/v1/shipping_rates/${made.id}`))).toEqual(made);
  const euros = await must(shop.post('/v1/shipping_rates', { ...post, fixed_amount: { amount: 400, currency: 'eur' } }));
  const off = await must(shop.post(`/v1/shipping_rates/${euros.id}`, { active: false, metadata: { b: '2' } }));
  expect(off).toMatchObject({ active: false, metadata: { b: '2' } });
  const listed = async (query: object): Promise<string[]> =>
    (await must(shop.get('/v1/shipping_rates', { ...query }))).data.map(({ id }: { id: string }) => id);
  expect(await listed({})).toEqual([euros.id, made.id]);
  expect(await listed({ active: true })).toEqual([made.id]);
  expect(await listed({ currency: 'eur' })).toEqual([euros.id]);
});

test('its amounts in further currencies are charged in them', async () => {
  const shop = service.client();
  const fixed_amount = { ...post.fixed_amount, currency_options: { eur: { amount: 450 } } };
  const { id } = await must(shop.post('/v1/shipping_rates', { ...post, fixed_amount }));
  const line_items = [{ ...mug, price_data: { ...mug.price_data, currency: 'eur' } }];
  const shipping_options = [{ shipping_rate: id }];
  expect(await sessionOf(shop, { line_items, shipping_options })).toMatchObject({
    amount_total: 1450,
    shipping_cost: { amount_subtotal: 450, amount_tax: 0, amount_total: 450, shipping_rate: id },
  });
  await must(shop.post(`/v1/shipping_rates/${id}`, { fixed_amount: { currency_options: { eur: { amount: 600 } } } }));
  expect((await sessionOf(shop, { line_items, shipping_options })).amount_total).toBe(1600);
});

test('a rate created for one session can be retrieved, and used by another session', async () => {
  const shop = service.client();
  const { shipping_options } = await sessionOf(shop, { shipping_options: [{ shipping_rate_data: post }] });
  const [{ shipping_rate, shipping_amount }] = shipping_options;
  expect(shipping_amount).toBe(500);
  expect(await must(shop.get(`/v1/shipping_rates/${shipping_rate}`))).toMatchObject({ display_name: 'Post' });
  expect((await sessionOf(shop, { shipping_options: [{ shipping_rate }] })).amount_total).toBe(1500);
});

const refused = [
  ['without a name', { fixed_amount: post.fixed_amount }, 'display_name'],
  ['without an amount', { display_name: 'Post' }, 'fixed_amount'],
  ['without a currency', { display_name: 'Post', fixed_amount: { amount: 1 } }, 'fixed_amount[currency]'],
  ['with a negative amount', { ...post, fixed_amount: { amount: -1, currency: 'usd' } }, 'fixed_amount[amount]'],
  [
    'twice in its own currency',
    { ...post, fixed_amount: { ...post.fixed_amount, currency_options: { usd: { amount: 1 } } } },
    'fixed_amount[currency_options][usd]',
  ],
] as const;

test.each(refused)('400: a rate %s is refused with the name of the parameter', async (_, params, param) => {
  const { status, body } = await service.client().post('/v1/shipping_rates', params);
  expect([status, body.error.param]).toEqual([400, param]);
});

test('400: the tax behavior of a rate is set once, and an update has no contradictions either', async () => {
  const shop = service.client();
  const { id } = await must(shop.post('/v1/shipping_rates', { ...post, tax_behavior: 'exclusive' }));
  const changed = (params: object) => shop.post(`/v1/shipping_rates/${id}`, { ...params });
  expect((await changed({ tax_behavior: 'inclusive' })).body.error.param).toBe('tax_behavior');
  const own = 'fixed_amount[currency_options][usd]';
  expect((await changed({ fixed_amount: { currency_options: { usd: { amount: 1 } } } })).body.error?.param).toBe(own);
});

test('400: a rate that is inactive, or has no amount in the currency of the purchase, cannot be used', async () => {
  const shop = service.client();
  const { id } = await must(shop.post('/v1/shipping_rates', { ...post, fixed_amount: { amount: 400, currency: 'eur' } }));
  const asked = { line_items: [mug], mode: 'payment', success_url, shipping_options: [{ shipping_rate: id }] };
  const refusal = async () => (await shop.post('/v1/checkout/sessions', asked)).body.error;
  expect(await refusal()).toMatchObject({ param: 'shipping_options[0][shipping_rate]', message: expect.stringContaining('currency') });
  await must(shop.post(`/v1/shipping_rates/${id}`, { active: false }));
  expect(await refusal()).toMatchObject({ param: 'shipping_options[0][shipping_rate]', message: expect.stringContaining('inactive') });
});
