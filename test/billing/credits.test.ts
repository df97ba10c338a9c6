import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { allEvents } from '../support/callers.js';
import { type CreditShop, openCreditShop } from '../support/credits.js';
import { made } from '../support/populate.js';
import { startService, type TestService } from '../support/service.js';
import { moment } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(async () => {
  expect(await audit(service.engine.database)).toEqual([]);
  await service.stop();
});

/** A draft of so many calls in April, at ten cents each. */
async function billed(shop: CreditShop, count: number, more: object = {}) {
  const subscription = await shop.subscribe([{ price: shop.call }], { collection_method: 'send_invoice', days_until_due: 9, ...more });
  await shop.advance('2026-04-11');
  await shop.calls(count, '2026-04-10');
  return shop.draftOf(subscription.id);
}

const finalized = ({ client }: CreditShop, { id }: { id: string }) => made(client, `/v1/invoices/${id}/finalize`, {});
const refusalOf = async (shop: CreditShop, path: string, params: Readonly<Record<string, unknown>> = {}) => {
  const { status, body } = await shop.client.post(path, params);
  return [status, body.error?.code, body.error?.param];
};
const grantsPath = '/v1/billing/credit_grants';
const monetary = (value: number, currency = 'usd') => ({ type: 'monetary', monetary: { currency, value } });

test('a grant is paid, for all metered prices, effective at once and of middle priority unless it says otherwise', async () => {
  const shop = await openCreditShop(service);
  const { customer, clock } = shop;
  const grant = await shop.grant(500, { name: 'Welcome', metadata: { a: 'b' } });
  expect(grant).toEqual({
    id: grant.id,
    object: 'billing.credit_grant',
    amount: monetary(500),
    applicability_config: { scope: { price_type: 'metered' } },
    category: 'paid',
    created: moment('2026-04-01'),
    customer,
    customer_account: null,
    effective_at: moment('2026-04-01'),
    expires_at: null,
    livemode: false,
    metadata: { a: 'b' },
    name: 'Welcome',
    priority: 50,
    test_clock: clock,
    updated: moment('2026-04-01'),
    voided_at: null,
  });
  expect((await shop.client.get(`${grantsPath}/${grant.id}`)).body).toEqual(grant);
  expect((await shop.client.get(grantsPath, { customer })).body.data).toEqual([grant]);
  const [change] = (await shop.client.get('/v1/billing/credit_balance_transactions', { credit_grant: grant.id })).body.data;
  expect(change).toEqual({
    id: change.id,
    object: 'billing.credit_balance_transaction',
    created: grant.created,
    credit: { amount: monetary(500), credits_application_invoice_voided: null, type: 'credits_granted' },
    credit_grant: grant.id,
    debit: null,
    effective_at: grant.effective_at,
    livemode: false,
    test_clock: clock,
    type: 'credit',
  });
  expect((await shop.client.get(`/v1/billing/credit_balance_transactions/${change.id}`)).body).toEqual(change);
  const types = (await allEvents(shop.client)).map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(['billing.credit_grant.created', 'billing.credit_balance_transaction.created']));
});

test('credits pay the metered lines of an invoice after its discounts and before its taxes', async () => {
  const shop = await openCreditShop(service);
  const { client } = shop;
  const tax = (await made(client, '/v1/tax_rates', { display_name: 'VAT', percentage: 10, inclusive: false })).id;
  const coupon = (await made(client, '/v1/coupons', { percent_off: 50, duration: 'forever' })).id;
  const grant = await shop.grant(200);
  const draft = await billed(shop, 100, { default_tax_rates: [tax], discounts: [{ coupon }] });
  expect([draft.total, draft.total_pretax_credit_amounts.map(({ type }: { type: string }) => type)]).toEqual([550, ['discount']]);
  const invoice = await finalized(shop, draft);
  const [line] = invoice.lines.data;
  const [used] = (await client.get('/v1/billing/credit_balance_transactions', { credit_grant: grant.id })).body.data;
  const of_credits = { amount: 200, credit_balance_transaction: used.id, type: 'credit_balance_transaction' };
  expect(line.pretax_credit_amounts).toEqual([{ amount: 500, discount: draft.discounts[0], type: 'discount' }, of_credits]);
  expect(invoice.total_pretax_credit_amounts).toEqual(line.pretax_credit_amounts);
  expect([line.amount, invoice.subtotal, invoice.total_excluding_tax, invoice.tax, invoice.total, invoice.amount_due]).toEqual([
    ...[1000, 1000, 300, 30, 330, 330],
  ]);
  expect(used.debit).toEqual({
    amount: monetary(200),
    credits_applied: { invoice: invoice.id, invoice_line_item: line.id },
    type: 'credits_applied',
  });
  expect(await shop.available()).toBe(0);
});

