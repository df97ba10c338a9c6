import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Body, billsOf, scheduled, scheduleNow } from '../support/schedules.js';
import { startService, type TestService } from '../support/service.js';
import { type ClockedShop, dated, moment, openClockedShop } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const preview = ({ client }: ClockedShop, params: object): Promise<Body> => made(client, '/v1/invoices/create_preview', { ...params });

const linesOf = ({ lines }: Body) =>
  lines.data.map(({ amount, period }: Body) => [amount, dated(period.start), dated(period.end)]).toSorted();

test('a preview of a schedule that does not exist yet is its first invoice', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const [basic, premium] = [await shop.price(1000), await shop.price(3000)];
  const fee = (await made(shop.client, '/v1/prices', { product: shop.product, currency: 'usd', unit_amount: 500 })).id;
  const phases = [
    { items: [{ price: basic, quantity: 2 }], add_invoice_items: [{ price: fee }], duration: { interval: 'month' } },
    { items: [{ price: premium }], duration: { interval: 'month' } },
  ];
  const asked = { customer: shop.customer, schedule_details: { end_behavior: 'cancel', phases } };
  const seen = await preview(shop, asked);
  expect(linesOf(seen)).toEqual([
    [2000, '2026-07-01', '2026-08-01'],
    [500, '2026-07-01', '2026-08-01'],
  ]);
  const later = phases.map((each, place) => (place === 0 ? { ...each, start_date: moment('2026-09-15') } : each));
  expect(linesOf(await preview(shop, { customer: shop.customer, schedule_details: { phases: later } }))).toContainEqual([
    2000,
    '2026-09-15',
    '2026-10-15',
  ]);
  expect((await shop.client.get(`/v1/subscription_schedules?customer=${shop.customer}`)).body.data).toEqual([]);
  await scheduled(shop, { end_behavior: 'cancel', phases });
  const [bill] = await billsOf(shop);
  expect([linesOf(bill), bill.total]).toEqual([linesOf(seen), seen.total]);
});

test('a preview of a schedule is its next invoice, with the phase that starts then', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const [basic, premium] = [await shop.price(1000), await shop.price(3000)];
  const phases = [
    { items: [{ price: basic }], duration: { interval: 'month' } },
    { items: [{ price: premium }], duration: { interval: 'month' } },
  ];
  const { id: schedule } = await scheduled(shop, { start_date: moment('2026-07-10'), phases });
  expect(linesOf(await preview(shop, { schedule }))).toEqual([[1000, '2026-07-10', '2026-08-10']]);
  await shop.advance('2026-07-20');
  const seen = await preview(shop, { schedule });
  expect(linesOf(seen)).toEqual([[3000, '2026-08-10', '2026-09-10']]);
  const besides = await preview(shop, { schedule, invoice_items: [{ amount: 250 }] });
  expect(besides.total).toBe(3250);
  expect((await preview(shop, { schedule, preview_mode: 'recurring', invoice_items: [{ amount: 250 }] })).total).toBe(3000);
  await shop.advance('2026-08-10');
  expect(linesOf((await billsOf(shop)).at(-1))).toEqual(linesOf(seen));
});

test('a preview of other phases is their invoice, and changes none', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const [basic, premium] = [await shop.price(1000), await shop.price(3000)];
  const first = { items: [{ price: basic }], start_date: moment('2026-07-01'), end_date: moment('2026-09-01') };
  const made_of = await scheduled(shop, { phases: [first] });
  const schedule = made_of.id;
  await shop.advance('2026-07-11');
  const other = { ...first, end_date: moment('2026-08-01') };
  const next = { items: [{ price: premium }], duration: { interval: 'month' } };
  const phased = (phases: object[], more = {}) => preview(shop, { schedule, schedule_details: { phases, ...more } });
  expect(linesOf(await phased([other, next]))).toEqual([[3000, '2026-08-01', '2026-09-01']]);
  const dearer = { ...first, items: [{ price: premium }] };
  const prorated = await phased([dearer], { proration_behavior: 'always_invoice' });
  expect(linesOf(prorated)).toEqual([
    [-677, '2026-07-11', '2026-08-01'],
    [2032, '2026-07-11', '2026-08-01'],
  ]);
  expect(linesOf(await phased([dearer], { proration_behavior: 'none' }))).toEqual([[3000, '2026-08-01', '2026-09-01']]);
  expect((await scheduleNow(shop, made_of)).phases[0].items[0].price).toBe(basic);
  await made(shop.client, `/v1/subscription_schedules/${schedule}`, { phases: [dearer], proration_behavior: 'always_invoice' });
  const bill = (await billsOf(shop)).at(-1);
  expect([linesOf(bill), bill.total]).toEqual([linesOf(prorated), prorated.total]);
});

test('older clients ask for the next invoice of a schedule too', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const price = await shop.price(1000);
  const { id: schedule } = await scheduled(shop, { phases: [{ items: [{ price }], iterations: 2 }] });
  const { body } = await shop.client.get('/v1/invoices/upcoming', { schedule });
  expect(linesOf(body)).toEqual([[1000, '2026-08-01', '2026-09-01']]);
  const { body: of_new } = await shop.client.get('/v1/invoices/upcoming', {
    customer: shop.customer,
    'schedule_details[phases][0][items][0][price]': price,
    'schedule_details[phases][0][items][0][quantity]': '3',
  });
  expect(of_new.total).toBe(3000);
});

test('400: a schedule is previewed alone, and with valid phases', async () => {
  const shop = await openClockedShop(service, { at: '2026-07-01' });
  const price = await shop.price(1000);
  const sub = await shop.subscribe([{ price }]);
  const items = [{ price }];
  const { id: schedule } = await scheduled(shop, { phases: [{ items }] });
  for (const [params, code, param] of [
    [{ schedule, subscription: sub.id }, 'parameters_exclusive', 'subscription'],
    [{ schedule, subscription_details: { items } }, 'parameters_exclusive', 'subscription_details'],
    [{ schedule, subscription_trial_end: 'now' }, 'parameters_exclusive', 'subscription_trial_end'],
    [
      { schedule, schedule_details: { phases: [{ items, start_date: 5 }] } },
      'parameter_invalid',
      'schedule_details[phases][0][start_date]',
    ],
    [{ customer: shop.customer, schedule_details: { phases: [] } }, 'parameter_missing', 'schedule_details[phases]'],
    [
      { customer: shop.customer, schedule_details: { phases: [{ items: [{ price: 'price_none' }] }] } },
      'resource_missing',
      'schedule_details[phases][0][items][0][price]',
    ],
  ] as const) {
    const { status, body } = await shop.client.post('/v1/invoices/create_preview', params);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, code, param]);
  }
});
