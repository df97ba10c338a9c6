import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const paying = { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' } as const;
const holding = { ...paying, capture_method: 'manual' } as const;

forEachSdk('$name: a PaymentIntent goes from created to succeeded, and has all members', async (sdk) => {
  const stripe = connect(sdk, service);
  const address = { line1: 'Main St 1', city: 'Ulm', country: 'DE', postal_code: '89073' };
  const shipping = { name: 'Jo Fischer', carrier: 'DHL', tracking_number: 'JD0146', address };
  const made = await stripe.paymentIntents.create({
    amount: 1999,
    currency: 'EUR',
    automatic_payment_methods: { enabled: true },
    metadata: { order: '1042' },
    receipt_email: 'jo@example.com',
    shipping,
    statement_descriptor_suffix: 'SHOES',
  });
  expect(made).toMatchObject({ object: 'payment_intent', status: 'requires_payment_method', amount: 1999, currency: 'eur', shipping });
  expect(made.payment_method_types).toEqual(expect.arrayContaining(['card', 'ideal', 'sepa_debit']));
  const updated = await stripe.paymentIntents.update(made.id, { amount: 2999, metadata: { order: '', colour: 'red' } });
  expect(updated).toMatchObject({ amount: 2999, metadata: { colour: 'red' } });
  expect(updated.metadata).not.toHaveProperty('order');
  const chosen = await stripe.paymentIntents.update(made.id, { payment_method: 'pm_card_mastercard' });
  expect(chosen.status).toBe('requires_confirmation');
  const confirmed = await stripe.paymentIntents.confirm(made.id, { return_url: 'https://shop.example/done' });
  expect(confirmed).toMatchObject({ status: 'succeeded', amount_received: 2999, next_action: null, last_payment_error: null });
  expect(await stripe.paymentIntents.retrieve(made.id)).toEqual(
    expect.objectContaining({ id: made.id, status: 'succeeded', client_secret: made.client_secret, receipt_email: 'jo@example.com' }),
  );
});

forEachSdk('$name: confirmed on create, everything from the intent to the balance transaction is expanded at once', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create({ name: 'Jo' });
  const expand = ['customer', 'payment_method', 'latest_charge.balance_transaction'];
  const intent = await stripe.paymentIntents.create({ ...paying, customer, description: 'Shoes', expand });
  expect(intent.customer).toMatchObject({ id: customer, name: 'Jo' });
  expect(intent.payment_method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
  const charge = intent.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ object: 'charge', status: 'succeeded', paid: true, captured: true, payment_intent: intent.id, customer });
  const funds = charge.balance_transaction as Stripe.BalanceTransaction;
  expect(funds).toMatchObject({ type: 'charge', amount: 2000, net: 2000 - funds.fee, source: charge.id, status: 'pending' });
  expect(funds.fee_details).toMatchObject([{ amount: funds.fee, currency: 'usd', type: 'stripe_fee' }]);
  const { data } = await stripe.paymentIntents.list({ customer, expand: ['data.latest_charge'] });
  expect(data[0]?.latest_charge).toMatchObject({ id: charge.id, balance_transaction: funds.id });
});

forEachSdk('$name: a payment method may be given as data, and saved for later', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const intent = await stripe.paymentIntents.create(
    untyped({
      amount: 2000,
      currency: 'usd',
      confirm: true,
      customer,
      setup_future_usage: 'off_session',
      payment_method_data: { type: 'card', card: { token: 'tok_visa' }, billing_details: { name: 'Jo', address: { country: 'DE' } } },
    }),
  );
  expect(intent).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' });
  const saved = await stripe.customers.listPaymentMethods(customer);
  expect(saved.data.map(({ id }) => id)).toEqual([intent.payment_method]);
  const again = { amount: 900, currency: 'usd', customer, payment_method: String(intent.payment_method) };
  expect(await stripe.paymentIntents.create({ ...again, off_session: true, confirm: true })).toMatchObject({ status: 'succeeded' });
});

