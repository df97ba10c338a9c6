import { afterAll, beforeAll, expect, test } from 'vitest';
import { allEvents, newCustomer } from '../../support/callers.js';
import { normaliser } from '../../support/normalise.js';
import { type Answer, type Client, card, startService, type TestService } from '../../support/service.js';

/** A local processor is asked before the one write of a request, a remote one between two: the results must be equal. */
let short: TestService;
let long: TestService;
beforeAll(async () => {
  [short, long] = await Promise.all([startService(), startService({ FLORIN_ONE_WRITE: 'false' })]);
});
afterAll(() => Promise.all([short.stop(), long.stop()]));

const any = { payment_method_options: { card: { request_three_d_secure: 'any' } } };

/** Each story is the list of its answers. */
const stories: Readonly<Record<string, (client: Client) => Promise<Answer[]>>> = {
  'a card is saved': async (client) => {
    const customer = await newCustomer(client);
    return [await client.post('/v1/setup_intents', { confirm: true, customer: customer.id, payment_method_data: card() })];
  },
  'a card is declined, the next one saved': async (client) => {
    const declined = await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_chargeDeclined' });
    const path = `/v1/setup_intents/${declined.body.error.setup_intent.id}/confirm`;
    return [declined, await client.post(path, { payment_method: 'pm_card_visa' })];
  },
  'a verification code is wrong': async (client) => [
    await client.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4000000000000127') }),
  ],
  'the payer authenticates in two steps': async (client) => {
    const begun = await client.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4111111111111111'), ...any });
    const path = `/v1/test_helpers/setup_intents/${begun.body.id}/next_action`;
    const first = await client.post(path, { outcome: 'succeed' });
    return [begun, first, await client.post(path, { outcome: 'succeed' })];
  },
  'the payer fails to authenticate': async (client) => {
    const begun = await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_authenticationRequired' });
    return [begun, await client.post(`/v1/test_helpers/setup_intents/${begun.body.id}/next_action`, { outcome: 'fail' })];
  },
  'a wallet is replaced by a card': async (client) => {
    const params = { payment_method_types: ['gcash', 'card'], payment_method_data: { type: 'gcash' } };
    const begun = await client.post('/v1/setup_intents', { confirm: true, ...params });
    const mandate = await client.get(`/v1/mandates/${begun.body.mandate}`);
    const done = await client.post(`/v1/setup_intents/${begun.body.id}/confirm`, { payment_method: 'pm_card_visa' });
    return [begun, mandate, done, await client.get(`/v1/mandates/${begun.body.mandate}`)];
  },
  'a wallet is approved for one use': async (client) => {
    const params = { confirm: true, usage: 'on_session', payment_method_data: { type: 'dana' } };
    const begun = await client.post('/v1/setup_intents', params);
    const done = await client.post(`/v1/test_helpers/setup_intents/${begun.body.id}/next_action`, { outcome: 'succeed' });
    return [begun, done, await client.get(`/v1/mandates/${begun.body.single_use_mandate}`)];
  },
  'existing and new objects are expanded': async (client) => [
    await client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa', expand: ['payment_method', 'latest_attempt'] }),
  ],
};

async function recordOf(service: TestService, story: (client: Client) => Promise<Answer[]>): Promise<unknown[]> {
  const client = service.client();
  const answers = await story(client);
  const events = await allEvents(client);
  const id = answers[0]?.body.id ?? answers[0]?.body.error.setup_intent.id;
  const attempts = (await client.get('/v1/setup_attempts', { setup_intent: id })).body.data;
  const lines = [
    ...answers.map(({ status, text }) => `${status} ${text}`),
    JSON.stringify(attempts),
    events.map(({ type }) => type).join('\n'),
  ];
  const normalise = normaliser(service.now(), { [service.url]: 'http://florin.example.com' });
  return normalise(lines.join('\n')).split('\n');
}

test.each(Object.keys(stories))('%s with the same result on either path', async (name) => {
  const story = stories[name] as (client: Client) => Promise<Answer[]>;
  expect(await recordOf(long, story)).toEqual(await recordOf(short, story));
});
