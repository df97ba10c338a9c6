import { expect, test } from 'vitest';
import { billed, get, scheduled, scheduleNow } from '../support/schedules.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';
import { openClockedShop } from '../support/subscribed.js';

const service = await commonService();

const monthly = { currency: 'usd', interval: 'month', amount: 2000 } as const;

async function shopWithPlan(params: object = {}) {
  const shop = service.client();
  const { body: product } = await shop.post('/v1/products', { name: 'Gold' });
  const { body: plan, text } = await shop.post('/v1/plans', { ...monthly, product: product.id, ...params });
  expect(plan.object, text).toBe('plan');
  return { shop, product: product.id as string, plan };
}

const typesOf = async (shop: Client, about: string): Promise<string[]> =>
  (await shop.get('/v1/events?limit=100')).body.data
    .filter(({ data }: { data: { object: { id: string } } }) => data.object.id === about)
    .map(({ type }: { type: string }) => type)
    .reverse();

const customerOf = async (shop: Client): Promise<string> =>
  (
    await shop.post('/v1/customers', {
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    })
  ).body.id;

test('a created plan is a recurring price, and is shown as either', async () => {
  const { shop, product, plan } = await shopWithPlan({
    interval: 'week',
    interval_count: 2,
    nickname: 'Fortnight',
    trial_period_days: 7,
    transform_usage: { divide_by: 10, round: 'up' },
    metadata: { a: 'b' },
  });
  expect(plan).toEqual({
    id: plan.id,
    object: 'plan',
    active: true,
    aggregate_usage: null,
    amount: 2000,
    amount_decimal: '2000',
    billing_scheme: 'per_unit',
    created: plan.created,
    currency: 'usd',
    interval: 'week',
    interval_count: 2,
    livemode: false,
    metadata: { a: 'b' },
    meter: null,
    nickname: 'Fortnight',
    product,
    tiers: null,
    tiers_mode: null,
    transform_usage: { divide_by: 10, round: 'up' },
    trial_period_days: 7,
    usage_type: 'licensed',
  });
  expect((await shop.get(`/v1/plans/${plan.id}`)).body).toEqual(plan);
  expect((await shop.get(`/v1/prices/${plan.id}`)).body).toMatchObject({
    id: plan.id,
    object: 'price',
    type: 'recurring',
    unit_amount: 2000,
    recurring: { interval: 'week', interval_count: 2, trial_period_days: 7, usage_type: 'licensed' },
    transform_quantity: { divide_by: 10, round: 'up' },
  });
  const expanded = (await shop.get(`/v1/plans/${plan.id}?expand[]=product&expand[]=tiers`)).body;
  expect(expanded.product).toMatchObject({ id: product, object: 'product', name: 'Gold' });
});

test('a recurring price is a plan as well, and a one-time price is not', async () => {
  const { shop, product } = await shopWithPlan();
  const price = { product, currency: 'usd', unit_amount: 500 };
  const recurring = (await shop.post('/v1/prices', { ...price, recurring: { interval: 'year' } })).body.id;
  const once = (await shop.post('/v1/prices', price)).body.id;
  expect((await shop.get(`/v1/plans/${recurring}`)).body).toMatchObject({ object: 'plan', amount: 500, interval: 'year' });
  for (const answer of [await shop.get(`/v1/plans/${once}`), await shop.post(`/v1/plans/${once}`, {}), await shop.del(`/v1/plans/${once}`)])
    expect([answer.status, answer.body.error.code, answer.body.error.message]).toEqual([
      404,
      'resource_missing',
      `No such plan: '${once}'`,
    ]);
  const ids = (await shop.get('/v1/plans')).body.data.map(({ id }: { id: string }) => id);
  expect(ids).toContain(recurring);
  expect(ids).not.toContain(once);
});

test('an id may be chosen, and the plan is found, listed and subscribed to by it', async () => {
  const { shop, product } = await shopWithPlan();
  const { body: gold } = await shop.post('/v1/plans', { ...monthly, id: 'gold-monthly', product: { name: 'Gold', id: 'gold-monthly' } });
  expect([gold.id, gold.product]).toEqual(['gold-monthly', 'gold-monthly']);
  expect((await shop.get('/v1/prices/gold-monthly')).body).toMatchObject({ id: 'gold-monthly', object: 'price', unit_amount: 2000 });
  expect((await shop.post('/v1/plans', { ...monthly, id: 'gold-monthly', product })).body.error).toMatchObject({
    code: 'resource_already_exists',
    param: 'id',
  });
  const customer = await customerOf(shop);
  const { body: sub, text } = await shop.post('/v1/subscriptions', { customer, items: [{ plan: 'gold-monthly', quantity: 2 }] });
  expect(sub.status, text).toBe('active');
  const [item] = sub.items.data;
  expect([item.price.id, item.price.object, item.plan.id, item.plan.object]).toEqual(['gold-monthly', 'price', 'gold-monthly', 'plan']);
  expect(sub.plan).toEqual(item.plan);
  expect((await shop.get('/v1/subscriptions?plan=gold-monthly')).body.data.map(({ id }: { id: string }) => id)).toEqual([sub.id]);
  const { body: invoice } = await shop.get(`/v1/invoices/${sub.latest_invoice}`);
  expect(invoice.lines.data[0]).toMatchObject({
    amount: 4000,
    plan: { id: 'gold-monthly', object: 'plan', amount: 2000, interval: 'month' },
  });
  expect(JSON.stringify([sub, invoice, gold])).not.toContain('"place"');
});

