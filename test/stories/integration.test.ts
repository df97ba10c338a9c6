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
  const told = {
    name: 'listen-to-webhooks',
    title: 'Listen to webhooks',
    introduction: [
      'An endpoint is told of events, at least once each. Verify a signature with its secret before you believe a delivery:',
      'the `stripe` libraries read `Stripe-Signature`, the Standard Webhooks libraries the three `Webhook-` headers.',
    ],
  } as const;
  const path = `/hooks/${service.port}`;
  const story = tell(service, told, { [receiver.url(path)]: 'http://localhost:3000/hooks', [path]: '/hooks' });
  story.step('Register an endpoint', 'The secret is in this answer and in no other.');
  const enabled_events = ['customer.created', 'setup_intent.succeeded'];
  const { body: endpoint } = await story.post('/v1/webhook_endpoints', { url: receiver.url(path), enabled_events });
  story.step('Something happens');
  const { body: customer } = await story.post('/v1/customers', { name: 'Jo Fischer', metadata: { crm: '4711' } });
  story.step('The endpoint is told', 'It answers 200; any other answer is tried again, 18 times within three days.');
  const delivery = await service.until(async () => receiver.at(path)[0]);
  expect(JSON.parse(delivery.body).data.object.id).toBe(customer.id);
  story.received(delivery);
  story.step('Every attempt is on record');
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
      'Send an `Idempotency-Key` with every request that must not happen twice: a click too many, or an answer that was lost on',
      'the way. The first request does it; each repetition within 24 hours gets the same answer, byte by byte.',
    ],
  });
  const headers = { 'Idempotency-Key': 'order-1042' };
  const params = { amount: 4999, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  story.step('The first click pays');
  const { text } = await story.post('/v1/payment_intents', params, { headers });
  story.step('The second click', 'Nothing happens, and the answer is the first one.');
  expect((await story.post('/v1/payment_intents', params, { headers })).text).toBe(text);
  story.step('The key of another request', 'Used for something else, a key is refused: it is a mistake in the program.');
  const { status } = await story.post('/v1/payment_intents', { ...params, amount: 9900 }, { headers });
  expect(status).toBe(400);
  story.step('The payer has paid once');
  const { body } = await story.get('/v1/balance_transactions');
  expect(body.data).toMatchObject([{ type: 'charge', amount: 4999 }]);
  story.end();
});

record('keys, and what a publishable key sees', async (service) => {
  const story = tell(service, {
    name: 'keys',
    title: 'Keys, and what a publishable key sees',
    introduction: [
      'A secret key stays on the server and may do everything. A publishable key is in every browser: it may only create payment',
      'methods, and look at or confirm an intent whose client secret it knows, of which it sees a part.',
    ],
  });
  const publishable = { key: story.publishable_key };
  story.step('Without a key');
  await story.get('/v1/customers', { key: null });
  story.step('A secret key sees the whole intent');
  const { body: intent } = await story.post('/v1/setup_intents', { metadata: { margin: '40 %' }, description: 'Membership' });
  story.step('A publishable key sees what a payer may see', 'There is no metadata.');
  const { body: seen } = await story.get(`/v1/setup_intents/${intent.id}?client_secret=${intent.client_secret}`, publishable);
  expect(seen).not.toHaveProperty('metadata');
  story.step('Without the client secret it sees nothing');
  await story.get(`/v1/setup_intents/${intent.id}`, publishable);
  story.step('It creates payment methods, so that card numbers never touch the server');
  const visa = { type: 'card', card: { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' } };
  await story.post('/v1/payment_methods', visa, publishable);
  story.step('And it may do nothing else');
  const { status } = await story.get('/v1/customers', publishable);
  expect(status).toBe(403);
  story.end();
});
