import type { Client } from '../support/service.js';

/** A merchant with a customer whose card is the default, and with a price to subscribe to. */
export type Shop = { readonly client: Client; readonly customer: string; readonly price: string };

/** Opens one: its price is ten dollars for thirty days. */
export async function openShop(client: Client, more: { readonly test_clock?: string } = {}): Promise<Shop> {
  const customer = (await client.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa', ...more })).body.id;
  const methods = (await client.get(`/v1/customers/${customer}/payment_methods`)).body.data;
  await client.post(`/v1/customers/${customer}`, { invoice_settings: { default_payment_method: methods[0].id } });
  const product = (await client.post('/v1/products', { name: 'Tea' })).body.id;
  const price = (await client.post('/v1/prices', { currency: 'usd', interval_days: 30, product, unit_amount: 1000 })).body.id;
  return { client, customer, price };
}