forEachSdk('$name: a payment is authorized and captured in part; more than the authorized amount is refused', async (sdk) => {
  const stripe = connect(sdk, service);
  const held = await stripe.paymentIntents.create(holding);
  expect(held).toMatchObject({ status: 'requires_capture', amount_capturable: 2000, amount_received: 0 });
  const over = await errorOf(stripe.paymentIntents.capture(held.id, { amount_to_capture: 2001 }));
  expect(over).toMatchObject({ type: 'StripeInvalidRequestError', code: 'amount_too_large', param: 'amount_to_capture' });
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 1500, expand: ['latest_charge'] });
  expect(captured).toMatchObject({ status: 'succeeded', amount: 2000, amount_capturable: 0, amount_received: 1500 });
  const charge = captured.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ captured: true, amount_captured: 1500, amount_refunded: 500 });
  expect(Object.keys(charge.payment_method_details ?? {}).sort()).toEqual(['card', 'type']);
  const again = await errorOf(stripe.paymentIntents.capture(held.id));
  expect(again).toMatchObject({ code: 'payment_intent_unexpected_state', statusCode: 400, payment_intent: { id: held.id } });
});

forEachSdk('$name: a canceled payment shows its reason, and voids its authorization', async (sdk) => {
  const stripe = connect(sdk, service);
  const held = await stripe.paymentIntents.create(holding);
  const canceled = await stripe.paymentIntents.cancel(held.id, { cancellation_reason: 'requested_by_customer', expand: ['latest_charge'] });
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer', amount_capturable: 0 });
  expect(canceled.canceled_at).toBeGreaterThanOrEqual(held.created);
  expect(canceled.latest_charge).toMatchObject({ captured: false, refunded: true, amount_refunded: 2000, balance_transaction: null });
  const error = await errorOf(stripe.paymentIntents.confirm(held.id, { payment_method: 'pm_card_visa' }));
  expect(error).toMatchObject({ code: 'payment_intent_unexpected_state', payment_intent: { status: 'canceled' } });
});

forEachSdk('$name: auto-pagination sees each PaymentIntent once, forwards and backwards', async (sdk) => {
  const stripe = connect(sdk, service);
  const ids: string[] = [];
  for (let made = 0; made < 7; made++) ids.unshift((await stripe.paymentIntents.create({ amount: 100 + made, currency: 'usd' })).id);
  const forwards: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ limit: 3 })) forwards.push(id);
  expect(forwards).toEqual(ids);
  const backwards: string[] = [];
  for await (const { id } of stripe.paymentIntents.list({ limit: 2, ending_before: String(ids.at(-1)) })) backwards.push(id);
  expect(backwards).toEqual(ids.slice(0, -1).reverse());
  expect(await stripe.paymentIntents.list({ limit: 3 }).autoPagingToArray({ limit: 5 })).toHaveLength(5);
  expect((await stripe.paymentIntents.list({ created: { gt: 4_000_000_000 } })).data).toEqual([]);
});

forEachSdk('$name: search finds payments by amount, status, customer and metadata, page by page', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  for (const amount of [500, 1500, 2500]) await stripe.paymentIntents.create({ ...paying, amount, customer, metadata: { basket: 'B-7' } });
  await stripe.paymentIntents.create({ amount: 9900, currency: 'usd', metadata: { basket: 'B-7' } });
  const amounts = async (query: string): Promise<number[]> =>
    (await stripe.paymentIntents.search({ query })).data.map(({ amount }) => amount);
  expect(await amounts("metadata['basket']:'B-7'")).toEqual([9900, 2500, 1500, 500]);
  expect(await amounts("status:'succeeded' AND amount>1000")).toEqual([2500, 1500]);
  expect(await amounts(`customer:"${customer}" AND -amount:1500`)).toEqual([2500, 500]);
  const page = await stripe.paymentIntents.search({ query: "status:'succeeded'", limit: 2 });
  expect(page).toMatchObject({ object: 'search_result', has_more: true, url: '/v1/payment_intents/search' });
  const next = await stripe.paymentIntents.search({ query: "status:'succeeded'", limit: 2, page: String(page.next_page) });
  expect(next).toMatchObject({ data: [{ amount: 500 }], has_more: false, next_page: null });
  const all: number[] = [];
  for await (const { amount } of stripe.paymentIntents.search({ query: 'currency:"usd"', limit: 3 })) all.push(amount);
  expect(all).toEqual([9900, 2500, 1500, 500]);
});
