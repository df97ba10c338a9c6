import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

const wallet = { confirm: true, payment_method_data: { type: 'gcash' } };

describe.each(dialects)('%s', (dialect) => {
  test('200: a card has a mandate when the payer accepted one', async () => {
    const caller = callerIn(dialect, service);
    const customer_acceptance = {
      type: 'online',
      accepted_at: 1_700_000_000,
      online: { ip_address: '192.0.2.1', user_agent: 'a browser' },
    };
    const { body } = await caller.post('/v1/setup_intents', {
      confirm: true,
      payment_method: 'pm_card_visa',
      mandate_data: { customer_acceptance },
    });
    expect(body).toMatchObject({ status: 'succeeded', mandate: expect.stringMatching(/^mandate_/), single_use_mandate: null });
    const mandate = (await caller.get(`/v1/mandates/${body.mandate}`)).body;
    expect(mandate).toMatchObject({ object: 'mandate', status: 'active', type: 'multi_use', customer_acceptance, livemode: false });
    expect(await eventsOf(caller, body.mandate)).toEqual(['mandate.updated']);
  });

  test('200: a mandate for one session is valid for one use', async () => {
    const caller = callerIn(dialect, service);
    const { body } = await caller.post('/v1/setup_intents', { ...wallet, usage: 'on_session' });
    expect(body).toMatchObject({ mandate: null, single_use_mandate: expect.stringMatching(/^mandate_/) });
    expect((await caller.get(`/v1/mandates/${body.single_use_mandate}`)).body).toMatchObject({ type: 'single_use', status: 'pending' });
  });
});

test('200: a mandate without a date was accepted now', async () => {
  const client = service.client();
  const { body } = await client.post('/v1/setup_intents', {
    confirm: true,
    payment_method: 'pm_card_visa',
    mandate_data: { customer_acceptance: { type: 'offline' } },
  });
  const mandate = (await client.get(`/v1/mandates/${body.mandate}`)).body;
  expect(mandate.customer_acceptance).toMatchObject({ type: 'offline', accepted_at: mandate.created });
});

test('402: a declined card leaves no active mandate', async () => {
  const client = service.client();
  const { status, body } = await client.post('/v1/setup_intents?expand[0]=mandate', {
    confirm: true,
    payment_method: 'pm_card_chargeDeclined',
    mandate_data: { customer_acceptance: { type: 'offline' } },
  });
  expect(status).toBe(402);
  expect(body.error.setup_intent.mandate).toBeNull();
});

test('200: a mandate that was waiting for the payer does not become active with another method', async () => {
  const client = service.client();
  const { id, mandate } = (await client.post('/v1/setup_intents', { ...wallet, payment_method_types: ['gcash', 'card'] })).body;
  const { body } = await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  expect(body).toMatchObject({ status: 'succeeded', mandate: null });
  expect((await client.get(`/v1/mandates/${mandate}`)).body.status).toBe('inactive');
});

test('404 resource_missing: an unknown mandate, and one of another sandbox', async () => {
  const { body } = await service.client().post('/v1/setup_intents', wallet);
  for (const id of ['mandate_unknown', body.mandate]) {
    const answer = await service.client().get(`/v1/mandates/${id}`);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toMatchObject({ code: 'resource_missing', param: 'id' });
  }
});

describe.each(['/v1/setup_attempts', '/v1/setup_attempts/list'])('GET %s', (path) => {
  test('200: the attempts of one intent, the newest first, page by page', async () => {
    const client = service.client();
    const customer = await newCustomer(client);
    const { id } = (await client.post('/v1/setup_intents', { customer: customer.id })).body;
    for (const payment_method of ['pm_card_chargeDeclined', 'pm_card_chargeDeclinedLostCard', 'pm_card_visa'])
      await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method });
    await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa' });
    const { status, body } = await client.get(path, { setup_intent: id, limit: 2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'list', url: '/v1/setup_attempts', has_more: true });
    expect(body.data.map((each: { status: string }) => each.status)).toEqual(['succeeded', 'failed']);
    expect(body.data.map((each: { customer: string }) => each.customer)).toEqual([customer.id, customer.id]);
    const rest = (await client.get(path, { setup_intent: id, starting_after: body.data[1].id })).body;
    expect(rest).toMatchObject({ has_more: false, data: [{ status: 'failed', setup_error: { decline_code: 'generic_decline' } }] });
    const none = await client.get(path, { setup_intent: id, 'created[gt]': rest.data[0].created + 100 });
    expect(none.body.data).toEqual([]);
  });

  test('400 parameter_missing: a list needs an intent', async () => {
    const { status, body } = await service.client().get(path);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'setup_intent' });
  });
});
