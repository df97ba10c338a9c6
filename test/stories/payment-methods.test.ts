import { expect } from 'vitest';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const card = (number: string): object => ({ type: 'card', card: { number, exp_month: '12', exp_year: '2034', cvc: '123' } });
const return_url = 'https://shop.example/done?basket=7';

record('save a card', async (service) => {
  const story = tell(service, {
    name: 'save-a-card',
    title: 'Save a card',
    introduction: [
      "A shop saves a customer's card, to charge it later. The card number goes from the browser to Florin and never",
      "touches the shop's server: the browser confirms with the publishable key and the intent's client secret.",
    ],
  });
  story.step('The server creates a customer');
  const { body: customer } = await story.post('/v1/customers', { name: 'Jo Fischer', email: 'jo@example.com' });
  story.step('The server creates a SetupIntent and hands its client secret to the browser');
  const { body: intent } = await story.post('/v1/setup_intents', { customer: customer.id, usage: 'off_session' });
  story.step('The browser confirms with the typed card', 'It sees only the members for a publishable key.');
  const { client_secret } = intent;
  const confirmation = { client_secret, payment_method_data: card('4242424242424242') };
  const { body: confirmed } = await story.post(`/v1/setup_intents/${intent.id}/confirm`, confirmation, { key: story.publishable_key });
  expect(confirmed.status).toBe('succeeded');
  story.step('The server finds the card at the customer');
  await story.get(`/v1/customers/${customer.id}/payment_methods`);
  story.end();
});

record('3D Secure', async (service) => {
  const story = tell(service, {
    name: 'three-d-secure',
    title: '3D Secure',
    introduction: [
      "Some banks require authentication before a card is saved. The intent then waits with `requires_action`, the payer's",
      'browser is redirected to the address in `next_action`, and returns to `return_url` with the outcome in the query.',
    ],
  });
  story.step('The card requires authentication');
  const given = { confirm: true, payment_method_data: card('4000000000003220'), return_url };
  const { body: intent } = await story.post('/v1/setup_intents', given);
  story.step(
    "The payer completes it on Florin's page, which redirects back to the shop",
    'In a test, a form post does what the button does.',
  );
  const { url } = intent.next_action.redirect_to_url;
  const { status, headers } = await story.post(url, { outcome: 'succeed' }, { key: null, form: true });
  expect([status, new URL(String(headers.get('location'))).searchParams.get('redirect_status')]).toEqual([303, 'succeeded']);
  story.step('The server reads the outcome from the API', 'The query can be forged: `redirect_status=succeeded` proves nothing.');
  await story.get(`/v1/setup_intents/${intent.id}?expand[]=latest_attempt`);
  story.step('Without a browser', 'A test helper completes the next action of an intent: `succeed`, `fail`, `abandon` or `expire`.');
  const { body: other } = await story.post('/v1/setup_intents', given);
  await story.post(`/v1/test_helpers/setup_intents/${other.id}/next_action`, { outcome: 'fail' });
  story.end();
});

record('a wallet set up by redirect', async (service) => {
  const story = tell(service, {
    name: 'wallet-by-redirect',
    title: 'A wallet, set up by redirect',
    introduction: [
      'GCash is set up on its own page. The intent has the address for the payer; the mandate that the payer accepts there',
      'lets the shop charge the wallet later, and is active from the approval on.',
    ],
  });
  story.step('The shop requests the wallet');
  const given = { confirm: true, payment_method_data: { type: 'gcash', billing_details: { name: 'Jo Fischer' } }, return_url };
  const { body: intent } = await story.post('/v1/setup_intents', given);
  story.step('The payer approves');
  await story.post(intent.next_action.gcash_handle_redirect.url, { outcome: 'succeed' }, { key: null, form: true });
  story.step('The wallet is ready to be charged');
  const { body: ready } = await story.get(`/v1/setup_intents/${intent.id}?expand[]=mandate`);
  expect(ready).toMatchObject({ status: 'succeeded', mandate: { status: 'active' } });
  story.end();
});

record('a declined card', async (service) => {
  const story = tell(service, {
    name: 'declined-card',
    title: 'A declined card',
    introduction: [
      'A decline is an answer: status 402, a code for your program and a sentence for your customer.',
      'The intent still exists and accepts another card; every try is stored as an attempt.',
    ],
  });
  story.step('The bank declines');
  const { status, body } = await story.post('/v1/setup_intents', { confirm: true, payment_method_data: card('4000000000009995') });
  expect(status).toBe(402);
  const { id } = body.error.setup_intent;
  story.step('The same intent accepts another card');
  await story.post(`/v1/setup_intents/${id}/confirm`, { payment_method_data: card('4242424242424242') });
  story.step('Both attempts are stored');
  await story.get(`/v1/setup_attempts?setup_intent=${id}`);
  story.end();
});
