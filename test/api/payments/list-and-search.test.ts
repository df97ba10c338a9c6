import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import { advanceClock } from '../../support/merchant.js';
import { intentWith, paid, pay, refusal } from '../../support/payments.js';
import { craft } from '../../support/requests.js';
import { expectSoundBooks, onBothRoads } from '../../support/roads.js';
import type { Answer, Client } from '../../support/service.js';

const both = onBothRoads();

type Body = Answer['body'];

let shop: Client;
let customer: string;
let begun: Body;
let small: Body;
let large: Body;
let declined: Body;
let later: number;
beforeAll(async () => {
  shop = both.client('in one write');
  customer = (await newCustomer(shop)).id;
  begun = await intentWith(shop, { amount: 500, merchant_order_id: 'order-1', metadata: { season: 'summer' } });
  small = await paid(shop, {
    amount: 700,
    customer,
    merchant_order_id: 'order-2',
    merchant_user_id: 'user-2',
    metadata: { season: 'winter' },
    receipt_email: 'jo@example.com',
  });
  later = await advanceClock(shop, 3600);
  large = await paid(shop, { amount: 90_000, currency: 'eur', customer, merchant_order_id: 'order-3', metadata: { season: 'winter' } });
  declined = (await pay(shop, { amount: 800, confirm: true, payment_method: 'pm_card_chargeDeclined' })).body.error.payment_intent;
});

const ids = ({ body }: Answer): string[] => body.data.map(({ id }: Body) => id);

describe('payments', () => {
  test.each(['/v1/payment_intents', '/v1/payment_intents/list'])('200: %s lists the newest first, in pages', async (path) => {
    const all = await shop.get(path);
    expect(ids(all)).toEqual([declined, large, small, begun].map(({ id }) => id));
    expect(all.body).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: false });
    const page = await shop.get(path, { limit: 2, starting_after: declined.id });
    expect([ids(page), page.body.has_more]).toEqual([[large.id, small.id], true]);
    expect(ids(await shop.get(path, { ending_before: small.id }))).toEqual([declined.id, large.id]);
  });

  test('200: are filtered by customer and by creation time', async () => {
    const path = '/v1/payment_intents';
    expect(ids(await shop.get(path, { customer }))).toEqual([large.id, small.id]);
    expect(ids(await shop.get(path, { 'created[gte]': later }))).toEqual([declined.id, large.id]);
    expect(ids(await shop.get(path, { 'created[lt]': later, customer }))).toEqual([small.id]);
    expect(ids(await shop.get(path, { created: begun.created }))).toContain(begun.id);
    expect(refusal(await shop.get(path, { status: 'succeeded' }))).toEqual([400, 'parameter_unknown', 'status']);
  });

  test('200: are filtered by a JSON body on GET as well', async () => {
    const body = JSON.stringify({ customer, created: { lt: later }, limit: 1 });
    for (const path of ['/v1/payment_intents', '/v1/payment_intents/list']) {
      const got = await craft(both.service('in one write').port, {
        method: 'GET',
        path,
        key: shop.key,
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect([got.status, got.body.data.map(({ id }: Body) => id)]).toEqual([200, [small.id]]);
    }
  });

  test.each([
    ['amount>1000', () => [large]],
    ['amount>=700 AND amount<=800', () => [declined, small]],
    ['amount:500', () => [begun]],
    ['currency:"eur"', () => [large]],
    ['currency:"EUR"', () => [large]],
    ['status:"succeeded"', () => [large, small]],
    ['status:"requires_payment_method"', () => [declined, begun]],
    ['-status:"succeeded" AND amount<600', () => [begun]],
    ['metadata["season"]:"winter"', () => [large, small]],
    ['merchant_order_id:"order-2"', () => [small]],
    ['merchant_order_id:"order-1" OR merchant_order_id:"order-3"', () => [large, begun]],
    ['merchant_order_id~"order"', () => [large, small, begun]],
    ['merchant_user_id:"user-2"', () => [small]],
    ['merchant_user_id:"unknown"', () => []],
  ])('200: are found by %s', async (query, found) => {
    expect(ids(await shop.get('/v1/payment_intents/search', { query }))).toEqual(found().map(({ id }) => id));
  });

  test('200: are found by customer and by creation time', async () => {
    const path = '/v1/payment_intents/search';
    expect(ids(await shop.get(path, { query: `customer:"${customer}"` }))).toEqual([large.id, small.id]);
    expect(ids(await shop.get(path, { query: `created>=${later} AND customer:"${customer}"` }))).toEqual([large.id]);
  });

  test('200: are found by their current state, and not by earlier ones', async () => {
    const fresh = both.client('in two writes');
    const intent = await intentWith(fresh, { payment_method: 'pm_card_visa' });
    const count = async (status: string): Promise<number> =>
      ids(await fresh.get('/v1/payment_intents/search', { query: `status:"${status}"` })).length;
    expect([await count('requires_confirmation'), await count('succeeded')]).toEqual([1, 0]);
    await fresh.post(`/v1/payment_intents/${intent.id}/confirm`);
    expect([await count('requires_confirmation'), await count('succeeded')]).toEqual([0, 1]);
  });

  test.each(['client_secret:"x"', 'description:"x"', 'amount>"many"', 'status>1', 'amount', ''])(
    '400: cannot be searched by %s',
    async (query) => {
      expect(refusal(await shop.get('/v1/payment_intents/search', { query })).slice(0, 3)).toEqual([400, expect.any(String), 'query']);
    },
  );
});

