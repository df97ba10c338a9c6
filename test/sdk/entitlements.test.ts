import { expect } from 'vitest';
import { connect, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: features are created, attached to a product, granted to its subscribers, and removed', async (sdk) => {
  const stripe = connect(sdk, service);
  const feature = await stripe.entitlements.features.create({ name: 'Single sign-on', lookup_key: 'sso', metadata: { a: '1' } });
  expect(await stripe.entitlements.features.retrieve(feature.id)).toEqual(feature);
  expect((await stripe.entitlements.features.update(feature.id, { name: 'SSO' })).name).toBe('SSO');
  const product = await stripe.products.create({ name: 'Gold' });
  const attached = await stripe.products.createFeature(product.id, { entitlement_feature: feature.id });
  expect(attached).toMatchObject({ object: 'product_feature', entitlement_feature: { id: feature.id, name: 'SSO', active: true } });
  expect(await stripe.products.retrieveFeature(product.id, attached.id)).toEqual(attached);
  expect((await stripe.products.listFeatures(product.id)).data).toEqual([attached]);
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 500, recurring: { interval: 'month' } });
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }], trial_period_days: 7 });
  const all = await stripe.entitlements.activeEntitlements.list({ customer: customer.id }).autoPagingToArray({ limit: 10 });
  expect(all).toMatchObject([{ object: 'entitlements.active_entitlement', feature: feature.id, lookup_key: 'sso', livemode: false }]);
  expect(await stripe.entitlements.activeEntitlements.retrieve(all[0]?.id ?? '', { expand: ['feature'] })).toMatchObject({
    feature: { object: 'entitlements.feature', lookup_key: 'sso' },
  });
  const [event] = (await stripe.events.list({ type: 'entitlements.active_entitlement_summary.updated' })).data;
  expect(event?.data.object).toMatchObject({ customer: customer.id, entitlements: { data: [{ lookup_key: 'sso' }], has_more: false } });
  expect(await stripe.products.deleteFeature(product.id, attached.id)).toMatchObject({ id: attached.id, deleted: true });
  await stripe.entitlements.features.update(feature.id, { active: false });
  expect((await stripe.entitlements.features.list({ archived: true, lookup_key: 'sso' })).data).toMatchObject([{ id: feature.id }]);
});
