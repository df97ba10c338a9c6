import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const charging = { amount: 2000, currency: 'usd', source: 'tok_visa' } as const;

forEachSdk('$name: a token is charged at once, as before there were intents', async (sdk) => {
  const stripe = connect(sdk, service);
  const charge = await stripe.charges.create({
    ...charging,
    description: 'Shoes',
    metadata: { order: '1042' },
    receipt_email: 'jo@example.com',
    expand: ['balance_transaction'],
  });
  expect(charge).toMatchObject({
    object: 'charge',
    status: 'succeeded',
    paid: true,
    captured: true,
    amount_captured: 2000,
    disputed: false,
  });
  expect(charge.payment_method_details).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } });
  expect(charge.outcome).toMatchObject({ type: 'authorized', network_status: 'approved_by_network' });
  expect(charge.balance_transaction).toMatchObject({ object: 'balance_transaction', amount: 2000, source: charge.id });
  expect(charge.receipt_url).toMatch(new RegExp(`^${service.url}/receipt`));
  expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ id: charge.id, description: 'Shoes', metadata: { order: '1042' } });
});

forEachSdk('$name: the description of a charge is changed, and its money is not', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id } = await stripe.charges.create(charging);
  const updated = await stripe.charges.update(id, {
    description: 'Two shoes',
    fraud_details: { user_report: 'safe' },
    metadata: { order: '7' },
    receipt_email: 'jo@example.com',
    shipping: { name: 'Jo', address: { line1: 'Main St 1', country: 'DE' } },
  });
  expect(updated).toMatchObject({
    description: 'Two shoes',
    fraud_details: { user_report: 'safe' },
    metadata: { order: '7' },
    shipping: { name: 'Jo', address: { country: 'DE' } },
  });
  const error = await errorOf(stripe.charges.update(id, { amount: 1 } as Stripe.ChargeUpdateParams));
  expect(error).toMatchObject({ code: 'parameter_unknown', param: 'amount' });
});

forEachSdk('$name: a charge is authorized and captured in part, once', async (sdk) => {
  const stripe = connect(sdk, service);
  const held = await stripe.charges.create({ ...charging, capture: false });
  expect(held).toMatchObject({ status: 'succeeded', captured: false, amount_captured: 0, balance_transaction: null });
  const captured = await stripe.charges.capture(held.id, { amount: 1500, expand: ['balance_transaction'] });
  expect(captured).toMatchObject({ captured: true, amount_captured: 1500, amount_refunded: 500, balance_transaction: { amount: 1500 } });
  expect(await errorOf(stripe.charges.capture(held.id))).toMatchObject({ code: 'charge_already_captured', statusCode: 400 });
});

forEachSdk('$name: a declined charge is a StripeCardError that names it', async (sdk) => {
  const stripe = connect(sdk, service);
  const error = await errorOf(stripe.charges.create({ ...charging, source: 'tok_chargeDeclined' }));
  expect(error).toMatchObject({ type: 'StripeCardError', code: 'card_declined', decline_code: 'generic_decline' });
  const { charge } = error as Stripe.errors.StripeCardError;
  expect(await stripe.charges.retrieve(String(charge))).toMatchObject({ status: 'failed', paid: false, failure_code: 'card_declined' });
});

forEachSdk('$name: charges are listed by customer, intent and creation, and paged through', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const mine = await stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    customer,
    payment_method: 'pm_card_visa',
  });
  const charges = [mine.latest_charge];
  for (const amount of [600, 700, 800]) charges.unshift((await stripe.charges.create({ ...charging, amount })).id);
  const found = async (filter: Stripe.ChargeListParams): Promise<string[]> => (await stripe.charges.list(filter)).data.map(({ id }) => id);
  expect(await found({ customer })).toEqual([mine.latest_charge]);
  expect(await found({ payment_intent: mine.id })).toEqual([mine.latest_charge]);
  expect(await found({ created: { lt: mine.created } })).toEqual([]);
  const walked: string[] = [];
  for await (const { id } of stripe.charges.list({ limit: 3 })) walked.push(id);
  expect(walked).toEqual(charges);
});

forEachSdk('$name: search finds charges by amount, intent and metadata', async (sdk) => {
  const stripe = connect(sdk, service);
  const [small, large] = [
    await stripe.charges.create({ ...charging, amount: 600, metadata: { basket: 'B-7' } }),
    await stripe.charges.create({ ...charging, amount: 6000, metadata: { basket: 'B-7' } }),
  ];
  const found = async (query: string): Promise<string[]> => (await stripe.charges.search({ query })).data.map(({ id }) => id);
  expect(await found('metadata["basket"]:"B-7"')).toEqual([large.id, small.id]);
  expect(await found('amount>1000 AND currency:"usd"')).toEqual([large.id]);
  expect(await found('status:"failed"')).toEqual([]);
  expect(await found('payment_intent:null AND -amount:600')).toEqual([large.id]);
});
