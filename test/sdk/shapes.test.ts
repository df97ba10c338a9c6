import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mug, pageAt } from '../support/checkout.js';
import { paid } from '../support/payments.js';
import { populate } from '../support/populate.js';
import { type Client, startService, type TestService } from '../support/service.js';

const newest = { headers: { 'stripe-version': Stripe.API_VERSION } };

let service: TestService;
let client: Client;
beforeAll(async () => {
  service = await startService({ FLORIN_TIME_SCALE: '1000' });
  client = service.client();
});
afterAll(() => service.stop());

test('a refund without a failure has no reason for SDKs, natively null, and so in its events', async () => {
  const { id: payment_intent } = await paid(client);
  const { body: native } = await client.post('/v1/refunds', { payment_intent });
  expect(native.failure_reason).toBeNull();
  const { body: plain } = await client.get(`/v1/refunds/${native.id}`, undefined, newest);
  expect(plain).toMatchObject({ id: native.id, metadata: {} });
  const unset = ['description', 'failure_balance_transaction', 'failure_reason', 'instructions_email', 'next_action'];
  expect(unset.filter((name) => name in plain)).toEqual([]);
  const { body: events } = await client.get('/v1/events', { type: 'refund.created' }, newest);
  expect(unset.filter((name) => name in events.data[0].data.object)).toEqual([]);
});

test('the settings of an account are complete for SDKs: its name, its time zone, and what Florin never does', async () => {
  const { body: account } = await client.get('/v1/account');
  await client.post(`/v1/accounts/${account.id}`, { business_profile: { name: 'Rocket Rides' } });
  const { body } = await client.get('/v1/account', undefined, newest);
  expect(body.settings).toMatchObject({
    card_payments: { decline_on: { avs_failure: false, cvc_failure: false }, statement_descriptor_prefix: null },
    dashboard: { display_name: 'Rocket Rides', timezone: 'Etc/UTC' },
    payouts: { debit_negative_balances: false },
  });
  expect(Object.keys(body)).not.toContain('company');
});

test('a saved method of another type has no member for cards, and one of a card says what is not known of it', async () => {
  const { body: debit } = await client.post(
    '/v1/payment_methods',
    { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' }, billing_details: { name: 'Jo', email: 'jo@example.com' } },
    newest,
  );
  expect([Object.keys(debit).includes('card'), debit.sepa_debit]).toMatchObject([false, { branch_code: null, generated_from: null }]);
  const { body: card } = await client.post('/v1/payment_methods', { type: 'card', card: { token: 'tok_visa' } }, newest);
  expect(card.card).toMatchObject({ brand: 'visa', generated_from: null, regulated_status: null, wallet: null });
});

test('a payment link asks for addresses where they are needed, and its sessions have the name that its creator’s version uses', async () => {
  for (const [extra, ui_mode] of [
    [newest, 'hosted_page'],
    [undefined, 'hosted'],
  ] as const) {
    const { body: link } = await client.post('/v1/payment_links', { line_items: [mug] }, extra);
    expect(link.billing_address_collection).toBe('auto');
    const { body: opened } = await pageAt(service, link.url).post(`/v1/payment_links/${link.id}/open`);
    expect((await client.get(`/v1/checkout/sessions/${opened.id}`)).body.ui_mode).toBe(ui_mode);
  }
});

test('a transfer and an application fee always have the list of what was given back', async () => {
  const ids = await populate(service, client);
  const { body: transfer } = await client.get(`/v1/transfers/${ids.transfer}`, undefined, newest);
  expect(transfer.reversals).toMatchObject({ object: 'list', url: `/v1/transfers/${ids.transfer}/reversals` });
  const { body: fees } = await client.get('/v1/application_fees', undefined, newest);
  expect(fees.data.length).toBeGreaterThan(0);
  for (const { id, refunds } of fees.data) expect(refunds).toMatchObject({ object: 'list', url: `/v1/application_fees/${id}/refunds` });
});
