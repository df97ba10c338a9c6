import { describe, expect, test } from 'vitest';
import { callerIn, dialects, eventsOf } from '../../support/callers.js';
import { type Answer, type Client, card } from '../../support/service.js';
import { commonService } from '../../support/services.js';

const service = await commonService();

const return_url = 'https://shop.example.com/done?cart=1';
const any = { payment_method_options: { card: { request_three_d_secure: 'any' } } };

const begin = async (client: Client, number: string, options: object = {}): Promise<Answer['body']> =>
  (await client.post('/v1/setup_intents', { confirm: true, return_url, payment_method_data: card(number), ...options })).body;

const finish = (client: Client, id: string, outcome: string): Promise<Answer> =>
  client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome });

const attemptsOf = async (client: Client, setup_intent: string): Promise<Answer['body'][]> =>
  (await client.get('/v1/setup_attempts', { setup_intent })).body.data;

/** The filled member objects of a next action: one, and the one that its type names. */
const filled = ({ type: _, ...members }: Record<string, unknown>): string[] =>
  Object.keys(members).filter((name) => members[name] !== null);

describe.each(dialects)('%s', (dialect) => {
  test("200 requires_action: a card that must be authenticated redirects the payer to Florin's page", async () => {
    const caller = callerIn(dialect, service);
    const intent = await begin(caller, '4000002500003155');
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url, url: expect.stringContaining(`${service.url}/challenge/`) } },
    });
    expect(filled(intent.next_action)).toEqual(['redirect_to_url']);
    expect(await eventsOf(caller, intent.id)).toEqual(['setup_intent.created', 'setup_intent.requires_action']);
    expect(await attemptsOf(caller, intent.id)).toMatchObject([{ status: 'requires_action' }]);
  });

  test('200 succeeded: the payer authenticates', async () => {
    const caller = callerIn(dialect, service);
    const { id } = await begin(caller, '4000002760003184');
    const { status, body } = await finish(caller, id, 'succeed');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'succeeded', next_action: null, last_setup_error: null });
    expect(await eventsOf(caller, id)).toEqual(['setup_intent.created', 'setup_intent.requires_action', 'setup_intent.succeeded']);
    expect(await attemptsOf(caller, id)).toMatchObject([
      {
        status: 'succeeded',
        payment_method_details: {
          card: { three_d_secure: { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' } },
        },
      },
    ]);
  });

  test.each(['fail', 'abandon', 'expire'])('200 requires_payment_method: the outcome is %s', async (outcome) => {
    const caller = callerIn(dialect, service);
    const { id } = await begin(caller, '4000002760003184');
    const { status, body } = await finish(caller, id, outcome);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: { type: 'card_error', code: 'setup_intent_authentication_failure', payment_method: { card: { last4: '3184' } } },
    });
    expect(await eventsOf(caller, id)).toEqual(['setup_intent.created', 'setup_intent.requires_action', 'setup_intent.setup_failed']);
    expect(await attemptsOf(caller, id)).toMatchObject([
      { status: 'failed', setup_error: { code: 'setup_intent_authentication_failure' } },
    ]);
    const again = await caller.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
    expect(again.body).toMatchObject({ status: 'succeeded', last_setup_error: null });
  });

  test('200 requires_payment_method: authenticated, but declined by the issuer', async () => {
    const caller = callerIn(dialect, service);
    const { id } = await begin(caller, '4000008400001629');
    const { status, body } = await finish(caller, id, 'succeed');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'requires_payment_method',
      last_setup_error: { code: 'card_declined', decline_code: 'generic_decline' },
    });
  });

  test('402 card_declined: the authentication lookup at the issuer fails', async () => {
    const caller = callerIn(dialect, service);
    const { status, body } = await caller.post('/v1/setup_intents', {
      confirm: true,
      payment_method: 'pm_card_threeDSecureRequiredProcessingError',
    });
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'processing_error' });
  });

  test('200 succeeded: a card with optional authentication is not authenticated unless requested', async () => {
    const caller = callerIn(dialect, service);
    expect(await begin(caller, '4000000000003055')).toMatchObject({ status: 'succeeded' });
    expect(await begin(caller, '378282246310005', any)).toMatchObject({ status: 'succeeded', next_action: null });
    expect(await begin(caller, '4242424242424242', any)).toMatchObject({ status: 'succeeded', next_action: null });
  });
});

