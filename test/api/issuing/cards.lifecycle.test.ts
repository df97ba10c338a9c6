import { describe, expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { eventsOf } from '../../support/callers.js';
import { cardOf, holderOf, home, sent } from '../../support/issued.js';
import { issuer, limit, network, used } from '../../support/issuing.js';
import type { Client } from '../../support/service.js';

const service = await auditedService();

const change = (client: Client, id: string, params: object) => client.post(`/v1/issuing/cards/${id}`, { ...params });
const shown = async (client: Client, id: string) => (await client.get(`/v1/issuing/cards/${id}`)).body;
const numberOf = async (client: Client, id: string): Promise<string> =>
  (await client.get(`/v1/issuing/cards/${id}`, { 'expand[]': 'number' })).body.number;

describe('status', () => {
  test('a card is switched on and off, and each change has an event', async () => {
    const client = service.client();
    const card = await cardOf(client, { status: 'inactive' });
    for (const status of ['active', 'inactive', 'active'] as const)
      expect((await change(client, card.id, { status })).body).toEqual({ ...card, status });
    expect(await eventsOf(client, card.id)).toEqual(['issuing_card.created', ...Array(3).fill('issuing_card.updated')]);
  });

  test('a canceled card shows its reason, and is final', async () => {
    const client = service.client();
    const card = await cardOf(client);
    const early = await change(client, card.id, { cancellation_reason: 'lost' });
    expect([early.status, early.body.error.param]).toEqual([400, 'cancellation_reason']);
    const { body } = await change(client, card.id, { status: 'canceled', cancellation_reason: 'stolen' });
    expect(body).toEqual({ ...card, status: 'canceled', cancellation_reason: 'stolen' });
    for (const params of [
      { status: 'active' },
      { spending_controls: { blocked_categories: ['bakeries'] } },
      { pin: { encrypted_number: 'eyJhbGciOiJSU0Et' } },
    ]) {
      const refused = await change(client, card.id, params);
      expect([refused.status, refused.body.error.code]).toEqual([400, 'card_unexpected_state']);
    }
    expect((await change(client, card.id, { metadata: { order: '7' } })).body.metadata).toEqual({ order: '7' });
  });

  test.each([
    ['inactive', { status: 'inactive' }, 'is inactive'],
    ['past due', { individual: undefined }, 'individual.first_name, individual.last_name'],
  ])('400: no card is active for a cardholder who is %s', async (_, of, why) => {
    const client = service.client();
    const cardholder = (await holderOf(client, of)).id;
    const made = await client.post('/v1/issuing/cards', { cardholder, currency: 'usd', type: 'virtual', status: 'active' });
    const card = await cardOf(client, { cardholder, status: 'inactive' });
    const activated = await change(client, card.id, { status: 'active' });
    for (const { status, body } of [made, activated]) {
      expect([status, body.error.code, body.error.param]).toEqual([400, 'cardholder_unexpected_state', 'status']);
      expect(body.error.message).toContain(why);
    }
  });

  test('a card shows the current state of its cardholder', async () => {
    const client = service.client();
    const card = await cardOf(client);
    await client.post(`/v1/issuing/cardholders/${card.cardholder.id}`, { status: 'inactive', email: 'other@example.com' });
    const now = await service.until(async () => {
      const { cardholder } = await shown(client, card.id);
      return cardholder.status === 'inactive' && cardholder;
    });
    expect(now).toEqual((await client.get(`/v1/issuing/cardholders/${card.cardholder.id}`)).body);
    expect(await eventsOf(client, card.id)).toEqual(['issuing_card.created']);
  });
});

describe('400: no card has', () => {
  const of_usd = { currency: 'usd', type: 'virtual' };
  const shipping = { name: 'Jenny Rosen', address: home };
  test.each([
    ['no cardholder', { ...of_usd }, 'parameter_missing', 'cardholder'],
    ['a month without a year', { ...of_usd, exp_month: 5 }, 'parameter_missing', 'exp_year'],
    ['a month in the past', { ...of_usd, exp_month: 1, exp_year: 2020 }, 'parameter_invalid', 'exp_year'],
    ['a year in the far future', { ...of_usd, exp_month: 1, exp_year: 2090 }, 'parameter_invalid', 'exp_year'],
    ['a thirteenth month', { ...of_usd, exp_month: 13, exp_year: 2030 }, 'parameter_invalid_integer', 'exp_month'],
    ['a shipping address on a virtual card', { ...of_usd, shipping }, 'parameter_invalid', 'shipping'],
    ['no shipping address on a physical card', { currency: 'usd', type: 'physical' }, 'parameter_missing', 'shipping'],
    [
      'an address without a street',
      { currency: 'usd', type: 'physical', shipping: { name: 'Jo', address: { ...home, line1: undefined } } },
      'parameter_missing',
      'shipping[address][line1]',
    ],
    [
      'the status active as a physical card',
      { currency: 'usd', type: 'physical', shipping, status: 'active' },
      'card_unexpected_state',
      'status',
    ],
    ['the status canceled', { ...of_usd, status: 'canceled' }, 'parameter_invalid', 'status'],
    ['a replacement reason without a replaced card', { ...of_usd, replacement_reason: 'lost' }, 'parameter_missing', 'replacement_for'],
    ['a second line that is too long', { ...of_usd, second_line: 'x'.repeat(25) }, 'parameter_invalid_string', 'second_line'],
    ['an unknown design', { ...of_usd, personalization_design: 'pd_1' }, 'resource_missing', 'personalization_design'],
  ])('%s', async (what, params, code, param) => {
    const client = service.client();
    const cardholder = what === 'no cardholder' ? undefined : (await holderOf(client)).id;
    const { status, body } = await client.post('/v1/issuing/cards', { cardholder, ...params });
    expect([status, body.error.code, body.error.param], body.error.message).toEqual([400, code, param]);
  });
});

describe('a replacement card', () => {
  test.each(['damaged', 'expired'])(
    'for a %s card has the same number, and ends the old card when it is activated',
    async (replacement_reason) => {
      const client = service.client();
      const worn = await cardOf(client);
      const { body: next } = await client.post('/v1/issuing/cards', {
        currency: 'usd',
        type: 'virtual',
        replacement_for: worn.id,
        replacement_reason,
      });
      expect(next).toMatchObject({
        cardholder: worn.cardholder,
        last4: worn.last4,
        replacement_for: worn.id,
        replacement_reason,
        status: 'inactive',
      });
      expect(await numberOf(client, next.id)).toBe(await numberOf(client, worn.id));
      expect(await shown(client, worn.id)).toMatchObject({ status: 'active', replaced_by: next.id });
      await change(client, next.id, { status: 'active' });
      expect(await shown(client, worn.id)).toMatchObject({ status: 'canceled', cancellation_reason: null });
    },
  );

  test('that is active from the start ends the old card at once', async () => {
    const client = service.client();
    const worn = await cardOf(client);
    await cardOf(client, { cardholder: worn.cardholder.id, replacement_for: worn.id, replacement_reason: 'damaged' });
    expect((await shown(client, worn.id)).status).toBe('canceled');
  });

  test('for a lost card needs it to be canceled first, and has another number', async () => {
    const client = service.client();
    const lost = await cardOf(client);
    const asked = { currency: 'usd', type: 'virtual', replacement_for: lost.id, replacement_reason: 'lost' };
    const early = await client.post('/v1/issuing/cards', asked);
    expect([early.status, early.body.error.code, early.body.error.param]).toEqual([400, 'card_unexpected_state', 'replacement_for']);
    await change(client, lost.id, { status: 'canceled', cancellation_reason: 'lost' });
    const kept = await client.post('/v1/issuing/cards', { ...asked, replacement_reason: 'damaged' });
    expect([kept.status, kept.body.error.param]).toEqual([400, 'replacement_for']);
    const { status, body } = await client.post('/v1/issuing/cards', asked);
    expect([status, (await numberOf(client, body.id)) === (await numberOf(client, lost.id))]).toEqual([200, false]);
  });

  test('400: is unique: no other card takes the place, unless the replacement was canceled before', async () => {
    const client = service.client();
    const worn = await cardOf(client);
    const replace = (replacement_for: string, replacement_reason = 'damaged') =>
      client.post('/v1/issuing/cards', { currency: 'usd', type: 'virtual', replacement_for, replacement_reason });
    const refused = async (id: string, reason: string | undefined, why: string): Promise<void> => {
      const { status, body } = await replace(id, reason);
      const { code, param, message } = body.error;
      expect([status, code, param, message]).toEqual([400, 'card_unexpected_state', 'replacement_for', expect.stringContaining(why)]);
    };
    const { body: next } = await replace(worn.id);
    await refused(worn.id, 'expired', `replaced by ${next.id} already`);
    await refused(next.id, 'damaged', `has not taken the place of ${worn.id} yet`);
    await change(client, next.id, { status: 'canceled' });
    const { body: second } = await replace(worn.id);
    expect((await shown(client, worn.id)).replaced_by).toBe(second.id);
    await change(client, second.id, { status: 'active' });
    await refused(next.id, 'damaged', `Not ${next.id}, but ${second.id}`);
    await refused(worn.id, 'damaged', `replaced by ${second.id} already`);
    expect((await replace(second.id)).status).toBe(200);
  });

  test('400: is not activated under a number that has been stolen since, and one with a new number is', async () => {
    const client = service.client();
    const worn = await cardOf(client);
    const asked = { currency: 'usd', type: 'virtual', replacement_for: worn.id };
    const { body: next } = await client.post('/v1/issuing/cards', { ...asked, replacement_reason: 'damaged' });
    await change(client, worn.id, { status: 'canceled', cancellation_reason: 'stolen' });
    const { status, body } = await change(client, next.id, { status: 'active' });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'card_unexpected_state', 'status']);
    await change(client, next.id, { status: 'canceled' });
    const { body: safe } = await client.post('/v1/issuing/cards', { ...asked, replacement_reason: 'stolen', status: 'active' });
    expect([safe.status, (await numberOf(client, safe.id)) === (await numberOf(client, worn.id))]).toEqual(['active', false]);
  });

  test('is created once by five concurrent requests', async () => {
    const client = service.client();
    const worn = await cardOf(client);
    const asked = { currency: 'usd', type: 'virtual', replacement_for: worn.id, replacement_reason: 'damaged' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post('/v1/issuing/cards', asked)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('400: has the same type where it keeps the number, which only virtual cards show', async () => {
    const client = service.client();
    const [worn, printed] = [await cardOf(client), await cardOf(client, sent)];
    const { status, body } = await client.post('/v1/issuing/cards', {
      ...sent,
      currency: 'usd',
      replacement_for: worn.id,
      replacement_reason: 'damaged',
    });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'type']);
    const asked = { currency: 'usd', type: 'virtual', replacement_for: printed.id };
    const other = await client.post('/v1/issuing/cards', { ...asked, replacement_reason: 'expired' });
    expect([other.status, other.body.error.param]).toEqual([400, 'type']);
    await change(client, printed.id, { status: 'canceled', cancellation_reason: 'lost' });
    expect((await client.post('/v1/issuing/cards', { ...asked, replacement_reason: 'lost' })).body.type).toBe('virtual');
  });

  test('takes over the spending when it is active, including later changes of it', async () => {
    const of = await issuer(service, 50_000);
    await limit(of, { amount: 1500, interval: 'all_time' });
    await used(of, { amount: 400 });
    const spending_controls = { spending_limits: [{ amount: 1500, interval: 'all_time' }] };
    const asked = { currency: 'usd', type: 'virtual', replacement_for: of.card, replacement_reason: 'damaged', spending_controls };
    const next = { client: of.client, card: (await of.client.post('/v1/issuing/cards', asked)).body.id };
    const { id } = await used(of, { amount: 600 });
    await change(of.client, next.card, { status: 'active' });
    const approvedFor = async (amount: number): Promise<boolean> => (await used(next, { amount })).approved;
    expect([await approvedFor(501), await approvedFor(300)]).toEqual([false, true]);
    await network(of, `authorizations/${id}/reverse`, { reverse_amount: 500 });
    expect([await approvedFor(701), await approvedFor(700)]).toEqual([false, true]);
    for (const status of ['inactive', 'active']) await change(of.client, next.card, { status });
    expect(await approvedFor(1)).toBe(false);
  });

  test('400: has the same cardholder and the same currency', async () => {
    const client = service.client();
    const worn = await cardOf(client);
    const asked = { currency: 'usd', type: 'virtual', replacement_for: worn.id, replacement_reason: 'damaged' };
    const other = await client.post('/v1/issuing/cards', { ...asked, cardholder: (await holderOf(client)).id });
    expect([other.status, other.body.error.param]).toEqual([400, 'cardholder']);
    const euros = await client.post('/v1/issuing/cards', { ...asked, currency: 'eur' });
    expect([euros.status, euros.body.error.param]).toEqual([400, 'currency']);
    const unsaid = await client.post('/v1/issuing/cards', { ...asked, replacement_reason: undefined });
    expect([unsaid.status, unsaid.body.error.param]).toEqual([400, 'replacement_reason']);
  });
});

