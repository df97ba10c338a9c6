import { expect } from 'vitest';
import { advance, byTheMonth, openBilledStory } from '../support/billing-story.js';
import { rowsOf } from '../support/services.js';
import { onBothRoads, tell } from '../support/story.js';
import { moment } from '../support/subscribed.js';

const record = onBothRoads();

record('credits pay for usage, and an alert', async (service) => {
  const story = tell(service, {
    name: 'billing-credits',
    title: 'Credits pay for usage',
    on_test_clock: true,
    introduction: [
      'A shop meters calls and gives a customer credits for them. An alert notifies the shop of much usage, and the credits pay the invoice of the',
      'month before its taxes.',
    ],
  });
  story.step('A meter counts the calls');
  const counting = { display_name: 'Calls', event_name: 'calls', default_aggregation: { formula: 'sum' } };
  const { body: meter } = await story.post('/v1/billing/meters', counting, { shown: ['id', 'event_name', 'status'] });
  const call = { ...byTheMonth(10, 'Calls'), recurring: { interval: 'month', usage_type: 'metered', meter: meter.id } };
  const shop = await openBilledStory(story, { at: '2026-04-01', words: ['A call costs ten cents.'], price: call });
  const { customer } = shop;
  story.step('The customer gets credits, and subscribes', 'Credits of a grant pay metered prices only.');
  const grant = await story.post('/v1/billing/credit_grants', {
    ...{ customer, category: 'promotional', name: 'Welcome', expires_at: moment('2027-01-01') },
    amount: { type: 'monetary', monetary: { currency: 'usd', value: 500 } },
    applicability_config: { scope: { price_type: 'metered' } },
  });
  const items = [{ price: shop.price }];
  const by_invoice = { collection_method: 'send_invoice', days_until_due: 14 };
  const subscribing = { customer, items, ...by_invoice };
  const { body: sub } = await story.post('/v1/subscriptions', subscribing, { shown: ['id', 'status'] });
  story.step('An alert watches the usage', 'It triggers once for each customer.');
  const usage_threshold = { gte: 60, meter: meter.id, recurrence: 'one_time' };
  const watched = { alert_type: 'usage_threshold', title: 'Many calls', usage_threshold };
  const alert = await story.post('/v1/billing/alerts', watched, { shown: ['id', 'object', 'status', 'title', 'usage_threshold'] });
  expect([grant.status, alert.status]).toEqual([200, 200]);
  await advance(service, shop, '2026-04-20');
  const event = { event_name: 'calls', payload: { stripe_customer_id: customer, value: '80' }, timestamp: moment('2026-04-19') };
  await story.post('/v1/billing/meter_events', event, { shown: ['event_name', 'payload', 'timestamp'] });
  await service.until(async () => (await rowsOf(service, "select 1 as left from jobs where id like '% alerts %'")).length === 0);
  const shown = ['data.type', 'data.data.object.alert.title', 'data.data.object.customer', 'data.data.object.value'];
  const { body: told } = await story.get('/v1/events?type=billing.alert.triggered', { shown });
  expect(told.data.map(({ data }: { data: { object: { value: number } } }) => data.object.value)).toEqual([80]);
  story.step('The credits pay the invoice of the month', 'Eighty calls cost 8.00 USD, of which credits pay 5.00 USD.');
  await advance(service, shop, '2026-05-01T01:00');
  const bill = ['id', 'status', 'subtotal', 'total', 'amount_due', 'total_pretax_credit_amounts'];
  const { body: bills } = await story.get(`/v1/invoices?subscription=${sub.id}&limit=1`, { shown: bill.map((name) => `data.${name}`) });
  expect(bills.data).toMatchObject([{ status: 'open', subtotal: 800, total: 300, amount_due: 300 }]);
  const changes = await story.get(`/v1/billing/credit_balance_transactions?customer=${customer}`);
  expect(changes.body.data).toHaveLength(2);
  story.end();
});
