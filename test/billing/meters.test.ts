import { expect, test } from 'vitest';
import { refusal } from '../support/payments.js';
import { commonService } from '../support/services.js';
import { metered } from '../support/usage.js';

const service = await commonService();

const seats = { display_name: 'Seats', event_name: 'seats', default_aggregation: { formula: 'sum' } };

test('a meter has its event name, and its mapping of payload keys', async () => {
  const shop = service.client();
  const { body: meter } = await shop.post('/v1/billing/meters', seats);
  expect(meter).toEqual({
    id: expect.stringMatching(/^mtr_/),
    object: 'billing.meter',
    created: expect.any(Number),
    customer_mapping: { event_payload_key: 'stripe_customer_id', type: 'by_id' },
    default_aggregation: { formula: 'sum' },
    display_name: 'Seats',
    event_name: 'seats',
    event_time_window: null,
    livemode: false,
    status: 'active',
    status_transitions: { deactivated_at: null },
    updated: meter.created,
    value_settings: { event_payload_key: 'value' },
  });
  const renamed = await shop.post(`/v1/billing/meters/${meter.id}`, { display_name: 'Places' });
  expect(renamed.body).toMatchObject({ display_name: 'Places', event_name: 'seats' });
  expect((await shop.get(`/v1/billing/meters/${meter.id}`)).body).toEqual(renamed.body);
  const other = await shop.post('/v1/billing/meters', {
    ...seats,
    event_name: 'bytes',
    customer_mapping: { event_payload_key: 'user', type: 'by_id' },
    value_settings: { event_payload_key: 'bytes' },
    event_time_window: 'hour',
  });
  expect(other.body).toMatchObject({
    customer_mapping: { event_payload_key: 'user' },
    value_settings: { event_payload_key: 'bytes' },
    event_time_window: 'hour',
  });
});

test('a meter is deactivated and reactivated, with an event for each', async () => {
  const { shop, meter } = await metered(service.client());
  const path = `/v1/billing/meters/${meter}`;
  const off = (await shop.post(`${path}/deactivate`)).body;
  expect(off).toMatchObject({ status: 'inactive', status_transitions: { deactivated_at: off.updated } });
  expect(refusal(await shop.post(`${path}/deactivate`))).toEqual([400, 'meter_unexpected_state']);
  expect((await shop.get('/v1/billing/meters?status=inactive')).body.data).toEqual([off]);
  const on = (await shop.post(`${path}/reactivate`)).body;
  expect(on).toMatchObject({ status: 'active', status_transitions: { deactivated_at: null } });
  expect((await shop.get('/v1/billing/meters?status=active')).body.data).toEqual([on]);
  await shop.post(path, { display_name: 'Calls' });
  const event_types = (await shop.get('/v1/events')).body.data.map(({ type }: { type: string }) => type);
  expect(event_types.filter((type: string) => type.startsWith('billing.')).reverse()).toEqual([
    'billing.meter.created',
    'billing.meter.deactivated',
    'billing.meter.reactivated',
    'billing.meter.updated',
  ]);
});

test('400 resource_already_exists: only one active meter has an event name, created in turn or at once', async () => {
  const shop = service.client();
  const made = await Promise.all([1, 2, 3].map(() => shop.post('/v1/billing/meters', seats)));
  expect(made.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  const { body } = await shop.post('/v1/billing/meters', seats);
  expect(body.error).toMatchObject({ code: 'resource_already_exists', param: 'event_name' });
  expect(body.error.message).toContain(made.find(({ status }) => status === 200)?.body.id);
});

test('the event name of an inactive meter is available, and reactivating the old meter does not take it back', async () => {
  const { shop, meter, event_name } = await metered(service.client());
  const path = `/v1/billing/meters/${meter}`;
  await shop.post(`${path}/deactivate`);
  const { body: next } = await shop.post('/v1/billing/meters', { ...seats, event_name });
  expect(next.status).toBe('active');
  expect((await shop.post(`${path}/reactivate`)).body.error).toMatchObject({ code: 'resource_already_exists', param: 'event_name' });
  await shop.post(`/v1/billing/meters/${next.id}/deactivate`);
  expect((await shop.post(`${path}/reactivate`)).body.status).toBe('active');
  expect((await shop.post(`/v1/billing/meters/${next.id}/reactivate`)).body.error.code).toBe('resource_already_exists');
});

test('400: a price needs an existing, active meter', async () => {
  const { shop, meter } = await metered(service.client());
  const { body: product } = await shop.post('/v1/products', { name: 'Requests' });
  const priced = (of: string) => ({ currency: 'usd', unit_amount: 1, recurring: { interval: 'month', usage_type: 'metered', meter: of } });
  const ask = (of: string) => shop.post('/v1/prices', { product: product.id, ...priced(of) });
  expect((await ask(meter)).body.recurring).toMatchObject({ meter, usage_type: 'metered', aggregate_usage: null });
  expect((await ask('mtr_none')).body.error).toMatchObject({ code: 'resource_missing', param: 'recurring[meter]' });
  await shop.post(`/v1/billing/meters/${meter}/deactivate`);
  expect((await ask(meter)).body.error).toMatchObject({ code: 'archived_meter', param: 'recurring[meter]' });
  const with_product = await shop.post('/v1/products', { name: 'Other', default_price_data: priced(meter) });
  expect(with_product.body.error).toMatchObject({ code: 'archived_meter', param: 'default_price_data[recurring][meter]' });
});

test('a price shows its meter on request', async () => {
  const { shop, meter } = await metered(service.client());
  const asked = { product_data: { name: 'Requests' }, currency: 'usd', unit_amount: 1, expand: ['recurring.meter'] };
  const { body } = await shop.post('/v1/prices', { ...asked, recurring: { interval: 'month', usage_type: 'metered', meter } });
  expect(body.recurring.meter).toMatchObject({ id: meter, object: 'billing.meter' });
});
