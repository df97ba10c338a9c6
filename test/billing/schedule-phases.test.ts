import { afterAll, beforeAll, expect, test } from 'vitest';
import { connected } from '../support/connect.js';
import { made } from '../support/populate.js';
import { type Body, billed, billsOf, get, scheduled, scheduleNow, subscriptionNow } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const openShop = (at: string) => openClockedShop(service, { at });

const rateOf = async ({ client }: ClockedShop, percentage: number): Promise<string> =>
  (await made(client, '/v1/tax_rates', { display_name: `VAT ${percentage}`, inclusive: false, percentage })).id;
const couponOf = async ({ client }: ClockedShop, id: string, percent_off: number, duration = 'forever'): Promise<string> =>
  (await made(client, '/v1/coupons', { id, percent_off, duration })).id;
const timesRedeemed = async (shop: ClockedShop, id: string): Promise<number> => (await get(shop, `/v1/coupons/${id}`)).times_redeemed;

/** A one-time price. */
const onceAt = async ({ client, product }: ClockedShop, unit_amount: number): Promise<string> =>
  (await made(client, '/v1/prices', { product, currency: 'usd', unit_amount })).id;

const line = (bill: Body, price: string): Body => bill.lines.data.find((each: Body) => each.price?.id === price);

test('a one-time item of a phase is on the first invoice of the phase, and on no other', async () => {
  const shop = await openShop('2026-01-01');
  const [price, setup, upgrade] = [await shop.price(1000), await onceAt(shop, 500), await onceAt(shop, 300)];
  const [half, vat] = [await couponOf(shop, 'SETUP', 50), await rateOf(shop, 20)];
  const items = [{ price }];
  const price_data = { currency: 'usd', product: shop.product, unit_amount: 40 };
  const schedule = await scheduled(shop, {
    phases: [
      { items, iterations: 2, add_invoice_items: [{ price: setup, quantity: 2, discounts: [{ coupon: half }] }, { price_data }] },
      { items, iterations: 2, add_invoice_items: [{ price: upgrade, tax_rates: [vat], metadata: { why: 'upgrade' } }] },
    ],
  });
  const [first, second] = schedule.phases;
  expect(first.add_invoice_items[0]).toEqual({
    discountable: true,
    discounts: [{ coupon: half, discount: null, promotion_code: null }],
    metadata: {},
    period: { end: { type: 'min_item_period_end' }, start: { type: 'max_item_period_start' } },
    price: setup,
    quantity: 2,
    tax_rates: [],
  });
  expect([first.add_invoice_items.length, second.add_invoice_items[0].tax_rates[0].id]).toEqual([2, vat]);
  await shop.advance('2026-02-15');
  const { total } = await made(shop.client, '/v1/invoices/create_preview', { subscription: schedule.subscription });
  expect(total).toBe(1360);
  await shop.advance('2026-04-01T02:00');
  expect(await billed(shop)).toEqual([
    ['2026-01-01', 1540],
    ['2026-02-01', 1000],
    ['2026-03-01', 1360],
    ['2026-04-01', 1000],
  ]);
  const [begun, , entered] = await billsOf(shop);
  const [{ period, quantity }, added] = [line(begun, setup), line(entered, upgrade)];
  expect([quantity, dated(period.start), dated(period.end)]).toEqual([2, '2026-01-01', '2026-02-01']);
  expect([added.metadata, dated(added.period.start), dated(added.period.end)]).toEqual([{ why: 'upgrade' }, '2026-03-01', '2026-04-01']);
  expect(await timesRedeemed(shop, half)).toBe(1);
});

test('a one-time item of a phase that starts within a period waits for the next invoice, or is billed with the change', async () => {
  const once = async (proration_behavior: string) => {
    const shop = await openShop('2026-04-01');
    const items = [{ price: await shop.price(1000) }];
    const added = { add_invoice_items: [{ price: await onceAt(shop, 500), period: whole_phase }], proration_behavior };
    await scheduled(shop, {
      phases: [
        { items, end_date: moment('2026-04-16') },
        { items, end_date: moment('2026-05-16'), ...added },
      ],
    });
    await shop.advance('2026-05-01T02:00');
    const bills = await billsOf(shop);
    const [{ period }] = bills.flatMap(({ lines }) => lines.data).filter(({ amount }: Body) => amount === 500);
    return [await billed(shop), dated(period.start), dated(period.end)];
  };
  const whole_phase = { start: { type: 'phase_start' }, end: { type: 'phase_end' } };
  const [first, next] = [['2026-04-01', 1000] as const, ['2026-05-01', 1000] as const];
  expect(await once('create_prorations')).toEqual([[first, ['2026-05-01', 1500]], '2026-04-16', '2026-05-16']);
  expect(await once('always_invoice')).toEqual([[first, ['2026-04-16', 500], next], '2026-04-16', '2026-05-16']);
});

