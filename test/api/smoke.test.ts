import { expect, test } from 'vitest';
import { card } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('200: a SetupIntent is created and confirmed by card', async () => {
  const { status, body } = await service.client().post('/v1/setup_intents', { confirm: true, payment_method_data: card() });
  expect(status).toBe(200);
  expect(body.status).toBe('succeeded');
});

test('402 card_declined: the intent waits for another method', async () => {
  const client = service.client();
  const { status, body } = await client.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4000000000000002') });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    code: 'card_declined',
    decline_code: 'generic_decline',
    type: 'card_error',
    setup_intent: { status: 'requires_payment_method' },
  });
});
