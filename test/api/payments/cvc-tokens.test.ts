import { describe, expect, test } from 'vitest';
import { newCustomer } from '../../support/callers.js';
import { intentWith, pay, refusal } from '../../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../../support/roads.js';
import type { Client } from '../../support/service.js';

const both = onBothRoads();

const param = 'payment_method_options[card][cvc_token]';
const coded = (cvc_token: string) => ({ payment_method_options: { card: { cvc_token } } });

const codeToken = async (shop: Client): Promise<string> => (await shop.post('/v1/tokens', { cvc_update: { cvc: '123' } })).body.id;

/** A saved card without its cvc; `4000000000000127` is a card whose cvc is wrong whenever it is sent. */
async function keptCard(shop: Client, number: string): Promise<{ customer: string; payment_method: string }> {
  const card = { number, exp_month: 12, exp_year: 2034 };
  const [{ id: customer }, { body }] = [await newCustomer(shop), await shop.post('/v1/payment_methods', { type: 'card', card })];
  await shop.post(`/v1/payment_methods/${body.id}/attach`, { customer });
  return { customer, payment_method: body.id };
}

describe.each(roads)('the cvc of a saved card, %s,', (road) => {
  test('200: is checked with the payment, once, and is not stored', async () => {
    const shop = both.client(road);
    const kept = await keptCard(shop, '4242424242424242');
    const cvc_token = await codeToken(shop);
    const intent = await intentWith(shop, kept);
    const path = `/v1/payment_intents/${intent.id}/confirm`;
    const paid = await shop.post(path, { ...coded(cvc_token), expand: ['latest_charge'] });
    expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
    expect(paid.body.latest_charge.payment_method_details.card.checks.cvc_check).toBe('pass');
    expect(JSON.stringify(paid.body)).not.toContain(cvc_token);
    expect((await shop.get(`/v1/tokens/${cvc_token}`)).body.used).toBe(true);
    expect(refusal(await pay(shop, { ...kept, ...coded(cvc_token), confirm: true }))).toEqual([400, 'token_already_used', param]);
  });

  test('402: declines where it is wrong, and the next attempt needs another token', async () => {
    const shop = both.client(road);
    const kept = await keptCard(shop, '4000000000000127');
    const cvc_token = await codeToken(shop);
    const intent = await intentWith(shop, kept);
    const path = `/v1/payment_intents/${intent.id}/confirm`;
    expect(refusal(await shop.post(path, coded(cvc_token))).slice(0, 2)).toEqual([402, 'incorrect_cvc']);
    const { payment_method } = kept;
    expect(refusal(await shop.post(path, { payment_method, ...coded(cvc_token) }))).toEqual([400, 'token_already_used', param]);
    expect((await shop.post(path, { payment_method })).body.status).toBe('succeeded');
  });

  test('is used by one of many concurrent payments', async () => {
    const shop = both.client(road);
    const kept = await keptCard(shop, '4242424242424242');
    const cvc_token = await codeToken(shop);
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay(shop, { ...kept, ...coded(cvc_token), confirm: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  });
});

test('400: a cvc token that comes too early, twice, in another place, or is invalid is refused; and a refused token stays valid', async () => {
  const shop = both.client('in one write');
  const kept = await keptCard(shop, '4242424242424242');
  const cvc_token = await codeToken(shop);
  const { id: card } = (await shop.post('/v1/tokens', { card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 } })).body;
  const typed = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } };
  const now = { confirm: true, return_url: 'https://example.com/' };
  const wallet = { payment_method_types: ['alipay'], payment_method_data: { type: 'alipay' } };
  expect(refusal(await pay(shop, { ...kept, ...coded(cvc_token) }))).toEqual([400, 'parameter_invalid', param]);
  expect(refusal(await pay(shop, { payment_method_data: typed, ...coded(cvc_token), ...now }))).toEqual([
    400,
    'parameters_exclusive',
    param,
  ]);
  expect(refusal(await pay(shop, { ...wallet, ...coded(cvc_token), ...now }))).toEqual([400, 'parameter_invalid', param]);
  expect(refusal(await pay(shop, { ...kept, ...coded(card), ...now }))).toEqual([400, 'parameter_invalid', param]);
  expect(refusal(await pay(shop, { ...kept, ...coded('tok_nobody'), ...now }))).toEqual([400, 'resource_missing', param]);
  expect((await pay(shop, { ...kept, ...coded(cvc_token), ...now })).body.status).toBe('succeeded');
});

expectSoundBooks(both);
