import { afterAll, beforeAll, expect } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads({ FLORIN_WEBHOOK_ALLOW: '127.0.0.0/8' });
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.stop());

record('listen to webhooks', async (service) => {
  const opening = {
    name: 'listen-to-webhooks',
    title: 'Listen to webhooks',
    introduction: [
      "An endpoint gets events, each at least once. Verify the signature with the endpoint's secret before you trust a delivery:",
      'the `stripe` libraries read `Stripe-Signature`, the Standard Webhooks libraries the three `Webhook-` headers.',
    ],
  } as const;
  const path = `/hooks/${service.port}`;
  const story = tell(service, opening, { [receiver.url(path)]: 'http://localhost:3000/hooks', [path]: '/hooks' });
  story.step('Register an endpoint', 'Only this answer contains the secret.');
  const enabled_events = ['customer.created', 'setup_intent.succeeded'];
  const { body: endpoint } = await story.post('/v1/webhook_endpoints', { url: receiver.url(path), enabled_events });
  story.step('Something happens');
  const { body: customer } = await story.post('/v1/customers', { name: 'Jo Fischer', metadata: { crm: '4711' } });
  story.step('The endpoint gets an event', 'It answers 200; any other answer is retried, with 10 attempts within about three days.');
  const delivery = await service.until(async () => receiver.at(path)[0]);
  expect(JSON.parse(delivery.body).data.object.id).toBe(customer.id);
  story.received(delivery);
  story.step('Every attempt is recorded');
  const attempts = `/v1/webhook_attempts?webhook_endpoint=${endpoint.id}`;
  await service.until(async () => (await service.client(story.secret_key).get(attempts)).body.data.length);
  await story.get(attempts);
  story.end();
});

record('a double click', async (service) => {
  const story = tell(service, {
    name: 'double-click',
    title: 'A double click',
    introduction: [
      'Send an `Idempotency-Key` with every request that must not run twice: after a double click, or when an answer was lost in',
      'transit. The first request runs; each repetition within 24 hours gets the same answer, byte by byte.',
    ],
  });
  const headers = { 'Idempotency-Key': 'order-1042' };
  const params = { amount: 4999, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  story.step('The first click pays');
  const { text } = await story.post('/v1/payment_intents', params, { headers });
  story.step('The second click', 'Nothing is charged, and the answer is the first one.');
  expect((await story.post('/v1/payment_intents', params, { headers })).text).toBe(text);
  story.step('The key of another request', 'A key used for another request is refused: that is a bug in the client.');
  const { status } = await story.post('/v1/payment_intents', { ...params, amount: 9900 }, { headers });
  expect(status).toBe(400);
  story.step('The payer has paid once');
  const { body } = await story.get('/v1/balance_transactions');
  expect(body.data).toMatchObject([{ type: 'charge', amount: 4999 }]);
  story.end();
});

record('keys, and the view of a publishable key', async (service) => {
  const story = tell(service, {
    name: 'keys',
    title: 'Keys, and the view of a publishable key',
    introduction: [
      'A secret key stays on the server and may do everything. A publishable key is in every browser: it may only create payment',
      'methods, and read or confirm an intent whose client secret it has, of which it sees a part.',
    ],
  });
  const publishable = { key: story.publishable_key };
  story.step('Without a key');
  await story.get('/v1/customers', { key: null });
  story.step('A secret key sees the whole intent');
  const { body: intent } = await story.post('/v1/setup_intents', { metadata: { margin: '40 %' }, description: 'Membership' });
  story.step('A publishable key sees the members for payers', 'There is no metadata.');
  const { body: seen } = await story.get(`/v1/setup_intents/${intent.id}?client_secret=${intent.client_secret}`, publishable);
  expect(seen).not.toHaveProperty('metadata');
  story.step('Without the client secret it sees nothing');
  await story.get(`/v1/setup_intents/${intent.id}`, publishable);
  story.step('It creates payment methods, so that card numbers never touch the server');
  const visa = { type: 'card', card: { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' } };
  await story.post('/v1/payment_methods', visa, publishable);
  story.step('It may do nothing else');
  const { status } = await story.get('/v1/customers', publishable);
  expect(status).toBe(403);
  story.end();
});