test('an invoice that credits pay in full is paid at once, and the rest of the credits stays', async () => {
  const shop = await openCreditShop(service);
  await shop.grant(1500);
  const invoice = await finalized(shop, await billed(shop, 100));
  expect([invoice.status, invoice.total, invoice.amount_due, invoice.payment_intent]).toEqual(['paid', 0, 0, null]);
  expect(await shop.available()).toBe(500);
});

test('credits pay no other lines, no other currency, and nothing before they take effect', async () => {
  const shop = await openCreditShop(service);
  const flat = await shop.price(700);
  const other = await shop.price(10, { recurring: { interval: 'month', usage_type: 'metered', meter: shop.meter } });
  await shop.grant(100, { amount: monetary(100, 'eur') });
  await shop.grant(100, { effective_at: moment('2026-06-01') });
  await shop.grant(100, { applicability_config: { scope: { prices: [{ id: other }] } } });
  const subscription = await shop.subscribe([{ price: flat }, { price: shop.call }]);
  await shop.advance('2026-04-11');
  await shop.calls(10, '2026-04-10');
  const invoice = await finalized(shop, await shop.draftOf(subscription.id));
  expect(invoice.total_pretax_credit_amounts).toEqual([]);
  expect((await shop.changes()).map(([type]) => type)).toEqual(['credits_granted', 'credits_granted', 'credits_granted']);
});

test('grants are used in the order of priority, expiry and category', async () => {
  const shop = await openCreditShop(service);
  const paid = await shop.grant(100);
  const promotional = await shop.grant(100, { category: 'promotional' });
  const expiring = await shop.grant(100, { expires_at: moment('2026-06-01') });
  const first = await shop.grant(100, { priority: 1 });
  const invoice = await finalized(shop, await billed(shop, 35));
  const used = await Promise.all(
    invoice.total_pretax_credit_amounts.map(async ({ credit_balance_transaction: id, amount }: Record<string, string>) => {
      const { body } = await shop.client.get(`/v1/billing/credit_balance_transactions/${id}`);
      return [body.credit_grant, amount];
    }),
  );
  expect(Object.fromEntries(used)).toEqual({ [first.id]: 100, [expiring.id]: 100, [promotional.id]: 100, [paid.id]: 50 });
});

test('a voided invoice returns its credits; those of a grant that has expired since expire again', async () => {
  const shop = await openCreditShop(service);
  await shop.grant(30);
  await shop.grant(40, { expires_at: moment('2026-05-02') });
  const invoice = await finalized(shop, await billed(shop, 100));
  expect([invoice.total, await shop.available()]).toEqual([930, 0]);
  await shop.advance('2026-05-03');
  await made(shop.client, `/v1/invoices/${invoice.id}/void`, {});
  expect(await shop.available()).toBe(30);
  expect((await shop.changes()).slice(4).sort()).toEqual([
    ['credits_application_invoice_voided', 30],
    ['credits_application_invoice_voided', 40],
    ['credits_expired', 40],
  ]);
});

test('a credit note gives back what was paid, without the credits, and shows both', async () => {
  const shop = await openCreditShop(service);
  await shop.grant(300);
  const invoice = await finalized(shop, await billed(shop, 100));
  const [line] = invoice.lines.data;
  const lines = [{ type: 'invoice_line_item', invoice_line_item: line.id, amount: 500 }];
  const note = await made(shop.client, '/v1/credit_notes', { invoice: invoice.id, lines });
  const [{ credit_balance_transaction }] = line.pretax_credit_amounts;
  const part = { amount: 150, credit_balance_transaction, type: 'credit_balance_transaction' };
  expect([note.total, note.pretax_credit_amounts, note.lines.data[0].pretax_credit_amounts]).toEqual([350, [part], [part]]);
  expect(await shop.available()).toBe(0);
});

test('unused credits expire at their time, or at once on request; a changed time counts instead', async () => {
  const shop = await openCreditShop(service);
  const lasting = await shop.grant(10, { expires_at: moment('2026-04-05') });
  await shop.grant(20, { expires_at: moment('2026-04-06') });
  const ended = await shop.grant(40);
  expect((await made(shop.client, `${grantsPath}/${lasting.id}`, { expires_at: '' })).expires_at).toBeNull();
  expect((await made(shop.client, `${grantsPath}/${ended.id}/expire`, {})).expires_at).toBe(moment('2026-04-01'));
  expect(await shop.available()).toBe(30);
  await shop.advance('2026-04-10');
  expect([await shop.available(), (await shop.changes()).slice(3)]).toEqual([
    10,
    [
      ['credits_expired', 40],
      ['credits_expired', 20],
    ],
  ]);
  const changing = { expires_at: moment('2026-09-01') };
  expect(await refusalOf(shop, `${grantsPath}/${ended.id}`, changing)).toEqual([400, 'parameter_invalid', 'expires_at']);
  expect(await refusalOf(shop, `${grantsPath}/${ended.id}/expire`)).toEqual([400, 'parameter_invalid', 'id']);
});