test('lists are sorted by creation, filtered by product and active, and page both ways', async () => {
  const { shop, product, plan } = await shopWithPlan();
  for (const id of ['zebra', 'apple']) await shop.post('/v1/plans', { ...monthly, id, product });
  await shop.post('/v1/plans', { ...monthly, id: 'mango', product: { name: 'Silver' }, active: false });
  const page = async (query: string) => (await shop.get(`/v1/plans?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await page('')).toEqual(['mango', 'apple', 'zebra', plan.id]);
  expect(await page('limit=2&starting_after=mango')).toEqual(['apple', 'zebra']);
  expect(await page(`limit=2&ending_before=${plan.id}`)).toEqual(['apple', 'zebra']);
  expect(await page(`product=${product}`)).toEqual(['apple', 'zebra', plan.id]);
  expect(await page('active=false')).toEqual(['mango']);
  expect(await page(`created[gte]=${plan.created}&active=true`)).toEqual(['apple', 'zebra', plan.id]);
  expect(await page(`created[gt]=${plan.created + 60}`)).toEqual([]);
  expect((await shop.get('/v1/prices')).body.data.map(({ id }: { id: string }) => id)).toEqual(['mango', 'apple', 'zebra', plan.id]);
});

test('a change of a plan changes its price, and both have events with the previous values', async () => {
  const { shop, plan } = await shopWithPlan();
  const { body: changed } = await shop.post(`/v1/plans/${plan.id}`, {
    nickname: 'Gold',
    active: false,
    trial_period_days: 14,
    metadata: { a: '1' },
  });
  expect(changed).toEqual({ ...plan, nickname: 'Gold', active: false, trial_period_days: 14, metadata: { a: '1' } });
  expect((await shop.get(`/v1/prices/${plan.id}`)).body).toMatchObject({
    nickname: 'Gold',
    active: false,
    recurring: { trial_period_days: 14 },
  });
  await shop.post(`/v1/prices/${plan.id}`, { lookup_key: 'gold' });
  await shop.post(`/v1/plans/${plan.id}`, { nickname: 'Gold' });
  expect(await typesOf(shop, plan.id)).toEqual(['price.created', 'plan.created', 'price.updated', 'plan.updated', 'price.updated']);
  const [{ data }] = (await shop.get('/v1/events?type=plan.updated')).body.data;
  expect(data).toEqual({
    object: changed,
    previous_attributes: { active: true, nickname: null, trial_period_days: null, metadata: {} },
  });
});

test('a deleted plan takes no more subscribers, and its subscribers are still billed for it', async () => {
  const { shop, product, plan } = await shopWithPlan();
  const { body: clock } = await shop.post('/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 });
  const { body: customer } = await shop.post('/v1/customers', {
    test_clock: clock.id,
    payment_method: 'pm_card_visa',
    invoice_settings: { default_payment_method: 'pm_card_visa' },
  });
  const { body: sub } = await shop.post('/v1/subscriptions', { customer: customer.id, items: [{ plan: plan.id }] });
  expect((await shop.del(`/v1/plans/${plan.id}`)).body).toEqual({ id: plan.id, object: 'plan', deleted: true });
  for (const path of ['prices', 'plans'])
    expect((await shop.get(`/v1/${path}/${plan.id}`)).body.error).toMatchObject({ code: 'resource_missing', param: 'id' });
  expect((await shop.get('/v1/plans')).body.data).toEqual([]);
  expect((await typesOf(shop, plan.id)).slice(-2)).toEqual(['price.deleted', 'plan.deleted']);
  const other = await customerOf(shop);
  expect((await shop.post('/v1/subscriptions', { customer: other, items: [{ plan: plan.id }] })).body.error).toMatchObject({
    code: 'resource_missing',
    param: 'items[0][plan]',
  });
  expect((await shop.post(`/v1/subscription_items/${sub.items.data[0].id}`, { quantity: 3, proration_behavior: 'none' })).status).toBe(200);
  await shop.post(`/v1/test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: 1_800_000_000 + 40 * 86_400 });
  await service.until(async () => (await shop.get(`/v1/test_helpers/test_clocks/${clock.id}`)).body.status === 'ready');
  const { data } = (await shop.get(`/v1/invoices?subscription=${sub.id}`)).body;
  expect(data.map(({ status, total }: { status: string; total: number }) => [status, total])).toEqual([
    ['paid', 6000],
    ['paid', 2000],
  ]);
  expect((await shop.del(`/v1/products/${product}`)).status).toBe(200);
});

