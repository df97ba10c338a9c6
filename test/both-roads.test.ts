import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentStories, type Story } from './support/payment-stories.js';
import { type Answer, type Client, card, type TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';

/**
 * A local processor is asked before the one write of a request; any other one between two writes, which are grouped here. The results must be equal.
 */
let installation: Installation;
let one_write: TestService;
let two_writes: TestService;

beforeAll(async () => {
  installation = await startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off', FLORIN_GROUP_COMMIT_MIN: '1' });
  [one_write, two_writes] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

/** Numbers the values that differ each time: ids and secrets by their first appearance, times, addresses and fingerprints by kind. */
function plain(told: unknown): unknown {
  const names = new Map<string, string>();
  const named = (id: string, prefix: string): string => {
    if (!names.has(id)) names.set(id, `${prefix} ${names.size}`);
    return names.get(id) ?? id;
  };
  const text = JSON.stringify(told)
    .replace(/_secret_\w{24}/g, '_secret')
    .replace(/\b([a-z]{2,8})_[0-9A-Za-z]{22}(?!\w*_secret\w)/g, named)
    .replace(/\b\d{13}\b/g, '"milliseconds"')
    .replace(/\b1\d{9}\b/g, '"seconds"')
    .replace(/http(:|%3A)(\/|%2F){2}127\.0\.0\.1(:|%3A)\d+(\/|%2F)(challenge|receipt)(\/|%2F)[\w.-]+/g, 'page')
    .replace(/http:\/\/127\.0\.0\.1:\d+\/docs#/g, 'docs#')
    .replace(/"(authorization_code|network_transaction_id|transaction_id|transaction_link_id)":"[A-Za-z]+"/g, '"$1":"one"')
    .replace(/"risk_score":\d+/g, '"risk_score":"some"')
    .replace(/"reference":"FLORIN[0-9A-Z]+"/g, '"reference":"one"')
    .replace(/"fingerprint":"[^"]+"/g, '"fingerprint":"one"')
    .replace(/"invoice_prefix":"[0-9A-Z]+"/g, '"invoice_prefix":"one"');
  return JSON.parse(text.replace(/""(seconds|milliseconds)""/g, '"$1"'));
}

/**
 * Runs a story at a service: every answer, and every resulting event, oldest first. The clock is held, because what becomes due in the same second
 * shares one event.
 */
const tell = (service: TestService, story: Story): Promise<unknown> => service.atOneMoment(() => record(service, story));

async function record(service: TestService, story: Story): Promise<unknown> {
  const client = service.client();
  const answers: object[] = [];
  const hear = ({ status, body }: Answer): Answer['body'] => {
    answers.push({ status, body });
    return body;
  };
  await story(client, hear);
  const { body: events } = await client.get('/v1/events', { limit: 100 });
  const { body: attempts } = await client.get('/v1/balance_transactions', { limit: 100 });
  return plain({ answers, transactions: attempts.data.reverse(), events: events.data.reverse() });
}

const confirming = (number: string, more: object = {}): Story => {
  return async (client, hear) => {
    const customer = hear(await client.post('/v1/customers', { name: 'Jo' }));
    const intent = hear(await client.post('/v1/setup_intents', { customer: customer.id, ...more }));
    const { id } = intent;
    hear(await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method_data: card(number) }));
    hear(await client.get(`/v1/setup_intents/${id}`, { 'expand[]': 'latest_attempt' }));
    hear(await client.get('/v1/setup_attempts', { setup_intent: id }));
    hear(await client.get(`/v1/customers/${customer.id}/payment_methods`));
  };
};

const three_d_secure =
  (outcome: string): Story =>
  async (client, hear) => {
    const params = { confirm: true, payment_method_data: card('4000000000003220'), return_url: 'https://example.com/back' };
    const { id } = hear(await client.post('/v1/setup_intents', params));
    hear(await client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome }));
    hear(await client.get(`/v1/setup_intents/${id}`));
    hear(await client.get('/v1/setup_attempts', { setup_intent: id }));
    hear(await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: 'pm_card_mastercard' }));
  };

const stepwise: Story = async (client, hear) => {
  const payment_method_options = { card: { request_three_d_secure: 'any' } };
  const params = { confirm: true, payment_method_data: card('4111111111111111'), payment_method_options };
  const { id } = hear(await client.post('/v1/setup_intents', params));
  for (const outcome of ['succeed', 'succeed', 'succeed']) {
    hear(await client.post(`/v1/test_helpers/setup_intents/${id}/next_action`, { outcome }));
  }
};

