import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApi } from '../src/api/openapi/openapi.js';
import { uploadIn } from '../src/kernel/base/upload.js';
import { access } from '../src/resources/access.js';
import { catalogue } from '../src/resources/index.js';
import { version } from '../src/service/wiring/version.js';
import { beneficiaryOf, destinationData } from './support/beneficiaries.js';
import { cardOf as cardOfPayer, mug, sessionOf, success_url } from './support/checkout.js';
import { connected } from './support/connect.js';
import { endpointAt } from './support/deliveries.js';
import { type Everything, everything } from './support/everything.js';
import { cardOf, holderOf, jenny, sent } from './support/issued.js';
import { network, used } from './support/issuing.js';
import { invited, memberWithSession } from './support/members.js';
import { bankAccount } from './support/merchant.js';
import { disputeOf, slowRefund } from './support/money-back.js';
import { held, intentWith, paid, twenty, waiting } from './support/payments.js';
import { reported } from './support/populate.js';
import { all_components, link_params } from './support/populate-connect.js';
import { head_office, registeredIn, taxed_sale } from './support/populate-tax.js';
import { everything as everythingIn } from './support/portal.js';
import { portal_changes, portal_sessions } from './support/portal-trials.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { pathWith, type Routed, routes } from './support/routes.js';
import { type Answer, type Client, startService, type TestService } from './support/service.js';
import { upload } from './support/uploads.js';

type Json = Record<string, unknown>;

let service: TestService;
let all: Everything;
// biome-ignore lint/suspicious/noExplicitAny: a description is looked into by path.
let description: any;
let ajv: Ajv2020;
beforeAll(async () => {
  service = await startService({ FLORIN_TIME_SCALE: '1000' });
  all = await everything(service);
  description = (await all.client.get('/openapi.json')).body;
  ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true }).addSchema(strict(description), 'openapi');
});
afterAll(() => service.stop());

/** The description with every schema closed: members that it does not name are errors. */
function strict({ components, paths }: { components: { schemas: Record<string, Json> }; paths: Json }): Json {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, { ...schema, additionalProperties: false }]);
  return { paths, components: { schemas: Object.fromEntries(schemas) } };
}

const urlOf = ({ path }: Routed): string => path.replace(/:(\w+)/g, '{$1}');

/** Validates the 200 answers of a route. */
const answerOf = (routed: Routed): ValidateFunction => {
  const pointer = ['paths', urlOf(routed), routed.method.toLowerCase(), 'responses', '200', 'content', 'application/json', 'schema'];
  return ajv.compile({
    $ref: `openapi#/${pointer.map((each) => encodeURIComponent(each.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`,
  });
};

function expectValid(validate: ValidateFunction, body: unknown): void {
  const valid = validate(body);
  const errors = (validate.errors ?? []).slice(0, 5);
  expect([valid, errors.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)]).toEqual([
    true,
    [],
  ]);
}

const needed = (routed: Routed): Record<string, string> => ({
  limit: '100',
  ...(routed.fields.setup_intent?.presence === 'required' && { setup_intent: all.ids.setup_intent ?? '' }),
  ...(routed.fields.customer?.presence === 'required' && routed.path.includes('entitlements') && { customer: all.ids.customer ?? '' }),
  ...(routed.fields.value_list?.presence === 'required' && { value_list: all.ids.value_list ?? '' }),
  ...(routed.fields.payment_record?.presence === 'required' && { payment_record: all.ids.payment_record ?? '' }),
  ...(routed.fields.card?.presence === 'required' && { card: all.ids['issuing.card'] ?? '' }),
  ...(routed.fields.query?.presence === 'required' && { query: 'created>1' }),
});

const responses_file = new URL('../src/pages/reference/responses.json', import.meta.url);
const recorded = new Map<string, unknown>();

const operationIdOf = (routed: Routed): string => description.paths[urlOf(routed)][routed.method.toLowerCase()].operationId;

/** Keeps a response for the reference: of a list one object, without secrets, at the address of a first start. */
function record(routed: Routed, body: { data?: unknown[] }): void {
  const shown = Array.isArray(body.data) ? { ...body, data: body.data.slice(0, 1) } : body;
  const text = JSON.stringify(shown)
    .replaceAll(service.url, 'http://127.0.0.1:12111')
    .replaceAll('http://127.0.0.1:9/', 'https://example.com/')
    .replace(/(_secret_|whsec_|ek_test_)\w+/g, '$1…');
  recorded.set(operationIdOf(routed), JSON.parse(text));
}

// `UPDATE=1 npx vitest run --project florin test/every-document.test.ts` records the responses again.
afterAll(() => {
  if (process.env.UPDATE !== '1') return;
  const sorted = [...recorded].sort(([one], [other]) => (one < other ? -1 : 1));
  const lines = sorted.map(([id, response]) => `${JSON.stringify(id)}:${JSON.stringify(response)}`);
  writeFileSync(responses_file, `{\n${lines.join(',\n')}\n}\n`);
});

test('the reference has a recorded response for every operation, as it is described', () => {
  const kept = JSON.parse(readFileSync(responses_file, 'utf8')) as Record<string, unknown>;
  for (const routed of routes.filter(({ entry }) => ['action', 'list', 'retrieve', 'search'].includes(entry.kind))) {
    const response = kept[operationIdOf(routed)];
    expect(response, `UPDATE=1 npx vitest run --project florin test/every-document.test.ts records ${routed.route}`).toBeDefined();
    expectValid(answerOf(routed), response);
  }
});

const ofKinds = (...kinds: string[]): Routed[] => routes.filter(({ entry }) => kinds.includes(entry.kind));

