import { describe, expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { cardOf, club, mug, pageAt, sessionOf, success_url } from '../support/checkout.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

type Body = Answer['body'];

const service = await commonService();
const visa = { email: 'jo@example.com', payment_method_data: cardOf('4242424242424242') };
const plate = { price_data: { currency: 'usd', product_data: { name: 'Plate' }, unit_amount: 700 }, quantity: 1 } as const;

const confirmed = ({ id, page_url, url }: Body, params: object = visa): Promise<Answer> =>
  pageAt(service, url ?? page_url).post(`/v1/checkout/sessions/${id}/confirm`, { ...params });
const updated = (shop: Client, { id }: Body, params: object): Promise<Answer> => shop.post(`/v1/checkout/sessions/${id}`, { ...params });
const read = (shop: Client, { id }: Body): Promise<Body> => must(shop.get(`/v1/checkout/sessions/${id}`));

describe('line items of an update', () => {
  test('named items are kept, others are added and the rest is removed, and the payment follows', async () => {
    const shop = service.client();
    const session = await sessionOf(shop, { line_items: [mug, plate] });
    const [first] = session.line_items.data;
    const after = await must(
      updated(shop, session, {
        line_items: [
          { id: first.id, quantity: 3, metadata: { a: '1' } },
          { ...plate, quantity: 2 },
        ],
      }),
    );
    expect(after).toMatchObject({
      amount_total: 4400,
      line_items: {
        data: [
          { id: first.id, quantity: 3, metadata: { a: '1' } },
          { description: 'Plate', quantity: 2 },
        ],
      },
    });
    expect((await must(shop.get(`/v1/payment_intents/${session.payment_intent}`))).amount).toBe(4400);
    await must(confirmed(session, { ...visa, expected_amount: 4400 }));
    expect(await read(shop, session)).toMatchObject({ amount_total: 4400, payment_status: 'paid' });
  });

  test.each([
    ['an item is unknown', [{ id: 'li_none' }], 'line_items[0][id]'],
    ['an item has a price as well', [{ id: 'first', price: 'price_1' }], 'line_items[0][price]'],
    ['an item is named twice', [{ id: 'first' }, { id: 'first' }], 'line_items[1][id]'],
    ['an added item has no price', [{ id: 'first' }, { quantity: 1 }], 'line_items[1][price]'],
    ['there are none', [{ id: 'first', quantity: 0 }], 'line_items[0][quantity]'],
  ])('400: %s', async (_, line_items, param) => {
    const shop = service.client();
    const session = await sessionOf(shop);
    const price = (await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 100, product_data: { name: 'Lid' } }))).id;
    const sent = line_items.map((item) => ({
      ...item,
      ...('id' in item && item.id === 'first' && { id: session.line_items.data[0].id }),
      ...('price' in item && { price }),
    }));
    const { status, body } = await updated(shop, session, { line_items: sent });
    expect([status, body.error?.param]).toEqual([400, param]);
  });

  test('400: a subscription keeps a recurring item', async () => {
    const shop = service.client();
    const session = await sessionOf(shop, { line_items: [club], mode: 'subscription' });
    const { status, body } = await updated(shop, session, { line_items: [mug] });
    expect([status, body.error?.param]).toEqual([400, 'line_items']);
  });
});

test('the data of the payment is changed before it is confirmed', async () => {
  const shop = service.client();
  const session = await sessionOf(shop);
  await must(updated(shop, session, { payment_intent_data: { description: 'Mugs', metadata: { order: '7' } } }));
  await must(confirmed(session));
  const { payment_intent } = await read(shop, session);
  expect(await must(shop.get(`/v1/payment_intents/${payment_intent}`))).toMatchObject({ description: 'Mugs', metadata: { order: '7' } });
  const setup = await must(shop.post('/v1/checkout/sessions', { mode: 'setup', success_url }));
  expect((await updated(shop, setup, { payment_intent_data: { description: 'x' } })).body.error?.param).toBe('payment_intent_data');
});