test('a started phase charges items added to it, and does not charge earlier ones again', async () => {
  const shop = await openShop('2026-01-01');
  const items = [{ price: await shop.price(1000) }];
  const [setup, more] = [
    { price: await onceAt(shop, 500) },
    {
      price: await onceAt(shop, 70),
      period: {
        start: { type: 'timestamp', timestamp: moment('2026-01-10') },
        end: { type: 'timestamp', timestamp: moment('2026-01-20') },
      },
    },
  ];
  const schedule = await scheduled(shop, { phases: [{ items, iterations: 3, add_invoice_items: [setup] }] });
  await shop.advance('2026-01-10');
  const path = `/v1/subscription_schedules/${schedule.id}`;
  const changed = await made(shop.client, path, { phases: [{ items, iterations: 3, add_invoice_items: [setup, more] }] });
  expect(changed.phases[0].add_invoice_items[1].period).toEqual(more.period);
  await made(shop.client, path, { phases: [{ items, iterations: 3, add_invoice_items: [setup, more] }] });
  await shop.advance('2026-02-01T02:00');
  expect(await billed(shop)).toEqual([
    ['2026-01-01', 1500],
    ['2026-02-01', 1070],
  ]);
  const added = line((await billsOf(shop))[1], more.price);
  expect([dated(added.period.start), dated(added.period.end)]).toEqual(['2026-01-10', '2026-01-20']);
});