test.each(ofKinds('list', 'search'))('$route answers documents that are as described', async (routed) => {
  const { status, body } = await all.client.get(pathWith(routed, all.ids), needed(routed));
  expect([status, body.data?.length > 0], 'test/support/populate.ts creates an object of each kind').toEqual([200, true]);
  expectValid(answerOf(routed), body);
  record(routed, body);
});

test.each(ofKinds('retrieve'))('$route answers a document that is as described', async (routed) => {
  const { status, body, text } = await all.client.get(pathWith(routed, all.ids));
  expect(status, `${text}\ntest/support/populate.ts names an id of each kind`).toBe(200);
  expectValid(answerOf(routed), body);
  record(routed, body);
});

const creditGrant = () => ({
  ...{ customer: all.ids.customer, amount: { type: 'monetary', monetary: { currency: 'usd', value: 500 } } },
  applicability_config: { scope: { price_type: 'metered' } },
});

const usageAlert = () => ({
  ...{ alert_type: 'usage_threshold', title: 'Many seats' },
  usage_threshold: { gte: 4, meter: all.ids['billing.meter'], recurrence: 'one_time' },
});

/** Requests that create or change an object, by route. */
const changes: Readonly<Record<string, () => object | Promise<object>>> = {
  'POST /v1/payment_intents': () => ({ ...twenty, confirm: true, payment_method: 'pm_card_visa', metadata: { a: '1' } }),
  'POST /v1/payment_intents/:id/confirm': () => ({ payment_method: 'pm_card_visa' }),
  'POST /v1/payment_intents/:id/capture': () => ({ amount_to_capture: 1500 }),
  'POST /v1/payment_intents/:id/increment_authorization': () => ({ amount: 2500 }),
  'POST /v1/payment_intents/:id/verify_microdeposits': () => ({ amounts: [32, 45] }),
  'POST /v1/setup_intents/:id/verify_microdeposits': () => ({ amounts: [32, 45] }),
  'POST /v1/test_helpers/payment_intents/:id/next_action': () => ({ outcome: 'succeed' }),
  'POST /v1/charges': () => ({ ...twenty, source: 'tok_visa' }),
  'POST /v1/setup_intents': () => ({ confirm: true, payment_method: 'pm_card_visa', metadata: { a: '1' } }),
  'POST /v1/setup_intents/:id/confirm': () => ({ payment_method: 'pm_card_visa' }),
  'POST /v1/test_helpers/setup_intents/:id/next_action': () => ({ outcome: 'succeed' }),
  'POST /v1/checkout/sessions': () => ({ success_url, mode: 'payment', line_items: [mug], metadata: { a: '1' } }),
  'POST /v1/payment_pages/:id/confirm': () => ({ payment_method_data: cardOfPayer('4242424242424242'), expected_amount: 1000 }),
  'POST /v1/checkout/sessions/:id/remove_payment_method': () => ({ payment_method: removable }),
  'POST /v1/checkout/sessions/:id/adjust': () => ({ promotion_code: '' }),
  'POST /v1/checkout/sessions/:id/confirm': () => ({ payment_method_data: cardOfPayer('4242424242424242'), expected_amount: 1000 }),
  'POST /v1/invoice_rendering_templates': () => ({ nickname: 'Letters', footer: 'Thank you' }),
  'POST /v1/invoice_rendering_templates/:id': () => ({ memo: 'Net 14' }),
  'POST /v1/quotes': () => ({ customer: all.ids.customer, line_items: [{ price: all.ids.price, quantity: 2 }] }),
  'POST /v1/payment_links': () => ({ line_items: [mug], shipping_options: [{ shipping_rate: all.ids.shipping_rate }] }),
  'POST /v1/shipping_rates': () => ({ display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } }),
  'POST /v1/payment_records/report_payment': () => reported,
  'POST /v1/payment_records/:id/report_payment_attempt': () => ({ initiated_at: 1_800_000_150 }),
  'POST /v1/payment_records/:id/report_payment_attempt_canceled': () => ({ canceled_at: 1_800_000_150 }),
  'POST /v1/payment_records/:id/report_payment_attempt_failed': () => ({ failed_at: 1_800_000_150 }),
  'POST /v1/payment_records/:id/report_payment_attempt_guaranteed': () => ({ guaranteed_at: 1_800_000_150 }),
  'POST /v1/payment_records/:id/report_payment_attempt_informational': () => ({ description: 'Paid in cash' }),
  'POST /v1/payment_records/:id/report_refund': () => ({ outcome: 'refunded', processor_details: { type: 'custom' } }),
  'POST /v1/payment_method_configurations': () => ({ name: 'Few', klarna: { display_preference: { preference: 'off' } } }),
  'POST /v1/payment_method_domains': () => ({ domain_name: `pay-${randomUUID()}.example.com` }),
  'POST /v1/payment_methods': () => ({ type: 'card', card: { token: 'tok_visa' } }),
  'POST /v1/payment_methods/:id/attach': () => ({ customer: all.ids.customer }),
  'POST /v1/tokens': () => ({ card: { number: '4242424242424242', exp_month: 12, exp_year: 2034 } }),
  'POST /v1/confirmation_tokens': () => ({ payment_method: 'pm_card_visa', return_url: 'https://example.com/' }),
  'POST /v1/test_helpers/confirmation_tokens': () => ({ payment_method: 'pm_card_visa', return_url: 'https://example.com/' }),
  'POST /v1/customers/:customer/tax_ids': () => ({ type: 'eu_vat', value: 'DE123456789' }),
  'POST /v1/customers/:customer/cash_balance': () => ({ settings: { reconciliation_mode: 'manual' } }),
  'POST /v1/test_helpers/customers/:customer/fund_cash_balance': () => ({ amount: 300, currency: 'usd', reference: 'order 12' }),
  'POST /v1/tax_ids': () => ({ type: 'us_ein', value: '12-3456789' }),
  'POST /v1/members': () => ({ email: `${randomUUID()}@example.com`, name: 'Jo', role: 'support' }),
  'POST /v1/members/:id': () => ({ name: 'Jenny Rosen', role: 'analyst' }),
  'POST /v1/saved_filters': () => ({ name: 'Refused today', type: 'payments', query: 'status=requires_payment_method' }),
  'POST /v1/saved_filters/:id': () => ({ name: 'Refused', query: 'status=canceled' }),
  'POST /v1/ephemeral_keys': () => ({ customer: all.ids.customer }),
  'POST /v1/customer_sessions': () => ({ customer: all.ids.customer, components: { buy_button: { enabled: true } } }),
  'POST /v1/customers/:customer/sources': () => ({ source: 'tok_visa' }),
  'POST /v1/customers/:customer/sources/:id': () => ({ exp_year: 2035 }),
  'POST /v1/file_links': () => ({ file: all.ids.file }),
  'POST /v1/products': () => ({ name: 'Gold', default_price_data: { currency: 'usd', unit_amount: 1 } }),
  'POST /v1/products/:product/features': async () => ({ entitlement_feature: (await feature(all.client)).id }),
  'POST /v1/entitlements/features': () => ({ name: 'SSO', lookup_key: `key_${randomUUID()}`, metadata: { a: '1' } }),
  'POST /v1/prices': () => ({ currency: 'usd', unit_amount: 1, product: all.ids.product }),
  'POST /v1/plans': () => ({ currency: 'usd', amount: 1, interval: 'month', product: { name: 'Gold' } }),
  'POST /v1/coupons': () => ({ percent_off: 12.5, duration: 'forever' }),
  'POST /v1/promotion_codes': () => ({ promotion: { type: 'coupon', coupon: all.ids.coupon } }),
  'POST /v1/promotion_code': () => ({ coupon: all.ids.coupon, expires_at: 4_000_000_000 }),
  'POST /v1/balance_settings': () => ({
    payments: { payouts: { schedule: { interval: 'weekly', weekly_payout_days: ['monday', 'friday'] } } },
  }),
  'POST /v1/tax/settings': () => ({ head_office }),
  'POST /v1/tax/registrations': () => registeredIn('NO'),
  'POST /v1/tax/registrations/:id': () => ({ expires_at: 4_000_000_000 }),
  'POST /v1/tax/calculations': () => taxed_sale,
  'POST /v1/tax/transactions/create_from_calculation': () => ({ calculation: all.ids['tax.calculation'], reference: randomUUID() }),
  'POST /v1/tax/transactions/create_reversal': () => ({
    ...{ mode: 'partial', flat_amount: -100 },
    ...{ original_transaction: all.ids.tax_sale, reference: randomUUID() },
  }),
  'POST /v1/tax_rates': () => ({ display_name: 'VAT', inclusive: true, percentage: 7.25 }),
  'POST /v1/customers/:customer/balance_transactions': () => ({ amount: 100, currency: 'usd' }),
  'POST /v1/billing/credit_grants': () => creditGrant(),
  'POST /v1/billing/credit_grants/:id': () => ({ expires_at: 4_000_000_000, metadata: { a: '1' } }),
  'GET /v1/billing/credit_balance_summary': () => ({
    'filter[type]': 'credit_grant',
    ...{ customer: all.ids.customer, 'filter[credit_grant]': all.ids['billing.credit_grant'] },
  }),
  'POST /v1/billing/alerts': () => usageAlert(),
  'POST /v1/billing/meters': () => ({ display_name: 'Calls', event_name: 'calls', default_aggregation: { formula: 'count' } }),
  'POST /v1/billing/meter_events': () => ({ event_name: 'seats', payload: { stripe_customer_id: all.ids.customer, value: '2.5' } }),
  'POST /v1/billing/meter_event_adjustments': () => ({ event_name: 'seats', type: 'cancel', cancel: { identifier: 'monday' } }),
  'POST /v1/subscription_items/:subscription_item/usage_records': () => ({ quantity: 2, action: 'set' }),
  'POST /v1/subscriptions': () => ({ customer: all.ids.customer, items: [{ price: all.ids.price, quantity: 2 }] }),
  'POST /v1/subscriptions/:id/migrate': () => ({ billing_mode: { type: 'flexible' } }),
  'POST /v1/subscription_items': () => ({ subscription: all.ids.subscription, price: all.ids.price }),
  'POST /v1/subscription_items/:id': () => ({ quantity: 3 }),
  'POST /v1/subscription_schedules': () => ({
    customer: all.ids.customer,
    start_date: 'now',
    phases: [{ items: [{ price: all.ids.price }], duration: { interval: 'month', interval_count: 2 } }],
  }),
  'GET /v1/credit_notes/preview': () => ({ invoice: all.ids.invoice, amount: 10 }),
  'GET /v1/credit_notes/preview/lines': () => ({ invoice: all.ids.invoice, amount: 10 }),
  'POST /v1/invoiceitems': () => ({ customer: all.ids.customer, amount: 700, currency: 'usd' }),
  'POST /v1/invoices': () => ({ customer: all.ids.customer, pending_invoice_items_behavior: 'include' }),
  'POST /v1/invoices/create_preview': () => ({ customer: all.ids.customer, invoice_items: [{ amount: 100 }] }),
  'POST /v1/invoices/:id/pay': () => ({ paid_out_of_band: true }),
  'POST /v1/invoices/:id/add_lines': () => ({ lines: [{ amount: 100 }] }),
  'POST /v1/invoices/:id/update_lines': () => ({ lines: [{ id: line_of_draft, amount: 100 }] }),
  'POST /v1/invoices/:id/remove_lines': () => ({ lines: [{ id: line_of_draft, behavior: 'delete' }] }),
  'POST /v1/invoices/:id/attach_payment': async () => ({ payment_intent: (await paid(all.client, { customer: all.ids.customer })).id }),
  'GET /v1/invoices/upcoming/lines': async () => {
    await all.client.post('/v1/invoiceitems', { customer: all.ids.customer, amount: 700, currency: 'usd' });
    return { customer: all.ids.customer };
  },
  'GET /v1/invoices/upcoming': async () => {
    await all.client.post('/v1/invoiceitems', { customer: all.ids.customer, amount: 700, currency: 'usd' });
    return { customer: all.ids.customer };
  },
  'POST /v1/radar/rules': () => ({
    action: 'block',
    conditions: [{ attribute: 'card_country', operator: 'is', values: ['CA'] }],
    name: 'Canada',
  }),
  'POST /v1/radar/rules/:id': () => ({ enabled: false }),
  'POST /v1/radar/value_lists': () => ({ alias: `list_${randomUUID()}`, name: 'Emails', item_type: 'email' }),
  'POST /v1/radar/value_lists/:id': () => ({ name: 'Bad emails' }),
  'POST /v1/radar/value_list_items': () => ({ value_list: all.ids.value_list, value: 'mo@blocked.example.com' }),
  'POST /v1/routing_rules': () => ({ processors: ['sandbox'], name: 'Every payment' }),
  'POST /v1/routing_rules/:id': () => ({ priority: 5 }),
  'POST /v1/refunds': () => ({ charge: all.ids.charge, amount: 1 }),
  'POST /v1/test_helpers/refunds/:id/settle': () => ({ outcome: 'fail' }),
  'POST /v1/test_helpers/disputes': () => ({ charge: all.ids.charge, amount: 1 }),
  'POST /v1/credit_notes': () => ({ invoice: all.ids.invoice, amount: 1 }),
  'POST /v1/beneficiaries': () => ({ destination_data: destinationData('card') }),
  'POST /v1/payouts': () => ({ amount: 1, currency: 'usd' }),
  'POST /v1/issuing/cardholders': () => jenny,
  'POST /v1/issuing/cards': () => ({ cardholder: all.ids['issuing.cardholder'], currency: 'usd', type: 'virtual' }),
  'POST /v1/issuing/personalization_designs': () => ({ physical_bundle: 'ics_standard_letter' }),
  'POST /v1/test_helpers/issuing/personalization_designs/:id/reject': () => ({ rejection_reasons: { carrier_text: ['other'] } }),
  'POST /v1/test_helpers/issuing/tokens': () => ({ card: all.ids['issuing.card'] }),
  'POST /v1/issuing/tokens/:id': () => ({ status: 'suspended' }),
  'POST /v1/issuing/cards/:id/test/authorizations': () => ({ held_amount: 100 }),
  'POST /v1/test_helpers/issuing/authorizations': () => ({ card: all.ids['issuing.card'], amount: 100, is_amount_controllable: true }),
  'POST /v1/test_helpers/issuing/authorizations/:id/capture': () => ({ capture_amount: 10, purchase_details: { reference: 'R-2' } }),
  'POST /v1/test_helpers/issuing/authorizations/:id/finalize_amount': () => ({ final_amount: 90 }),
  'POST /v1/test_helpers/issuing/authorizations/:id/fraud_challenges/respond': () => ({ confirmed: true }),
  'POST /v1/test_helpers/issuing/authorizations/:id/increment': () => ({ increment_amount: 10 }),
  'POST /v1/test_helpers/issuing/transactions/create_force_capture': () => ({ card: all.ids['issuing.card'], amount: 10 }),
  'POST /v1/test_helpers/issuing/transactions/create_unlinked_refund': () => ({ card: all.ids['issuing.card'], amount: 10 }),
  'POST /v1/issuing/disputes': async () => ({ transaction: await capturedPurchase(all.client), amount: 5 }),
  'POST /v1/reporting/report_runs': () => ({ report_type: 'balance.summary.1', parameters: { interval_start: 1, interval_end: 2 } }),
  'POST /v1/reporting/report_schedules': () => ({ report_type: 'balance.summary.1', interval: 'day', email: 'books@example.com' }),
  'POST /v1/fx_quotes': () => ({ from_currencies: ['eur'], to_currency: 'usd' }),
  'POST /v1/accounts/:account/reject': () => ({ reason: 'other' }),
  'POST /v1/transfers': () => ({ amount: 1, currency: 'usd', destination: all.ids.connected }),
  'POST /v1/topups': () => ({ amount: 1, currency: 'usd' }),
  'POST /v1/test_helpers/top_ups': () => ({ amount: 1, currency: 'usd' }),
  'POST /v1/test_helpers/test_clocks': () => ({ frozen_time: 1_800_000_000 }),
  'POST /v1/test_helpers/test_clocks/:id/advance': () => ({ frozen_time: 86_400 }),
  'POST /v1/webhook_endpoints': () => ({ url: 'https://example.com/', enabled_events: ['payout.paid'] }),
  'POST /v1/account_links': () => ({ ...link_params, account: all.ids.connected_account }),
  'POST /v1/accounts/:account/account_links/:id/open': () => ({ session: 'an-unguessable-session-1742' }),
  'POST /v1/accounts/:account/account_links/:id/tell': () => ({ session: session_of_link, business_type: 'company' }),
  'POST /v1/accounts/:account/login_links/:id/open': () => ({ session: 'an-unguessable-session-1742' }),
  'POST /v1/accounts/:account/login_links/:id/look': () => ({ session: session_of_link }),
  'POST /v1/accounts/:account/login_links/:id/onboard': () => ({ session: session_of_link, return_url: 'https://example.com/' }),
  'POST /v1/account_sessions': () => ({ account: all.ids.connected_account, components: all_components }),
  'POST /v1/accounts/:account/account_sessions/:id/onboard': () => ({
    component: 'account_onboarding',
    return_url: 'https://example.com/',
  }),
  'POST /v1/accounts/:account/account_sessions/:id/refund': async () => ({ charge: (await paidIn(all.client)).latest_charge }),
  'POST /v1/accounts/:account/account_sessions/:id/capture': async () => ({
    payment_intent: (await paidIn(all.client, { capture_method: 'manual' })).id,
  }),
  'POST /v1/accounts/:account/account_sessions/:id/pay_out': async () => {
    const header = { headers: { 'stripe-account': all.ids.connected_account ?? '' } };
    await all.client.post('/v1/test_helpers/top_ups', { amount: 500_000, currency: 'usd' }, header);
    return { amount: 100, currency: 'usd' };
  },
  'POST /v1/accounts/:account/account_sessions/:id/reschedule': () => ({ interval: 'daily' }),
  'POST /v1/billing_portal/configurations': () => ({ features: everythingIn(all.ids.product ?? '', [all.ids.price ?? '']) }),
  'POST /v1/billing_portal/sessions': () => ({ customer: all.ids.customer, return_url: 'https://example.com/' }),
  ...portal_changes,
  'POST /v1/accounts/:account/capabilities/:capability': () => ({ requested: true }),
  'POST /v1/accounts/:account/external_accounts': () => ({
    external_account: { object: 'bank_account', account_number: '000123456789', country: 'US', currency: 'usd' },
  }),
};

