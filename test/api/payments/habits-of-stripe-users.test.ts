import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service.js';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const paid = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };

test('the page of a shop may call with a publishable key from its own origin', async () => {
  const url = `${service.url}/v1/payment_methods`;
  const asked = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers: { ...asked, 'access-control-request-headers': 'authorization' } });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
  const refused = await fetch(url, { method: 'POST', headers: { origin: asked.origin } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
});

test('operations that require a secret key allow no origin', async () => {
  const { headers } = await fetch(`${service.url}/v1/refunds`, { headers: { origin: 'https://shop.example.com' } });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('the refunds of a charge are expanded as a list, from the intent as well', async () => {
  const shop = service.client();
  const { body: intent } = await shop.post('/v1/payment_intents', paid);
  for (const amount of [300, 200]) await shop.post('/v1/refunds', { payment_intent: intent.id, amount });
  const { status, body } = await shop.get(`/v1/payment_intents/${intent.id}`, { 'expand[]': 'latest_charge.refunds' });
  expect(status).toBe(200);
  expect(body.latest_charge.refunds).toMatchObject({
    object: 'list',
    data: [{ amount: 200 }, { amount: 300 }],
    has_more: false,
    url: `/v1/charges/${intent.latest_charge}/refunds`,
  });
});

test('the source of a balance transaction is expanded, whatever its kind', async () => {
  const shop = service.client();
  const { body: intent } = await shop.post('/v1/payment_intents', paid);
  await shop.post('/v1/refunds', { payment_intent: intent.id });
  const { body } = await shop.get('/v1/balance_transactions', { 'expand[]': 'data.source' });
  expect(body.data?.map(({ source }: { source: { object: string } }) => source.object)).toEqual(['refund', 'charge']);
});

test('a search for the last digits of a card finds its charges without quotes', async () => {
  const shop = service.client();
  const { body: intent } = await shop.post('/v1/payment_intents', paid);
  const { body } = await shop.get('/v1/charges/search', { query: 'payment_method_details.card.last4:4242' });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([intent.latest_charge]);
});

test('a charge names the mandate of the debit', async () => {
  const { body } = await service.client().post('/v1/payment_intents', {
    amount: 2000,
    currency: 'eur',
    confirm: true,
    payment_method_types: ['sepa_debit'],
    payment_method_data: {
      type: 'sepa_debit',
      sepa_debit: { iban: 'DE89370400440532013000' },
      billing_details: { name: 'Jo', email: 'jo@example.com' },
    },
    mandate_data: { customer_acceptance: { type: 'offline' } },
    expand: ['latest_charge'],
  });
  expect(body.mandate).toMatch(/^mandate_/);
  expect(body.latest_charge.payment_method_details.sepa_debit.mandate).toBe(body.mandate);
});

test('a failure before the bank was asked has no decline code', async () => {
  const shop = service.client();
  const { body: intent } = await shop.post('/v1/payment_intents', { ...paid, payment_method: 'pm_card_threeDSecure2Required' });
  const { body } = await shop.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome: 'fail' });
  expect(body.last_payment_error).toMatchObject({ code: 'payment_intent_authentication_failure', decline_code: null });
});

test.each([
  ['boleto', { tax_id: '000.000.000-00' }],
  ['ideal', { bank: 'ing' }],
  ['klarna', {}],
  ['alipay', {}],
])('a payment method of type %s accepts and keeps the member of its type', async (type, member) => {
  const { status, body } = await service.client().post('/v1/payment_methods', { type, [type]: member });
  expect([status, body[type]]).toMatchObject([200, member]);
});

test('no event of a payout comes before payout.created, on a clock that was moved', async () => {
  const shop = service.client();
  await shop.post('/v1/test_helpers/top_ups', { amount: 5000, currency: 'usd' });
  const at = Math.floor(service.now() / 1000) + 86_400;
  await shop.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: at });
  service.advance(500);
  const { body: payout } = await shop.post('/v1/payouts', { amount: 100, currency: 'usd', method: 'instant' });
  await service.until(async () => (await shop.get(`/v1/payouts/${payout.id}`)).body.status !== 'pending');
  const { body } = await shop.get('/v1/events', { limit: 50 });
  const payout_events = body.data
    .filter(({ type }: { type: string }) => type.startsWith('payout.'))
    .map(({ type }: { type: string }) => type);
  expect(payout_events.at(-1)).toBe('payout.created');
});

