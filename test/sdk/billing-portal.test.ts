import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

forEachSdk('$name: configurations are created, updated, retrieved and listed in the SDK’s form', async (sdk) => {
  const stripe = connect(sdk, service);
  const product = await stripe.products.create({ name: 'Tea' });
  const price = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } });
  const configuration = await stripe.billingPortal.configurations.create({
    business_profile: { headline: 'Tea for you', privacy_policy_url: 'https://example.com/privacy' },
    default_return_url: 'https://example.com/',
    features: {
      invoice_history: { enabled: true },
      subscription_cancel: { enabled: true, cancellation_reason: { enabled: true, options: ['unused', 'other'] } },
      subscription_update: {
        enabled: true,
        default_allowed_updates: ['price', 'quantity'],
        products: [{ product: product.id, prices: [price.id] }],
        proration_behavior: 'create_prorations',
      },
    },
    metadata: { a: '1' },
  });
  const { features } = configuration;
  expect([configuration.object, configuration.active, configuration.is_default, configuration.login_page]).toEqual([
    ...['billing_portal.configuration', true, false],
    { enabled: false, url: null },
  ]);
  expect(features.subscription_cancel.cancellation_reason.options).toEqual(['unused', 'other']);
  expect(features.subscription_update.products?.map(({ product, prices }) => [product, prices])).toEqual([[product.id, [price.id]]]);
  const shown = await stripe.billingPortal.configurations.retrieve(configuration.id, {
    expand: ['features.subscription_update.products'],
  });
  expect(shown).toEqual(configuration);
  const emptied = await stripe.billingPortal.configurations.update(configuration.id, {
    business_profile: { headline: '', privacy_policy_url: '' },
    features: { customer_update: { enabled: false, allowed_updates: '' } },
    metadata: '',
  });
  expect([emptied.business_profile.headline, emptied.metadata]).toEqual([null, {}]);
  expect(emptied.updated).toBeGreaterThanOrEqual(configuration.updated);
  const listed = await stripe.billingPortal.configurations.list({ active: true, is_default: false });
  expect(listed.data.map(({ id }) => id)).toEqual([configuration.id]);
});

forEachSdk('$name: a session opens one flow, and a disallowed flow is refused', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const price = await stripe.prices.create(
    untyped({ currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' }, product_data: { name: 'Tea' } }),
  );
  const subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
  const session = await stripe.billingPortal.sessions.create({
    customer: customer.id,
    locale: 'fr-CA',
    return_url: 'https://example.com/account',
    flow_data: {
      type: 'subscription_cancel',
      subscription_cancel: { subscription: subscription.id },
      after_completion: { type: 'redirect', redirect: { return_url: 'https://example.com/bye' } },
    },
  });
  expect(session).toMatchObject({ object: 'billing_portal.session', customer: customer.id, livemode: false, locale: 'fr-CA' });
  expect(session.flow).toMatchObject({
    after_completion: { type: 'redirect', redirect: { return_url: 'https://example.com/bye' }, hosted_confirmation: null },
    subscription_cancel: { subscription: subscription.id, retention: null },
    type: 'subscription_cancel',
  });
  const flow_data = { type: 'subscription_cancel', subscription_cancel: { subscription: subscription.id } } as const;
  const features = { invoice_history: { enabled: true } };
  const { id: configuration } = await stripe.billingPortal.configurations.create({ features });
  const refused = await errorOf(stripe.billingPortal.sessions.create({ configuration, customer: customer.id, flow_data }));
  expect([refused.type, refused.param]).toEqual(['StripeInvalidRequestError', 'flow_data[type]']);
  const expanded = await stripe.billingPortal.sessions.create({ customer: customer.id, expand: ['configuration'] });
  expect(expanded.configuration).toMatchObject({ object: 'billing_portal.configuration', is_default: true });
});
