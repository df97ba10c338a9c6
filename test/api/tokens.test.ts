import { expect, test } from 'vitest';
import { openContents } from '../../src/kernel/vault/vault.js';
import { advanceClock } from '../support/merchant.js';
import { commonService, rowsOf } from '../support/services.js';

const service = await commonService();

const visa = { card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } };

/** The decrypted vault entries of an object. */
async function heldOf(id: string): Promise<object> {
  type Row = { account: string; key_id: string; sealed: Buffer };
  const [row] = await rowsOf<Row>(service, 'select account, key_id, sealed from vault where id = $1', id);
  const contents = row ? openContents(service.engine.vault, row.account, id, row) : {};
  return Object.fromEntries(Object.entries(contents).map(([name, value]) => [name, value.reveal()]));
}

test('the number moves from the token to the payment method and is stored once only; a code is not stored', async () => {
  const shop = service.client();
  const { body: token } = await shop.post('/v1/tokens', visa);
  expect(await heldOf(token.id)).toEqual({ number: '4242424242424242' });
  const { body: method } = await shop.post('/v1/payment_methods', { type: 'card', card: { token: token.id } });
  expect([await heldOf(token.id), await heldOf(method.id)]).toEqual([{}, { number: '4242424242424242' }]);
});

test('of many concurrent uses of a token one succeeds', async () => {
  const shop = service.client();
  const { body: token } = await shop.post('/v1/tokens', visa);
  const answers = await Promise.all(Array.from({ length: 8 }, () => shop.post('/v1/customers', { source: token.id })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400, 400, 400]);
  expect(answers.filter(({ status }) => status === 400).map(({ body }) => body.error.code)).toEqual(Array(7).fill('token_already_used'));
});

test('an unused verification code is deleted after ten minutes', async () => {
  const shop = service.client();
  const { body: token } = await shop.post('/v1/tokens', { cvc_update: { cvc: '987' } });
  expect(await heldOf(token.id)).toEqual({ cvc: '987' });
  await advanceClock(shop, 600);
  expect([await heldOf(token.id), (await shop.get(`/v1/tokens/${token.id}`)).body.used]).toEqual([{}, true]);
});

test('a card whose payment method is detached is deleted, and both have an event', async () => {
  const shop = service.client();
  const { body: customer } = await shop.post('/v1/customers', { source: 'tok_visa' });
  const { body: methods } = await shop.get(`/v1/customers/${customer.id}/payment_methods`);
  await shop.post(`/v1/payment_methods/${methods.data[0].id}/detach`);
  expect((await shop.get(`/v1/customers/${customer.id}`)).body.default_source).toBeNull();
  expect((await shop.get(`/v1/customers/${customer.id}/sources`)).body.data).toEqual([]);
  const { body: events } = await shop.get('/v1/events');
  const event_types = events.data.map(({ type }: { type: string }) => type).reverse();
  expect(event_types.filter((type: string) => !type.startsWith('account.'))).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.source.created',
    'customer.updated',
    'payment_method.detached',
    'customer.source.deleted',
    'customer.updated',
  ]);
});