test('400: a payment method that paid once without a customer cannot pay again', async () => {
  const shop = service.client();
  const { body: intent } = await shop.post('/v1/payment_intents', paid);
  const { payment_method } = intent;
  const { body: customer } = await shop.post('/v1/customers');
  const refusals = [
    await shop.post('/v1/payment_intents', { ...paid, payment_method }),
    await shop.post('/v1/charges', { amount: 500, currency: 'usd', payment_method }),
    await shop.post(`/v1/payment_methods/${payment_method}/attach`, { customer: customer.id }),
  ];
  for (const { status, body } of refusals) {
    expect([status, body.error]).toMatchObject([400, { code: 'payment_method_unexpected_state', param: 'payment_method' }]);
    expect(body.error.message).toContain('attach it to a customer first');
  }
});

test('400: a payment method that was used for a charge cannot pay again either', async () => {
  const shop = service.client();
  const { body: charge } = await shop.post('/v1/charges', { amount: 500, currency: 'usd', source: 'tok_visa' });
  const { status, body } = await shop.post('/v1/payment_intents', { ...paid, payment_method: charge.payment_method });
  expect([status, body.error?.code]).toEqual([400, 'payment_method_unexpected_state']);
});

test('a declined payment method, or one of a customer, pays again', async () => {
  const shop = service.client();
  const card = { number: '4000000000000341', exp_month: 12, exp_year: 2034 };
  const { body: declined } = await shop.post('/v1/payment_methods', { type: 'card', card });
  const again = { ...paid, payment_method: declined.id };
  const codes = [await shop.post('/v1/payment_intents', again), await shop.post('/v1/payment_intents', again)];
  expect(codes.map(({ body }) => body.error?.code)).toEqual(['card_declined', 'card_declined']);
  const { body: customer } = await shop.post('/v1/customers');
  const kept = { ...paid, customer: customer.id, setup_future_usage: 'off_session' };
  const { body: first } = await shop.post('/v1/payment_intents', kept);
  const { body: second } = await shop.post('/v1/payment_intents', { ...kept, payment_method: first.payment_method });
  expect(second.status).toBe('succeeded');
});

test('the message of a refusal says what to do', async () => {
  const shop = service.client();
  const { body: customer } = await shop.post('/v1/customers');
  const messageOf = async (path: string, params: Readonly<Record<string, unknown>>): Promise<string> =>
    (await shop.post(path, params)).body.error.message;
  const charge = { amount: 500, currency: 'usd' };
  expect(await messageOf('/v1/charges', { ...charge, customer: customer.id })).toContain('invoice_settings[default_payment_method]');
  const { body: kept } = await shop.post('/v1/payment_methods/pm_card_visa/attach', { customer: customer.id });
  expect(await messageOf('/v1/payment_intents', { ...paid, payment_method: kept.id })).toContain(
    'Send the id of that customer as customer',
  );
  const asking = { ...paid, payment_method: 'pm_card_threeDSecure2Required', error_on_requires_action: true };
  expect(await messageOf('/v1/payment_intents', asking)).toContain('error_on_requires_action');
  const { body: intent } = await shop.post('/v1/payment_intents', paid);
  expect(await messageOf(`/v1/payment_intents/${intent.id}`, { amount: 1 })).toMatch(/update amount .* status of succeeded/);
  const debit = { type: 'sepa_debit', sepa_debit: { iban: 'DE89' } };
  expect(await messageOf('/v1/payment_methods', debit)).toContain('Not a valid IBAN');
});

test('the error of a failed payment shows its payment method, with the member of its type', async () => {
  const shop = service.client();
  const by = { amount: 2000, currency: 'eur', confirm: true, payment_method_data: { type: 'ideal', ideal: { bank: 'ing' } } };
  const { body: intent } = await shop.post('/v1/payment_intents', { ...by, return_url: 'https://shop.example.com/done' });
  const { body } = await shop.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome: 'fail' });
  expect(body.last_payment_error.payment_method).toMatchObject({ type: 'ideal', ideal: { bank: 'ing' }, card: null, sepa_debit: null });
});

test('a transfer by SPEI is explained on a page', async () => {
  const billing_details = { name: 'Jo', email: 'jo@example.com', address: { country: 'MX' } };
  const by = { amount: 20_000, currency: 'mxn', confirm: true, payment_method_data: { type: 'spei', billing_details } };
  const { body } = await service.client().post('/v1/payment_intents', by);
  const { hosted_instructions_url } = body.next_action.spei_display_details;
  expect((await fetch(hosted_instructions_url)).status).toBe(200);
});
