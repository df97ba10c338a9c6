import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf, newCustomer } from '../../support/callers.js';
import { type Client, card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

const waiting = async (client: Client): Promise<string> =>
  (await client.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4000002760003184') })).body.id;

const statusOfAttempts = async (client: Client, setup_intent: string): Promise<string[]> =>
  (await client.get('/v1/setup_attempts', { setup_intent })).body.data.map(({ status }: { status: string }) => status);

describe.each(dialects)('%s updates', (dialect) => {
  test('200: given values change, the others stay, and there is no event', async () => {
    const caller = callerIn(dialect, service);
    const made = (await caller.post('/v1/setup_intents', { description: 'one', metadata: { a: '1' } })).body;
    const { status, body } = await caller.post(`/v1/setup_intents/${made.id}`, {
      description: 'two',
      payment_method_types: ['card', 'dana'],
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...made, description: 'two', payment_method_types: ['card', 'dana'] });
    expect(await eventsOf(caller, made.id)).toEqual(['setup_intent.created']);
  });

  test('200: metadata is merged; an empty value removes one key, an empty map all', async () => {
    const caller = callerIn(dialect, service);
    const { id } = (await caller.post('/v1/setup_intents', { metadata: { a: '1', b: '2' } })).body;
    const merged = await caller.post(`/v1/setup_intents/${id}`, { metadata: { b: '', c: '3' } });
    expect(merged.body.metadata).toEqual({ a: '1', c: '3' });
    const emptied = await caller.post(`/v1/setup_intents/${id}`, { metadata: '' });
    expect(emptied.body.metadata).toEqual({});
  });

  test('200: a method makes it ready to be confirmed, and removing it makes it wait again', async () => {
    const caller = callerIn(dialect, service);
    const { id } = (await caller.post('/v1/setup_intents')).body;
    const ready = await caller.post(`/v1/setup_intents/${id}`, { payment_method: 'pm_card_visa' });
    expect(ready.body).toMatchObject({ status: 'requires_confirmation', payment_method: expect.stringMatching(/^pm_\w{22}$/) });
    const without = await caller.post(`/v1/setup_intents/${id}`, { payment_method: '' });
    expect(without.body).toMatchObject({ status: 'requires_payment_method', payment_method: null });
    const made = await caller.post(`/v1/setup_intents/${id}`, { payment_method_data: card('5555555555554444') });
    expect(made.body.status).toBe('requires_confirmation');
  });

  test('200: a new method ends the pending authentication', async () => {
    const caller = callerIn(dialect, service);
    const id = await waiting(caller);
    const { body } = await caller.post(`/v1/setup_intents/${id}`, { payment_method: 'pm_card_visa' });
    expect(body).toMatchObject({ status: 'requires_confirmation', next_action: null });
    expect(await statusOfAttempts(caller, id)).toEqual(['abandoned']);
    expect((await caller.post(`/v1/setup_intents/${id}/confirm`)).body.status).toBe('succeeded');
  });

  test("200: other changes keep the payer's step", async () => {
    const caller = callerIn(dialect, service);
    const id = await waiting(caller);
    const { body } = await caller.post(`/v1/setup_intents/${id}`, { description: 'still waiting' });
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    expect(await statusOfAttempts(caller, id)).toEqual(['requires_action']);
  });
});

test('400: a method of another customer, or of a type that is not allowed, is refused', async () => {
  const client = service.client();
  const owner = await newCustomer(client, { payment_method: 'pm_card_visa' });
  const { id } = (await client.post('/v1/setup_intents', { payment_method: 'pm_card_visa' })).body;
  const foreign = await client.post(`/v1/setup_intents/${id}`, { payment_method: owner.invoice_settings.default_payment_method });
  expect(foreign.body.error).toMatchObject({ code: 'payment_method_customer_mismatch' });
  const unfit = await client.post(`/v1/setup_intents/${id}`, { payment_method_types: ['dana'] });
  expect(unfit.body.error).toMatchObject({ code: 'payment_method_unexpected_state', param: 'payment_method' });
  const unknown = await client.post(`/v1/setup_intents/${id}`, { customer: 'cus_unknown' });
  expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'resource_missing', param: 'customer' } } });
});