const inquiry = async (client: Client): Promise<string> => (await disputeOf(client, await paid(client), { inquiry: true })).id;

/** With a bank account that must be verified first. */
const unverified = { confirm: true, payment_method_types: ['us_bank_account'], payment_method_data: { type: 'us_bank_account' } };

/** A payment that waits for a bank transfer of a customer who has sent enough since, once it has succeeded. */
async function awaitingTransfer(client: Client): Promise<string> {
  const customer = (await client.post('/v1/customers')).body.id;
  await client.post(`/v1/customers/${customer}/cash_balance`, { settings: { reconciliation_mode: 'manual' } });
  await client.post(`/v1/test_helpers/customers/${customer}/fund_cash_balance`, twenty);
  const by_transfer = { payment_method_types: ['customer_balance'], payment_method_data: { type: 'customer_balance' } };
  return (await intentWith(client, { ...by_transfer, customer, confirm: true })).id;
}

async function payoutWithTheBank(client: Client): Promise<string> {
  const { id } = (await client.post('/v1/payouts', { amount: 1, currency: 'usd', method: 'instant' })).body;
  await service.until(async () => (await client.get(`/v1/payouts/${id}`)).body.status === 'in_transit');
  return id;
}

/** A shipped card. */
async function onItsWay(client: Client, steps: readonly string[]): Promise<string> {
  const { id } = await cardOf(client, { ...sent });
  for (const step of steps) await client.post(`/v1/test_helpers/issuing/cards/${id}/shipping/${step}`);
  return id;
}

