import { expect } from 'vitest';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const card = (number: string): object => ({ type: 'card', card: { number, exp_month: '12', exp_year: '2034', cvc: '123' } });
const return_url = 'https://shop.example/done?basket=7';

record('pay by card', async (service) => {
  const story = tell(service, {
    name: 'pay-by-card',
    title: 'Pay by card',
    introduction: [
      'The server sets the amount, and the browser the card. The card number goes from the browser to Florin and never',
      "touches the shop's server: the browser has the publishable key and the client secret of this one payment.",
    ],
  });
  story.step('The server creates a payment and hands its client secret to the browser');
  const ordered = { amount: 4999, currency: 'eur', description: 'Running shoes', receipt_email: 'jo@example.com' };
  const { body: intent } = await story.post('/v1/payment_intents', { ...ordered, metadata: { order: '1042' } });
  story.step('The browser confirms with the typed card', 'It sees only the members for payers: there is no metadata.');
  const confirmation = { client_secret: intent.client_secret, payment_method_data: card('4242424242424242') };
  const { body: paid } = await story.post(`/v1/payment_intents/${intent.id}/confirm`, confirmation, { key: story.publishable_key });
  expect(paid.status).toBe('succeeded');
  story.step('The server reads the outcome', 'The charge and its balance transaction are expanded on request.');
  const { body: seen } = await story.get(`/v1/payment_intents/${intent.id}?expand[]=latest_charge.balance_transaction`);
  const { amount, fee, net } = seen.latest_charge.balance_transaction;
  expect([amount, fee, net]).toEqual([4999, 175, 4824]);
  story.step('The shop has the money, less the fee', 'It is pending for two days; then it can be paid out.');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.pending).toContainEqual(expect.objectContaining({ amount: net, currency: 'eur' }));
  story.end();
});

record('authorize and capture later', async (service) => {
  const story = tell(service, {
    name: 'authorize-and-capture',
    title: 'Authorize, and capture later',
    introduction: [
      'A shop that ships later authorizes the payment first. The bank holds the money for seven days; the shop captures all of it or',
      'less, and the rest is released at once.',
    ],
  });
  story.step('Authorize the payment', 'The payment waits with `requires_capture`; `amount_capturable` shows how much can be captured.');
  const paid_with = { payment_method_data: card('4242424242424242') };
  const holding = { amount: 8000, currency: 'usd', capture_method: 'manual', confirm: true, ...paid_with };
  const { body: held } = await story.post('/v1/payment_intents', holding);
  expect(held.status).toBe('requires_capture');
  story.step('Nothing is earned yet');
  const { body: before } = await story.get('/v1/balance');
  expect(before.pending).toMatchObject([{ amount: 0 }]);
  story.step('More than the authorized amount cannot be captured');
  const over = await story.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 8001 });
  expect(over.status).toBe(400);
  story.step('One of two parcels is shipped, and paid', 'The other 30.00 are released.');
  const { body: captured } = await story.post(`/v1/payment_intents/${held.id}/capture`, {
    amount_to_capture: 5000,
    expand: ['latest_charge'],
  });
  expect(captured.latest_charge).toMatchObject({ amount_captured: 5000, amount_refunded: 3000, refunded: false });
  story.step('The captured amount is earned');
  const { body: after } = await story.get('/v1/balance');
  expect(after.pending).toMatchObject([{ amount: 4825 }]);
  story.step('An order is canceled', 'Canceling releases the whole authorization, without a fee.');
  const { body: other } = await story.post('/v1/payment_intents', holding);
  const { body: canceled } = await story.post(`/v1/payment_intents/${other.id}/cancel`, { cancellation_reason: 'requested_by_customer' });
  expect(canceled).toMatchObject({ status: 'canceled', amount_capturable: 0, amount_received: 0 });
  story.end();
});