test('400 parameters_exclusive: removing the method and giving a new one contradict each other', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents')).body;
  const { body } = await client.post(`/v1/setup_intents/${id}`, { payment_method: null, payment_method_data: card() });
  expect(body.error.code).toBe('parameters_exclusive');
});

test.each(['succeeded', 'canceled'])('400 setup_intent_unexpected_state: %s, only description and metadata change', async (state) => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { confirm: state === 'succeeded', payment_method: 'pm_card_visa' })).body;
  if (state === 'canceled') await client.post(`/v1/setup_intents/${id}/cancel`);
  const kept = await client.post(`/v1/setup_intents/${id}`, { metadata: { a: '1' }, description: 'done' });
  expect(kept.body).toMatchObject({ status: state, metadata: { a: '1' }, description: 'done' });
  for (const params of [{ payment_method: 'pm_card_visa' }, { payment_method_types: ['dana'] }, { payment_method_data: card() }]) {
    const { status, body } = await client.post(`/v1/setup_intents/${id}`, params);
    expect(status).toBe(400);
    expect(body.error.code).toBe('setup_intent_unexpected_state');
  }
});

describe.each(dialects)('%s cancels', (dialect) => {
  test.each(['abandoned', 'requested_by_customer', 'duplicate'])('200: because it is %s', async (cancellation_reason) => {
    const caller = callerIn(dialect, service);
    const { id } = (await caller.post('/v1/setup_intents', { payment_method: 'pm_card_visa' })).body;
    const { status, body } = await caller.post(`/v1/setup_intents/${id}/cancel`, { cancellation_reason });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'canceled', cancellation_reason });
    expect(await eventsOf(caller, id)).toEqual(['setup_intent.created', 'setup_intent.canceled']);
  });

  test('200: during the authentication, which leaves the attempt abandoned and the page void', async () => {
    const caller = callerIn(dialect, service);
    const id = await waiting(caller);
    const { next_action } = (await caller.get(`/v1/setup_intents/${id}`)).body;
    const { body } = await caller.post(`/v1/setup_intents/${id}/cancel`);
    expect(body).toMatchObject({ status: 'canceled', next_action: null, cancellation_reason: null });
    expect(await statusOfAttempts(caller, id)).toEqual(['abandoned']);
    const page = await fetch(next_action.redirect_to_url.url, { method: 'POST', body: new URLSearchParams({ outcome: 'succeed' }) });
    await page.text();
    expect((await caller.get(`/v1/setup_intents/${id}`)).body.status).toBe('canceled');
  });
});

test('200: a pending mandate ends with its intent', async () => {
  const client = service.client();
  const { id, mandate } = (await client.post('/v1/setup_intents', { confirm: true, payment_method_data: { type: 'dana' } })).body;
  await client.post(`/v1/setup_intents/${id}/cancel`);
  expect((await client.get(`/v1/mandates/${mandate}`)).body.status).toBe('inactive');
});

test('400 setup_intent_unexpected_state: a final intent cannot be canceled', async () => {
  const client = service.client();
  const succeeded = (await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa' })).body.id;
  const canceled = (await client.post('/v1/setup_intents')).body.id;
  await client.post(`/v1/setup_intents/${canceled}/cancel`);
  for (const id of [succeeded, canceled]) {
    const { status, body } = await client.post(`/v1/setup_intents/${id}/cancel`);
    expect(status).toBe(400);
    expect(body.error.code).toBe('setup_intent_unexpected_state');
  }
});

test('400 parameter_invalid: a reason is one of three values', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents')).body;
  const { body } = await client.post(`/v1/setup_intents/${id}/cancel`, { cancellation_reason: 'fraudulent' });
  expect(body.error).toMatchObject({ code: 'parameter_invalid', param: 'cancellation_reason' });
});
