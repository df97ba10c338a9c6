import { expect } from 'vitest';
import { cardOf } from '../support/issued.js';
import { fund } from '../support/issuing.js';
import { connect, errorOf, forEachSdk, type Sdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** An SDK with funds and a card. */
async function issuing(sdk: Sdk) {
  const client = service.client();
  await fund(client, 10_000);
  return { stripe: connect(sdk, service, client.key), card: (await cardOf(client)).id as string };
}

forEachSdk('$name: funds for issued cards are topped up, and shown by the balance', async (sdk) => {
  const stripe = connect(sdk, service);
  const params = { amount: 5000, currency: 'usd', destination_balance: 'issuing' };
  const pending = await stripe.topups.create(untyped(params));
  expect(pending).toMatchObject({ status: 'pending', destination_balance: 'issuing' });
  expect((await stripe.balance.retrieve()).issuing).toBeUndefined();
  const { stripe: other } = await issuing(sdk);
  expect((await other.balance.retrieve()).issuing?.available).toMatchObject([{ amount: 10_000, currency: 'usd' }]);
});

forEachSdk('$name: an authorization is approved, incremented, reversed in part, and captured', async (sdk) => {
  const { stripe, card } = await issuing(sdk);
  const { authorizations } = stripe.testHelpers.issuing;
  const made = await authorizations.create({
    card,
    amount: 1000,
    merchant_data: { category: 'bakeries', name: 'Rolls' },
    verification_data: { cvc_check: 'match', expiry_check: 'match' },
    wallet: 'apple_pay',
  });
  expect(made).toMatchObject({ object: 'issuing.authorization', approved: true, status: 'pending', wallet: 'apple_pay' });
  expect(made.card).toMatchObject({ id: card, object: 'issuing.card' });
  expect((await authorizations.increment(made.id, { increment_amount: 500 })).amount).toBe(1500);
  expect((await authorizations.reverse(made.id, { reverse_amount: 200 })).amount).toBe(1300);
  expect((await authorizations.finalizeAmount(made.id, { final_amount: 1250 })).amount).toBe(1250);
  const captured = await authorizations.capture(made.id, { purchase_details: { reference: 'R-1', lodging: { nights: 2 } } });
  expect(captured.transactions).toMatchObject([{ object: 'issuing.transaction', amount: -1250, type: 'capture' }]);
  const described = await stripe.issuing.authorizations.update(made.id, { metadata: { trip: 'Oslo' } });
  expect(described.metadata).toEqual({ trip: 'Oslo' });
  const [only, ...more] = (await stripe.issuing.authorizations.list({ card, status: 'closed' })).data;
  expect([only?.id, more.length]).toEqual([made.id, 0]);
});

forEachSdk('$name: a transaction is expanded, refunded, and disputed', async (sdk) => {
  const { stripe, card } = await issuing(sdk);
  const { authorizations, transactions } = stripe.testHelpers.issuing;
  const { id } = await authorizations.create({ card, amount: 1000 });
  const { transactions: taken } = await authorizations.capture(id);
  const paid = String(taken[0]?.id);
  const expand = ['authorization', 'balance_transaction', 'card', 'cardholder', 'purchase_details'];
  const whole = await stripe.issuing.transactions.retrieve(paid, { expand });
  expect(whole).toMatchObject({
    authorization: { id },
    balance_transaction: { amount: -1000, type: 'issuing_transaction' },
    card: { id: card },
    cardholder: { object: 'issuing.cardholder' },
  });
  expect(await transactions.refund(paid, { refund_amount: 300 })).toMatchObject({ type: 'refund', amount: 300 });
  expect((await stripe.issuing.transactions.update(paid, { metadata: { a: 'b' } })).metadata).toEqual({ a: 'b' });
  const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } } as const;
  const dispute = await stripe.issuing.disputes.create({ transaction: paid, evidence });
  expect(dispute).toMatchObject({ status: 'unsubmitted', amount: 700 });
  expect((await stripe.issuing.disputes.update(dispute.id, { amount: 600 })).amount).toBe(600);
  expect((await stripe.issuing.disputes.submit(dispute.id)).status).toBe('won');
  expect((await stripe.issuing.disputes.retrieve(dispute.id, { expand: ['transaction'] })).transaction).toMatchObject({ id: paid });
  expect((await stripe.issuing.disputes.list({ transaction: paid })).data).toHaveLength(1);
});

forEachSdk('$name: forced captures and unlinked refunds, and the errors of these helpers', async (sdk) => {
  const { stripe, card } = await issuing(sdk);
  const { authorizations, transactions } = stripe.testHelpers.issuing;
  expect(await transactions.createForceCapture({ card, amount: 100 })).toMatchObject({ amount: -100, authorization: null });
  expect(await transactions.createUnlinkedRefund({ card, amount: 50 })).toMatchObject({ amount: 50, type: 'refund' });
  const { id } = await authorizations.create({ card, amount: 10 });
  expect((await authorizations.expire(id)).status).toBe('expired');
  expect(await errorOf(authorizations.capture(id))).toMatchObject({ statusCode: 400, code: 'issuing_authorization_unexpected_state' });
  expect(await errorOf(stripe.issuing.authorizations.approve(id))).toMatchObject({ code: 'issuing_authorization_unexpected_state' });
  expect(await errorOf(stripe.issuing.authorizations.decline(id))).toMatchObject({ code: 'issuing_authorization_unexpected_state' });
  const suspicious = { risk_assessment: { fraud_risk: { level: 'highest' } } };
  const challenged = await authorizations.create(untyped({ card, amount: 10, ...suspicious }));
  expect(await authorizations.respond(challenged.id, { confirmed: true })).toMatchObject({ fraud_challenges: [{ status: 'verified' }] });
});