record('pay with 3D Secure', async (service) => {
  const story = tell(service, {
    name: 'pay-with-three-d-secure',
    title: 'Pay with 3D Secure',
    introduction: [
      "The payer's bank requires authentication. The payment waits with `requires_action`, the browser is redirected to the address",
      'in `next_action`, and returns to `return_url`. No money moves before the payer has authenticated.',
    ],
  });
  story.step('The bank requires authentication');
  const paying = { amount: 4999, currency: 'eur', confirm: true, payment_method_data: card('4000000000003220'), return_url };
  const { body: intent } = await story.post('/v1/payment_intents', paying);
  expect(intent.status).toBe('requires_action');
  story.step(
    "The payer authenticates on Florin's page, which redirects back to the shop",
    'In a test, a form post does what the button does.',
  );
  const { url } = intent.next_action.redirect_to_url;
  const { headers } = await story.post(url, { outcome: 'succeed' }, { key: null, form: true });
  expect(new URL(String(headers.get('location'))).searchParams.get('redirect_status')).toBe('succeeded');
  story.step('The server reads the outcome from the API', 'The charge shows how the payer was authenticated.');
  const { body: paid } = await story.get(`/v1/payment_intents/${intent.id}?expand[]=latest_charge`);
  expect(paid.latest_charge.payment_method_details.card.three_d_secure.result).toBe('authenticated');
  story.step('A failed authentication', 'A test helper completes the step without a browser. The intent then accepts another card.');
  const { body: other } = await story.post('/v1/payment_intents', paying);
  const { body: failed } = await story.post(`/v1/test_helpers/payment_intents/${other.id}/next_action`, { outcome: 'fail' });
  expect(failed.last_payment_error.code).toBe('payment_intent_authentication_failure');
  story.step('Only the first of the two was paid');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.pending).toContainEqual(expect.objectContaining({ amount: 4824, currency: 'eur' }));
  story.end();
});

record('pay by QR code', async (service) => {
  const story = tell(service, {
    name: 'pay-by-qr-code',
    title: 'Pay by QR code',
    introduction: [
      "WeChat Pay is paid with the phone: the shop's page shows a code, the payer scans it and approves there. The picture comes with",
      "the answer, as PNG and as SVG, and is a real code: scanned in a test, it opens Florin's page for this payment.",
    ],
  });
  story.step('The shop requests the wallet');
  const wallet = { type: 'wechat_pay', billing_details: { name: 'Lin Wei' } };
  const options = { wechat_pay: { client: 'web' } };
  const paying = { amount: 12_800, currency: 'cny', confirm: true, payment_method_data: wallet, payment_method_options: options };
  const { body: intent } = await story.post('/v1/payment_intents', { ...paying, return_url });
  expect(intent.next_action.type).toBe('wechat_pay_display_qr_code');
  story.step('The payer scans the code, and approves');
  await story.post(intent.next_action.wechat_pay_display_qr_code.data, { outcome: 'succeed' }, { key: null, form: true });
  story.step('The page of the shop, which has been polling, sees that it is paid', 'It has the publishable key and the client secret.');
  const path = `/v1/payment_intents/${intent.id}?client_secret=${intent.client_secret}`;
  const { body: seen } = await story.get(path, { key: story.publishable_key });
  expect(seen.status).toBe('succeeded');
  story.step('The money has a balance transaction', 'Money from another method than a card is a `payment` among the balance transactions.');
  const { body: transactions } = await story.get('/v1/balance_transactions');
  expect(transactions.data).toMatchObject([{ type: 'payment', amount: 12_800, currency: 'cny' }]);
  story.end();
});

record('a processor that never answered', async (service) => {
  const story = tell(service, {
    name: 'processor-never-answered',
    title: 'A processor that never answered',
    introduction: [
      'The request was sent and no answer came. The payment may have been made or not, so it is neither `succeeded` nor failed:',
      'it is `processing`, and Florin asks again, with the same key towards the processor, until the outcome is known.',
    ],
  });
  const headers = { 'Idempotency-Key': 'order-1042' };
  const paying = { amount: 9_900_002, currency: 'usd', confirm: true, payment_method_data: card('4242424242424242') };
  story.step('The shop creates a payment', 'The sandbox loses its answer to this amount for a minute.');
  const { body: intent } = await story.post('/v1/payment_intents', paying, { headers });
  expect(intent.status).toBe('processing');
  story.step('The shop repeats the request', 'Under the same key nothing is tried a second time.');
  const { text } = await story.post('/v1/payment_intents', paying, { headers });
  expect(JSON.parse(text)).toEqual(intent);
  story.step('A payment in processing cannot be tried with another card', 'So the payer cannot pay twice.');
  const again = await story.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_mastercard' });
  expect(again.status).toBe(400);
  story.step('Unconfirmed money is not in the balance');
  const { body: nothing } = await story.get('/v1/balance');
  expect(nothing.pending).toMatchObject([{ amount: 0 }]);
  story.step('Some minutes later Florin has asked again, and got the answer', 'The shop gets `payment_intent.succeeded`.');
  const path = `/v1/payment_intents/${intent.id}`;
  service.advance(5 * 60_000);
  await service.until(async () => (await service.client(story.secret_key).get(path)).body.status === 'succeeded');
  const { body: known } = await story.get(path);
  expect(known.amount_received).toBe(paying.amount);
  story.step('There is one charge, and its money once');
  const { body: charges } = await story.get(`/v1/charges?payment_intent=${intent.id}`);
  expect(charges.data).toHaveLength(1);
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.pending).toMatchObject([{ amount: 9_612_872 }]);
  story.end();
});
