import { expect, test } from 'vitest';
import { card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

test("200: a browser creates a confirmation token from a payer's choices, and sees no secret", async () => {
  const client = service.client();
  await client.get('/v1/account');
  const browser = service.client(client.publishable_key);
  const { status, body } = await browser.post('/v1/confirmation_tokens', {
    payment_method_data: card(),
    return_url: 'https://shop.example/done',
    shipping: { name: 'Jo', address: { country: 'DE' } },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'confirmation_token',
    payment_method_preview: { card: { last4: '4242' } },
    shipping: { name: 'Jo' },
  });
  expect(body).not.toHaveProperty('metadata');
  const intent = (await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd' })).body;
  const confirmed = await client.post(`/v1/payment_intents/${intent.id}/confirm`, { confirmation_token: body.id });
  expect(confirmed.body).toMatchObject({ status: 'succeeded', shipping: { name: 'Jo' } });
});

test('403 secret_key_required: a browser cannot read a payment method by its id alone', async () => {
  const client = service.client();
  const method = (await client.post('/v1/payment_methods', { ...card(), billing_details: { email: 'jo@example.com' } })).body;
  const browser = service.client(client.publishable_key);
  const { status, text, body } = await browser.post('/v1/confirmation_tokens', { payment_method: method.id });
  expect([status, body.error?.code ?? body.code]).toEqual([403, 'secret_key_required']);
  expect(text).not.toContain('jo@example.com');
});
