import type Stripe from 'stripe';
import { expect } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const return_url = 'https://shop.example/done';
const billing_details = { name: 'Jo Fischer', email: 'jo@example.com', address: { country: 'DE' } };

const pay = (stripe: Stripe, type: string, currency: string, more: object = {}): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    untyped({ amount: 12_800, currency, confirm: true, return_url, payment_method_data: { type, billing_details }, ...more }),
  );

const finish = (stripe: Stripe, id: string, outcome: string): Promise<Stripe.PaymentIntent> =>
  stripe.rawRequest('POST', `/v1/test_helpers/payment_intents/${id}/next_action`, {
    outcome,
  }) as unknown as Promise<Stripe.PaymentIntent>;

forEachSdk('$name: a wallet by QR code shows a picture, and its money is a payment', async (sdk) => {
  const stripe = connect(sdk, service);
  const options = { payment_method_options: { wechat_pay: { client: 'web' } } };
  const intent = await pay(stripe, 'wechat_pay', 'cny', options);
  const code = intent.next_action?.wechat_pay_display_qr_code;
  expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'wechat_pay_display_qr_code' } });
  expect(code?.data).toMatch(new RegExp(`^${service.url}/challenge/`));
  expect([code?.image_url_png.slice(0, 15), code?.image_url_svg.slice(0, 19)]).toEqual(['data:image/png;', 'data:image/svg+xml;']);
  expect(await finish(stripe, intent.id, 'succeed')).toMatchObject({ status: 'succeeded', amount_received: 12_800 });
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.balance_transaction'] });
  const charge = paid.latest_charge as Stripe.Charge;
  expect(charge.payment_method_details).toMatchObject({ type: 'wechat_pay', wechat_pay: {} });
  expect(charge.balance_transaction).toMatchObject({ type: 'payment', currency: 'cny' });
});

forEachSdk('$name: a payer who fails authentication leaves an intent that accepts another payment method', async (sdk) => {
  const stripe = connect(sdk, service);
  const intent = await pay(stripe, 'ideal', 'eur', { payment_method_types: ['ideal', 'card'] });
  expect(intent.next_action?.redirect_to_url).toMatchObject({ return_url });
  expect(await finish(stripe, intent.id, 'fail')).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_payment_attempt_failed', payment_method: { type: 'ideal' } },
  });
  expect(await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })).toMatchObject({ status: 'succeeded' });
});

forEachSdk('$name: a debit is processing for days, with a pending charge', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const debit = { type: 'sepa_debit', sepa_debit: { iban: 'DE89370400440532013000' }, billing_details };
  const mandate_data = { customer_acceptance: { type: 'offline' } };
  const intent = await pay(stripe, 'sepa_debit', 'eur', { payment_method_data: debit, mandate_data, expand: ['latest_charge'] });
  expect(intent).toMatchObject({ status: 'processing', latest_charge: { status: 'pending', paid: false } });
  expect(await errorOf(stripe.paymentIntents.cancel(intent.id))).toMatchObject({ code: 'payment_intent_unexpected_state' });
  await advanceClock(client, 6 * 86_400);
  const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
  const charge = paid.latest_charge as Stripe.Charge;
  expect([paid.status, charge.status, charge.paid]).toEqual(['succeeded', 'succeeded', true]);
  expect(charge.payment_method_details?.sepa_debit).toMatchObject({ last4: '3000', country: 'DE' });
});

forEachSdk('$name: an authorization is voided automatically after seven days', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const holding = { amount: 2000, currency: 'usd', capture_method: 'manual', confirm: true, payment_method: 'pm_card_visa' } as const;
  const { id } = await stripe.paymentIntents.create(holding);
  await advanceClock(client, 6 * 86_400);
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
  await advanceClock(client, 2 * 86_400);
  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' });
});

forEachSdk('$name: an amount or a currency that a payment method does not support is refused', async (sdk) => {
  const stripe = connect(sdk, service);
  expect(await errorOf(pay(stripe, 'ideal', 'usd'))).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  const held = await errorOf(pay(stripe, 'ideal', 'eur', { capture_method: 'manual' }));
  expect(held).toMatchObject({ statusCode: 400, param: 'capture_method' });
});