/** A design that is in review, with a text that can be rejected. */
const reviewedDesign = async (client: Client): Promise<string> => {
  const carrier_text = { header_title: 'Welcome' };
  return (await client.post('/v1/issuing/personalization_designs', { physical_bundle: 'ics_standard_letter', carrier_text })).body.id;
};

/** The purchase with the issued card. */
async function purchase(client: Client, params: object = {}): Promise<string> {
  return (await used({ client, card: all.ids['issuing.card'] ?? '' }, { amount: 100, ...params })).id;
}

async function capturedPurchase(client: Client): Promise<string> {
  const { body } = await network({ client }, `authorizations/${await purchase(client)}/capture`);
  return body.transactions[0].id;
}

/** Servers that never answer. */
const silent: Receiver[] = [];
afterAll(() => Promise.all(silent.map((each) => each.stop())));

/** A request to an endpoint that does not answer. */
async function undecided(client: Client): Promise<string> {
  const receiver = await startReceiver(() => new Promise(() => {}));
  silent.push(receiver);
  const { id } = await endpointAt(client, receiver.url('/'), ['issuing_authorization.request']);
  void purchase(client).catch(() => {});
  const waiting = await service.until(async () => {
    const { body } = await client.get('/v1/issuing/authorizations', { limit: 1 });
    return body.data[0]?.pending_request && body.data[0].id;
  });
  await client.post(`/v1/webhook_endpoints/${id}`, { disabled: true });
  return waiting;
}

