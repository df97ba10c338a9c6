import { expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { as, connected, whole_account } from '../support/connect.js';
import { refusal } from '../support/payments.js';
import { made } from '../support/populate.js';
import { type Body, billsOf, get, scheduled, subscriptionNow } from '../support/schedules.js';
import { type ClockedShop, openClockedShop } from '../support/subscribed.js';

const service = await auditedService();

/** A platform whose customer runs on a clock, and a connected account. */
async function platform(): Promise<{ shop: ClockedShop; account: string }> {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const card = (await made(shop.client, `/v1/payment_methods/pm_card_visa/attach`, { customer: shop.customer })).id;
  await made(shop.client, `/v1/customers/${shop.customer}`, { invoice_settings: { default_payment_method: card } });
  return { shop, account: (await connected(shop.client)).id };
}

/** The balance of an account in dollars, available and pending together. */
async function fundsOf({ client }: ClockedShop, account: string): Promise<number> {
  const { available, pending } = (await client.get('/v1/balance', undefined, as(account))).body;
  return [...available, ...pending].filter(({ currency }) => currency === 'usd').reduce((sum, { amount }) => sum + amount, 0);
}

/** The transfer parameters of a shop's invoices. */
const sharesOf = async (shop: ClockedShop) =>
  (await billsOf(shop)).map(({ application_fee_amount, transfer_data, amount_due }: Body) => [
    amount_due,
    application_fee_amount,
    transfer_data?.amount ?? null,
  ]);

test('every invoice of a subscription is transferred less a percentage, renewals as the first one', async () => {
  const { shop, account } = await platform();
  const subscribed = { application_fee_percent: 12.25, transfer_data: { destination: account }, on_behalf_of: account };
  const sub = await shop.subscribe([{ price: await shop.price(1002) }], subscribed);
  const shown = { ...subscribed, transfer_data: { amount_percent: null, destination: account } };
  expect(sub).toMatchObject({ ...shown, status: 'active', application: null });
  await shop.advance('2026-02-01T02:00');
  // 12.25 % of 1002 are 122.745.
  expect(await sharesOf(shop)).toEqual([
    [1002, 123, null],
    [1002, 123, null],
  ]);
  expect(await fundsOf(shop, account)).toBe(2 * 879);
  const [, renewed] = await billsOf(shop);
  expect(renewed).toMatchObject({ status: 'paid', on_behalf_of: account, transfer_data: { destination: account } });
  const { application_fee } = (await shop.client.get(`/v1/charges/${renewed.charge}`)).body;
  expect((await get(shop, `/v1/application_fees/${application_fee}`)).amount).toBe(123);
});

test('only the given percentage of each invoice is transferred', async () => {
  const { shop, account } = await platform();
  const passed = { destination: account, amount_percent: 62.5 };
  await shop.subscribe([{ price: await shop.price(1001) }], { transfer_data: passed });
  await shop.advance('2026-02-01T02:00');
  expect(await sharesOf(shop)).toEqual([
    [1001, null, 626],
    [1001, null, 626],
  ]);
  expect(await fundsOf(shop, account)).toBe(2 * 626);
});

test('the percentage applies to the amount due: with items added to the draft, less discounts and the balance of the customer', async () => {
  const { shop, account } = await platform();
  await made(shop.client, '/v1/coupons', { id: 'HALF', percent_off: 50 });
  const shares = { application_fee_percent: 10, transfer_data: { destination: account } };
  await shop.subscribe([{ price: await shop.price(2000) }], { ...shares, discounts: [{ coupon: 'HALF' }] });
  await shop.advance('2026-02-01T00:30');
  const [first, draft] = await billsOf(shop);
  expect([first.application_fee_amount, draft.status, draft.application_fee_amount]).toEqual([100, 'draft', 200]);
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, invoice: draft.id, amount: 500, currency: 'usd' });
  expect((await get(shop, `/v1/invoices/${draft.id}`)).application_fee_amount).toBe(250);
  await made(shop.client, `/v1/customers/${shop.customer}/balance_transactions`, { amount: -700, currency: 'usd' });
  await shop.advance('2026-02-01T02:00');
  expect(await get(shop, `/v1/invoices/${draft.id}`)).toMatchObject({ total: 2500, amount_due: 1800, application_fee_amount: 180 });
  expect(await fundsOf(shop, account)).toBe(900 + 1620);
});