test('an unused grant can be voided, and a used one cannot', async () => {
  const shop = await openCreditShop(service);
  const [used, unused] = [await shop.grant(50, { priority: 0 }), await shop.grant(50)];
  await finalized(shop, await billed(shop, 5));
  const voided = await made(shop.client, `${grantsPath}/${unused.id}/void`, {});
  expect([voided.voided_at, await shop.available()]).toEqual([moment('2026-05-01'), 0]);
  expect(await refusalOf(shop, `${grantsPath}/${unused.id}/void`)).toEqual([400, 'parameter_invalid', 'id']);
  expect(await refusalOf(shop, `${grantsPath}/${used.id}/void`)).toEqual([400, 'parameter_invalid', 'id']);
});

test('400: a grant names what it pays, prices with a meter, and a time in the future', async () => {
  const shop = await openCreditShop(service);
  const flat = await shop.price(100);
  const base = { amount: monetary(5), customer: shop.customer };
  const refused = async (scope: object, more: object = {}) =>
    refusalOf(shop, grantsPath, { ...base, applicability_config: { scope }, ...more });
  const at = 'applicability_config[scope]';
  expect(await refused({})).toEqual([400, 'parameter_missing', `${at}[price_type]`]);
  const both = { price_type: 'metered', prices: [{ id: shop.call }] };
  expect(await refused(both)).toEqual([400, 'parameters_exclusive', `${at}[prices]`]);
  expect(await refused({ prices: [{ id: flat }] })).toEqual([400, 'parameter_invalid', `${at}[prices][0][id]`]);
  const metered = { price_type: 'metered' };
  expect(await refused(metered, { expires_at: moment('2026-03-01') })).toEqual([400, 'parameter_invalid', 'expires_at']);
  expect(await refused(metered, { amount: monetary(0) })).toEqual([400, 'parameter_invalid_integer', 'amount[monetary][value]']);
  expect(await refused(metered, { priority: 101 })).toEqual([400, 'parameter_invalid_integer', 'priority']);
});

test('the summary adds up the credits that pay the given prices, or those of a grant, by currency', async () => {
  const shop = await openCreditShop(service);
  const other = await shop.price(10, { recurring: { interval: 'month', usage_type: 'metered', meter: shop.meter } });
  await shop.grant(100);
  const narrow = await shop.grant(7, { applicability_config: { scope: { prices: [{ id: other }] } } });
  await shop.grant(9, { amount: monetary(9, 'eur') });
  const { customer } = shop;
  const of = (type: string, filter: object = {}) =>
    shop.client.get('/v1/billing/credit_balance_summary', { customer, 'filter[type]': type, ...filter });
  const all = (await of('applicability_scope', { 'filter[applicability_scope][price_type]': 'metered' })).body;
  const eur = { available_balance: monetary(9, 'eur'), ledger_balance: monetary(9, 'eur') };
  expect([all.object, all.customer, all.balances]).toEqual([
    ...['billing.credit_balance_summary', customer],
    [eur, { available_balance: monetary(100), ledger_balance: monetary(100) }],
  ]);
  expect(
    (await of('applicability_scope', { 'filter[applicability_scope][prices][0][id]': other })).body.balances[1].available_balance,
  ).toEqual(monetary(107));
  expect((await of('credit_grant', { 'filter[credit_grant]': narrow.id })).body.balances[0].ledger_balance).toEqual(monetary(7));
  expect((await of('credit_grant')).body.error).toMatchObject({ code: 'parameter_missing', param: 'filter[credit_grant]' });
});

test('the page and the paper of an invoice show the applied credits', async () => {
  const shop = await openCreditShop(service);
  await shop.grant(300);
  const invoice = await finalized(shop, await billed(shop, 100));
  const page = await (await fetch(invoice.hosted_invoice_url)).text();
  expect(page).toMatch(/Billing credits applied[\s\S]*-\$3\.00/);
});

test('a tax transaction records what is left of a line after billing credits', async () => {
  const shop = await openCreditShop(service);
  const { client, customer } = shop;
  const berlin = { country: 'DE', city: 'Berlin', postal_code: '10117' };
  await made(client, '/v1/tax/settings', { head_office: { address: berlin } });
  const de = { type: 'standard', standard: { place_of_supply_scheme: 'standard' } };
  await made(client, '/v1/tax/registrations', { country: 'DE', country_options: { de }, active_from: moment('2026-03-01') });
  await made(client, `/v1/customers/${customer}`, { address: berlin });
  await shop.grant(300);
  const subscription = await made(client, '/v1/subscriptions', {
    customer,
    items: [{ price: shop.call }],
    automatic_tax: { enabled: true },
  });
  await shop.calls(100, '2026-04-01');
  const bill = await finalized(shop, await shop.draftOf(subscription.id));
  await made(client, `/v1/invoices/${bill.id}/pay`, {});
  const { data } = (await client.get('/v1/tax/transactions?type=transaction')).body;
  const of = data.find(({ reference }: { reference: string }) => reference === bill.id);
  expect(of.line_items.data).toMatchObject([{ amount: 700, amount_tax: 133 }]);
});
