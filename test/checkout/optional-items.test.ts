import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const visa = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };

const priceOf = async (shop: Client, params: object = {}): Promise<string> =>
  (await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 300, product_data: { name: 'Lid' }, ...params }))).id;
const at = ({ id, url }: Body, verb: 'adjust' | 'confirm' | 'look' | 'recover', params: object = {}): Promise<Answer> =>
  pageAt(service, url).post(`/v1/checkout/sessions/${id}/${verb}`, { ...params });
const offersOf = async (session: Body): Promise<Body[]> => (await must(at(session, 'look'))).page.optional_items;

test('a payer adds an optional item, changes how many, takes it back, and pays for what is left', async () => {
  const shop = service.client();
  const price = await priceOf(shop);
  const optional = { price, quantity: 1, adjustable_quantity: { enabled: true, maximum: 3 } };
  const session = await sessionOf(shop, { optional_items: [optional] });
  expect(session).toMatchObject({
    amount_total: 1000,
    optional_items: [{ price, quantity: 1, adjustable_quantity: { enabled: true, maximum: 3 } }],
  });
  const [offer] = await offersOf(session);
  expect(offer).toMatchObject({ amount: 300, description: 'Lid', is_added: false, quantity: 1 });
  const added = await must(at(session, 'adjust', { optional_items: [{ id: offer.id }] }));
  expect(added).toMatchObject({ amount_total: 1300, line_items: { data: [{ description: 'Mug' }, { description: 'Lid', quantity: 1 }] } });
  expect(await must(at(session, 'adjust', { line_items: [{ id: offer.id, quantity: 3 }] }))).toMatchObject({ amount_total: 1900 });
  expect((await at(session, 'adjust', { optional_items: [{ id: offer.id, quantity: 4 }] })).body.error).toMatchObject({
    param: 'optional_items[0][quantity]',
  });
  expect(await must(at(session, 'adjust', { optional_items: [{ id: offer.id, quantity: 0 }] }))).toMatchObject({ amount_total: 1000 });
  await must(at(session, 'adjust', { optional_items: [{ id: offer.id, quantity: 2 }] }));
  await must(at(session, 'confirm', { ...visa, expected_amount: 1600 }));
  const done = await must(shop.get(`/v1/checkout/sessions/${session.id}`));
  expect(done).toMatchObject({ amount_total: 1600, payment_status: 'paid' });
  expect((await must(shop.get(`/v1/checkout/sessions/${session.id}/line_items`))).data).toMatchObject([
    { quantity: 1 },
    { price: { id: price }, quantity: 2 },
  ]);
  expect((await must(shop.get(`/v1/payment_intents/${done.payment_intent}`))).amount_received).toBe(1600);
});

test('an optional item of a fixed quantity is added with it, and a discount counts it', async () => {
  const shop = service.client();
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const session = await sessionOf(shop, {
    discounts: [{ coupon: coupon.id }],
    optional_items: [{ price: await priceOf(shop), quantity: 2 }],
  });
  const [offer] = await offersOf(session);
  expect((await at(session, 'adjust', { optional_items: [{ id: offer.id, quantity: 5 }] })).body.error?.param).toBe(
    'optional_items[0][quantity]',
  );
  expect(await must(at(session, 'adjust', { optional_items: [{ id: offer.id }] }))).toMatchObject({
    amount_subtotal: 1600,
    amount_total: 800,
  });
});

test('a subscription begins with what the payer has added', async () => {
  const shop = service.client();
  const price = await priceOf(shop, { recurring: { interval: 'month' } });
  const session = await sessionOf(shop, { line_items: [club], mode: 'subscription', optional_items: [{ price, quantity: 1 }] });
  const [offer] = await offersOf(session);
  await must(at(session, 'adjust', { optional_items: [{ id: offer.id }] }));
  await must(at(session, 'confirm', visa));
  const { subscription } = await must(shop.get(`/v1/checkout/sessions/${session.id}?expand[]=subscription`));
  expect(subscription.items.data.map(({ price: { id } }: Body) => id)).toContain(price);
});

test('a payment link offers optional items in each session, and an update replaces them', async () => {
  const shop = service.client();
  const price = await priceOf(shop);
  const link = await must(shop.post('/v1/payment_links', { line_items: [mug], optional_items: [{ price, quantity: 1 }] }));
  const opened = await must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  const [offer] = await offersOf(opened);
  expect(await must(at(opened, 'adjust', { optional_items: [{ id: offer.id }] }))).toMatchObject({ amount_total: 1300 });
  const other = await priceOf(shop, { unit_amount: 100 });
  await must(shop.post(`/v1/payment_links/${link.id}`, { optional_items: [{ price: other, quantity: 2 }] }));
  const later = await must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  expect(await offersOf(later)).toMatchObject([{ amount: 200, quantity: 2 }]);
});

test('400: what cannot be offered is refused', async () => {
  const shop = service.client();
  const price = await priceOf(shop);
  const refused = async (params: object): Promise<unknown> =>
    (await shop.post('/v1/checkout/sessions', { mode: 'payment', line_items: [mug], success_url: 'https://shop.example', ...params })).body
      .error?.param;
  expect(await refused({ line_items: [{ price, quantity: 1 }], optional_items: [{ price, quantity: 1 }] })).toBe(
    'optional_items[0][price]',
  );
  expect(
    await refused({
      optional_items: [
        { price, quantity: 1 },
        { price, quantity: 1 },
      ],
    }),
  ).toBe('optional_items[1][price]');
  const euros = await priceOf(shop, { currency: 'eur' });
  expect(await refused({ optional_items: [{ price: euros, quantity: 1 }] })).toBe('optional_items[0][price]');
  const custom = await priceOf(shop, { custom_unit_amount: { enabled: true }, unit_amount: undefined });
  expect(await refused({ optional_items: [{ price: custom, quantity: 1 }] })).toBe('optional_items[0][price]');
  expect(await refused({ line_items: undefined, mode: 'setup', optional_items: [{ price, quantity: 1 }] })).toBe('optional_items');
  const session = await sessionOf(shop, { optional_items: [{ price, quantity: 1 }] });
  expect((await at(session, 'adjust', { optional_items: [{ id: 'li_none' }] })).body.error).toMatchObject({
    param: 'optional_items[0][id]',
  });
});