describe('permissions', () => {
  const own_page = { return_url: 'https://shop.example/done', success_url: undefined, ui_mode: 'elements' };
  const shipping = { name: 'Jo', address: { line1: 'Main Street 1', city: 'Berlin', country: 'DE', postal_code: '10115' } };
  const collected = { permissions: { update_shipping_details: 'server_only' }, shipping_address_collection: { allowed_countries: ['DE'] } };

  test('the server alone says where goods are sent, where the session says so', async () => {
    const shop = service.client();
    const session = await sessionOf(shop, { ...own_page, ...collected });
    expect((await confirmed(session, { ...visa, shipping })).body.error?.param).toBe('shipping');
    expect((await confirmed(session)).body.error?.param).toBe('collected_information[shipping_details]');
    await must(updated(shop, session, { collected_information: { shipping_details: shipping } }));
    await must(confirmed(session));
    expect(await read(shop, session)).toMatchObject({
      collected_information: { shipping_details: { name: 'Jo', address: { city: 'Berlin' } } },
      payment_status: 'paid',
    });
  });

  test('400: a hosted page asks the payer', async () => {
    const params = { ...collected, line_items: [mug], mode: 'payment', success_url };
    const { status, body } = await service.client().post('/v1/checkout/sessions', params);
    expect([status, body.error?.param]).toEqual([400, 'permissions[update_shipping_details]']);
  });
});

test('Link is left out where its display is never, and names of an integration are kept', async () => {
  const shop = service.client();
  const offering = await sessionOf(shop, { integration_identifier: 'shop-7', origin_context: 'web' });
  expect(offering).toMatchObject({ integration_identifier: 'shop-7', origin_context: 'web' });
  const without = await sessionOf(shop, { wallet_options: { link: { display: 'never' } } });
  expect(without.payment_method_types).toEqual(offering.payment_method_types.filter((type: string) => type !== 'link'));
});

test('links of the page open in the view of a mobile app', async () => {
  const custom_text = { submit: { message: 'See [our terms](https://shop.example/terms).' } };
  const htmlOf = async (params: Readonly<Record<string, unknown>>): Promise<string> =>
    (await fetch((await sessionOf(service.client(), { custom_text, ...params })).url)).text();
  expect(await htmlOf({})).toContain('href="https://shop.example/terms" target="_blank"');
  expect(await htmlOf({ origin_context: 'mobile_app' })).toContain('href="https://shop.example/terms" rel=');
});

test('a subscription begins with the billing mode of its session', async () => {
  const shop = service.client();
  const session = await sessionOf(shop, {
    line_items: [club],
    mode: 'subscription',
    subscription_data: { billing_mode: { type: 'classic' }, pending_invoice_item_interval: { interval: 'week' } },
  });
  await must(confirmed(session));
  const { subscription } = await must(shop.get(`/v1/checkout/sessions/${session.id}?expand[]=subscription`));
  expect(subscription).toMatchObject({
    billing_mode: { type: 'classic' },
    pending_invoice_item_interval: { interval: 'week', interval_count: 1 },
  });
});

test('a payment method is saved with the display that the session says', async () => {
  const shop = service.client();
  const session = await must(
    shop.post('/v1/checkout/sessions', { mode: 'setup', payment_method_data: { allow_redisplay: 'limited' }, success_url }),
  );
  await must(confirmed(session));
  const { setup_intent } = await must(shop.get(`/v1/checkout/sessions/${session.id}?expand[]=setup_intent.payment_method`));
  expect(setup_intent.payment_method.allow_redisplay).toBe('limited');
});

test('an update of a payment link changes quantities and shipping rates of its later sessions', async () => {
  const shop = service.client();
  const rate = await must(shop.post('/v1/shipping_rates', { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } }));
  const link = await must(shop.post('/v1/payment_links', { line_items: [mug] }));
  const { id } = link.line_items.data[0];
  const opened = async (): Promise<Body> => must(pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`));
  const after = await must(
    shop.post(`/v1/payment_links/${link.id}`, { line_items: [{ id, quantity: 2 }], shipping_options: [{ shipping_rate: rate.id }] }),
  );
  expect(after).toMatchObject({
    line_items: { data: [{ id, quantity: 2, amount_total: 2000 }] },
    shipping_options: [{ shipping_rate: rate.id }],
  });
  expect((await opened()).amount_total).toBe(2500);
  const { status, body } = await shop.post(`/v1/payment_links/${link.id}`, { line_items: [{ id: 'li_none', quantity: 2 }] });
  expect([status, body.error?.param]).toEqual([400, 'line_items[0][id]']);
  expect((await shop.post(`/v1/payment_links/${link.id}`, { line_items: [{ id, quantity: 0 }] })).body.error?.param).toBe(
    'line_items[0][quantity]',
  );
});