describe('charges', () => {
  test.each(['/v1/charges', '/v1/charges/list'])('200: %s lists the newest first, and filters them', async (path) => {
    const of = [declined, large, small].map(({ latest_charge }) => latest_charge);
    expect(ids(await shop.get(path))).toEqual(of);
    expect(ids(await shop.get(path, { customer }))).toEqual(of.slice(1));
    expect(ids(await shop.get(path, { payment_intent: large.id }))).toEqual([large.latest_charge]);
    expect(ids(await shop.get(path, { payment_intent: begun.id }))).toEqual([]);
    expect(ids(await shop.get(path, { 'created[gte]': later }))).toEqual(of.slice(0, 2));
    expect(ids(await shop.get(path, { limit: 1, starting_after: String(of[0]) }))).toEqual([large.latest_charge]);
    const got = await craft(both.service('in one write').port, {
      method: 'GET',
      path,
      key: shop.key,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customer }),
    });
    expect(got.body.data.map(({ id }: Body) => id)).toEqual(of.slice(1));
  });

  test.each([
    ['amount>1000', () => [large]],
    ['currency:"usd"', () => [declined, small]],
    ['status:"failed"', () => [declined]],
    ['status:"succeeded" AND amount<1000', () => [small]],
    ['refunded:"true"', () => []],
    ['disputed:"false" AND currency:"eur"', () => [large]],
    ['payment_method_details.card.last4:"4242"', () => [large, small]],
    ['payment_method_details.card.last4:"0002"', () => [declined]],
    ['payment_method_details.card.brand:"visa" AND payment_method_details.type:"card"', () => [declined, large, small]],
    ['payment_method_details.type:"ideal"', () => []],
    ['metadata["season"]:"winter"', () => [large, small]],
  ])('200: are found by %s', async (query, found) => {
    expect(ids(await shop.get('/v1/charges/search', { query }))).toEqual(found().map(({ latest_charge }) => latest_charge));
  });

  test('200: are found by the objects that they belong to', async () => {
    for (const [name, value] of Object.entries({ customer, payment_intent: large.id })) {
      expect(ids(await shop.get('/v1/charges/search', { query: `${name}:"${value}"` }))).toContain(large.latest_charge);
    }
  });
});

expectSoundBooks(both);
