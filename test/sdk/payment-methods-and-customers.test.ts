import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const visa = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } } as const;

forEachSdk('$name: a payment method is created, updated, attached, retrieved and detached', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const method = await stripe.paymentMethods.create({ ...visa, billing_details: { name: 'Jo', address: { country: 'DE', city: 'Ulm' } } });
  expect(method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 }, customer: null });
  expect(JSON.stringify(method)).not.toContain('4242424242424242');
  const attached = await stripe.paymentMethods.attach(method.id, { customer });
  expect(attached.customer).toBe(customer);
  const updated = await stripe.paymentMethods.update(method.id, {
    billing_details: { email: 'jo@example.com' },
    card: { exp_month: 11, exp_year: 2035 },
  });
  expect(updated).toMatchObject({
    billing_details: { name: 'Jo', email: 'jo@example.com', address: { city: 'Ulm' } },
    card: { exp_month: 11, exp_year: 2035 },
  });
  expect(await stripe.paymentMethods.retrieve(method.id)).toMatchObject({ id: method.id, customer });
  expect((await stripe.paymentMethods.list({ customer, type: 'card' })).data.map(({ id }) => id)).toEqual([method.id]);
  expect((await stripe.customers.listPaymentMethods(customer)).data.map(({ id }) => id)).toEqual([method.id]);
  expect(await stripe.customers.retrievePaymentMethod(customer, method.id)).toMatchObject({ id: method.id });
  expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull();
  expect((await stripe.customers.listPaymentMethods(customer)).data).toEqual([]);
});

forEachSdk('$name: a token and a named card are test cards', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const byToken = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } });
  expect(byToken.card).toMatchObject({ brand: 'mastercard' });
  const byName = await stripe.paymentMethods.attach('pm_card_amex', { customer });
  expect(byName).toMatchObject({ customer, card: { brand: 'amex' } });
});

forEachSdk('$name: a customer is created, updated, listed and deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const made = await stripe.customers.create({
    name: 'Jo',
    email: 'jo@example.com',
    payment_method: 'pm_card_visa',
    address: { line1: 'Main St 1', country: 'US' },
  });
  expect(made).toMatchObject({ object: 'customer', name: 'Jo', address: { line1: 'Main St 1' }, livemode: false });
  const updated = await stripe.customers.update(made.id, { phone: '+491701234567', metadata: { tier: 'gold' } });
  expect(updated).toMatchObject({ name: 'Jo', phone: '+491701234567', metadata: { tier: 'gold' } });
  const expanded = (await stripe.customers.retrieve(made.id, { expand: ['invoice_settings.default_payment_method'] })) as Stripe.Customer;
  expect(expanded.invoice_settings.default_payment_method).toMatchObject({ object: 'payment_method', customer: made.id });
  expect((await stripe.customers.list({ email: 'jo@example.com' })).data.map(({ id }) => id)).toEqual([made.id]);
  expect(await stripe.customers.del(made.id)).toEqual(expect.objectContaining({ id: made.id, deleted: true }));
  expect(await stripe.customers.retrieve(made.id)).toMatchObject({ id: made.id, deleted: true });
  expect((await stripe.customers.list()).data).toEqual([]);
});

forEachSdk('$name: search finds by field, substring and metadata, and pages through all', async (sdk) => {
  const stripe = connect(sdk, service);
  const tiers = ['gold', 'gold', 'gold', 'silver'];
  for (const [place, tier] of tiers.entries()) await stripe.customers.create({ email: `jo${place}@example.com`, metadata: { tier } });
  const page = await stripe.customers.search({ query: 'metadata["tier"]:"gold"', limit: 2 });
  expect(page).toMatchObject({ object: 'search_result', has_more: true, url: '/v1/customers/search' });
  const all: (string | null)[] = [];
  for await (const { email } of stripe.customers.search({ query: 'metadata["tier"]:"gold"', limit: 2 })) all.push(email);
  expect(all).toEqual(['jo2@example.com', 'jo1@example.com', 'jo0@example.com']);
  const found = await stripe.customers.search({ query: '-metadata["tier"]:"gold" AND email~"jo3"' });
  expect(found.data.map(({ email }) => email)).toEqual(['jo3@example.com']);
  expect(await errorOf(stripe.customers.search({ query: 'shoe_size:"42"' }))).toMatchObject({ statusCode: 400, param: 'query' });
});

forEachSdk('$name: a payment method of another customer is refused', async (sdk) => {
  const stripe = connect(sdk, service);
  const [owner, other] = [await stripe.customers.create(), await stripe.customers.create()];
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner.id });
  const error = await errorOf(stripe.setupIntents.create({ customer: other.id, payment_method: method.id, confirm: true }));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code: 'payment_method_customer_mismatch', param: 'payment_method' });
});