test('transfer parameters that a caller sets on a subscription’s draft are kept', async () => {
  const { shop, account } = await platform();
  await shop.subscribe([{ price: await shop.price(2000) }], { application_fee_percent: 10, transfer_data: { destination: account } });
  await shop.advance('2026-02-01T00:30');
  const [, draft] = await billsOf(shop);
  await made(shop.client, `/v1/invoices/${draft.id}`, { application_fee_amount: 777 });
  await made(shop.client, '/v1/invoiceitems', { customer: shop.customer, invoice: draft.id, amount: 500, currency: 'usd' });
  await shop.advance('2026-02-01T02:00');
  expect(await get(shop, `/v1/invoices/${draft.id}`)).toMatchObject({ amount_paid: 2500, application_fee_amount: 777 });
  expect(await fundsOf(shop, account)).toBe(1800 + 1723);
});

test('a change of the transfer parameters applies from the next invoice, which a preview shows', async () => {
  const { shop, account } = await platform();
  const sub = await shop.subscribe([{ price: await shop.price(2000) }]);
  const url = `/v1/subscriptions/${sub.id}`;
  const passed = { transfer_data: { destination: account, amount_percent: 20 } };
  await made(shop.client, url, { ...passed, invoice_settings: { issuer: { type: 'account', account } } });
  const changed = await made(shop.client, url, { transfer_data: { destination: account }, application_fee_percent: 5 });
  expect(changed).toMatchObject({
    application_fee_percent: 5,
    transfer_data: { amount_percent: null, destination: account },
    invoice_settings: { issuer: { type: 'account', account } },
  });
  const preview = await made(shop.client, '/v1/invoices/create_preview', { subscription: sub.id });
  expect(preview).toMatchObject({
    application_fee_amount: 100,
    transfer_data: { destination: account },
    issuer: { type: 'account', account },
  });
  const own_preview = await made(shop.client, '/v1/invoices/create_preview', {
    subscription: sub.id,
    issuer: { type: 'self' },
    on_behalf_of: account,
  });
  expect(own_preview).toMatchObject({ issuer: { type: 'self' }, on_behalf_of: account });
  await shop.advance('2026-02-01T02:00');
  expect(await fundsOf(shop, account)).toBe(1900);
  const paths = ['transfer_data.destination', 'invoice_settings.issuer.account'];
  const expanded = (await shop.client.get(`${url}?${paths.map((path) => `expand[]=${path}`).join('&')}`)).body;
  expect([expanded.transfer_data.destination.id, expanded.invoice_settings.issuer.account.id]).toEqual([account, account]);
  const none = await made(shop.client, url, { transfer_data: '', application_fee_percent: '' });
  expect([none.transfer_data, none.application_fee_percent]).toEqual([null, null]);
});

test('phases have transfer parameters for their invoices, and previews show them', async () => {
  const { shop, account } = await platform();
  const items = [{ price: await shop.price(2000) }];
  const schedule = await scheduled(shop, {
    default_settings: { transfer_data: { destination: account } },
    phases: [
      { items, iterations: 1, application_fee_percent: 10 },
      { items, iterations: 1, transfer_data: { destination: account, amount_percent: 40 }, on_behalf_of: account },
    ],
  });
  expect(schedule.default_settings.transfer_data).toEqual({ amount_percent: null, destination: account });
  expect(schedule.phases.map(({ transfer_data }: Body) => transfer_data?.amount_percent ?? null)).toEqual([null, 40]);
  const preview = await made(shop.client, '/v1/invoices/create_preview', { schedule: schedule.id });
  expect(preview).toMatchObject({
    application_fee_amount: null,
    transfer_data: { amount: 800, destination: account },
    on_behalf_of: account,
  });
  const meant = { phases: [{ items, iterations: 1, application_fee_percent: 3, transfer_data: { destination: account } }] };
  const other = await made(shop.client, '/v1/invoices/create_preview', { customer: shop.customer, schedule_details: meant });
  expect([other.application_fee_amount, other.transfer_data]).toEqual([60, { amount: null, destination: account }]);
  await shop.advance('2026-02-01T02:00');
  expect(await sharesOf(shop)).toEqual([
    [2000, 200, null],
    [2000, null, 800],
  ]);
  expect(await fundsOf(shop, account)).toBe(1800 + 800);
  const { application_fee_percent, transfer_data } = await subscriptionNow(shop, schedule.subscription);
  expect([application_fee_percent, transfer_data]).toEqual([null, { amount_percent: 40, destination: account }]);
});