test('charged items of a phase are recognized, whatever the current state of their tax rate and the order of their metadata', async () => {
  const shop = await openShop('2026-01-01');
  const items = [{ price: await shop.price(1000) }];
  const [price, rate] = [await onceAt(shop, 500), await rateOf(shop, 20)];
  const phases = (metadata: object) => [{ items, iterations: 3, add_invoice_items: [{ price, metadata, tax_rates: [rate] }] }];
  const schedule = await scheduled(shop, { phases: phases({ a: '1', b: '2' }) });
  await made(shop.client, `/v1/tax_rates/${rate}`, { description: 'Value added' });
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}`, { phases: phases({ b: '2', a: '1' }) });
  await shop.advance('2026-02-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([1600, 1000]);
});

test('items of a phase have their own discounts and tax rates, which the next phase keeps, changes or removes', async () => {
  const shop = await openShop('2026-01-01');
  const [one, two] = [await shop.price(1000), await shop.price(100)];
  const [half, tenth] = [await couponOf(shop, 'HALF', 50), await couponOf(shop, 'TENTH', 10)];
  const [vat, other] = [await rateOf(shop, 20), await rateOf(shop, 10)];
  const reduced = { price: one, discounts: [{ coupon: half }], tax_rates: [vat], metadata: { of: 'first' } };
  const schedule = await scheduled(shop, {
    phases: [
      { items: [reduced, { price: two }], iterations: 1 },
      {
        items: [
          { ...reduced, metadata: { of: 'second' } },
          { price: two, tax_rates: [other] },
        ],
        iterations: 1,
      },
      { items: [{ price: one, discounts: [{ coupon: tenth }] }, { price: two }], iterations: 1 },
    ],
  });
  expect(schedule.phases[0].items[0]).toMatchObject({
    discounts: [{ coupon: half, discount: null, promotion_code: null }],
    tax_rates: [{ id: vat }],
  });
  const foretold: number[] = [];
  for (const at of ['2026-01-15', '2026-02-15', '2026-03-15']) {
    await shop.advance(at);
    foretold.push((await made(shop.client, '/v1/invoices/create_preview', { subscription: schedule.subscription })).total);
  }
  expect((await billed(shop)).map(([, total]) => total)).toEqual([700, 710, 1000]);
  expect(foretold).toEqual([710, 1000, 1000]);
  const [item] = (await subscriptionNow(shop, schedule.subscription)).items.data;
  expect([item.metadata, item.discounts.length, item.tax_rates]).toEqual([{ of: 'second' }, 1, []]);
  expect([await timesRedeemed(shop, half), await timesRedeemed(shop, tenth)]).toEqual([1, 1]);
  expect((await scheduleNow(shop, schedule)).phases.length).toBe(3);
});

test('an item that becomes another one inherits neither discounts nor tax rates', async () => {
  const shop = await openShop('2026-01-01');
  const [price, dearer] = [await shop.price(1000), await shop.price(3000)];
  const [half, vat] = [await couponOf(shop, 'HALF', 50), await rateOf(shop, 20)];
  await scheduled(shop, {
    phases: [
      { items: [{ price, discounts: [{ coupon: half }], tax_rates: [vat] }], iterations: 1 },
      { items: [{ price: dearer }], iterations: 1 },
    ],
  });
  await shop.advance('2026-02-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([600, 3000]);
});

test('a discount or a tax rate set directly on an item splits the phase, and an expired one does not', async () => {
  const shop = await openShop('2026-01-01');
  const [price, other] = [await shop.price(1000), await shop.price(100)];
  const [once, half, vat] = [await couponOf(shop, 'ONCE', 10, 'once'), await couponOf(shop, 'HALF', 50), await rateOf(shop, 20)];
  const items = [{ price, discounts: [{ coupon: once }] }, { price: other }];
  const schedule = await scheduled(shop, { phases: [{ items, iterations: 4 }] });
  await shop.advance('2026-01-10');
  expect((await scheduleNow(shop, schedule)).phases.length).toBe(1);
  const [, second] = (await subscriptionNow(shop, schedule.subscription)).items.data;
  await made(shop.client, `/v1/subscription_items/${second.id}`, { discounts: [{ coupon: half }] });
  await shop.advance('2026-01-11');
  await made(shop.client, `/v1/subscription_items/${second.id}`, { tax_rates: [vat] });
  const { phases } = await scheduleNow(shop, schedule);
  const [{ discounts }] = (await subscriptionNow(shop, schedule.subscription)).items.data.filter(({ id }: Body) => id === second.id);
  const asked = { coupon: once, discount: null, promotion_code: null };
  expect(
    phases.map(({ start_date, items }: Body) => [dated(start_date), ...items.map((each: Body) => [each.discounts, each.tax_rates.length])]),
  ).toEqual([
    ['2026-01-01', [[asked], 0], [[], 0]],
    ['2026-01-10', [[asked], 0], [[{ coupon: null, discount: discounts[0], promotion_code: null }], 0]],
    ['2026-01-11', [[asked], 0], [[{ coupon: null, discount: discounts[0], promotion_code: null }], 1]],
  ]);
  await shop.advance('2026-02-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([1000, 1060]);
});

test('tax rates archived before their phase still apply to it, and are in its preview', async () => {
  const shop = await openShop('2026-01-01');
  const [price, setup] = [await shop.price(1000), await onceAt(shop, 100)];
  const [vat, own, once] = [await rateOf(shop, 20), await rateOf(shop, 10), await rateOf(shop, 5)];
  const other = await shop.price(1000);
  const taxed = { items: [{ price, tax_rates: [own] }, { price: other }], default_tax_rates: [vat] };
  const schedule = await scheduled(shop, {
    phases: [
      { items: [{ price }], iterations: 1 },
      { ...taxed, iterations: 1, add_invoice_items: [{ price: setup, tax_rates: [once] }] },
    ],
  });
  for (const rate of [vat, own, once]) await made(shop.client, `/v1/tax_rates/${rate}`, { active: false });
  await shop.advance('2026-01-15');
  expect((await made(shop.client, '/v1/invoices/create_preview', { subscription: schedule.subscription })).total).toBe(2405);
  await shop.advance('2026-02-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([1000, 2405]);
  expect((await scheduleNow(shop, schedule)).status).toBe('active');
});

test('a schedule of an existing subscription keeps the settings of its items, and adds its own', async () => {
  const shop = await openShop('2026-01-01');
  const [price, half, vat] = [await shop.price(1000), await couponOf(shop, 'HALF', 50), await rateOf(shop, 20)];
  const sub = await shop.subscribe([{ price, discounts: [{ coupon: half }], tax_rates: [vat] }], {
    application_fee_percent: 12.5,
    transfer_data: { destination: (await connected(shop.client)).id },
  });
  const schedule = await made(shop.client, '/v1/subscription_schedules', { from_subscription: sub.id });
  const [phase] = schedule.phases;
  const discount = { coupon: null, discount: sub.items.data[0].discounts[0], promotion_code: null };
  expect([phase.items[0].discounts, phase.items[0].tax_rates.map(({ id }: Body) => id)]).toEqual([[discount], [vat]]);
  expect([phase.application_fee_percent, schedule.default_settings.application_fee_percent]).toEqual([12.5, 12.5]);
  const kept = { price, discounts: [{ discount: discount.discount }], tax_rates: [vat] };
  const { start_date, end_date } = phase;
  await made(shop.client, `/v1/subscription_schedules/${schedule.id}`, {
    phases: [
      { items: [kept], start_date, end_date },
      { items: [kept], iterations: 1 },
      { items: [{ price }], iterations: 1 },
    ],
  });
  await shop.advance('2026-03-01T02:00');
  expect((await billed(shop)).map(([, total]) => total)).toEqual([600, 600, 1000]);
  expect(await timesRedeemed(shop, half)).toBe(1);
});

test('a phase has its own application fee, or that of its schedule, and its own ends with it', async () => {
  const shop = await openShop('2026-01-01');
  const items = [{ price: await shop.price(1000), billing_thresholds: { usage_gte: 5 } }];
  const phases = [
    { items, iterations: 1, application_fee_percent: 10, billing_thresholds: { amount_gte: 5000 } },
    { items: [{ price: items[0]?.price }], iterations: 1 },
  ];
  const sayings = async (schedule: Body) => {
    const { application_fee_percent, billing_thresholds, items } = await subscriptionNow(shop, schedule.subscription);
    return [application_fee_percent, billing_thresholds?.amount_gte ?? null, items.data[0].billing_thresholds];
  };
  const transfer_data = { destination: (await connected(shop.client)).id };
  const alone = await scheduled(shop, { phases, default_settings: { transfer_data } });
  const settled = await scheduled(shop, {
    phases,
    default_settings: { application_fee_percent: 2.5, automatic_tax: { enabled: false }, transfer_data },
  });
  expect([await sayings(alone), await sayings(settled)]).toEqual(Array(2).fill([10, 5000, { usage_gte: 5 }]));
  await shop.advance('2026-02-01T02:00');
  expect([await sayings(alone), await sayings(settled)]).toEqual([
    [null, null, null],
    [2.5, null, null],
  ]);
});

test('400: an invalid member of a phase is refused with its name', async () => {
  const shop = await openShop('2026-01-01');
  const price = await shop.price(1000);
  const [once, euros] = [
    await onceAt(shop, 500),
    (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'eur', unit_amount: 5 })).id,
  ];
  const coupon = await couponOf(shop, 'HALF', 50);
  const refused = async (phase: object, more: object = {}) => {
    const phases = [
      { items: [{ price }], iterations: 1 },
      { items: [{ price }], iterations: 1, ...phase },
    ];
    const { status, body } = await shop.client.post('/v1/subscription_schedules', { customer: shop.customer, phases, ...more });
    return [status, body.error?.param];
  };
  const adding = (item: object) => refused({ add_invoice_items: [item] });
  expect(await adding({ price })).toEqual([400, 'phases[1][add_invoice_items][0][price]']);
  expect(await adding({ price: euros })).toEqual([400, 'phases[1][add_invoice_items][0][price]']);
  expect(await adding({ quantity: 2 })).toEqual([400, 'phases[1][add_invoice_items][0][price]']);
  expect(await adding({ price: once, discounts: [{}] })).toEqual([400, 'phases[1][add_invoice_items][0][discounts][0][coupon]']);
  const [start, end] = [{ type: 'phase_start' }, { type: 'timestamp', timestamp: moment('2026-01-15') }];
  expect(await adding({ price: once, period: { start, end } })).toEqual([400, 'phases[1][add_invoice_items][0][period][end]']);
  expect(await adding({ price: once, period: { start, end: { type: 'timestamp' } } })).toEqual([
    400,
    'phases[1][add_invoice_items][0][period][end][timestamp]',
  ]);
  const both = [{ coupon, promotion_code: 'promo_none' }];
  expect((await refused({ items: [{ price, discounts: both }] }))[0]).toBe(400);
  expect(await refused({ items: [{ price, discounts: [{ coupon: 'NONE' }] }] })).toEqual([
    400,
    'phases[1][items][0][discounts][0][coupon]',
  ]);
  expect(await refused({ items: [{ price, tax_rates: [await rateOf(shop, 1), 'txr_none'] }] })).toEqual([
    400,
    'phases[1][items][0][tax_rates][1]',
  ]);
  expect(await refused({ automatic_tax: { enabled: true } })).toEqual([400, 'phases[1][automatic_tax][enabled]']);
  expect(await refused({}, { default_settings: { automatic_tax: { enabled: true } } })).toEqual([
    400,
    'default_settings[automatic_tax][enabled]',
  ]);
  expect(await refused({ application_fee_percent: 101 })).toEqual([400, 'phases[1][application_fee_percent]']);
  expect(await refused({ on_behalf_of: 'acct_none' })).toEqual([400, 'phases[1][on_behalf_of]']);
  expect(await refused({ transfer_data: { destination: 'acct_none' } })).toEqual([400, 'phases[1][transfer_data][destination]']);
  expect(await adding({ price: once })).toEqual([200, undefined]);
});
