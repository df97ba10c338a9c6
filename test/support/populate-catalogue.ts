import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A product with a price for a month. */
export async function populateCatalogue(client: Client): Promise<Ids> {
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
  await client.post('/v1/prices', {
    product: product.id,
    currency: 'usd',
    unit_amount: 2,
    recurring: { interval: 'month', usage_type: 'metered', meter: 'mtr_seats' },
  });
  return { product: product.id, price: price.id };
}
