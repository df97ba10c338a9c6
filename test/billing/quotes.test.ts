import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Body, billsOf, get } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = () => openClockedShop(service, { at: '2026-01-01' });
const once = (shop: ClockedShop, unit_amount: number) => shop.price(unit_amount, { recurring: undefined });
const quoted = ({ client, customer }: ClockedShop, params: Readonly<Record<string, unknown>>): Promise<Body> =>
  made(client, '/v1/quotes', { customer, ...params });
const step = ({ client }: ClockedShop, { id }: Body, verb: string, params: Readonly<Record<string, unknown>> = {}): Promise<Body> =>
  made(client, `/v1/quotes/${id}/${verb}`, params);

test('the sums of a quote hold discounts and taxes; later periods only those discounts that last', async () => {
  const shop = await openShop();
  const { client } = shop;
  const vat = (await made(client, '/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 10 })).id;
  const first_month = (await made(client, '/v1/coupons', { percent_off: 50, duration: 'once' })).id;
  const setup_off = (await made(client, '/v1/coupons', { amount_off: 100, currency: 'usd', duration: 'once' })).id;
  const quote = await quoted(shop, {
    default_tax_rates: [vat],
    discounts: [{ coupon: first_month }],
    line_items: [
      { price: await shop.price(2000), quantity: 2 },
      { price: await once(shop, 1100), discounts: [{ coupon: setup_off }] },
    ],
  });
  // (4000 + 1100 - 100) half off, and a tenth on top.
  expect([quote.status, quote.amount_subtotal, quote.amount_total]).toEqual(['draft', 5100, 2750]);
  expect(quote.total_details).toMatchObject({ amount_discount: 2600, amount_tax: 250 });
  expect(quote.computed.recurring).toMatchObject({ amount_subtotal: 4000, amount_total: 4400, interval: 'month', interval_count: 1 });
  const { data } = await get(shop, `/v1/quotes/${quote.id}/line_items`);
  expect(data.map(({ amount_subtotal, quantity }: Body) => [amount_subtotal, quantity])).toEqual([
    [4000, 2],
    [1100, 1],
  ]);
  const coupon = await get(shop, `/v1/coupons/${first_month}`);
  expect(coupon.times_redeemed).toBe(0);
});

test('a trial makes the first period free, and the list of upfront line items says so', async () => {
  const shop = await openShop();
  const quote = await quoted(shop, { line_items: [{ price: await shop.price(2000) }], subscription_data: { trial_period_days: 14 } });
  expect([quote.amount_total, quote.computed.recurring.amount_total]).toEqual([0, 2000]);
  const upfront = await get(shop, `/v1/quotes/${quote.id}/computed_upfront_line_items`);
  expect(upfront.data.map((item: Body) => item.amount_total)).toEqual([0]);
  expect((await get(shop, `/v1/quotes/${quote.id}/line_items`)).data.map((item: Body) => item.amount_total)).toEqual([2000]);
});

test('one-time line items become a draft invoice with the discounts and taxes of the quote', async () => {
  const shop = await openShop();
  const { client } = shop;
  const vat = (await made(client, '/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 10 })).id;
  const coupon = (await made(client, '/v1/coupons', { percent_off: 20, duration: 'once' })).id;
  const price_data = { currency: 'usd', product: shop.product, unit_amount: 1000 };
  const quote = await quoted(shop, {
    collection_method: 'send_invoice',
    discounts: [{ coupon }],
    invoice_settings: { days_until_due: 14, footer: 'Thank you', custom_fields: [{ name: 'Order', value: 'A-1' }] },
    line_items: [{ price_data, quantity: 3, tax_rates: [vat] }],
  });
  await client.post(`/v1/tax_rates/${vat}`, { active: false });
  const open = await step(shop, quote, 'finalize');
  const accepted = await step(shop, open, 'accept');
  expect(accepted).toMatchObject({ status: 'accepted', subscription: null, status_transitions: { accepted_at: moment('2026-01-01') } });
  const [bill] = await billsOf(shop);
  expect(bill).toMatchObject({
    ...{ id: accepted.invoice, status: 'draft', billing_reason: 'quote_accept', quote: quote.id, total: quote.amount_total },
    ...{ footer: 'Thank you', custom_fields: [{ name: 'Order', value: 'A-1' }], due_date: moment('2026-01-15') },
    parent: { type: 'quote_details', quote_details: { quote: quote.id }, subscription_details: null },
  });
  expect(bill.total).toBe(2640);
  expect((await get(shop, `/v1/coupons/${coupon}`)).times_redeemed).toBe(1);
});

test('recurring line items become a subscription whose first invoice is a draft for an hour', async () => {
  const shop = await openShop();
  const quote = await quoted(shop, {
    line_items: [{ price: await shop.price(2000), quantity: 2 }, { price: await once(shop, 500) }],
    subscription_data: { description: 'Tea for two', metadata: { deal: '7' } },
  });
  await step(shop, quote, 'finalize');
  const accepted = await step(shop, quote, 'accept');
  const subscription = await get(shop, `/v1/subscriptions/${accepted.subscription}`);
  expect(subscription).toMatchObject({ status: 'active', description: 'Tea for two', metadata: { deal: '7' } });
  expect(subscription.items.data.map(({ quantity }: Body) => quantity)).toEqual([2]);
  expect((await billsOf(shop)).map(({ status, total }) => [status, total])).toEqual([['draft', 4500]]);
  await shop.advance('2026-01-01T02:00');
  expect((await billsOf(shop)).map(({ status, total }) => [status, total])).toEqual([['paid', 4500]]);
});

test('an effective date in the future becomes a schedule, with a trial of its own, and releases its subscription', async () => {
  const shop = await openShop();
  const quote = await quoted(shop, {
    line_items: [{ price: await shop.price(2000) }],
    subscription_data: { effective_date: moment('2026-01-10'), metadata: { deal: '8' }, trial_period_days: 5 },
  });
  await step(shop, quote, 'finalize');
  const accepted = await step(shop, quote, 'accept');
  expect([accepted.subscription, accepted.invoice]).toEqual([null, null]);
  const schedule = await get(shop, `/v1/subscription_schedules/${accepted.subscription_schedule}`);
  expect([schedule.status, dated(schedule.phases[0].start_date), dated(schedule.phases[0].trial_end)]).toEqual([
    'not_started',
    '2026-01-10',
    '2026-01-15',
  ]);
  expect(schedule.phases[0].metadata).toEqual({ deal: '8' });
  await shop.advance('2026-03-20');
  expect((await billsOf(shop)).map(({ created, total }) => [dated(created), total])).toEqual([
    ['2026-01-10', 0],
    ['2026-01-15', 2000],
    ['2026-02-15', 2000],
    ['2026-03-15', 2000],
  ]);
  expect((await get(shop, `/v1/subscription_schedules/${schedule.id}`)).status).toBe('released');
});

test('a quote that is not accepted in time is canceled, and a later expiry moves that', async () => {
  const shop = await openShop();
  const items = { line_items: [{ price: await shop.price(2000) }] };
  const [draft, open, extended] = [await quoted(shop, items), await quoted(shop, items), await quoted(shop, items)];
  expect(dated(draft.expires_at)).toBe('2026-01-31');
  for (const each of [open, extended]) await step(shop, each, 'finalize', { expires_at: moment('2026-01-20') });
  await made(shop.client, `/v1/quotes/${extended.id}`, { expires_at: moment('2026-02-20'), metadata: { note: 'more time' } });
  await shop.advance('2026-02-01');
  const now = async ({ id }: Body) => (await get(shop, `/v1/quotes/${id}`)).status;
  expect([await now(draft), await now(open), await now(extended)]).toEqual(['canceled', 'canceled', 'open']);
  const { status_transitions } = await get(shop, `/v1/quotes/${open.id}`);
  expect(dated(status_transitions.canceled_at)).toBe('2026-01-20');
  const { status, body } = await shop.client.post(`/v1/quotes/${open.id}/accept`);
  expect([status, body.error.code]).toEqual([400, 'quote_unexpected_state']);
});

test('numbers count the quotes of a customer, and a revision replaces its original when it is finalized', async () => {
  const shop = await openShop();
  const items = { line_items: [{ price: await shop.price(2000) }] };
  const first = await step(shop, await quoted(shop, items), 'finalize');
  const second = await step(shop, await quoted(shop, items), 'finalize');
  const prefix = (await get(shop, `/v1/customers/${shop.customer}`)).invoice_prefix;
  expect([first.number, second.number]).toEqual([`QT-${prefix}-0001-1`, `QT-${prefix}-0002-1`]);
  const revision = await made(shop.client, '/v1/quotes', { from_quote: { quote: first.id, is_revision: true } });
  expect(revision).toMatchObject({ status: 'draft', amount_total: 2000, number: null, from_quote: { quote: first.id, is_revision: true } });
  const [item] = revision.line_items.data;
  await made(shop.client, `/v1/quotes/${revision.id}`, { line_items: [{ id: item.id, quantity: 3 }] });
  expect((await get(shop, `/v1/quotes/${first.id}`)).status).toBe('open');
  const replacing = await step(shop, revision, 'finalize');
  expect([replacing.number, replacing.amount_total]).toEqual([`QT-${prefix}-0001-2`, 6000]);
  expect((await get(shop, `/v1/quotes/${first.id}`)).status).toBe('canceled');
  const { status, body } = await shop.client.post('/v1/quotes', { from_quote: { quote: first.id, is_revision: true } });
  expect([status, body.error.param]).toEqual([400, 'from_quote[quote]']);
});

test('a line item that is named by its id keeps its price, and others are removed', async () => {
  const shop = await openShop();
  const price_data = { currency: 'usd', product: shop.product, unit_amount: 700 };
  const quote = await quoted(shop, { line_items: [{ price_data, quantity: 2 }, { price: await once(shop, 300) }] });
  const [kept] = quote.line_items.data;
  const changed = await made(shop.client, `/v1/quotes/${quote.id}`, { line_items: [{ id: kept.id }, { price: await once(shop, 100) }] });
  expect(changed.line_items.data.map(({ id, amount_total }: Body) => [id === kept.id, amount_total])).toEqual([
    [true, 1400],
    [false, 100],
  ]);
  expect(changed.amount_total).toBe(1500);
});

test('400: what a quote cannot be names the parameter and the fix', async () => {
  const shop = await openShop();
  const monthly = await shop.price(2000);
  const line_items = [{ price: monthly }];
  const yearly = await shop.price(2000, { recurring: { interval: 'year' } });
  const once_only = [{ price: await once(shop, 100) }];
  const wrong: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    [{ line_items: [{ price: monthly }, { price: yearly }] }, 'line_items[1][price]'],
    [{ line_items, application_fee_amount: 5 }, 'application_fee_amount'],
    [{ line_items: once_only, subscription_data: { trial_period_days: 3 } }, 'subscription_data[trial_period_days]'],
    [{ line_items, collection_method: 'send_invoice' }, 'invoice_settings[days_until_due]'],
    [{ line_items, invoice_settings: { days_until_due: 3 } }, 'invoice_settings[days_until_due]'],
    [{ line_items, expires_at: moment('2025-12-31') }, 'expires_at'],
    [{ line_items, subscription_data: { effective_date: 'current_period_end' } }, 'subscription_data[effective_date]'],
    [{ line_items: [{}] }, 'line_items[0][price]'],
    [{ line_items, discounts: [{ coupon: 'none' }] }, 'discounts[0][coupon]'],
  ];
  for (const [params, param] of wrong) {
    const { status, body } = await shop.client.post('/v1/quotes', { customer: shop.customer, ...params });
    expect([status, body.error.param]).toEqual([400, param]);
  }
  const { id } = await made(shop.client, '/v1/quotes', { line_items });
  const unfinished = await shop.client.post(`/v1/quotes/${id}/finalize`);
  expect([unfinished.status, unfinished.body.error.param]).toEqual([400, 'customer']);
  await made(shop.client, `/v1/quotes/${id}`, { customer: shop.customer });
  await made(shop.client, `/v1/quotes/${id}/finalize`, {});
  const final = await shop.client.post(`/v1/quotes/${id}`, { line_items: once_only });
  expect([final.status, final.body.error.param]).toEqual([400, 'line_items']);
  const other = (await made(shop.client, '/v1/customers', {})).id;
  const draft = await quoted(shop, { line_items });
  const moved = await shop.client.post(`/v1/quotes/${draft.id}`, { customer: other });
  expect([moved.status, moved.body.error.param]).toEqual([400, 'customer']);
});

test('a quote whose coupon is spent by then is not accepted, and stays open', async () => {
  const shop = await openShop();
  const coupon = (await made(shop.client, '/v1/coupons', { percent_off: 20, duration: 'once', max_redemptions: 1 })).id;
  const quote = await quoted(shop, { line_items: [{ price: await shop.price(2000) }], discounts: [{ coupon }] });
  await step(shop, quote, 'finalize');
  await shop.subscribe([{ price: await shop.price(100) }], { discounts: [{ coupon }] });
  const { status, body } = await shop.client.post(`/v1/quotes/${quote.id}/accept`);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'coupon_expired', 'discounts[0][coupon]']);
  expect((await get(shop, `/v1/quotes/${quote.id}`)).status).toBe('open');
});

test('events tell each step of a quote, and lists filter by customer and state', async () => {
  const shop = await openShop();
  const items = { line_items: [{ price: await shop.price(2000) }] };
  const quote = await quoted(shop, items);
  await step(shop, quote, 'finalize');
  await step(shop, quote, 'accept');
  const dropped = await step(shop, await quoted(shop, items), 'cancel');
  const { data } = await get(shop, '/v1/events?limit=100');
  const types = data.map(({ type }: Body) => type).filter((type: string) => type.startsWith('quote.'));
  expect(types.reverse()).toEqual(['quote.created', 'quote.finalized', 'quote.accepted', 'quote.created', 'quote.canceled']);
  const ids = async (query: string) => (await get(shop, `/v1/quotes?${query}`)).data.map(({ id }: Body) => id);
  expect(await ids(`customer=${shop.customer}&status=accepted`)).toEqual([quote.id]);
  expect(await ids(`customer=${shop.customer}`)).toEqual([dropped.id, quote.id]);
});

test('an expired quote is not accepted, even where the timer that cancels it is late', async () => {
  const idle = await startService({ FLORIN_WORKER: 'off' });
  const client = idle.client();
  const customer = (await made(client, '/v1/customers', { name: 'Ada' })).id;
  const price = (await made(client, '/v1/prices', { currency: 'usd', unit_amount: 1000, product_data: { name: 'Tea' } })).id;
  const { id } = await made(client, '/v1/quotes', { customer, line_items: [{ price }] });
  await made(client, `/v1/quotes/${id}/finalize`, {});
  idle.advance(31 * 86_400_000);
  const { status, body } = await client.post(`/v1/quotes/${id}/accept`);
  expect([status, body.error.code]).toEqual([400, 'quote_unexpected_state']);
  expect((await client.get('/v1/invoices', { customer })).body.data).toEqual([]);
  await idle.stop();
});

test('400: automatic taxes of a quote need tax settings, and their absence is accepted', async () => {
  const shop = await openShop();
  const params = { customer: shop.customer, line_items: [{ price: await once(shop, 1000) }] };
  expect((await quoted(shop, { ...params, automatic_tax: { enabled: false } })).automatic_tax.enabled).toBe(false);
  const { status, body } = await shop.client.post('/v1/quotes', { ...params, automatic_tax: { enabled: true } });
  expect([status, body.error.param]).toEqual([400, 'automatic_tax[enabled]']);
});
