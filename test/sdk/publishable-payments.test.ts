import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, type Sdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

type Both = { readonly shop: Stripe; readonly browser: Stripe };

/** A shop's server, and the browser of a payer who only has the publishable key. */
function both(sdk: Sdk): Both {
  const { key, publishable_key } = service.client();
  return { shop: connect(sdk, service, key), browser: connect(sdk, service, publishable_key) };
}

const ordering = { amount: 2000, currency: 'usd', metadata: { margin: '40 %' }, description: 'Shoes' } as const;

forEachSdk('$name: a browser sees the members for payers, and none of the merchant’s', async (sdk) => {
  const { shop, browser } = both(sdk);
  const { id: customer } = await shop.customers.create();
  const intent = await shop.paymentIntents.create({ ...ordering, customer });
  const client_secret = String(intent.client_secret);
  const seen = await browser.paymentIntents.retrieve(intent.id, { client_secret });
  expect(seen).toMatchObject({ id: intent.id, amount: 2000, currency: 'usd', status: 'requires_payment_method', client_secret });
  for (const member of ['customer', 'metadata', 'latest_charge', 'payment_method_options', 'transfer_group'])
    expect(seen).not.toHaveProperty(member);
  const stranger = await errorOf(browser.paymentIntents.retrieve(intent.id, { client_secret: `${intent.id}_secret_0000` }));
  expect(stranger).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  expect(await errorOf(browser.paymentIntents.retrieve(intent.id))).toMatchObject({ statusCode: 400, param: 'client_secret' });
});

forEachSdk('$name: a browser confirms with the client secret, and cannot change the order', async (sdk) => {
  const { shop, browser } = both(sdk);
  const { id, client_secret } = await shop.paymentIntents.create(ordering);
  const typed = { type: 'card', card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' } };
  const cheaper = untyped<Stripe.PaymentIntentConfirmParams>({ client_secret, payment_method_data: typed, amount: 1 });
  expect(await errorOf(browser.paymentIntents.confirm(id, cheaper))).toMatchObject({ type: 'StripePermissionError', param: 'amount' });
  const confirming = untyped<Stripe.PaymentIntentConfirmParams>({ client_secret, payment_method_data: typed });
  const confirmed = await browser.paymentIntents.confirm(id, confirming);
  expect(confirmed).toMatchObject({ id, status: 'succeeded' });
  expect(confirmed).not.toHaveProperty('metadata');
  expect(await shop.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount_received: 2000, metadata: ordering.metadata });
});

forEachSdk('$name: a browser gets a decline, without the members for the merchant', async (sdk) => {
  const { shop, browser } = both(sdk);
  const { id, client_secret } = await shop.paymentIntents.create(ordering);
  const confirming = untyped<Stripe.PaymentIntentConfirmParams>({ client_secret, payment_method: 'pm_card_chargeDeclinedLostCard' });
  const error = await errorOf(browser.paymentIntents.confirm(id, confirming));
  expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
  const { payment_intent } = error as Stripe.errors.StripeCardError;
  expect(payment_intent).toMatchObject({ id, status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
  expect(payment_intent).not.toHaveProperty('metadata');
});

forEachSdk('$name: a browser may neither create, capture, cancel nor list', async (sdk) => {
  const { shop, browser } = both(sdk);
  const { id, latest_charge } = await shop.paymentIntents.create({ ...ordering, confirm: true, payment_method: 'pm_card_visa' });
  const refused = [
    () => browser.paymentIntents.create(ordering),
    () => browser.paymentIntents.cancel(id),
    () => browser.paymentIntents.list(),
    () => browser.charges.retrieve(String(latest_charge)),
    () => browser.refunds.create({ payment_intent: id }),
    () => browser.balance.retrieve(),
  ];
  for (const call of refused) expect(await errorOf(call())).toMatchObject({ type: 'StripePermissionError', code: 'secret_key_required' });
});
