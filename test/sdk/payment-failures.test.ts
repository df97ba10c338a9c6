import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const paying = { amount: 2000, currency: 'usd', confirm: true } as const;
const return_url = 'https://shop.example/done';

const finish = (stripe: Stripe, id: string, outcome: string): Promise<Stripe.PaymentIntent> =>
  stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${id}/next_action`, {
    outcome,
  }) as unknown as Promise<Stripe.PaymentIntent>;

forEachSdk('$name: a decline is a StripeCardError with the intent, the charge and the reason', async (sdk) => {
  const stripe = connect(sdk, service);
  const error = await errorOf(stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_chargeDeclinedInsufficientFunds' }));
  expect(error).toBeInstanceOf(sdk.Stripe.errors.StripeCardError);
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined', decline_code: 'insufficient_funds', rawType: 'card_error' });
  const { payment_intent, charge } = error as Stripe.errors.StripeCardError;
  expect(payment_intent).toMatchObject({ object: 'payment_intent', status: 'requires_payment_method', latest_charge: charge });
  expect(payment_intent?.last_payment_error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    charge,
    payment_method: { card: { last4: '9995' } },
  });
  expect(error.payment_method).toMatchObject({ object: 'payment_method', type: 'card' });
  expect(await stripe.charges.retrieve(String(charge))).toMatchObject({
    status: 'failed',
    failure_code: 'card_declined',
    outcome: { type: 'issuer_declined', network_status: 'declined_by_network', reason: 'insufficient_funds' },
  });
});

forEachSdk('$name: after a decline the same intent accepts another card, and both attempts are charges', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
  await errorOf(stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_chargeDeclined' }));
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
  const tries = await stripe.charges.list({ payment_intent: id });
  expect(tries.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  expect(tries.data[0]?.id).toBe(paid.latest_charge);
});

forEachSdk('$name: each kind of decline has its own code', async (sdk) => {
  const stripe = connect(sdk, service);
  const declines = {
    pm_card_chargeDeclined: ['card_declined', 'generic_decline'],
    pm_card_chargeDeclinedExpiredCard: ['expired_card', 'expired_card'],
    pm_card_chargeDeclinedFraudulent: ['card_declined', 'fraudulent'],
    pm_card_chargeDeclinedIncorrectCvc: ['incorrect_cvc', 'incorrect_cvc'],
    pm_card_chargeDeclinedLostCard: ['card_declined', 'lost_card'],
    pm_card_chargeDeclinedProcessingError: ['processing_error', 'processing_error'],
  };
  for (const [payment_method, [code, decline_code]] of Object.entries(declines)) {
    const error = await errorOf(stripe.paymentIntents.create({ ...paying, payment_method }));
    expect(error, payment_method).toMatchObject({ type: 'StripeCardError', code, decline_code });
  }
});

forEachSdk('$name: 3DS is one redirect, and the test helper completes it', async (sdk) => {
  const stripe = connect(sdk, service);
  const intent = await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_threeDSecureRequired', return_url });
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url', redirect_to_url: { return_url } } });
  expect(intent.next_action?.redirect_to_url?.url).toMatch(new RegExp(`^${service.url}/challenge/`));
  expect(await finish(stripe, intent.id, 'succeed')).toMatchObject({ id: intent.id, status: 'succeeded', next_action: null });
  const charge = (await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })).latest_charge as Stripe.Charge;
  expect(charge.payment_method_details?.card?.three_d_secure).toMatchObject({ result: 'authenticated', authentication_flow: 'challenge' });
});

forEachSdk('$name: a failed authentication is on the intent, which can be confirmed again', async (sdk) => {
  const stripe = connect(sdk, service);
  const intent = await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_threeDSecureRequired', return_url });
  const failed = await finish(stripe, intent.id, 'fail');
  expect(failed).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure', type: 'card_error' },
  });
  expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({ status: 'succeeded' });
});

forEachSdk('$name: without the payer a required authentication is an error', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer });
  const error = await errorOf(stripe.paymentIntents.create({ ...paying, customer, payment_method, off_session: true }));
  expect(error).toMatchObject({ type: 'StripeCardError', code: 'authentication_required', decline_code: 'authentication_required' });
  const { payment_intent } = error as Stripe.errors.StripeCardError;
  expect(payment_intent).toMatchObject({ status: 'requires_payment_method', next_action: null });
  const returned = await stripe.paymentIntents.confirm(String(payment_intent?.id), { payment_method, return_url });
  expect(returned.status).toBe('requires_action');
});

forEachSdk('$name: wrong parameters are refused with their names', async (sdk) => {
  const stripe = connect(sdk, service);
  const small = await errorOf(stripe.paymentIntents.create({ amount: 0, currency: 'usd' }));
  expect(small).toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' });
  const missing = await errorOf(stripe.paymentIntents.create({ amount: 2000 } as Stripe.PaymentIntentCreateParams));
  expect(missing).toMatchObject({ code: 'parameter_missing', param: 'currency' });
  const unheard = await errorOf(stripe.paymentIntents.create({ amount: 2000, currency: 'xyz' }));
  expect(unheard).toMatchObject({ statusCode: 400, param: 'currency' });
  const unknown = await errorOf(stripe.paymentIntents.retrieve('pi_unknown'));
  expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  const bare = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd' });
  const unconfirmed = await errorOf(stripe.paymentIntents.confirm(bare.id));
  expect(unconfirmed).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state', param: 'payment_method' });
});

forEachSdk('$name: five clicks under one key are one payment, and a decline is replayed as the same decline', async (sdk) => {
  const stripe = connect(sdk, service);
  const click = { idempotencyKey: 'order-1042' };
  const clicks = await Promise.all(
    Array.from({ length: 5 }, () => stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_visa' }, click)),
  );
  expect(new Set(clicks.map(({ latest_charge }) => latest_charge)).size).toBe(1);
  expect((await stripe.charges.list()).data).toHaveLength(1);
  const other = await errorOf(stripe.paymentIntents.create({ ...paying, amount: 2001, payment_method: 'pm_card_visa' }, click));
  expect(other).toBeInstanceOf(sdk.Stripe.errors.StripeIdempotencyError);
  const decline = async (): Promise<unknown> =>
    (await errorOf(
      stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_chargeDeclined' }, { idempotencyKey: 'declined' }),
    )) as Stripe.errors.StripeCardError;
  const [first, again] = [await decline(), await decline()] as [Stripe.errors.StripeCardError, Stripe.errors.StripeCardError];
  expect([again.charge, again.payment_intent?.id]).toEqual([first.charge, first.payment_intent?.id]);
  expect((await stripe.charges.list()).data).toHaveLength(2);
});
