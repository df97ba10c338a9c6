import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A product with a monthly price, a customer's discount and tax rate, and a metered price. */
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
    transfer_lookup_key: true,
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
  const credits = await populateCredits(client, customer, meter);
  const discounts = await populateDiscounts(client, customer, product.id);
  const given = await populateFeatures(client, product.id);
  const used = await populateUsage(client, customer, product.id);
  const [entitlement] = (await client.get('/v1/entitlements/active_entitlements', { customer })).body.data;
  return {
    ...{ product: product.id, price: price.id, plan: price.id, 'billing.meter': meter, ...credits, ...discounts, ...used, ...given },
    'entitlements.active_entitlement': entitlement.id,
  };
}

let features_made = 0;

/** Features that subscribers of a product have. */
async function populateFeatures(client: Client, product: string): Promise<Ids> {
  const made = async (name: string): Promise<Ids> => {
    const lookup_key = `${name}_${++features_made}`;
    const { body: feature } = await client.post('/v1/entitlements/features', { name, lookup_key });
    const { body: attached } = await client.post(`/v1/products/${product}/features`, { entitlement_feature: feature.id });
    return { 'entitlements.feature': feature.id, product_feature: attached.id };
  };
  for (const name of ['exports', 'sso']) await made(name);
  return made('api');
}

/** A coupon with its code, a tax rate, and a customer's balance. */
async function populateDiscounts(client: Client, customer: string, product: string): Promise<Ids> {
  const { body: coupon } = await client.post('/v1/coupons', {
    ...{ amount_off: 500, currency: 'usd', currency_options: { eur: { amount_off: 400 } }, applies_to: { products: [product] } },
    ...{ duration: 'repeating', duration_in_months: 3, max_redemptions: 50, name: 'Five off', metadata: { campaign: 'spring' } },
  });
  const { body: promotion_code } = await client.post('/v1/promotion_codes', {
    promotion: { type: 'coupon', coupon: coupon.id },
    customer,
    restrictions: { minimum_amount: 100, minimum_amount_currency: 'usd', currency_options: { eur: { minimum_amount: 90 } } },
  });
  const { body: tax_rate } = await client.post('/v1/tax_rates', {
    ...{ display_name: 'VAT', inclusive: false, percentage: 19.5, country: 'DE', tax_type: 'vat', jurisdiction: 'DE' },
  });
  const { body: moved } = await client.post(`/v1/customers/${customer}/balance_transactions`, {
    ...{ amount: -300, currency: 'usd', description: 'sorry', metadata: { why: 'late' } },
  });
  await client.post(`/v1/customers/${customer}`, { promotion_code: promotion_code.id });
  return { coupon: coupon.id, promotion_code: promotion_code.id, tax_rate: tax_rate.id, customer_balance_transaction: moved.id };
}

/** Credits for metered prices, and alerts of a customer's usage, one of which has triggered. */
async function populateCredits(client: Client, customer: string, meter: string): Promise<Ids> {
  const granted = async (value: number): Promise<string> => {
    const { body } = await client.post('/v1/billing/credit_grants', {
      ...{ customer, category: 'promotional', name: 'Welcome', expires_at: 4_000_000_000, metadata: { campaign: 'spring' } },
      amount: { type: 'monetary', monetary: { currency: 'usd', value } },
      applicability_config: { scope: { price_type: 'metered' } },
    });
    return body.id;
  };
  const watching = async (gte: number): Promise<string> => {
    const usage_threshold = { gte, meter, recurrence: 'one_time', filters: [{ type: 'customer', customer }] };
    return (await client.post('/v1/billing/alerts', { alert_type: 'usage_threshold', title: 'Many seats', usage_threshold })).body.id;
  };
  for (const value of [100, 200]) await granted(value);
  const grant = await granted(500);
  for (const gte of [4, 100]) await watching(gte);
  const alert = await watching(1000);
  const { body: changes } = await client.get('/v1/billing/credit_balance_transactions', { credit_grant: grant });
  await client.post('/v1/billing/meter_events', { event_name: 'seats', payload: { stripe_customer_id: customer, value: '5' } });
  return {
    'billing.alert': alert,
    'billing.credit_balance_transaction': changes.data[0].id,
    'billing.credit_grant': grant,
  };
}

/** Meters, one of which counts a customer's usage; answers with its id. */
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

/** A subscription metered by records, and a record of it. */
async function populateUsage(client: Client, customer: string, product: string): Promise<Ids> {
  const recurring = { interval: 'month', usage_type: 'metered' };
  const { body: price } = await client.post('/v1/prices', { product, currency: 'usd', unit_amount: 3, recurring });
  const { body: subscription } = await client.post('/v1/subscriptions', { customer, items: [{ price: price.id }] });
  const subscription_item = subscription.items.data[0].id;
  await client.post(`/v1/subscription_items/${subscription_item}/usage_records`, { quantity: 5 });
  return { subscription: subscription.id, subscription_item };
}
