import { describe, expect, test } from 'vitest';
import { onBothRoads, roads } from '../../support/roads.js';

const both = onBothRoads();
const strict = { card: { request_three_d_secure: 'any' } };

describe.each(roads)('%s', (road) => {
  test('the processor gets the options that a payment stores, whatever a confirmation leaves out', async () => {
    const client = both.client(road);
    const made = { amount: 2000, currency: 'usd', payment_method: 'pm_card_threeDSecureOptional', payment_method_options: strict };
    const { id } = (await client.post('/v1/payment_intents', made)).body;
    const confirmed = (await client.post(`/v1/payment_intents/${id}/confirm`, { payment_method_options: { card: {} } })).body;
    // Options of a payment are replaced as a whole: the processor must get the stored ones, with one write and with two.
    expect([confirmed.status, confirmed.payment_method_options]).toEqual(['succeeded', { card: {} }]);
  });

  test('the processor gets the options that a setup stores, whatever a confirmation leaves out', async () => {
    const client = both.client(road);
    const { id } = (
      await client.post('/v1/setup_intents', { payment_method: 'pm_card_threeDSecureOptional', payment_method_options: strict })
    ).body;
    const confirmed = (await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method_options: { card: {} } })).body;
    expect([confirmed.status, confirmed.payment_method_options.card.request_three_d_secure]).toEqual(['requires_action', 'any']);
  });
});
