import { afterAll, beforeAll, expect, test } from 'vitest';
import { made } from '../support/populate.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { rowsOf } from '../support/services.js';
import { moment } from '../support/subscribed.js';

let service: TestService;
beforeAll(async () => {
  service = await startService({});
});
afterAll(() => service.stop());

const counting = (formula = 'sum') => ({ display_name: 'Calls', event_name: 'calls', default_aggregation: { formula } });

async function openShop(formula?: string) {
  const shop = service.client();
  const { id: meter } = await made(shop, '/v1/billing/meters', counting(formula));
  const { id: customer } = await made(shop, '/v1/customers', { name: 'Jo' });
  const watching = (gte: number, more: object = {}) =>
    made(shop, '/v1/billing/alerts', {
      ...{ alert_type: 'usage_threshold', title: 'Many calls' },
      usage_threshold: { gte, meter, recurrence: 'one_time', ...more },
    });
  return { shop, meter, customer, watching };
}

const used = (shop: Client, customer: string, value: number) =>
  made(shop, '/v1/billing/meter_events', { event_name: 'calls', payload: { stripe_customer_id: customer, value: String(value) } });

type Triggered = { readonly alert: { readonly id: string }; readonly customer: string; readonly value: number };

const triggeredIn = async (shop: Client): Promise<Triggered[]> =>
  (await shop.get('/v1/events', { type: 'billing.alert.triggered', limit: 100 })).body.data.map(
    ({ data }: { data: { object: Triggered } }) => data.object,
  );

/** Waits until all checks of recorded events have run. */
const checked = () =>
  service.until(async () => (await rowsOf(service, "select 1 as left from jobs where id like '% alerts %'")).length === 0);

test('an alert triggers once for each customer whose usage reaches the threshold', async () => {
  const { shop, meter, customer, watching } = await openShop();
  const alert = await watching(10);
  const other = (await made(shop, '/v1/customers', { name: 'Al' })).id;
  await used(shop, customer, 9.5);
  await used(shop, other, 3);
  await checked();
  expect(await triggeredIn(shop)).toEqual([]);
  await used(shop, customer, 0.5);
  await used(shop, customer, 20);
  await checked();
  const [triggered, ...more] = await triggeredIn(shop);
  expect(more).toEqual([]);
  expect(triggered).toMatchObject({ object: 'billing.alert_triggered', alert, customer, livemode: false });
  expect(alert).toMatchObject({ status: 'active', alert_type: 'usage_threshold', usage_threshold: { gte: 10, meter, filters: null } });
  await used(shop, other, 7);
  await checked();
  expect((await triggeredIn(shop)).map((each) => [each.customer, each.value])).toContainEqual([other, 10]);
});

test('concurrent events of a customer trigger an alert exactly once', async () => {
  const { shop, customer, watching } = await openShop('count');
  await watching(20, { filters: [{ type: 'customer', customer }] });
  await Promise.all(Array.from({ length: 20 }, () => used(shop, customer, 1)));
  await checked();
  expect((await triggeredIn(shop)).map((each) => each.customer)).toEqual([customer]);
});

test('an alert with a filter ignores other customers, and an inactive or archived one all', async () => {
  const { shop, customer, watching } = await openShop();
  const other = (await made(shop, '/v1/customers', { name: 'Al' })).id;
  const filtered = await watching(5, { filters: [{ type: 'customer', customer }] });
  const paused = await watching(5);
  await made(shop, `/v1/billing/alerts/${paused.id}/deactivate`, {});
  const gone = await watching(5);
  await made(shop, `/v1/billing/alerts/${gone.id}/archive`, {});
  await used(shop, other, 9);
  await used(shop, customer, 9);
  await checked();
  expect((await triggeredIn(shop)).map(({ alert }) => alert.id)).toEqual([filtered.id]);
  expect((await made(shop, `/v1/billing/alerts/${paused.id}/activate`, {})).status).toBe('active');
  await used(shop, other, 1);
  await checked();
  expect((await triggeredIn(shop)).map(({ alert, value }) => [alert.id, value])).toContainEqual([paused.id, 10]);
  const refused = await shop.post(`/v1/billing/alerts/${gone.id}/activate`);
  expect([refused.status, refused.body.error.code]).toEqual([400, 'alert_unexpected_state']);
});

test('usage before an alert was created does not count, except on a test clock, where all usage does', async () => {
  const { shop, customer, watching } = await openShop();
  const clock = (await made(shop, '/v1/test_helpers/test_clocks', { frozen_time: moment('2026-01-10') })).id;
  const clocked = (await made(shop, '/v1/customers', { name: 'Al', test_clock: clock })).id;
  const before = {
    event_name: 'calls',
    payload: { stripe_customer_id: customer, value: '9' },
    timestamp: Math.floor(Date.now() / 1000) - 60,
  };
  await made(shop, '/v1/billing/meter_events', before);
  await used(shop, clocked, 9);
  await watching(10);
  await used(shop, customer, 9);
  await used(shop, clocked, 1);
  await checked();
  expect((await triggeredIn(shop)).map((each) => [each.customer, each.value])).toEqual([[clocked, 10]]);
});

test('alerts are listed by their meter, and refused for an inactive one', async () => {
  const { shop, meter, watching } = await openShop();
  const [first, second] = [await watching(5), await watching(6)];
  const { body } = await shop.get('/v1/billing/alerts', { meter, alert_type: 'usage_threshold' });
  expect(body.data).toEqual([second, first]);
  expect((await shop.get(`/v1/billing/alerts/${first.id}`)).body).toEqual(first);
  await made(shop, `/v1/billing/meters/${meter}/deactivate`, {});
  const refused = await shop.post('/v1/billing/alerts', {
    ...{ alert_type: 'usage_threshold', title: 'Many calls' },
    usage_threshold: { gte: 1, meter, recurrence: 'one_time' },
  });
  expect([refused.status, refused.body.error.code, refused.body.error.param]).toEqual([400, 'archived_meter', 'usage_threshold[meter]']);
});
