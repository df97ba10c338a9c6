import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const twenty = { amount: 2000, currency: 'usd' };
const return_url = 'https://shop.example/return';

forEachSdk('$name: a confirmation token shows its payment method, and confirms a payment once', async (sdk) => {
  const stripe = connect(sdk, service);
  const shipping = { name: 'Jo', address: { city: 'Ulm' } };
  const made = await stripe.testHelpers.confirmationTokens.create({
    payment_method: 'pm_card_visa',
    return_url,
    setup_future_usage: 'off_session',
    shipping,
  });
  expect(made).toMatchObject({
    id: expect.stringMatching(/^ctoken_/),
    object: 'confirmation_token',
    expires_at: made.created + 12 * 3600,
    payment_intent: null,
    payment_method_preview: { type: 'card', card: { last4: '4242' }, customer: null },
    return_url,
    setup_future_usage: 'off_session',
    shipping,
  });
  const { id: customer } = await stripe.customers.create();
  const paid = await stripe.paymentIntents.create({ ...twenty, customer, confirm: true, confirmation_token: made.id });
  expect(paid).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session', shipping });
  const kept = await stripe.paymentMethods.retrieve(String(paid.payment_method));
  expect([kept.customer, kept.card?.last4]).toEqual([customer, '4242']);
  expect((await stripe.confirmationTokens.retrieve(made.id)).payment_intent).toBe(paid.id);
  const again = await errorOf(stripe.paymentIntents.create({ ...twenty, confirm: true, confirmation_token: made.id }));
  expect([again.statusCode, again.code, again.param]).toEqual([400, 'token_already_used', 'confirmation_token']);
});

forEachSdk('$name: typed card data pays when the intent is confirmed, and a declined card declines', async (sdk) => {
  const stripe = connect(sdk, service);
  const of = (number: string) =>
    stripe.testHelpers.confirmationTokens.create({
      payment_method_data: untyped({
        type: 'card',
        card: { number, exp_month: 12, exp_year: 2034, cvc: '123' },
        billing_details: { name: 'Jo' },
      }),
    });
  const good = await of('4242424242424242');
  expect(good.payment_method_preview).toMatchObject({ billing_details: { name: 'Jo' } });
  expect(JSON.stringify(good)).not.toMatch(/4242424242424242/);
  const { id } = await stripe.paymentIntents.create(twenty);
  expect((await stripe.paymentIntents.confirm(id, { confirmation_token: good.id })).status).toBe('succeeded');
  const bad = await of('4000000000000002');
  const declined = await errorOf(stripe.paymentIntents.create({ ...twenty, confirm: true, confirmation_token: bad.id }));
  expect([declined.statusCode, declined.code]).toEqual([402, 'card_declined']);
});

forEachSdk('$name: a confirmation token sets a payment method up', async (sdk) => {
  const stripe = connect(sdk, service);
  const first = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa', return_url });
  expect(await stripe.setupIntents.create({ confirm: true, confirmation_token: first.id })).toMatchObject({ status: 'succeeded' });
  const second = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
  const { id } = await stripe.setupIntents.create();
  expect(await stripe.setupIntents.confirm(id, { confirmation_token: second.id })).toMatchObject({ status: 'succeeded' });
  expect((await stripe.confirmationTokens.retrieve(second.id)).setup_intent).toBe(id);
});

forEachSdk('$name: 400: a confirmation token excludes other method parameters, and works only for confirming', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: confirmation_token } = await stripe.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
  const both = await errorOf(
    stripe.paymentIntents.create({ ...twenty, confirm: true, confirmation_token, payment_method: 'pm_card_visa' }),
  );
  expect([both.statusCode, both.param]).toEqual([400, 'payment_method']);
  const early = await errorOf(stripe.paymentIntents.create({ ...twenty, confirmation_token }));
  expect([early.statusCode, early.param]).toEqual([400, 'confirmation_token']);
  expect((await errorOf(stripe.setupIntents.create({ confirmation_token }))).param).toBe('confirmation_token');
});

forEachSdk('$name: a page creates one with its publishable key', async (sdk) => {
  const client = service.client();
  const shop = connect(sdk, service, client.key);
  await shop.balance.retrieve();
  const page = connect(sdk, service, client.publishable_key);
  const made = await page.testHelpers.confirmationTokens.create({ payment_method: 'pm_card_visa' });
  expect(made).toMatchObject({ object: 'confirmation_token', payment_method_preview: { card: { last4: '4242' } } });
  expect(await shop.paymentIntents.create({ ...twenty, confirm: true, confirmation_token: made.id })).toMatchObject({
    status: 'succeeded',
  });
  const token = await page.tokens.create({ card: { number: '4242424242424242', exp_month: '12', exp_year: '2034' } });
  expect(token).toMatchObject({ object: 'token', card: { last4: '4242' } });
  expect(await errorOf(page.tokens.retrieve(token.id))).toMatchObject({ statusCode: 403 });
});