async function disputedPurchase(client: Client): Promise<string> {
  const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } };
  return (await client.post('/v1/issuing/disputes', { transaction: await capturedPurchase(client), evidence })).body.id;
}

async function idleMeter(client: Client): Promise<string> {
  const event_name = `idle ${randomUUID()}`;
  return (await client.post('/v1/billing/meters', { display_name: 'Idle', event_name, default_aggregation: { formula: 'sum' } })).body.id;
}

async function subscribed(client: Client, params: object = {}): Promise<string> {
  const items = [{ price: all.ids.price }];
  return (await client.post('/v1/subscriptions', { customer: all.ids.customer, items, ...params })).body.id;
}

const monthlyPrice = async (client: Client): Promise<string> =>
  (await client.post('/v1/prices', { product: all.ids.product, currency: 'usd', unit_amount: 50, recurring: { interval: 'month' } })).body
    .id;

/** The line of the latest draft. */
let line_of_draft = '';

/** A draft with a line, with any collection method. */
async function template(client: Client): Promise<string> {
  return (await client.post('/v1/invoice_rendering_templates', { nickname: 'Letters' })).body.id;
}

async function draftQuote(client: Client): Promise<string> {
  const quoted = { customer: all.ids.customer, line_items: [{ price: await monthlyPrice(client) }] };
  return (await client.post('/v1/quotes', quoted)).body.id;
}

