import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { cardOf, holderOf } from '../../support/issued.js';

const service = await auditedService();

test('200: a virtual card starts inactive, shows its cardholder, and may spend 500 dollars a day', async () => {
  const client = service.client();
  const holder = await holderOf(client);
  const { status, body } = await client.post('/v1/issuing/cards', { cardholder: holder.id, currency: 'usd', type: 'virtual' });
  expect(status).toBe(200);
  const today = new Date(service.now());
  expect(body).toEqual({
    id: expect.stringMatching(/^ic_[0-9A-Za-z]{22}$/),
    object: 'issuing.card',
    created: expect.any(Number),
    livemode: false,
    status: 'inactive',
    brand: 'Visa',
    cancellation_reason: null,
    cardholder: holder,
    currency: 'usd',
    default_decision: null,
    exp_month: today.getUTCMonth() + 1,
    exp_year: today.getUTCFullYear() + 3,
    financial_account: null,
    last4: expect.stringMatching(/^\d{4}$/),
    latest_fraud_warning: null,
    lifecycle_controls: null,
    metadata: {},
    personalization_design: null,
    replaced_by: null,
    replacement_for: null,
    replacement_reason: null,
    second_line: null,
    shipping: null,
    spending_controls: {
      allowed_card_presences: null,
      allowed_categories: null,
      allowed_merchant_countries: null,
      blocked_card_presences: null,
      blocked_categories: null,
      blocked_merchant_countries: null,
      spending_limits: [{ amount: 50_000, categories: [], interval: 'daily' }],
      spending_limits_currency: 'usd',
    },
    type: 'virtual',
    wallets: {
      apple_pay: { eligible: true, ineligible_reason: null },
      google_pay: { eligible: true, ineligible_reason: null },
      primary_account_identifier: null,
    },
  });
  expect((await client.get(`/v1/issuing/cards/${body.id}`)).body).toEqual(body);
});

test('cards are listed by cardholder, expiry, last4, status and type', async () => {
  const client = service.client();
  const [one, other] = [
    await cardOf(client),
    await cardOf(client, { exp_month: 2, exp_year: new Date(service.now()).getUTCFullYear() + 2, status: 'inactive' }),
  ];
  const found = async (filters: object) =>
    (await client.get('/v1/issuing/cards', { ...filters })).body.data.map(({ id }: { id: string }) => id);
  expect(await found({})).toEqual([other.id, one.id]);
  expect(await found({ cardholder: one.cardholder.id })).toEqual([one.id]);
  expect(await found({ exp_month: 2, exp_year: other.exp_year })).toEqual([other.id]);
  expect(await found({ last4: one.last4 })).toEqual([one.id]);
  expect(await found({ status: 'active' })).toEqual([one.id]);
  expect(await found({ type: 'physical' })).toEqual([]);
});