describe('a shipped card', () => {
  const step = (client: Client, id: string, name: string) => client.post(`/v1/test_helpers/issuing/cards/${id}/shipping/${name}`);

  test('goes from the printer to the cardholder, and can be used from when it is shipped', async () => {
    const client = service.client();
    const card = await cardOf(client, { ...sent, shipping: { ...sent.shipping, service: 'express', phone_number: '+1 800 867 5309' } });
    expect(card.shipping).toEqual({
      address: { ...home, line2: null },
      address_validation: { mode: 'disabled', normalized_address: null, result: null },
      business_name: null,
      carrier: null,
      customs: null,
      delivered_at: null,
      eta: card.created + 2 * 86_400,
      name: 'Jenny Rosen',
      phone_number: '+18008675309',
      require_signature: true,
      service: 'express',
      shipped_at: null,
      status: 'pending',
      tracking_number: null,
      tracking_url: null,
      type: 'individual',
    });
    const early = await change(client, card.id, { status: 'active' });
    expect([early.status, early.body.error.code, early.body.error.param]).toEqual([400, 'card_unexpected_state', 'status']);
    expect((await step(client, card.id, 'submit')).body.shipping.status).toBe('submitted');
    const { body: shipped } = await step(client, card.id, 'ship');
    expect(shipped.shipping).toMatchObject({ status: 'shipped', carrier: 'usps', shipped_at: expect.any(Number) });
    expect(shipped.shipping.tracking_url).toContain(shipped.shipping.tracking_number);
    expect((await change(client, card.id, { status: 'active' })).body.status).toBe('active');
    const { body: delivered } = await step(client, card.id, 'deliver');
    expect(delivered.shipping).toEqual({ ...shipped.shipping, status: 'delivered', delivered_at: expect.any(Number) });
    expect(await eventsOf(client, card.id)).toEqual(['issuing_card.created', ...Array(4).fill('issuing_card.updated')]);
  });

  test.each([
    ['deliver', [], 'shipment is pending; that takes one that is shipped'],
    ['submit', ['ship'], 'shipment is shipped; that takes one that is pending'],
    ['ship', ['ship', 'return'], 'shipment is returned; that takes one that is pending or submitted'],
    ['return', ['ship', 'deliver'], 'shipment is delivered; that takes one that is shipped'],
    ['fail', ['ship', 'fail'], 'shipment is failure; that takes one that is submitted or shipped'],
  ])('400: could not %s after %j', async (name, before, why) => {
    const client = service.client();
    const { id } = await cardOf(client, { ...sent });
    for (const each of before) expect((await step(client, id, each)).status).toBe(200);
    const { status, body } = await step(client, id, name);
    expect([status, body.error.code, body.error.message]).toEqual([400, 'card_unexpected_state', expect.stringContaining(why)]);
  });

  test('400: a virtual card is not shipped', async () => {
    const client = service.client();
    const { status, body } = await step(client, (await cardOf(client)).id, 'ship');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('it is virtual')]);
  });

  test('changes its address until it is printed, and not once it is canceled', async () => {
    const client = service.client();
    const card = await cardOf(client, { ...sent, shipping: { ...sent.shipping, business_name: 'Rosen Flowers', service: 'express' } });
    const shipping = { name: 'Jo Rosen', address: { ...home, line1: '1 Second Street' } };
    const { body } = await change(client, card.id, { shipping });
    const besides = { business_name: null, service: 'standard', require_signature: false, status: 'pending' };
    expect(body.shipping).toMatchObject({ name: 'Jo Rosen', address: { line1: '1 Second Street' }, ...besides });
    expect((await change(client, card.id, { status: 'canceled' })).body.shipping.status).toBe('canceled');
    expect((await step(client, card.id, 'ship')).status).toBe(400);
    const other = await cardOf(client, { ...sent });
    await step(client, other.id, 'submit');
    const late = await change(client, other.id, { shipping });
    expect([late.status, late.body.error.code, late.body.error.param]).toEqual([400, 'card_unexpected_state', 'shipping']);
  });
});
