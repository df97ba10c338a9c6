import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

test('200: True and False are booleans in a form, because the Python SDK 5 sends them', async () => {
  const create = async (confirm: string): Promise<Response> =>
    fetch(`${service.url}/v1/setup_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.client().key}` },
      body: new URLSearchParams({ payment_method: 'pm_card_visa', confirm }),
    });
  expect(await (await create('True')).json()).toMatchObject({ status: 'succeeded' });
  expect(await (await create('False')).json()).toMatchObject({ status: 'requires_confirmation' });
  expect((await create('yes')).status).toBe(400);
});
