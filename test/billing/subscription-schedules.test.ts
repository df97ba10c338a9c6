import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Body, billed, scheduled, scheduleNow, subscriptionNow } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

test('400: end_behavior has its current values, and the message for an old value names its replacement', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01' });
  const phases = [{ items: [{ price: await shop.price(1000) }] }];
  const { id } = await scheduled(shop, { phases });
  for (const [end_behavior, instead] of [
    ['none', 'cancel'],
    ['renew', 'release'],
  ] as const)
    for (const [path, params] of [
      ['/v1/subscription_schedules', { customer: shop.customer, phases, end_behavior }],
      [`/v1/subscription_schedules/${id}`, { end_behavior }],
    ] as const) {
      const { status, body } = await shop.client.post(path, params);
      expect([status, body.error.param]).toEqual([400, 'end_behavior']);
      expect(body.error.message).toContain(`end_behavior=${instead}`);
    }
});

const openShop = (at: string) => openClockedShop(service, { at });

const toldOf = async ({ client }: ClockedShop, kind: string): Promise<string[]> =>
  (await client.get('/v1/events?limit=100')).body.data
    .map(({ type }: { type: string }) => type)
    .filter((type: string) => type.startsWith(kind))
    .reverse();

test('three phases over half a year: each renewal is billed by its phase, and the last ends the subscription', async () => {
  const shop = await openShop('2026-01-31');
  const [first, second, third] = [await shop.price(1000), await shop.price(2000), await shop.price(3000)];
  const schedule = await scheduled(shop, {
    start_date: 'now',
    end_behavior: 'cancel',
    metadata: { plan: 'growing' },
    phases: [
      { items: [{ price: first, quantity: 1 }], iterations: 2 },
      { items: [{ price: second, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
      { items: [{ price: third, quantity: 1 }], end_date: moment('2026-07-31'), metadata: { tier: 'last' } },
    ],
  });
  expect([schedule.status, schedule.end_behavior, schedule.customer, schedule.test_clock]).toEqual([
    'active',
    'cancel',
    shop.customer,
    shop.clock,
  ]);
  expect(schedule.phases.map((each: Body) => [dated(each.start_date), dated(each.end_date)])).toEqual([
    ['2026-01-31', '2026-03-31'],
    ['2026-03-31', '2026-04-30'],
    ['2026-04-30', '2026-07-31'],
  ]);
  const made = await subscriptionNow(shop, schedule.subscription);
  expect([made.schedule, made.status, made.items.data[0].price.id]).toEqual([schedule.id, 'active', first]);
  await shop.advance('2026-04-30T02:00');
  const { current_phase } = await scheduleNow(shop, schedule);
  expect([dated(current_phase.start_date), dated(current_phase.end_date)]).toEqual(['2026-04-30', '2026-07-31']);
  const last = await subscriptionNow(shop, schedule.subscription);
  expect([last.items.data[0].id, last.items.data[0].price.id, last.metadata, dated(last.cancel_at)]).toEqual([
    made.items.data[0].id,
    third,
    { tier: 'last' },
    '2026-07-31',
  ]);
  await shop.advance('2026-08-01');
  expect(await billed(shop)).toEqual([
    ['2026-01-31', 1000],
    ['2026-02-28', 1000],
    ['2026-03-31', 2000],
    ['2026-04-30', 3000],
    ['2026-05-31', 3000],
    ['2026-06-30', 3000],
  ]);
  const ended = await subscriptionNow(shop, schedule.subscription);
  expect([ended.status, dated(ended.ended_at)]).toEqual(['canceled', '2026-07-31']);
  const over = await scheduleNow(shop, schedule);
  expect([over.status, dated(over.completed_at), over.current_phase]).toEqual(['completed', '2026-07-31', null]);
  expect(await toldOf(shop, 'subscription_schedule.')).toEqual([
    'subscription_schedule.created',
    'subscription_schedule.updated',
    'subscription_schedule.updated',
    'subscription_schedule.expiring',
    'subscription_schedule.completed',
  ]);
});

test('a schedule that starts later creates its subscription then, and releases it after its last phase', async () => {
  const shop = await openShop('2026-01-10');
  const price = await shop.price(1000);
  const schedule = await scheduled(shop, { start_date: moment('2026-02-01'), phases: [{ items: [{ price }], iterations: 1 }] });
  expect([schedule.status, schedule.subscription, schedule.current_phase]).toEqual(['not_started', null, null]);
  const found = async (query: string) =>
    (await shop.client.get(`/v1/subscription_schedules?customer=${shop.customer}&${query}`)).body.data.map(({ id }: Body) => id);
  expect([await found('scheduled=true'), await found('scheduled=false')]).toEqual([[schedule.id], []]);
  await shop.advance('2026-02-01T02:00');
  const begun = await scheduleNow(shop, schedule);
  expect([begun.status, dated(begun.current_phase.end_date)]).toEqual(['active', '2026-03-01']);
  expect((await subscriptionNow(shop, begun.subscription)).status).toBe('active');
  await shop.advance('2026-03-01T02:00');
  const released = await scheduleNow(shop, schedule);
  expect([released.status, released.subscription, released.released_subscription]).toEqual(['released', null, begun.subscription]);
  const free = await subscriptionNow(shop, begun.subscription);
  expect([free.status, free.schedule, dated(free.current_period_end)]).toEqual(['active', null, '2026-04-01']);
  expect(await found(`released_at[gte]=${moment('2026-03-01')}`)).toEqual([schedule.id]);
});

test('a schedule of an existing subscription accepts further phases, and changes of its current phase apply at once', async () => {
  const shop = await openShop('2026-06-01');
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  const sub = await shop.subscribe([{ price }]);
  const schedule = await made(shop.client, '/v1/subscription_schedules', { from_subscription: sub.id, metadata: { a: '1' } });
  expect([schedule.status, schedule.subscription, schedule.phases.length, schedule.metadata]).toEqual(['active', sub.id, 1, { a: '1' }]);
  expect((await subscriptionNow(shop, sub.id)).schedule).toBe(schedule.id);
  const again = await shop.client.post('/v1/subscription_schedules', { from_subscription: sub.id });
  expect([again.status, again.body.error.param]).toEqual([400, 'from_subscription']);
  const { start_date, end_date } = schedule.phases[0];
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}`, {
    proration_behavior: 'none',
    phases: [
      { items: [{ price, quantity: 2 }], start_date, end_date },
      { items: [{ price: dearer, quantity: 1 }], iterations: 1, description: 'Dearer' },
    ],
  });
  expect((await subscriptionNow(shop, sub.id)).items.data[0].quantity).toBe(2);
  await shop.advance('2026-07-01T02:00');
  const raised = await subscriptionNow(shop, sub.id);
  expect([raised.items.data[0].price.id, raised.items.data[0].quantity, raised.description]).toEqual([dearer, 1, 'Dearer']);
  expect(await billed(shop)).toEqual([
    ['2026-06-01', 1000],
    ['2026-07-01', 3000],
  ]);
});

test('a phase that starts within a period credits unused time and charges the rest at its own price', async () => {
  const shop = await openShop('2026-04-01');
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  await scheduled(shop, {
    phases: [
      { items: [{ price }], end_date: moment('2026-04-16') },
      { items: [{ price: dearer }], iterations: 1, proration_behavior: 'always_invoice' },
    ],
  });
  await shop.advance('2026-04-17');
  expect(await billed(shop)).toEqual([
    ['2026-04-01', 1000],
    ['2026-04-16', 1000],
  ]);
});

test('a schedule is released with its subscription active, or canceled with it', async () => {
  const shop = await openShop('2026-01-01');
  const price = await shop.price(1000);
  const phases = [{ items: [{ price }], iterations: 3 }];
  const kept = await scheduled(shop, { phases, end_behavior: 'cancel' });
  expect(dated((await subscriptionNow(shop, kept.subscription)).cancel_at)).toBe('2026-04-01');
  const released = await made(shop.client, `/v1/subscription_schedules/${kept.id}/release`, {});
  expect([released.status, released.released_subscription]).toEqual(['released', kept.subscription]);
  const free = await subscriptionNow(shop, kept.subscription);
  expect([free.status, free.schedule, free.cancel_at]).toEqual(['active', null, null]);
  const other = await scheduled(shop, { phases });
  const canceled = await made(shop.client, `/v1/subscription_schedules/${other.id}/cancel`, {});
  expect([canceled.status, dated(canceled.canceled_at)]).toEqual(['canceled', '2026-01-01']);
  expect((await subscriptionNow(shop, other.subscription)).status).toBe('canceled');
  const again = await shop.client.post(`/v1/subscription_schedules/${other.id}/release`);
  expect([again.status, again.body.error.code]).toEqual([400, 'subscription_schedule_unexpected_state']);
  const third = await scheduled(shop, { phases });
  await shop.client.del(`/v1/subscriptions/${third.subscription}`);
  expect((await scheduleNow(shop, third)).status).toBe('canceled');
});

test('400: phases follow each other without a gap, have recurring prices of one currency, and one length', async () => {
  const shop = await openShop('2026-01-01');
  const price = await shop.price(1000);
  const once = await shop.price(1000, { recurring: undefined });
  const items = [{ price }];
  const refused = async (phases: readonly object[], more: object = {}) => {
    const { status, body } = await shop.client.post('/v1/subscription_schedules', { customer: shop.customer, phases, ...more });
    return [status, body.error?.code, body.error?.param];
  };
  const end_date = moment('2026-03-01');
  expect(await refused([])).toEqual([400, 'parameter_missing', 'phases']);
  expect(await refused([{ items, end_date, iterations: 2 }])).toEqual([400, 'parameters_exclusive', 'phases[0][end_date]']);
  expect(
    await refused([
      { items, end_date },
      { items, start_date: end_date + 1 },
    ]),
  ).toEqual([400, 'parameter_invalid', 'phases[1][start_date]']);
  expect(
    await refused([
      { items, end_date },
      { items, end_date },
    ]),
  ).toEqual([400, 'parameter_invalid', 'phases[1][end_date]']);
  expect(await refused([{ items: [{ price: once }] }])).toEqual([400, 'parameter_invalid', 'phases[0][items][0][price]']);
  expect(await refused([{ items: [] }])).toEqual([400, 'parameter_missing', 'phases[0][items]']);
  expect(await refused([{ items }], { from_subscription: (await shop.subscribe(items)).id })).toEqual([
    400,
    'parameters_exclusive',
    'customer',
  ]);
});

test('a phase has its own discounts and tax rates, which end with it and are redeemed once', async () => {
  const shop = await openShop('2026-05-01');
  const price = await shop.price(1000);
  await made(shop.client, '/v1/coupons', { id: 'HALF', percent_off: 50, duration: 'forever' });
  const vat = await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false });
  const items = [{ price }];
  const reduced = { items, discounts: [{ coupon: 'HALF' }], default_tax_rates: [vat.id] };
  const schedule = await scheduled(shop, {
    phases: [
      { ...reduced, iterations: 2 },
      { items, iterations: 1 },
    ],
  });
  expect(schedule.phases[0].discounts).toEqual([{ coupon: 'HALF', discount: null, promotion_code: null }]);
  expect(schedule.phases[0].default_tax_rates).toEqual([vat]);
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}`, {
    phases: [
      { ...reduced, iterations: 2 },
      { items, iterations: 1 },
    ],
  });
  expect((await shop.client.get('/v1/coupons/HALF')).body.times_redeemed).toBe(1);
  await shop.advance('2026-07-01T02:00');
  expect((await subscriptionNow(shop, schedule.subscription)).discounts).toEqual([]);
  expect((await billed(shop)).map(([, total]) => total)).toEqual([600, 600, 1000]);
  const twice = { items, coupon: 'HALF', discounts: [{ coupon: 'HALF' }] };
  const { status, body } = await shop.client.post('/v1/subscription_schedules', { customer: shop.customer, phases: [twice] });
  expect([status, body.error.param]).toEqual([400, 'phases[0][coupon]']);
});

test('a direct change of the subscription splits its current phase, and the next phase is unchanged', async () => {
  const shop = await openShop('2026-04-01');
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  const schedule = await scheduled(shop, {
    phases: [
      { items: [{ price, quantity: 1 }], iterations: 2, metadata: { phase: 'first' } },
      { items: [{ price: dearer, quantity: 1 }], iterations: 1 },
    ],
  });
  await shop.advance('2026-04-16');
  await made(shop.client, `/v1/subscriptions/${schedule.subscription}`, { description: 'What bills nothing leaves the phase' });
  expect((await scheduleNow(shop, schedule)).phases.length).toBe(2);
  const before = await subscriptionNow(shop, schedule.subscription);
  const vat = await made(shop.client, '/v1/tax_rates', { display_name: 'VAT', percentage: 20, inclusive: false });
  const items = [{ id: before.items.data[0].id, quantity: 3 }];
  await made(shop.client, `/v1/subscriptions/${schedule.subscription}`, { items, default_tax_rates: [vat.id], proration_behavior: 'none' });
  const split = await scheduleNow(shop, schedule);
  expect(
    split.phases.map((each: Body) => [
      dated(each.start_date),
      dated(each.end_date),
      each.items[0].quantity,
      each.default_tax_rates.length,
      each.metadata,
    ]),
  ).toEqual([
    ['2026-04-01', '2026-04-16', 1, 0, { phase: 'first' }],
    ['2026-04-16', '2026-06-01', 3, 1, { phase: 'first' }],
    ['2026-06-01', '2026-07-01', 1, 0, {}],
  ]);
  expect(split.current_phase).toEqual({ start_date: moment('2026-04-16'), end_date: moment('2026-06-01') });
  await shop.advance('2026-06-01T02:00');
  expect(await billed(shop)).toEqual([
    ['2026-04-01', 1000],
    ['2026-05-01', 3600],
    ['2026-06-01', 3000],
  ]);
  const after = await scheduleNow(shop, schedule);
  expect([after.phases.length, dated(after.current_phase.start_date)]).toEqual([3, '2026-06-01']);
});

test('an added item, a discount and a trial split the phase as well, each at its time', async () => {
  const shop = await openShop('2026-04-01');
  const [price, other] = [await shop.price(1000), await shop.price(500)];
  await made(shop.client, '/v1/coupons', { id: 'TEN', percent_off: 10, duration: 'once' });
  const schedule = await scheduled(shop, { phases: [{ items: [{ price }], iterations: 3 }] });
  const { subscription } = schedule;
  await shop.advance('2026-04-05');
  await made(shop.client, '/v1/subscription_items', { subscription, price: other, proration_behavior: 'none' });
  await shop.advance('2026-04-06');
  await made(shop.client, `/v1/subscriptions/${subscription}`, { discounts: [{ coupon: 'TEN' }] });
  await shop.advance('2026-04-07');
  const trial_end = moment('2026-04-20');
  await made(shop.client, `/v1/subscriptions/${subscription}`, { trial_end, proration_behavior: 'none' });
  const { discounts } = await subscriptionNow(shop, subscription);
  const parts = (await scheduleNow(shop, schedule)).phases.map((each: Body) => [
    dated(each.start_date),
    each.items.map(({ price }: Body) => price),
    each.discounts.map(({ discount }: Body) => discount),
    each.trial_end,
  ]);
  expect(parts).toEqual([
    ['2026-04-01', [price], [], null],
    ['2026-04-05', [price, other], [], null],
    ['2026-04-06', [price, other], discounts, null],
    ['2026-04-07', [price, other], discounts, trial_end],
  ]);
  await shop.advance('2026-04-20T02:00');
  expect((await billed(shop)).at(-1)).toEqual(['2026-04-20', 1350]);
  expect((await scheduleNow(shop, schedule)).phases.length).toBe(4);
});

test('400: the end of a subscription is set by its schedule', async () => {
  const shop = await openShop('2026-01-01');
  const schedule = await scheduled(shop, { phases: [{ items: [{ price: await shop.price(1000) }], iterations: 3 }] });
  for (const [param, value] of [['cancel_at_period_end', true] as const, ['cancel_at', moment('2026-02-01')] as const]) {
    const { status, body } = await shop.client.post(`/v1/subscriptions/${schedule.subscription}`, { [param]: value });
    expect([status, body.error.param]).toEqual([400, param]);
    expect(body.error.message).toContain(schedule.id);
  }
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}/release`, {});
  const { cancel_at_period_end } = await made(shop.client, `/v1/subscriptions/${schedule.subscription}`, { cancel_at_period_end: true });
  expect(cancel_at_period_end).toBe(true);
});

test('the first invoice of a schedule is a draft for an hour, and is paid then', async () => {
  const shop = await openShop('2026-01-01');
  const schedule = await scheduled(shop, { phases: [{ items: [{ price: await shop.price(1000) }], iterations: 3 }] });
  const { latest_invoice, status } = await subscriptionNow(shop, schedule.subscription);
  const bill = async () => (await shop.client.get(`/v1/invoices/${latest_invoice}`)).body;
  expect([status, (await bill()).status, (await bill()).billing_reason]).toEqual(['active', 'draft', 'subscription_create']);
  await shop.advance('2026-01-01T01:00');
  expect([(await bill()).status, (await subscriptionNow(shop, schedule.subscription)).status]).toEqual(['paid', 'active']);
});

test('a schedule starts although its customer cannot pay, and is past due after the hour', async () => {
  const shop = await openClockedShop(service, { at: '2026-01-01', card: 'pm_card_chargeCustomerFail' });
  const schedule = await scheduled(shop, { phases: [{ items: [{ price: await shop.price(1000) }], iterations: 3 }] });
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('active');
  await shop.advance('2026-01-01T01:00');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('past_due');
});

test('a phase that is a trial is free to its end, and one with trial_end to that time', async () => {
  const shop = await openShop('2026-01-01');
  const items = [{ price: await shop.price(1000) }];
  const schedule = await scheduled(shop, {
    phases: [
      { items, trial: true, duration: { interval: 'day', interval_count: 10 } },
      { items, iterations: 2 },
      { items, iterations: 1, trial_end: moment('2026-03-20') },
    ],
  });
  expect(schedule.phases.map(({ trial_end }: Body) => trial_end && dated(trial_end))).toEqual(['2026-01-11', null, '2026-03-20']);
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('trialing');
  await shop.advance('2026-01-11T02:00');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('active');
  await shop.advance('2026-03-12');
  expect((await subscriptionNow(shop, schedule.subscription)).status).toBe('trialing');
  await shop.advance('2026-03-21');
  expect(await billed(shop)).toEqual([
    ['2026-01-01', 0],
    ['2026-01-11', 1000],
    ['2026-02-11', 1000],
    ['2026-03-20', 1000],
  ]);
  const { phases } = await scheduleNow(shop, schedule);
  expect(phases.length).toBe(3);
});

test('a price created for a phase, or archived before the phase starts, is charged', async () => {
  const shop = await openShop('2026-01-01');
  const [price, kept] = [await shop.price(1000), await shop.price(700)];
  const price_data = { currency: 'usd', product: shop.product, unit_amount: 300, recurring: { interval: 'month' } };
  const schedule = await scheduled(shop, {
    phases: [
      { items: [{ price_data, quantity: 2 }], iterations: 1 },
      { items: [{ price }], iterations: 1 },
      { items: [{ price_data: { ...price_data, unit_amount: 50 } }, { price: kept }], iterations: 1 },
    ],
  });
  await made(shop.client, `/v1/prices/${price}`, { active: false });
  await shop.advance('2026-03-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([600, 1000, 750]);
  expect((await scheduleNow(shop, schedule)).status).toBe('active');
});

test('a phase ends now where another follows, and a schedule that has not started can start now', async () => {
  const shop = await openShop('2026-01-01');
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  const items = [{ price, quantity: 1 }];
  const schedule = await scheduled(shop, { start_date: moment('2026-02-01'), phases: [{ items, iterations: 3 }] });
  const path = `/v1/subscription_schedules/${schedule.id}`;
  await shop.advance('2026-01-10');
  const begun = await made(shop.client, path, { phases: [{ items, start_date: 'now', iterations: 3 }] });
  expect([begun.status, dated(begun.current_phase.start_date), dated(begun.current_phase.end_date)]).toEqual([
    'active',
    '2026-01-10',
    '2026-04-10',
  ]);
  await shop.advance('2026-01-25T12:00');
  const { start_date } = begun.current_phase;
  const early = { items, start_date, end_date: 'now' };
  const only = await shop.client.post(path, { phases: [early] });
  expect([only.status, only.body.error.param]).toEqual([400, 'phases[0][end_date]']);
  const next = { items: [{ price: dearer, quantity: 1 }], start_date: 'now', iterations: 1, proration_behavior: 'always_invoice' };
  const moved = await made(shop.client, path, { phases: [early, next] });
  expect([dated(moved.current_phase.start_date), moved.phases.length]).toEqual(['2026-01-25T12:00', 2]);
  expect((await subscriptionNow(shop, begun.subscription)).items.data[0].price.id).toBe(dearer);
  expect((await billed(shop)).map(([, total]) => total)).toEqual([1000, 1000]);
});

test('400: a trial that outlasts its phase, a trial given twice, a quantity of a metered item, and a currency that no price has', async () => {
  const shop = await openShop('2026-01-01');
  const items = [{ price: await shop.price(1000) }];
  const refused = async (phase: object) => {
    const phases = [{ items, end_date: moment('2026-03-01'), ...phase }];
    const { status, body } = await shop.client.post('/v1/subscription_schedules', { customer: shop.customer, phases });
    return [status, body.error?.param];
  };
  expect(await refused({ trial_end: moment('2026-04-01') })).toEqual([400, 'phases[0][trial_end]']);
  expect(await refused({ trial_end: moment('2026-02-01'), trial: true })).toEqual([400, 'phases[0][trial]']);
  expect(await refused({ currency: 'eur' })).toEqual([400, 'phases[0][items]']);
  const metered = await shop.price(10, { recurring: { interval: 'month', usage_type: 'metered' } });
  expect(await refused({ items: [{ price: metered, quantity: 2 }] })).toEqual([400, 'phases[0][items][0][quantity]']);
});

test("the preview of the next invoice includes the next phase's added, changed and removed items, where it starts with the period", async () => {
  const shop = await openShop('2026-01-01');
  const [price, other, gone] = [await shop.price(1000), await shop.price(300), await shop.price(70)];
  const price_data = { currency: 'usd', product: shop.product, unit_amount: 5, recurring: { interval: 'month' } };
  const { subscription } = await scheduled(shop, {
    phases: [
      { items: [{ price, quantity: 1 }, { price: gone }], iterations: 2 },
      { items: [{ price, quantity: 3 }, { price: other }, { price_data }], iterations: 1 },
    ],
  });
  const foretold = async (): Promise<number> =>
    (await made(shop.client, '/v1/invoices/create_preview', { subscription, customer: shop.customer })).total;
  await shop.advance('2026-01-15');
  expect(await foretold()).toBe(1070);
  await shop.advance('2026-02-15');
  const next = await foretold();
  expect(next).toBe(3305);
  await shop.advance('2026-03-01T02:00');
  expect((await billed(shop)).at(-1)).toEqual(['2026-03-01', next]);
});

test('a schedule has an aborted event when its subscription is canceled for nonpayment, and a canceled one when a caller cancels it', async () => {
  const shop = await openShop('2026-01-01');
  const phases = [{ items: [{ price: await shop.price(1000) }], iterations: 6 }];
  const unpaid = await scheduled(shop, { start_date: 'now', phases });
  const { id } = await made(shop.client, '/v1/payment_methods/pm_card_chargeCustomerFail/attach', { customer: shop.customer });
  await made(shop.client, `/v1/subscriptions/${unpaid.subscription}`, { default_payment_method: id });
  await shop.advance('2026-03-01');
  expect((await subscriptionNow(shop, unpaid.subscription)).status).toBe('canceled');
  expect((await scheduleNow(shop, unpaid)).status).toBe('canceled');
  const ended = ['subscription_schedule.canceled', 'subscription_schedule.aborted'];
  expect((await toldOf(shop, 'subscription_schedule.')).filter((type) => ended.includes(type))).toEqual(ended);
  const later = await scheduled(shop, { start_date: moment('2026-05-01'), phases });
  await made(shop.client, `/v1/subscription_schedules/${later.id}/cancel`, {});
  expect((await toldOf(shop, 'subscription_schedule.')).at(-1)).toBe('subscription_schedule.canceled');
});