async function finalQuote(client: Client): Promise<string> {
  const id = await draftQuote(client);
  await client.post(`/v1/quotes/${id}/finalize`);
  return id;
}

async function draftWithLine(client: Client, params: object = {}): Promise<string> {
  const { id } = (await client.post('/v1/invoices', { customer: all.ids.customer, ...params })).body;
  const { body } = await client.post(`/v1/invoices/${id}/add_lines`, { lines: [{ amount: 2000 }] });
  line_of_draft = body.lines.data[0].id;
  return id;
}

async function owedInvoice(client: Client): Promise<string> {
  const id = await draftWithLine(client);
  await client.post(`/v1/invoices/${id}/finalize`);
  return id;
}

const linked = async (client: Client): Promise<{ id: string; url: string }> =>
  (await client.post('/v1/account_links', { ...link_params, account: all.ids.connected_account })).body;

/** The session of the latest opened link. */
let session_of_link = '';

const loginLink = async (client: Client): Promise<{ id: string; url: string }> =>
  (await client.post(`/v1/accounts/${all.ids.connected_account}/login_links`)).body;

/** A payment in the books of the connected account. */
const paidIn = async (client: Client, more: object = {}): Promise<{ id: string; latest_charge: string }> =>
  (
    await client.post(
      '/v1/payment_intents',
      { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'], ...more },
      { headers: { 'stripe-account': all.ids.connected_account ?? '' } },
    )
  ).body;

const openedLogin = async (client: Client): Promise<string> => openedAt(await loginLink(client));

const openedLink = async (client: Client): Promise<string> => openedAt(await linked(client));

async function openedAt({ id, url }: { id: string; url: string }): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual' });
  session_of_link = headers.get('location')?.split('/').at(-1) ?? '';
  return id;
}

const feature = async (client: Client): Promise<{ id: string }> =>
  (await client.post('/v1/entitlements/features', { name: 'SSO', lookup_key: `key_${randomUUID()}` })).body;

const attached = async (client: Client): Promise<string> =>
  (await client.post(`/v1/products/${all.ids.product}/features`, { entitlement_feature: (await feature(client)).id })).body.id;

const personOf = async (client: Client): Promise<string> =>
  (await client.post(`/v1/accounts/${all.ids.connected_account}/persons`, { first_name: 'Jo' })).body.id;

/** An expired session that its payer may recover. */
async function lostSession(client: Client): Promise<string> {
  const { id } = await sessionOf(client, { after_expiration: { recovery: { enabled: true } } });
  await client.post(`/v1/checkout/sessions/${id}/expire`);
  return id;
}

const reportedPayment = async (client: Client, end: object = {}): Promise<string> =>
  (await client.post('/v1/payment_records/report_payment', { ...reported, ...end })).body.id;

/** The saved card that the payer of the last such session may remove. */
let removable = '';

async function sessionWithSavedCard(client: Client): Promise<string> {
  const customer = (await client.post('/v1/customers', { payment_method: 'pm_card_visa' })).body.id;
  removable = (await client.get(`/v1/customers/${customer}/payment_methods`)).body.data[0].id;
  return (await sessionOf(client, { customer, saved_payment_method_options: { payment_method_remove: 'enabled' } })).id;
}