test('400: a plan that is the default price of its product cannot be deleted', async () => {
  const { shop, product, plan } = await shopWithPlan();
  await shop.post(`/v1/products/${product}`, { default_price: plan.id });
  expect((await shop.del(`/v1/plans/${plan.id}`)).body.error).toMatchObject({ code: 'parameter_invalid', param: 'id' });
  expect((await shop.get(`/v1/plans/${plan.id}`)).body).toEqual(plan);
});

test('a plan is tiered, or metered by records or by a meter', async () => {
  const { shop, product } = await shopWithPlan();
  const tiers = [
    { up_to: 10, unit_amount: 100 },
    { up_to: 'inf', flat_amount: 500 },
  ];
  const { amount: _, ...open } = monthly;
  const { body: tiered } = await shop.post('/v1/plans', { ...open, product, billing_scheme: 'tiered', tiers_mode: 'volume', tiers });
  expect(tiered).toMatchObject({ amount: null, billing_scheme: 'tiered', tiers_mode: 'volume', tiers: [{ up_to: 10 }, { up_to: null }] });
  const { body: metered } = await shop.post('/v1/plans', {
    ...open,
    amount_decimal: '0.5',
    product,
    usage_type: 'metered',
    aggregate_usage: 'max',
  });
  expect(metered).toMatchObject({ amount: null, amount_decimal: '0.5', usage_type: 'metered', aggregate_usage: 'max' });
  const { body: meter } = await shop.post('/v1/billing/meters', {
    display_name: 'Calls',
    event_name: 'calls',
    default_aggregation: { formula: 'sum' },
  });
  const { body: counted } = await shop.post('/v1/plans', { ...monthly, product, usage_type: 'metered', meter: meter.id });
  expect(counted).toMatchObject({ meter: meter.id, aggregate_usage: null });
});

test.each([
  [{ amount: undefined }, 'parameter_missing', 'amount'],
  [{ amount_decimal: '1.5' }, 'parameters_exclusive', 'amount_decimal'],
  [{ tiers: [{ up_to: 'inf', unit_amount: 1 }] }, 'parameters_exclusive', 'tiers'],
  [{ amount: undefined, billing_scheme: 'tiered', tiers_mode: 'volume' }, 'parameter_missing', 'tiers'],
  [{ tiers_mode: 'volume', transform_usage: { divide_by: 2, round: 'up' } }, 'parameters_exclusive', 'transform_usage'],
  [{ interval_count: 37 }, 'parameter_invalid', 'interval_count'],
  [{ aggregate_usage: 'max' }, 'parameter_invalid', 'aggregate_usage'],
  [{ interval: undefined }, 'parameter_missing', 'interval'],
  [{ product: 'unknown' }, 'resource_missing', 'product'],
  [{ product: { active: true } }, 'parameter_missing', 'product[name]'],
  [{ product: undefined }, 'parameter_missing', 'product'],
  [{ id: 'list' }, 'parameter_invalid', 'id'],
])('400: %j is not a plan, and the message uses the parameter names of plans', async (params, code, param) => {
  const { shop, product } = await shopWithPlan();
  const { status, body } = await shop.post('/v1/plans', { ...monthly, product, ...params });
  expect([status, body.error.code, body.error.param]).toEqual([400, code, param]);
  expect(body.error.message).not.toMatch(/unit_amount|transform_quantity|recurring/);
  expect((await shop.get('/v1/plans')).body.data).toHaveLength(1);
});

test('a schedule continues with a deleted plan that its subscription has, and ends before one without subscribers', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const [kept, later] = [await shop.price(1000), await shop.price(3000)];
  const schedule = await scheduled(shop, {
    start_date: 'now',
    phases: [
      { items: [{ price: kept }], iterations: 1 },
      { items: [{ price: kept, quantity: 2 }], iterations: 1 },
      { items: [{ price: later }], iterations: 1 },
    ],
  });
  for (const id of [kept, later]) expect((await shop.client.del(`/v1/plans/${id}`)).status).toBe(200);
  await shop.advance('2026-02-01T02:00');
  expect((await scheduleNow(shop, schedule)).status).toBe('active');
  await shop.advance('2026-03-01T02:00');
  expect(await billed(shop)).toEqual([
    ['2026-01-01', 1000],
    ['2026-02-01', 2000],
    ['2026-03-01', 2000],
  ]);
  expect((await scheduleNow(shop, schedule)).status).toBe('canceled');
  expect((await get(shop, '/v1/events?type=subscription_schedule.aborted')).data).toHaveLength(1);
});
