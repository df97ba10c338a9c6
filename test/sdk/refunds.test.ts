import type Stripe from 'stripe';
import { expect } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const day_seconds = 86_400;

const pay = (stripe: Stripe, payment_method = 'pm_card_visa'): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create({ amount: 2000, currency: 'usd', confirm: true, payment_method });

forEachSdk('$name: a payment is refunded in parts until nothing remains', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: payment_intent, latest_charge } = await pay(stripe);
  const expand = ['balance_transaction', 'charge'];
  const part = await stripe.refunds.create({
    payment_intent,
    amount: 1200,
    reason: 'requested_by_customer',
    metadata: { ticket: '7' },
    expand,
  });
  expect(part).toMatchObject({ object: 'refund', status: 'succeeded', amount: 1200, currency: 'usd', payment_intent });
  expect(part).toMatchObject({ reason: 'requested_by_customer', metadata: { ticket: '7' } });
  expect(part.charge).toMatchObject({ id: latest_charge, amount_refunded: 1200, refunded: false });
  expect(part.balance_transaction).toMatchObject({ type: 'refund', amount: -1200, source: part.id });
  const over = await errorOf(stripe.refunds.create({ payment_intent, amount: 801 }));
  expect(over).toMatchObject({ type: 'StripeInvalidRequestError', code: 'amount_too_large', param: 'amount' });
  expect(await stripe.refunds.create({ charge: String(latest_charge) })).toMatchObject({ status: 'succeeded', amount: 800 });
  expect(await stripe.charges.retrieve(String(latest_charge))).toMatchObject({ amount_refunded: 2000, refunded: true });
  expect(await errorOf(stripe.refunds.create({ payment_intent }))).toMatchObject({ code: 'charge_already_refunded', statusCode: 400 });
});

forEachSdk('$name: refunds are retrieved, updated, listed by charge and by intent, and paged through', async (sdk) => {
  const stripe = connect(sdk, service);
  const [first, second] = [await pay(stripe), await pay(stripe)];
  const ids: string[] = [];
  for (const amount of [100, 200, 300]) ids.unshift((await stripe.refunds.create({ payment_intent: first.id, amount })).id);
  const other = await stripe.refunds.create({ payment_intent: second.id });
  expect(await stripe.refunds.retrieve(other.id)).toMatchObject({ id: other.id, amount: 2000 });
  expect((await stripe.refunds.update(other.id, { metadata: { ticket: '8' } })).metadata).toEqual({ ticket: '8' });
  const found = async (filter: Stripe.RefundListParams): Promise<string[]> => (await stripe.refunds.list(filter)).data.map(({ id }) => id);
  expect(await found({ charge: String(first.latest_charge) })).toEqual(ids);
  expect(await found({ payment_intent: second.id })).toEqual([other.id]);
  expect(await found({ created: { lt: first.created } })).toEqual([]);
  const walked: string[] = [];
  for await (const { id } of stripe.refunds.list({ limit: 2 })) walked.push(id);
  expect(walked).toEqual([other.id, ...ids]);
});

forEachSdk('$name: a slow refund can be canceled, and arrives otherwise', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const [first, second] = [await pay(stripe, 'pm_card_pendingRefund'), await pay(stripe, 'pm_card_pendingRefund')];
  const waiting = await stripe.refunds.create({ payment_intent: first.id });
  expect(waiting.status).toBe('pending');
  expect(await stripe.refunds.cancel(waiting.id)).toMatchObject({ status: 'canceled' });
  expect(await stripe.charges.retrieve(String(first.latest_charge))).toMatchObject({ amount_refunded: 0, refunded: false });
  const { id } = await stripe.refunds.create({ payment_intent: second.id });
  await advanceClock(client, day_seconds + 60);
  expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'succeeded' });
  expect(await errorOf(stripe.refunds.cancel(id))).toMatchObject({ statusCode: 400, code: 'refund_unexpected_state' });
});

forEachSdk('$name: a returned refund shows the reason, and the balance transaction that restored it', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id: payment_intent } = await pay(stripe, 'pm_card_refundFail');
  const { id } = await stripe.refunds.create({ payment_intent });
  await advanceClock(client, day_seconds + 60);
  expect(await stripe.refunds.retrieve(id, { expand: ['failure_balance_transaction'] })).toMatchObject({
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: { type: 'refund_failure', amount: 2000 },
  });
});

forEachSdk('$name: twenty concurrent refunds of 60 % are one refund', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: payment_intent } = await pay(stripe);
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => stripe.refunds.create({ payment_intent, amount: 1200 }).catch(({ code }) => String(code))),
  );
  expect(tries.filter((each) => typeof each !== 'string')).toHaveLength(1);
  expect(new Set(tries.filter((each) => typeof each === 'string'))).toEqual(new Set(['amount_too_large']));
});