/** The object for a change, in a state that allows it: by kind, or by route where that matters. */
const fresh: Readonly<Record<string, (client: Client) => Promise<string>>> = {
  account: async (client) => (await connected(client)).id,
  account_link: async (client) => (await linked(client)).id,
  'POST /v1/accounts/:account/account_links/:id/tell': openedLink,
  account_session: async (client) =>
    (await client.post('/v1/account_sessions', { account: all.ids.connected_account, components: all_components })).body.id,
  login_link: async (client) => (await loginLink(client)).id,
  'POST /v1/accounts/:account/login_links/:id/look': openedLogin,
  'POST /v1/accounts/:account/login_links/:id/onboard': openedLogin,
  person: personOf,
  payment_record: (client) => reportedPayment(client),
  'POST /v1/payment_records/:id/report_payment_attempt': (client) =>
    reportedPayment(client, { outcome: 'failed', failed: { failed_at: 1_800_000_100 } }),
  'POST /v1/payment_records/:id/report_refund': (client) =>
    reportedPayment(client, { outcome: 'guaranteed', guaranteed: { guaranteed_at: 1_800_000_100 } }),
  payment_method_configuration: async (client) => (await client.post('/v1/payment_method_configurations', { name: 'Few' })).body.id,
  payment_method_domain: async (client) =>
    (await client.post('/v1/payment_method_domains', { domain_name: `shop-${randomUUID()}.example.com` })).body.id,
  'billing_portal.configuration': async (client) =>
    (await client.post('/v1/billing_portal/configurations', { features: { invoice_history: { enabled: true } } })).body.id,
  'billing_portal.session': async (client) => (await client.post('/v1/billing_portal/sessions', { customer: all.ids.customer })).body.id,
  ...portal_sessions,
  bank_account: (client) => bankAccount(client, '000123456789'),
  setup_intent: async (client) =>
    (await client.post('/v1/setup_intents', { payment_method: 'pm_card_threeDSecure2Required', confirm: true })).body.id,
  payment_method: async (client) => (await client.post('/v1/payment_methods/pm_card_visa/attach', { customer: all.ids.customer })).body.id,
  'POST /v1/payment_intents/:id/capture': async (client) => (await held(client)).id,
  'POST /v1/payment_intents/:id/increment_authorization': async (client) =>
    (await held(client, { payment_method_options: { card: { request_incremental_authorization: 'if_available' } } })).id,
  'POST /v1/payment_intents/:id/verify_microdeposits': async (client) => (await intentWith(client, unverified)).id,
  'POST /v1/setup_intents/:id/verify_microdeposits': async (client) => (await client.post('/v1/setup_intents', unverified)).body.id,
  'POST /v1/payment_intents/:id/apply_customer_balance': awaitingTransfer,
  'POST /v1/payouts/:payout/reverse': payoutWithTheBank,
  'POST /v1/test_helpers/payment_intents/:id/next_action': async (client) => (await waiting(client)).id,
  payment_intent: async (client) => (await intentWith(client)).id,
  'checkout.session': async (client) => (await sessionOf(client)).id,
  'POST /v1/checkout/sessions/:id/recover': lostSession,
  'POST /v1/checkout/sessions/:id/remove_payment_method': sessionWithSavedCard,
  invoice_rendering_template: (client) => template(client),
  'POST /v1/invoice_rendering_templates/:id/unarchive': async (client) => {
    const id = await template(client);
    await client.post(`/v1/invoice_rendering_templates/${id}/archive`);
    return id;
  },
  quote: (client) => draftQuote(client),
  'POST /v1/quotes/:id/accept': finalQuote,
  'GET /v1/quotes/:id/pdf': finalQuote,
  payment_link: async (client) => (await client.post('/v1/payment_links', { line_items: [mug] })).body.id,
  shipping_rate: async (client) =>
    (await client.post('/v1/shipping_rates', { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } })).body.id,
  charge: async (client) => (await client.post('/v1/charges', { ...twenty, source: 'tok_visa', capture: false })).body.id,
  refund: async (client) => (await slowRefund(client)).id,
  dispute: inquiry,
  'radar.rule': async (client) =>
    (await client.post('/v1/radar/rules', { action: 'review', conditions: [{ attribute: 'currency', operator: 'is', values: ['jpy'] }] }))
      .body.id,
  'radar.value_list': async (client) =>
    (await client.post('/v1/radar/value_lists', { alias: `list_${randomUUID()}`, name: 'Emails' })).body.id,
  'radar.value_list_item': async (client) =>
    (await client.post('/v1/radar/value_list_items', { value_list: all.ids.value_list, value: `${randomUUID()}@example.com` })).body.id,
  routing_rule: async (client) => (await client.post('/v1/routing_rules', { processors: ['sandbox'], enabled: false })).body.id,
  topup: async (client) => (await client.post('/v1/topups', { amount: 1, currency: 'usd' })).body.id,
  'POST /v1/test_helpers/top_ups/:id/reverse': async (client) =>
    (await client.post('/v1/test_helpers/top_ups', { amount: 1, currency: 'usd' })).body.id,
  'POST /v1/test_helpers/refunds/:id/expire': async (client) => {
    const { id } = await slowRefund(client);
    await client.post(`/v1/test_helpers/refunds/${id}/settle`, { outcome: 'require_action' });
    return id;
  },
  beneficiary: (client) => beneficiaryOf(client),
  'issuing.cardholder': async (client) => (await holderOf(client)).id,
  'issuing.card': async (client) => (await cardOf(client)).id,
  'POST /v1/test_helpers/issuing/cards/:id/shipping/submit': (client) => onItsWay(client, []),
  'POST /v1/test_helpers/issuing/cards/:id/shipping/ship': (client) => onItsWay(client, ['submit']),
  'POST /v1/test_helpers/issuing/cards/:id/shipping/deliver': (client) => onItsWay(client, ['ship']),
  'POST /v1/test_helpers/issuing/cards/:id/shipping/return': (client) => onItsWay(client, ['ship']),
  'POST /v1/test_helpers/issuing/cards/:id/shipping/fail': (client) => onItsWay(client, ['ship']),
  'issuing.personalization_design': (client) => reviewedDesign(client),
  'POST /v1/test_helpers/issuing/personalization_designs/:id/deactivate': async (client) => {
    const id = await reviewedDesign(client);
    await client.post(`/v1/test_helpers/issuing/personalization_designs/${id}/activate`);
    return id;
  },
  'issuing.token': async (client) => (await client.post('/v1/test_helpers/issuing/tokens', { card: all.ids['issuing.card'] })).body.id,
  'issuing.authorization': (client) => purchase(client),
  'POST /v1/issuing/authorizations/:id/approve': undecided,
  'POST /v1/issuing/authorizations/:id/decline': undecided,
  'POST /v1/test_helpers/issuing/authorizations/:id/fraud_challenges/respond': (client) =>
    purchase(client, { risk_assessment: { fraud_risk: { level: 'highest' } } }),
  'issuing.transaction': capturedPurchase,
  'issuing.dispute': disputedPurchase,
  payout: async (client) => (await client.post('/v1/payouts', { amount: 1, currency: 'usd' })).body.id,
  subscription: (client) => subscribed(client),
  subscription_schedule: async (client) =>
    (await client.post('/v1/subscription_schedules', { from_subscription: await subscribed(client) })).body.id,
  'DELETE /v1/subscriptions/:id/discount': (client) => subscribed(client, { discounts: [{ coupon: all.ids.coupon }] }),
  'POST /v1/subscriptions/:id/migrate': (client) => subscribed(client, { billing_mode: { type: 'classic' } }),
  'POST /v1/subscriptions/:id/resume': async (client) => {
    const id = await subscribed(client);
    await client.post(`/v1/subscriptions/${id}/pause`);
    return id;
  },
  subscription_item: async (client) => {
    const id = await subscribed(client);
    return (await client.post('/v1/subscription_items', { subscription: id, price: await monthlyPrice(client) })).body.id;
  },
  invoiceitem: async (client) =>
    (await client.post('/v1/invoiceitems', { customer: all.ids.customer, amount: 700, currency: 'usd' })).body.id,
  invoice: (client) => draftWithLine(client),
  'POST /v1/invoices/:id/send': (client) => draftWithLine(client, { collection_method: 'send_invoice' }),
  'POST /v1/invoices/:id/pay': owedInvoice,
  'POST /v1/invoices/:id/void': owedInvoice,
  'POST /v1/invoices/:id/mark_uncollectible': owedInvoice,
  'POST /v1/invoices/:id/attach_payment': owedInvoice,
  'tax.registration': async (client) => (await client.post('/v1/tax/registrations', registeredIn('JP'))).body.id,
  tax_id: async (client) =>
    (await client.post(`/v1/customers/${all.ids.customer}/tax_ids`, { type: 'eu_vat', value: 'DE123456789' })).body.id,
  member: async (client) => (await invited(client)).id,
  member_session: async (client) => (await memberWithSession(service, client)).member_session,
  ephemeral_key: async (client) => (await client.post('/v1/ephemeral_keys', { customer: all.ids.customer })).body.id,
  card: async (client) => (await client.post(`/v1/customers/${all.ids.customer}/sources`, { source: 'tok_visa' })).body.id,
  customer: async (client) => (await client.post('/v1/customers')).body.id,
  'DELETE /v1/customers/:id/discount': async (client) => (await client.post('/v1/customers', { coupon: all.ids.coupon })).body.id,
  coupon: async (client) => (await client.post('/v1/coupons', { percent_off: 5 })).body.id,
  product: async (client) => (await client.post('/v1/products', { name: 'Gold' })).body.id,
  product_feature: attached,
  'entitlements.feature': async (client) => (await feature(client)).id,
  'DELETE /v1/plans/:id': monthlyPrice,
  'billing.meter': idleMeter,
  'billing.credit_grant': async (client) => (await client.post('/v1/billing/credit_grants', creditGrant())).body.id,
  'billing.alert': async (client) => (await client.post('/v1/billing/alerts', usageAlert())).body.id,
  'POST /v1/billing/alerts/:id/activate': async (client) => {
    const { id } = (await client.post('/v1/billing/alerts', usageAlert())).body;
    await client.post(`/v1/billing/alerts/${id}/deactivate`);
    return id;
  },
  'POST /v1/billing/meters/:id/reactivate': async (client) => {
    const id = await idleMeter(client);
    await client.post(`/v1/billing/meters/${id}/deactivate`);
    return id;
  },
  'test_helpers.test_clock': async (client) => (await client.post('/v1/test_helpers/test_clocks', { frozen_time: 1 })).body.id,
  webhook_endpoint: async (client) =>
    (await client.post('/v1/webhook_endpoints', { url: 'https://example.com/', enabled_events: ['payout.paid'] })).body.id,
};