test('200: a native caller that requests any authentication gets two steps', async () => {
  const client = service.client();
  const intent = await begin(client, '4111111111111111', any);
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'ddc_redirect', ddc_redirect: { return_url } } });
  expect(filled(intent.next_action)).toEqual(['ddc_redirect']);
  const second = (await finish(client, intent.id, 'succeed')).body;
  expect(second).toMatchObject({
    status: 'requires_action',
    next_action: { type: 'challenge_redirect', challenge_redirect: { return_url } },
  });
  expect(filled(second.next_action)).toEqual(['challenge_redirect']);
  expect((await finish(client, intent.id, 'succeed')).body).toMatchObject({ status: 'succeeded', next_action: null });
  const requires_action = 'setup_intent.requires_action';
  expect(await eventsOf(client, intent.id)).toEqual(['setup_intent.created', requires_action, requires_action, 'setup_intent.succeeded']);
  expect(await attemptsOf(client, intent.id)).toMatchObject([{ id: intent.latest_attempt, status: 'succeeded' }]);
});

test.each(['fail', 'abandon', 'expire'])('200 requires_payment_method: either of the two steps ends with %s', async (outcome) => {
  const client = service.client();
  const first = await begin(client, '4111111111111111', any);
  const second = await begin(client, '4111111111111111', any);
  await finish(client, second.id, 'succeed');
  for (const { id } of [first, second]) {
    expect((await finish(client, id, outcome)).body).toMatchObject({
      status: 'requires_payment_method',
      next_action: null,
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
  }
});

test('200: a caller of a dated version that requests any authentication is redirected to one page', async () => {
  const caller = callerIn(dialects[1], service);
  const intent = await begin(caller, '4111111111111111', any);
  expect(intent.next_action).toMatchObject({ type: 'redirect_to_url', redirect_to_url: { return_url } });
  expect((await finish(caller, intent.id, 'succeed')).body.status).toBe('succeeded');
});

test('200: the second step follows a report of the first', async () => {
  const client = service.client();
  const { id } = await begin(client, '4111111111111111', any);
  const caller = callerIn(dialects[1], service, client);
  expect((await finish(caller, id, 'succeed')).body.next_action.type).toBe('redirect_to_url');
  expect((await client.get(`/v1/setup_intents/${id}`)).body.next_action.type).toBe('challenge_redirect');
});

test.each(['auto', 'automatic'])('200 succeeded: %s leaves it to the card', async (request_three_d_secure) => {
  const options = { payment_method_options: { card: { request_three_d_secure } } };
  expect(await begin(service.client(), '4111111111111111', options)).toMatchObject({ status: 'succeeded' });
});

test('200 requires_action: a requested challenge is natively one redirect', async () => {
  const options = { payment_method_options: { card: { request_three_d_secure: 'challenge' } } };
  expect(await begin(service.client(), '4111111111111111', options)).toMatchObject({ next_action: { type: 'redirect_to_url' } });
});

test('200: the request of the confirmation overrides that of the intent', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { payment_method_data: card('4111111111111111') })).body;
  const { body } = await client.post(`/v1/setup_intents/${id}/confirm`, any);
  expect(body).toMatchObject({ status: 'requires_action', ...any });
});

test('200: the step can be completed without a return_url, which is then null', async () => {
  const client = service.client();
  const { body } = await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_authenticationRequired' });
  expect(body.next_action.redirect_to_url.return_url).toBeNull();
});

test('200: a second confirmation instead of the step leaves the earlier attempt abandoned', async () => {
  const client = service.client();
  const { id, next_action } = await begin(client, '4000002760003184');
  const page = next_action.redirect_to_url.url;
  expect((await fetch(page)).status).toBe(200);
  const { body } = await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_visa' });
  expect(body).toMatchObject({ status: 'succeeded', next_action: null });
  expect((await attemptsOf(client, id)).map(({ status }) => status)).toEqual(['succeeded', 'abandoned']);
  expect((await fetch(page)).status).toBe(404);
});

test('402: a second confirmation with a declined card gets the decline', async () => {
  const client = service.client();
  const { id } = await begin(client, '4000002760003184');
  const { status, body } = await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_chargeDeclined' });
  expect(status).toBe(402);
  expect(body.error.setup_intent).toMatchObject({ status: 'requires_payment_method', next_action: null });
});

test('400 setup_intent_unexpected_state: there is no step to complete', async () => {
  const client = service.client();
  const { id } = (await client.post('/v1/setup_intents', { payment_method: 'pm_card_visa' })).body;
  for (const confirmed of [false, true]) {
    if (confirmed) await client.post(`/v1/setup_intents/${id}/confirm`);
    const { status, body } = await finish(client, id, 'succeed');
    expect(status).toBe(400);
    expect(body.error.code).toBe('setup_intent_unexpected_state');
  }
});

test('400: an outcome is one of four', async () => {
  const client = service.client();
  const { id } = await begin(client, '4000002760003184');
  expect((await finish(client, id, 'maybe')).body.error).toMatchObject({ code: 'parameter_invalid', param: 'outcome' });
  const { body } = await client.post(`/v1/test_helpers/setup_intents/${id}/next_action`);
  expect(body.error).toMatchObject({ code: 'parameter_missing', param: 'outcome' });
});
