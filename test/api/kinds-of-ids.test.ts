import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

test('400 resource_missing: an id of another kind is refused, though the object is part of the request', async () => {
  const shop = service.client();
  const customer = (await shop.post('/v1/customers')).body.id;
  const paying = { amount: 2000, currency: 'usd', customer, payment_method: customer };
  const { status, body } = await shop.post('/v1/payment_intents', paying);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'resource_missing', 'payment_method']);
});