test.each(ofKinds('action'))('$route answers with a document that matches its description', async (routed) => {
  const { client, ids } = all;
  const kind = 'resource' in routed.entry ? routed.entry.resource.object : '';
  const is_one = /:id|:payout|:account(?!\/(external|persons|people|capab|account))/.test(routed.path) || fresh[routed.route];
  const id = is_one ? await (fresh[routed.route] ?? fresh[kind])?.(client) : undefined;
  const path = pathWith(routed, { ...ids, ...(id && { [kind]: id }), line_item_id: line_of_draft });
  const params = { ...(await changes[routed.route]?.()) };
  const { status, body, text } = await changed(routed, path, params);
  expect(status, `${text}\n\`changes\` has the parameters of each route, and \`fresh\` a new object of each kind`).toBe(200);
  expectValid(answerOf(routed), body);
  record(routed, body);
});

const changed = ({ method, fields }: Routed, path: string, params: Json): Promise<Answer> => {
  if (uploadIn(fields)) return upload(service, all.client, { fields: { 'file_link_data[create]': 'true' } });
  if (method === 'GET') return all.client.get(path, params);
  return method === 'DELETE' ? all.client.del(path) : all.client.post(path, params);
};

test('an event in the shape of a pinned version matches its description', async () => {
  const { body } = await all.client.get(`/v1/events/${all.ids.event}`, undefined, { headers: { 'stripe-version': '2025-09-30.clover' } });
  expectValid(ajv.compile({ $ref: 'openapi#/components/schemas/event' }), body);
});

test('a refusal matches its description', async () => {
  const declined = await all.client.post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_chargeDeclined' });
  const unknown = await all.client.get('/v1/payouts/po_0000000000000000000000');
  for (const { body } of [declined, unknown]) expectValid(ajv.compile({ $ref: 'openapi#/components/schemas/error' }), body);
});

test.each(routes)('$route is described, with its allowed callers', (routed) => {
  const operation = description.paths[urlOf(routed)]?.[routed.method.toLowerCase()];
  expect(operation['x-access']).toEqual({ secret: true, ...access[routed.route] });
});

test('no description and no permission is without a route', () => {
  const described = Object.entries(description.paths as Record<string, Json>).flatMap(([url, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${url.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const known = routes.map(({ route }) => route as string).sort();
  expect(described.sort()).toEqual(known);
  expect(Object.keys(access).sort()).toEqual(known);
});

test('each operation has its own operationId', () => {
  const ids = Object.values(description.paths as Record<string, Record<string, { operationId: string }>>).flatMap((operations) =>
    Object.values(operations).map(({ operationId }) => operationId),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('openapi.json matches the catalogue; `florin openapi > openapi.json` updates it', () => {
  const committed = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
  expect(committed).toEqual(JSON.parse(JSON.stringify(openApi(catalogue, access, version))));
});

test('the description that the service sends is the same', () => {
  expect(description).toEqual(JSON.parse(JSON.stringify(openApi(catalogue, access, version))));
});
