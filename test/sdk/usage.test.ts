import { expect, test } from 'vitest';
import { connect, errorOf, forEachSdk, sdks } from '../support/sdk.js';
import { commonService } from '../support/services.js';
import { openClockedShop } from '../support/subscribed.js';
import { minuteOf } from '../support/usage.js';

const service = await commonService();

forEachSdk('$name: a meter is created, receives events, corrects them and sums them up', async (sdk) => {
  const stripe = connect(sdk, service);
  const meter = await stripe.billing.meters.create({
    display_name: 'Requests',
    event_name: 'requests',
    default_aggregation: { formula: 'sum' },
    customer_mapping: { event_payload_key: 'stripe_customer_id', type: 'by_id' },
    value_settings: { event_payload_key: 'value' },
  });
  expect(meter).toMatchObject({ object: 'billing.meter', status: 'active', event_name: 'requests' });
  const { id: customer } = await stripe.customers.create();
  const send = (value: string, identifier: string) =>
    stripe.billing.meterEvents.create({ event_name: 'requests', identifier, payload: { stripe_customer_id: customer, value } });
  const event = await send('25', 'first');
  expect(event).toMatchObject({
    object: 'billing.meter_event',
    identifier: 'first',
    payload: { stripe_customer_id: customer, value: '25' },
  });
  await send('2.5', 'second');
  expect(await errorOf(send('25', 'first'))).toMatchObject({ statusCode: 400, code: 'duplicate_meter_event' });
  const adjustment = { event_name: 'requests', type: 'cancel', cancel: { identifier: 'first' } } as const;
  expect(await stripe.billing.meterEventAdjustments.create(adjustment)).toMatchObject({
    status: 'complete',
    cancel: { identifier: 'first' },
  });
  const start_time = minuteOf(event.timestamp);
  const summaries = await stripe.billing.meters.listEventSummaries(meter.id, { customer, start_time, end_time: start_time + 120 });
  expect(summaries.data).toMatchObject([{ object: 'billing.meter_event_summary', aggregated_value: 2.5, meter: meter.id, start_time }]);
  expect(await stripe.billing.meters.update(meter.id, { display_name: 'Calls' })).toMatchObject({ display_name: 'Calls' });
  expect(await stripe.billing.meters.deactivate(meter.id)).toMatchObject({ status: 'inactive' });
  expect((await stripe.billing.meters.list({ status: 'inactive' })).data.map(({ id }) => id)).toEqual([meter.id]);
  expect(await stripe.billing.meters.reactivate(meter.id)).toMatchObject({ status_transitions: { deactivated_at: null } });
  expect(await stripe.billing.meters.retrieve(meter.id)).toMatchObject({ status: 'active' });
});

/** Members of subscription items in version 17 that the types of version 23 no longer have. */
type Recording = {
  createUsageRecord(item: string, params: object): Promise<object>;
  listUsageRecordSummaries(item: string): Promise<{ data: object[] }>;
};

test('stripe 17 records the usage of an item, and reads its total', async () => {
  const shop = await openClockedShop(service);
  const price = await shop.price(10, { recurring: { interval: 'month', usage_type: 'metered' } });
  const { items } = await shop.subscribe([{ price }]);
  const [item] = items.data;
  const [, older] = sdks;
  if (!older) throw new Error('Only one SDK is installed');
  const recording = connect(older, service, shop.client.key).subscriptionItems as unknown as Recording;
  const params = { quantity: 12, timestamp: 'now', action: 'set' };
  expect(await recording.createUsageRecord(item.id, params)).toMatchObject({ object: 'usage_record', quantity: 12 });
  expect((await recording.listUsageRecordSummaries(item.id)).data).toMatchObject([
    { object: 'usage_record_summary', total_usage: 12, subscription_item: item.id, invoice: null },
  ]);
});