const otherMethods: Story = async (client, hear) => {
  for (const type of ['sepa_debit', 'alipay', 'pix']) {
    const made = hear(
      await client.post('/v1/setup_intents', { confirm: true, payment_method_data: { type }, payment_method_types: [type] }),
    );
    hear(await client.post(`/v1/test_helpers/setup_intents/${made.id ?? 'none'}/next_action`, { outcome: 'fail' }));
  }
};

const manyTries: Story = async (client, hear) => {
  const { id } = hear(await client.post('/v1/setup_intents', { metadata: { order: '7' } }));
  for (const name of [
    'pm_card_chargeDeclined',
    'pm_card_threeDSecure2Required',
    'pm_card_chargeDeclinedInsufficientFunds',
    'pm_card_visa',
  ]) {
    hear(await client.post(`/v1/setup_intents/${id}/confirm`, { payment_method: name }));
  }
  hear(await client.post(`/v1/setup_intents/${id}/cancel`));
};

const withKeys: Story = async (client, hear) => {
  const params = { confirm: true, payment_method: 'pm_card_chargeDeclined' };
  for (const key of ['one', 'one', 'two']) hear(await client.post('/v1/setup_intents', params, { headers: { 'idempotency-key': key } }));
  for (const _ of [1, 2]) {
    hear(
      await client.post(
        '/v1/setup_intents',
        { confirm: true, payment_method: 'pm_card_visa' },
        { headers: { 'idempotency-key': 'three' } },
      ),
    );
  }
};

const payouts: Story = async (client, hear) => {
  hear(await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' }));
  hear(await client.post('/v1/payouts', { amount: 9001, currency: 'usd' }));
  const kept = hear(await client.post('/v1/payouts', { amount: 5000, currency: 'usd', metadata: { week: '47' } }));
  const canceled = hear(await client.post('/v1/payouts', { amount: 1000, currency: 'usd' }));
  hear(await client.post(`/v1/payouts/${canceled.id}/cancel`));
  for (const days of [1, 1, 6]) {
    await pass(client, days);
    hear(await client.get(`/v1/payouts/${kept.id}`));
    hear(await client.get('/v1/balance'));
  }
  hear(await client.post(`/v1/payouts/${kept.id}/cancel`));
};

const failedPayout: Story = async (client, hear) => {
  const { id } = (await client.get('/v1/account')).body;
  const external_account = { object: 'bank_account', account_number: '000111111116', country: 'US', currency: 'usd' };
  const destination = hear(await client.post(`/v1/accounts/${id}/external_accounts`, { external_account }));
  hear(await client.post('/v1/test_helpers/top_ups', { amount: 9000, currency: 'usd' }));
  const payout = hear(await client.post('/v1/payouts', { amount: 5000, currency: 'usd', destination: destination.id }));
  await pass(client, 8);
  hear(await client.get(`/v1/payouts/${payout.id}`));
  hear(await client.get('/v1/balance'));
};

async function pass(client: Client, days: number): Promise<void> {
  const { body } = await client.get('/v1/test_helpers/sandbox_clock');
  const moved = await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: body.frozen_time + days * 86_400 + 60 });
  expect(moved.status).toBe(200);
}

const stories: Readonly<Record<string, { story: Story; ends_with: string }>> = {
  'a card that is set up': { story: confirming('4242424242424242'), ends_with: 'setup_intent.succeeded' },
  'a card with a mandate': {
    story: confirming('4242424242424242', { usage: 'on_session' }),
    ends_with: 'setup_intent.succeeded',
  },
  'a card that is declined': { story: confirming('4000000000000002'), ends_with: 'setup_intent.setup_failed' },
  'a card without funds': { story: confirming('4000000000009995'), ends_with: 'setup_intent.setup_failed' },
  'a payer who authenticates': { story: three_d_secure('succeed'), ends_with: 'setup_intent.succeeded' },
  'a payer who fails to authenticate': { story: three_d_secure('fail'), ends_with: 'setup_intent.succeeded' },
  'a payer with two steps': { story: stepwise, ends_with: 'setup_intent.succeeded' },
  'methods other than cards': { story: otherMethods, ends_with: 'setup_intent.setup_failed' },
  'one card after another': { story: manyTries, ends_with: 'setup_intent.succeeded' },
  'repeated requests': { story: withKeys, ends_with: 'setup_intent.succeeded' },
  'payouts that arrive and are reversed': { story: payouts, ends_with: 'payout.paid' },
  'a payout that the bank returns': { story: failedPayout, ends_with: 'payout.failed' },
  ...paymentStories,
};

test.each(Object.entries(stories))('%s: the same answers, events and money on both paths', async (_name, { story, ends_with }) => {
  const [short, long] = [await tell(one_write, story), await tell(two_writes, story)] as { events: { type: string }[] }[];
  expect(long).toEqual(short);
  expect(short?.events.map(({ type }) => type)).toContain(ends_with);
});
