import { randomUUID } from 'node:crypto';
import { beneficiaryOf } from './beneficiaries.js';
import { memberWithSession } from './members.js';
import { populateBilling } from './populate-billing.js';
import { populateCash } from './populate-cash.js';
import { populateCatalogue } from './populate-catalogue.js';
import { populateCheckout } from './populate-checkout.js';
import { populateConnect } from './populate-connect.js';
import { populateCredit } from './populate-credit.js';
import { populateIssuing } from './populate-issuing.js';
import { populateMoney } from './populate-money.js';
import { populateNetwork } from './populate-network.js';
import { populatePortal } from './populate-portal.js';
import { populateRadar } from './populate-radar.js';
import { populateReports } from './populate-reports.js';
import { populateTax } from './populate-tax.js';
import { loggedRequest } from './request-logs.js';
import { type Answer, type Client, card, type TestService } from './service.js';
import { upload } from './uploads.js';

/** Ids by the kind of object. */
export type Ids = Readonly<Record<string, string>>;

/** Fills a sandbox with at least one object of every kind, and answers with their ids. */
export async function populate(service: TestService, client: Client): Promise<Ids> {
  const endpoint = await made(client, '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/unused', enabled_events: ['*'] });
  const customer = await made(client, '/v1/customers', { email: 'jo@example.com', name: 'Jo', metadata: { order: 'a-1' } });
  const method = await made(client, '/v1/payment_methods', { ...card(), billing_details: { name: 'Jo' } });
  await made(client, `/v1/payment_methods/${method.id}/attach`, { customer: customer.id });
  const account = (await client.get('/v1/account')).body.id;
  const intent = await made(client, '/v1/setup_intents', {
    customer: customer.id,
    on_behalf_of: account,
    payment_method: method.id,
    confirm: true,
    mandate_data: { customer_acceptance: { type: 'offline' } },
  });
  const kept = await made(client, `/v1/customers/${customer.id}/sources`, { source: 'tok_visa' });
  const token = await made(client, '/v1/tokens', { card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 } });
  const confirmation = await made(client, '/v1/test_helpers/confirmation_tokens', { payment_method: 'pm_card_visa' });
  const device_key = await made(client, '/v1/ephemeral_keys', { customer: customer.id });
  const session = await made(client, '/v1/customer_sessions', { customer: customer.id, components: {} });
  const tax_id = await made(client, `/v1/customers/${customer.id}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' });
  await made(client, '/v1/tax_ids', { type: 'us_ein', value: '12-3456789' });
  const sold = await populateCatalogue(client, customer.id);
  const topup = await made(client, '/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd' });
  const payout = await made(client, '/v1/payouts', { amount: 1000, currency: 'usd' });
  const quote = await convertedPayout(client);
  const beneficiary = await beneficiaryOf(client);
  await made(client, '/v1/payouts', { amount: 10, currency: 'usd', beneficiary });
  const file = await uploaded(service, client);
  const money = await populateMoney(client, { account, customer: customer.id, payment_method: method.id, file: file.id });
  const clock = await made(client, '/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000, name: 'Renewals' });
  const billed = await populateBilling(client, {
    clock: clock.id,
    customer: customer.id,
    price: String(sold.price),
    subscription: String(sold.subscription),
  });
  const issued = await populateIssuing(client, file.id);
  const offer = await populateOffer(client, { customer: customer.id, payment_method: method.id });
  const portal = await populatePortal(client, {
    customer: customer.id,
    price: String(sold.price),
    product: String(sold.product),
    subscription: String(sold.subscription),
  });
  const shared = await populateConnect(service, client);
  const on_pages = await populateCheckout(service, client, { account, connected: String(shared.connected), customer: customer.id });
  const screened = await populateRadar(client, customer.id);
  const event = (await client.get('/v1/events')).body.data[0];
  const record = (await client.get('/v1/audit_records')).body.data[0];
  const attempt = await service.until(async () => (await client.get('/v1/webhook_attempts')).body.data[0]);
  return {
    ...money,
    ...sold,
    account,
    audit_record: record.id,
    ...(await memberWithSession(service, client)),
    saved_filter: (await made(client, '/v1/saved_filters', { name: 'Large', type: 'payments', query: 'amount=100..' })).id,
    request_log: await loggedRequest(service, client),
    balance_transaction: topup.balance_transaction,
    bank_account: payout.destination,
    beneficiary,
    card: kept.id,
    confirmation_token: confirmation.id,
    customer_session: session.id,
    ephemeral_key: device_key.id,
    customer: customer.id,
    ...(await populateCredit(client, customer.id)),
    ...shared,
    ...on_pages,
    subscription_schedule: await scheduled(client, customer.id, sold.price),
    ...billed,
    ...portal,
    ...offer,
    ...(await populateReports(service, client, String(shared.connected))),
    ...issued,
    ...screened,
    ...(await populateNetwork(client, String(issued['issuing.card']), file.id)),
    customer_cash_balance_transaction: await populateCash(client, customer.id),
    event: event.id,
    file: file.id,
    fx_quote: quote,
    file_link: file.links.data[0].id,
    mandate: intent.mandate,
    payment_method: method.id,
    payout: payout.id,
    setup_attempt: intent.latest_attempt,
    setup_intent: intent.id,
    setup_intent_secret: intent.client_secret,
    tax_id: tax_id.id,
    ...(await populateTax(client, customer.id)),
    'test_helpers.snapshot': (await made(client, '/v1/test_helpers/snapshots', { name: `With ${customer.id}` })).id,
    'test_helpers.test_clock': clock.id,
    token: token.id,
    topup: topup.id,
    webhook_attempt: attempt.id,
    webhook_endpoint: endpoint.id,
  };
}

/** A schedule in the future, beside others that were released or canceled and one on a test clock. */
async function scheduled(client: Client, customer: string, price: string | undefined): Promise<string> {
  const phases = [{ items: [{ price, quantity: 1 }], iterations: 3 }];
  const later = { customer, start_date: 2_000_000_000, phases };
  for (const end of ['release', 'cancel'])
    await made(client, `/v1/subscription_schedules/${(await made(client, '/v1/subscription_schedules', later)).id}/${end}`, {});
  const clock = await made(client, '/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 });
  const clocked = await made(client, '/v1/customers', { name: 'Max', test_clock: clock.id });
  await made(client, '/v1/subscription_schedules', { ...later, customer: clocked.id });
  return (await made(client, '/v1/subscription_schedules', later)).id;
}

/** Configurations of payment methods, and domains. */
async function populateOffer(client: Client, payer: Payer): Promise<Ids> {
  for (const name of ['shop', 'pay', 'www'])
    await made(client, '/v1/payment_method_domains', { domain_name: `${name}-${randomUUID()}.example.com` });
  const off = { display_preference: { preference: 'off' } };
  await made(client, '/v1/payment_method_configurations', { name: 'Few', klarna: off });
  const configuration = await made(client, '/v1/payment_method_configurations', { name: 'Fewer', klarna: off, paypal: off });
  const domain = await made(client, '/v1/payment_method_domains', { domain_name: `${randomUUID()}.example.com`, enabled: false });
  return { payment_method_configuration: configuration.id, payment_method_domain: domain.id, ...(await populateRecords(client, payer)) };
}

/** A payment by a way outside, as it is reported. */
export const reported = {
  amount_requested: { currency: 'usd', value: 2000 },
  customer_details: { email: 'jo@example.com', name: 'Jo' },
  customer_presence: 'on_session',
  description: 'Paid at the till',
  initiated_at: 1_800_000_000,
  payment_method_details: { billing_details: { name: 'Jo', address: { country: 'DE' } }, custom: { display_name: 'Cash' }, type: 'custom' },
  processor_details: { custom: { payment_reference: 'till 7' }, type: 'custom' },
  shipping_details: { name: 'Jo', address: { line1: '1 High Street' } },
} as const;

type Payer = { readonly customer: string; readonly payment_method: string };

/** Records of payments that were made outside; one was attempted three times. */
async function populateRecords(client: Client, { customer, payment_method }: Payer): Promise<Ids> {
  const known = {
    ...reported,
    customer_details: { ...reported.customer_details, customer },
    payment_method_details: { ...reported.payment_method_details, payment_method },
  };
  for (let count = 0; count < 2; count += 1) await made(client, '/v1/payment_records/report_payment', reported);
  const failed = { outcome: 'failed', failed: { failed_at: 1_800_000_100 } };
  const record = await made(client, '/v1/payment_records/report_payment', { ...known, ...failed });
  for (const outcome of [failed, { outcome: 'guaranteed', guaranteed: { guaranteed_at: 1_800_000_200 } }])
    await made(client, `/v1/payment_records/${record.id}/report_payment_attempt`, { initiated_at: 1_800_000_150, ...outcome });
  const refund = { outcome: 'refunded', amount: { currency: 'usd', value: 500 }, processor_details: { type: 'custom' } };
  const { latest_payment_attempt_record } = await made(client, `/v1/payment_records/${record.id}/report_refund`, refund);
  return { payment_record: record.id, payment_attempt_record: latest_payment_attempt_record };
}

/** A file with a link to it. */
async function uploaded(service: TestService, client: Client): Promise<Answer['body']> {
  const { status, body, text } = await upload(service, client, { fields: { 'file_link_data[create]': 'true' } });
  if (status !== 200) throw new Error(`/v1/files answered ${status}: ${text}`);
  return body;
}

/** The object created by a request. */
// biome-ignore lint/suspicious/noExplicitAny: objects of every kind are made here.
export async function made(client: Client, path: string, params: Readonly<Record<string, unknown>>): Promise<any> {
  const { status, body, text } = await client.post(path, params);
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
  return body;
}

/** A payout of euros in dollars, at the rate of a quote; answers with the quote's id. */
async function convertedPayout(client: Client): Promise<string> {
  const asked = { from_currencies: ['eur'], to_currency: 'usd', lock_duration: 'day', usage: { type: 'payout' } };
  const { id: fx_quote } = await made(client, '/v1/fx_quotes', asked);
  await made(client, '/v1/test_helpers/top_ups', { amount: 1000, currency: 'eur' });
  await made(client, '/v1/payouts', { source_currency: 'eur', payment_currency: 'usd', payment_amount: 10, fx_quote });
  const of_payment = await made(client, '/v1/fx_quotes', { ...asked, usage: { type: 'payment' } });
  await made(client, '/v1/payment_intents', { amount: 1000, currency: 'eur', fx_quote: of_payment.id });
  return fx_quote;
}
