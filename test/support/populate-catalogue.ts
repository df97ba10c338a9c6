import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A product with a price for a month, and one for what a meter counts, which a customer uses. */
export async function populateCatalogue(client: Client, customer: string): Promise<Ids> {
  const { body: product } = await client.post('/v1/products', {
    name: 'Gold plan',
    shippable: false,
    url: 'https://example.com/gold',
    metadata: { plan: 'gold' },
  });
  const { body: price } = await client.post('/v1/prices', {
    product: product.id,
    currency: 'usd',
    unit_amount: 2000,
    lookup_key: 'gold_monthly',
    recurring: { interval: 'month' },
  });
  await client.post(`/v1/products/${product.id}`, { default_price: price.id });
  const meter = await populateMeters(client, customer);
  await client.post('/v1/prices', {
    product: product.id,
    currency: 'usd',
    unit_amount: 2,
    recurring: { interval: 'month', usage_type: 'metered', meter },
  });
  return { product: product.id, price: price.id, 'billing.meter': meter };
}

/** Meters of which one counts what a customer uses; its id. */
async function populateMeters(client: Client, customer: string): Promise<string> {
  const metered = async (event_name: string): Promise<string> =>
    (await client.post('/v1/billing/meters', { display_name: event_name, event_name, default_aggregation: { formula: 'sum' } })).body.id;
  for (const event_name of ['bytes', 'requests']) await metered(event_name);
  const meter = await metered('seats');
  const payload = { stripe_customer_id: customer, value: '3' };
  for (const identifier of ['sunday', 'monday'])
    await client.post('/v1/billing/meter_events', { event_name: 'seats', identifier, payload });
  await client.post('/v1/billing/meter_event_adjustments', { event_name: 'seats', type: 'cancel', cancel: { identifier: 'sunday' } });
  return meter;
}
