import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Action } from '../../src/kernel/base/rules.js';
import { mug, success_url } from '../support/checkout.js';
import { jenny } from '../support/issued.js';
import { type Merchant, openMerchant } from '../support/keyholders.js';
import { type Ids, populate, reported } from '../support/populate.js';
import { link_params } from '../support/populate-connect.js';
import { visitor } from '../support/portal.js';
import { withoutOwnWords } from '../support/request-logs.js';
import { craft, type Got } from '../support/requests.js';
import { inBrackets, jsonWith, pathWith, placesOf, type Routed, routes } from '../support/routes.js';
import { card, startService, type TestService } from '../support/service.js';

let service: TestService;
let owner: Merchant;
let other: Merchant;
let theirs: Ids;
let own: Ids;
beforeAll(async () => {
  service = await startService();
  [owner, other] = [await openMerchant(service), await openMerchant(service)];
  theirs = await populate(service, owner.test);
  own = await populate(service, other.test);
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };

/** The other parameters that a request needs before its references are looked up. */
const complete = (): Readonly<Record<string, object>> => ({
  'POST /v1/account_links': link_params,
  'POST /v1/account_sessions': { components: { payments: { enabled: true } } },
  'POST /v1/charges': { amount: 10, currency: 'usd' },
  'POST /v1/checkout/sessions': { mode: 'payment', line_items: [mug], success_url },
  'POST /v1/payment_links': { line_items: [mug] },
  'POST /v1/quotes': { line_items: [{ price: own.price }] },
  'POST /v1/payment_intents': { amount: 10, currency: 'usd' },
  'POST /v1/credit_notes': { invoice: own.invoice, amount: 1 },
  'POST /v1/reporting/report_runs': { report_type: 'connected_account_balance.summary.1' },
  'POST /v1/reporting/report_schedules': {
    report_type: 'connected_account_balance.summary.1',
    interval: 'month',
    email: 'books@example.com',
  },
  'POST /v1/payment_records/report_payment': reported,
  'POST /v1/payment_records/:id/report_payment_attempt': { initiated_at: 1_800_000_150 },
  'POST /v1/payouts': { amount: 10, currency: 'usd' },
  'POST /v1/radar/value_list_items': { value: 'jo@example.com' },
  'POST /v1/transfers': { amount: 10, currency: 'usd', destination: own.connected },
  'POST /v1/invoiceitems': { customer: own.customer },
  'POST /v1/invoices': { customer: own.customer },
  'POST /v1/invoices/create_preview': { customer: own.customer },
  'POST /v1/subscription_schedules': { customer: own.customer, phases: [{ items: [{ price: own.price }] }] },
  'POST /v1/subscription_items': { subscription: own.subscription },
  'POST /v1/subscriptions': { customer: own.customer, items: [{ price: own.price }] },
  'POST /v1/billing/alerts': {
    ...{ alert_type: 'usage_threshold', title: 'Many calls' },
    usage_threshold: { gte: 9, meter: own['billing.meter'], recurrence: 'one_time' },
  },
  'POST /v1/billing/credit_grants': {
    ...{ customer: own.customer, amount: { type: 'monetary', monetary: { currency: 'usd', value: 500 } } },
    applicability_config: { scope: { price_type: 'metered' } },
  },
  'POST /v1/customers/:customer/balance_transactions': { amount: 10, currency: 'usd' },
  'POST /v1/plans': { amount: 10, currency: 'usd', interval: 'month', usage_type: 'metered', product: { name: 'Gold' } },
  'POST /v1/prices': { unit_amount: 10, currency: 'usd', recurring: { interval: 'month' } },
  'POST /v1/products': { name: 'Gold', default_price_data: { unit_amount: 10, currency: 'usd', recurring: { interval: 'month' } } },
  'POST /v1/customers/:customer/tax_ids': { type: 'us_ein', value: '12-3456789' },
  'POST /v1/tax/calculations': { currency: 'eur', line_items: [{ amount: 10 }], shipping_cost: {} },
  'POST /v1/tax/transactions/create_from_calculation': { reference: 'order' },
  'POST /v1/tax/transactions/create_reversal': { mode: 'full', reference: 'order' },
  'POST /v1/tax_ids': { owner: { type: 'customer' }, type: 'us_ein', value: '12-3456789' },
  'POST /v1/issuing/cardholders': jenny,
  'POST /v1/issuing/cards': { cardholder: own['issuing.cardholder'], currency: 'usd', type: 'virtual' },
  'POST /v1/issuing/personalization_designs': { physical_bundle: 'ics_standard_logo', card_logo: own.file },
  'POST /v1/test_helpers/issuing/personalization_designs/:id/reject': { rejection_reasons: { carrier_text: ['other'] } },
  'POST /v1/test_helpers/issuing/tokens': { card: own['issuing.card'] },
  'POST /v1/issuing/tokens/:id': { status: 'suspended' },
  'POST /v1/test_helpers/issuing/authorizations': { card: own['issuing.card'], amount: 10 },
  'POST /v1/test_helpers/issuing/transactions/create_force_capture': { amount: 10 },
  'POST /v1/test_helpers/issuing/transactions/create_unlinked_refund': { amount: 10 },
  'POST /v1/issuing/disputes': { transaction: own['issuing.transaction'] },
  'POST /v1/customer_sessions': { components: {} },
  'POST /v1/billing_portal/sessions': { customer: own.customer },
  ...Object.fromEntries(
    ['preview', 'change', 'leave', 'pause', 'go_on', 'choose', 'drop', 'tell'].map((verb) => [
      `POST /v1/billing_portal/sessions/:id/${verb}`,
      { session: visitor, ...(['preview', 'change'].includes(verb) && { subscription: own.subscription }) },
    ]),
  ),
  'POST /v1/customers/:customer/sources': { source: 'tok_visa' },
  'POST /v1/setup_intents': { payment_method_types: ['card'] },
  'POST /v1/test_helpers/test_clocks': { frozen_time: 1 },
});

/** A preview uses the rule of the shown operation, which is tested here directly, and has no body. */
const isPreview = ({ entry, method }: Routed): boolean => entry.kind === 'action' && method === 'GET';

/** Every parameter that names another object, with every route that has it. */
const referring = routes
  .filter((routed) => !isPreview(routed))
  .flatMap((routed) => placesOf(routed).flatMap(({ names, field }) => (field.refers_to ? [{ routed, names, kind: field.refers_to }] : [])));

/** All flows of a session at once: references are looked up before other mistakes are found. */
const flow = ({ coupon, subscription }: Ids): object => ({
  type: 'subscription_cancel',
  subscription_cancel: { subscription, retention: { type: 'coupon_offer', coupon_offer: { coupon } } },
  subscription_update: { subscription },
  subscription_update_confirm: { subscription, items: [{ id: 'si_1' }] },
});

/** The other members of the object that contains a reference. */
const beside = (name: string, route: string): object => {
  const once = { currency: 'usd', product: own.product, unit_amount: 1 };
  const price_data = route.includes('subscription') ? { ...once, recurring: { interval: 'month' } } : once;
  const issued = { invoice_settings: { issuer: { type: 'account' } } };
  const said: Readonly<Record<string, object>> = {
    ...((route.includes('subscription') || route.includes('quotes')) && { invoice_settings: issued }),
    branding_settings: { branding_settings: { icon: { type: 'file' }, logo: { type: 'file' } } },
    default_settings: { default_settings: issued },
    from_invoice: { from_invoice: { action: 'revision' } },
    invoice_creation: { invoice_creation: { enabled: true, invoice_data: { issuer: { type: 'account' } } } },
    issuer: { issuer: { type: 'account' } },
    items: { items: [{ price_data }] },
    flow_data: { flow_data: flow(own) },
    optional_items: { optional_items: [{ quantity: 1 }] },
    phases: { phases: [issued] },
    price_data: { price_data },
    promotion: { promotion: { type: 'coupon' } },
    subscription_data: { subscription_data: issued },
    schedule_details: { schedule_details: { phases: [issued] } },
  };
  return said[name] ?? {};
};

/** Both objects, merged where they share a member. */
function together(one: unknown, other: unknown): object {
  if (Array.isArray(other)) return other.map((each, place) => together(Array.isArray(one) ? one[place] : undefined, each));
  const members = Object.entries(other as object).map(([name, value]) => {
    const before = (one as Readonly<Record<string, unknown>> | undefined)?.[name];
    return [name, typeof value === 'object' && value !== null ? together(before, value) : value];
  });
  return { ...(one as object | undefined), ...Object.fromEntries(members) };
}

const asked = (routed: Routed, names: readonly string[], id: string): Promise<Got> => {
  const body = together(
    { ...complete()[routed.route], ...beside(names[0] ?? '', routed.route) },
    JSON.parse(jsonWith(names, JSON.stringify(id))),
  );
  return craft(service.port, {
    method: routed.method,
    path: pathWith(routed, own),
    key: other.test.key,
    headers: json,
    body: JSON.stringify(body),
  });
};

const wording = ({ status, text }: Got, id: string): string => `${status} ${text.replaceAll(id, 'ID')}`;

test('an id of another account in any parameter is answered word for word as an unknown id', async () => {
  expect(referring.length).toBeGreaterThan(15);
  for (const { routed, names, kind } of referring) {
    const id = theirs[kind] ?? '';
    const nobodys = `${id.slice(0, -6)}zzzzzz`;
    const got = await asked(routed, names, id);
    expect([routed.route, wording(got, id)]).toEqual([routed.route, wording(await asked(routed, names, nobodys), nobodys)]);
    if (routed.entry.kind === 'action')
      expect([routed.route, got.status, got.body.error?.param], got.text).toEqual([routed.route, 400, inBrackets(names)]);
    else if (got.status === 200 && routed.entry.kind === 'list') expect(got.body.data).toEqual([]);
  }
});

test('400: an event cannot be retried to an endpoint of another account, or to none', async () => {
  for (const webhook_endpoint of [theirs.webhook_endpoint, 'we_unknown']) {
    const { status, body } = await other.test.post(`/v1/events/${own.event}/retry`, { webhook_endpoint });
    expect([status, body.error?.code, body.error?.param]).toEqual([400, 'resource_missing', 'webhook_endpoint']);
  }
});

/** All ids except the names that every account shares. */
const idsOf = ({ capability: _, ...ids }: Ids): string[] => Object.values(ids);

/** The required parameters of a list. */
const needed = ({ fields, path }: Routed): string =>
  ['card', 'setup_intent', 'customer', 'payment_record', 'value_list']
    .filter((name) => fields[name]?.presence === 'required' && !path.includes(`:${name}`))
    .map((name) => `${name}=${own[fields[name]?.refers_to ?? name] ?? own[name]}`)
    .join('&');

test('a cursor of another account marks a place like any other, and shows none of its objects', async () => {
  for (const routed of routes.filter(({ entry }) => entry.kind === 'list')) {
    const kind = 'resource' in routed.entry ? routed.entry.resource.object : '';
    const filter = `&${needed(routed)}`;
    for (const param of ['starting_after', 'ending_before']) {
      const path = `${pathWith(routed, own)}?${param}=${theirs[kind]}${filter}`;
      const { status, text } = await craft(service.port, { path, key: other.test.key });
      expect([routed.route, status]).toEqual([routed.route, 200]);
      for (const id of idsOf(theirs)) expect(text).not.toContain(id);
    }
  }
});

/** A query that matches each kind without an amount. */
const searched = [
  ['customers', 'email:"jo@example.com"'],
  ['products', 'name:"gold plan"'],
  ['prices', 'currency:"usd"'],
  ['subscriptions', 'status:"active"'],
  ['invoices', 'currency:"usd"'],
] as const;

test('no list and no search shows an object of another account', async () => {
  for (const routed of routes.filter(({ entry }) => entry.kind === 'list' || entry.kind === 'search')) {
    const filter = needed(routed);
    const words = searched.find(([path]) => routed.path.includes(path))?.[1] ?? 'amount>0';
    const query = routed.entry.kind === 'search' ? `query=${encodeURIComponent(words)}` : `limit=100&${filter}`;
    const { status, text, body } = await craft(service.port, { path: `${pathWith(routed, own)}?${query}`, key: other.test.key });
    expect([routed.route, status]).toEqual([routed.route, 200]);
    expect(body.data.length, `${routed.route}: test/support/populate.ts creates an object of each kind`).toBeGreaterThan(0);
    for (const id of idsOf(theirs)) expect(withoutOwnWords(text)).not.toContain(id);
  }
});

test('a search cannot be directed to another account', async () => {
  for (const query of [`account:"${owner.account}_test"`, `metadata["order"]:"a-1" OR account:"${owner.account}_test"`]) {
    const { status, body } = await other.test.get('/v1/customers/search', { query });
    expect([status, body.error.param]).toEqual([400, 'query']);
  }
});

test('an id of another account in a plain value expands to nothing', async () => {
  const { body: customer } = await other.test.post('/v1/customers', { metadata: { customer: String(theirs.customer) } });
  const { status } = await other.test.get(`/v1/customers/${customer.id}`, { 'expand[0]': 'metadata.customer' });
  expect(status).toBe(400);
});

test('403: the Stripe-Account header cannot name another account', async () => {
  const headers = { 'stripe-account': owner.account };
  const { status, body } = await other.test.get('/v1/customers', undefined, { headers });
  expect([status, body.error.code]).toEqual([403, 'account_invalid']);
});

test('one idempotency key in two accounts, and in two modes of one, is two keys', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const callers = [owner.test, owner.live, other.test];
  const answers = await Promise.all(callers.map((caller) => caller.post('/v1/customers', { name: 'Jo' }, { headers })));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
  expect(answers.map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, null, null]);
});

test('the same card has another fingerprint in another account', async () => {
  const [first, again, elsewhere] = await Promise.all(
    [owner.test, owner.test, other.test].map(
      async (caller) => (await caller.post('/v1/payment_methods', { ...card() })).body.card.fingerprint,
    ),
  );
  expect(again).toBe(first);
  expect(elsewhere).not.toBe(first);
});

test('a restricted key expands only what it may read', async () => {
  const reader = await owner.restricted('setup_intents_read');
  const { text } = await reader.get(`/v1/setup_intents/${theirs.setup_intent}`, { 'expand[0]': 'customer' });
  expect(text).not.toContain('jo@example.com');
});

test('every action with a reference is among the tested ones', () => {
  const actions = new Set(
    referring.filter(({ routed }) => routed.entry.kind === 'action').map(({ routed }) => (routed.entry as Action).routes[0]),
  );
  expect(actions).toContain('POST /v1/setup_intents');
  expect(actions).toContain('POST /v1/payment_intents/:id/confirm');
  expect(actions).toContain('POST /v1/charges');
  expect(actions).toContain('POST /v1/payouts');
});
