import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holderOf, home, jenny } from '../../support/issued.js';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('200: a cardholder is kept as they are described, and told', async () => {
  const client = service.client();
  const { status, body } = await client.post('/v1/issuing/cardholders', {
    ...jenny,
    email: 'jenny.rosen@example.com',
    phone_number: '+1 (800) 867-5309',
    preferred_locales: ['de', 'en'],
    metadata: { order: '7' },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^ich_[0-9A-Za-z]{22}$/),
    object: 'issuing.cardholder',
    created: expect.any(Number),
    livemode: false,
    status: 'active',
    billing: { address: { ...home, line2: null } },
    company: null,
    email: 'jenny.rosen@example.com',
    individual: { card_issuing: null, dob: null, first_name: 'Jenny', last_name: 'Rosen', verification: null },
    metadata: { order: '7' },
    name: 'Jenny Rosen',
    phone_number: '+18008675309',
    preferred_locales: ['de', 'en'],
    requirements: { disabled_reason: null, past_due: [] },
    spending_controls: {
      allowed_card_presences: null,
      allowed_categories: null,
      allowed_merchant_countries: null,
      blocked_card_presences: null,
      blocked_categories: null,
      blocked_merchant_countries: null,
      spending_limits: [],
      spending_limits_currency: null,
    },
    type: 'individual',
  });
  expect((await client.get(`/v1/issuing/cardholders/${body.id}`)).body).toEqual(body);
  const { body: events } = await client.get('/v1/events', { type: 'issuing_cardholder.created' });
  expect(events.data.map(({ type, data }: { type: string; data: { object: unknown } }) => [type, data.object])).toEqual([
    ['issuing_cardholder.created', body],
  ]);
});

describe('what is still to be known of somebody', () => {
  test('is past due until it is said', async () => {
    const client = service.client();
    const it = await holderOf(client, { individual: undefined });
    expect(it.requirements).toEqual({
      disabled_reason: 'requirements.past_due',
      past_due: ['individual.first_name', 'individual.last_name'],
    });
    const half = await client.post(`/v1/issuing/cardholders/${it.id}`, { individual: { first_name: 'Jenny' } });
    expect(half.body.requirements.past_due).toEqual(['individual.last_name']);
    const whole = await client.post(`/v1/issuing/cardholders/${it.id}`, { individual: { last_name: 'Rosen' } });
    expect(whole.body.requirements).toEqual({ disabled_reason: null, past_due: [] });
    expect(whole.body.individual).toMatchObject({ first_name: 'Jenny', last_name: 'Rosen' });
  });
});
