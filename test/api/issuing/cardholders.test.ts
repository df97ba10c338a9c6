import { describe, expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { holderOf, home, jenny } from '../../support/issued.js';
import { openMerchant } from '../../support/keyholders.js';

const service = await auditedService();

test('200: a cardholder is stored as described, and an event records it', async () => {
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

describe('the missing requirements of a cardholder', () => {
  test('are past due until they are given', async () => {
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

describe('a company', () => {
  test('shows that the tax id was provided, and never its value', async () => {
    const client = service.client();
    const said = { name: 'Rosen Flowers', type: 'company', billing: { address: home }, company: { tax_id: '12-3456789' } };
    const { body, text } = await client.post('/v1/issuing/cardholders', said);
    expect(body).toMatchObject({ company: { tax_id_provided: true }, individual: null, requirements: { past_due: [] } });
    expect(text).not.toContain('3456789');
    const renamed = await client.post(`/v1/issuing/cardholders/${body.id}`, { company: {}, email: 'flowers@example.com' });
    expect(renamed.body.company).toEqual({ tax_id_provided: true });
  });

  test('shows the tax id as provided only once it is', async () => {
    const client = service.client();
    const it = await holderOf(client, { name: 'Rosen Flowers', type: 'company', individual: undefined });
    expect(it.company).toBe(null);
    const { body } = await client.post(`/v1/issuing/cardholders/${it.id}`, { company: {} });
    expect(body.company).toEqual({ tax_id_provided: false });
  });
});

describe('status', () => {
  test('is switched on and off with an event, and blocked for good', async () => {
    const client = service.client();
    const it = await holderOf(client);
    for (const status of ['inactive', 'active', 'blocked'])
      expect((await client.post(`/v1/issuing/cardholders/${it.id}`, { status })).body).toEqual({ ...it, status });
    const { status, body } = await client.post(`/v1/issuing/cardholders/${it.id}`, { status: 'active' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'cardholder_unexpected_state', 'status']);
    expect((await client.post(`/v1/issuing/cardholders/${it.id}`, { metadata: { a: '1' } })).body.status).toBe('blocked');
    const { body: events } = await client.get('/v1/events', { 'types[]': 'issuing_cardholder.updated' });
    expect(events.data).toHaveLength(4);
  });
});

describe('400: no cardholder is', () => {
  const dob = { day: 1, month: 2, year: 1990 };
  test.each([
    ['nameless', { name: undefined }, 'parameter_missing', 'name'],
    ['with a name longer than a card is wide', { name: 'x'.repeat(25) }, 'parameter_invalid_string', 'name'],
    ['with digits in the name', { name: 'Jenny 2' }, 'parameter_invalid', 'name'],
    ['without an address', { billing: undefined }, 'parameter_missing', 'billing'],
    ['without a city', { billing: { address: { ...home, city: undefined } } }, 'parameter_missing', 'billing[address][city]'],
    ['both a person and a company', { company: { tax_id: '12-3456789' } }, 'parameter_invalid', 'company'],
    ['a company with a first name', { type: 'company' }, 'parameter_invalid', 'individual'],
    ['born on 30 February', { individual: { dob: { ...dob, day: 30 } } }, 'parameter_invalid', 'individual[dob]'],
    ['born tomorrow', { individual: { dob: { ...dob, year: 2190 } } }, 'parameter_invalid', 'individual[dob]'],
    ['born in no year', { individual: { dob: { day: 1, month: 2 } } }, 'parameter_missing', 'individual[dob][year]'],
    ['with Latin as the language', { preferred_locales: ['la'] }, 'parameter_invalid', 'preferred_locales[0]'],
    ['with an invalid phone number', { phone_number: '12' }, 'parameter_invalid', 'phone_number'],
    ['blocked from the start', { status: 'blocked' }, 'parameter_invalid', 'status'],
  ])('%s', async (_, changes, code, param) => {
    const { status, body } = await service.client().post('/v1/issuing/cardholders', { ...jenny, ...changes });
    expect([status, body.error.code, body.error.param], body.error.message).toEqual([400, code, param]);
  });
});

test('400: a document must be an existing file', async () => {
  const { body } = await service.client().post('/v1/issuing/cardholders', {
    ...jenny,
    individual: { ...jenny.individual, verification: { document: { front: 'file_123' } } },
  });
  expect([body.error.code, body.error.param]).toEqual(['resource_missing', 'individual[verification][document][front]']);
});

test('cardholders are listed by contact details, type and status', async () => {
  const client = service.client();
  const one = await holderOf(client);
  const other = await holderOf(client, { email: 'jo@example.com', phone_number: '+14155552671', status: 'inactive' });
  const found = async (filters: object) =>
    (await client.get('/v1/issuing/cardholders', { ...filters })).body.data.map(({ id }: { id: string }) => id);
  expect(await found({})).toEqual([other.id, one.id]);
  expect(await found({ email: 'jo@example.com' })).toEqual([other.id]);
  expect(await found({ phone_number: '+1 415 555 2671' })).toEqual([other.id]);
  expect(await found({ status: 'active' })).toEqual([one.id]);
  expect(await found({ type: 'company' })).toEqual([]);
});

test('live mode issues no cards, because no network would accept them', async () => {
  const { live } = await openMerchant(service);
  const { status, body } = await live.post('/v1/issuing/cardholders', jenny);
  expect([status, body.error.code]).toEqual([403, 'test_mode_only']);
});