test('a subscription of a connected account leaves the platform its percentage', async () => {
  const { client } = await openClockedShop(service);
  const { id: account } = await connected(client);
  const post = async (path: string, params: Readonly<Record<string, unknown>>): Promise<Body> => {
    const { status, body, text } = await client.post(path, params, as(account));
    expect(status, text).toBe(200);
    return body;
  };
  const card = 'pm_card_visa';
  const { id: customer } = await post('/v1/customers', { payment_method: card, invoice_settings: { default_payment_method: card } });
  const product_data = { name: 'Tea' };
  const { id: price } = await post('/v1/prices', { currency: 'usd', unit_amount: 3000, recurring: { interval: 'month' }, product_data });
  const sub = await post('/v1/subscriptions', { customer, items: [{ price }], application_fee_percent: 20, expand: ['latest_invoice'] });
  const application = expect.stringMatching(/^ca_/);
  expect(sub).toMatchObject({ application, application_fee_percent: 20, transfer_data: null });
  expect(sub.latest_invoice).toMatchObject({ application, application_fee_amount: 600, status: 'paid' });
  const { data } = (await client.get('/v1/application_fees')).body;
  expect(data.map(({ account, amount }: Body) => [account, amount])).toEqual([[account, 600]]);
});

test('a manual invoice between periods uses its caller’s transfer parameters', async () => {
  const { shop, account } = await platform();
  const sub = await shop.subscribe([{ price: await shop.price(2000) }], {
    application_fee_percent: 10,
    transfer_data: { destination: account },
  });
  const item = { customer: shop.customer, subscription: sub.id, amount: 900, currency: 'usd' };
  await made(shop.client, '/v1/invoiceitems', item);
  const alone = await made(shop.client, '/v1/invoices', { subscription: sub.id });
  expect(alone).toMatchObject({ total: 900, application_fee_amount: null, transfer_data: null });
});

test('400: wrong transfer parameters of a subscription are refused with their names', async () => {
  const { shop, account } = await platform();
  const { client, customer } = shop;
  const lesser = (await connected(client, { ...whole_account, capabilities: { card_payments: { requested: true } } })).id;
  const items = [{ price: await shop.price(2000) }];
  const { id } = await shop.subscribe(items);
  const destination = 'transfer_data[destination]';
  const wrong = [
    [{ application_fee_percent: 10 }, 'parameter_invalid', 'application_fee_percent'],
    [{ application_fee_percent: 10.125 }, 'parameter_invalid', 'application_fee_percent'],
    [{ application_fee_percent: 101 }, 'parameter_invalid', 'application_fee_percent'],
    [{ transfer_data: { amount_percent: 5 } }, 'parameter_missing', destination],
    [{ transfer_data: { destination: 'acct_nobody' } }, 'resource_missing', destination],
    [{ transfer_data: { destination: lesser } }, 'insufficient_capabilities_for_transfer', destination],
    [
      { transfer_data: { destination: account, amount_percent: 5 }, application_fee_percent: 5 },
      'parameters_exclusive',
      'transfer_data[amount_percent]',
    ],
  ] as const;
  for (const [params, code, param] of wrong) {
    expect(refusal(await client.post('/v1/subscriptions', { customer, items, ...params }))).toEqual([400, code, param]);
    expect(refusal(await client.post(`/v1/subscriptions/${id}`, params))).toEqual([400, code, param]);
    const phases = [{ items, iterations: 1, ...params }];
    const [head = '', ...rest] = param.split('[');
    const at = ['phases[0]', `${head}]`, ...rest].join('[');
    expect(refusal(await client.post('/v1/subscription_schedules', { customer, phases }))).toEqual([400, code, at]);
  }
  const issuer = { type: 'account' };
  const missing = await client.post(`/v1/subscriptions/${id}`, { invoice_settings: { issuer } });
  expect(refusal(missing)).toEqual([400, 'parameter_missing', 'invoice_settings[issuer][account]']);
  const by_default = { default_settings: { application_fee_percent: 5 }, phases: [{ items, iterations: 1 }] };
  const unnamed = await client.post('/v1/subscription_schedules', { customer, ...by_default });
  expect(refusal(unnamed)).toEqual([400, 'parameter_invalid', 'default_settings[application_fee_percent]']);
});

test('a renewal that no account can receive is a draft with the reason', async () => {
  const { shop, account } = await platform();
  await shop.subscribe([{ price: await shop.price(2000) }], { transfer_data: { destination: account } });
  await made(shop.client, `/v1/accounts/${account}/capabilities/transfers`, { requested: false });
  await shop.advance('2026-02-01T02:00');
  const [, renewed] = await billsOf(shop);
  const why = { code: 'insufficient_capabilities_for_transfer', param: 'transfer_data[destination]' };
  expect(renewed).toMatchObject({ status: 'draft', last_finalization_error: why });
});
