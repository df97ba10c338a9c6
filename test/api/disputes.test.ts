import { describe, expect, test } from 'vitest';
import { allEvents, callerIn, dialects, eventsOf } from '../support/callers.js';
import { booked, chargeOf, disputeBy, disputeNow, disputeOf, passDays, refundOf } from '../support/money-back.js';
import { act, balanceOf, chargeNow, held, intentNow, paid, pay, refusal, sumOfTransactions, waiting } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import { type Client, card } from '../support/service.js';

const both = onBothRoads();
const client = () => both.client('in one write');

const no_evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  created: expect.any(Number),
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  livemode: false,
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

const withdrawal = {
  amount: -2000,
  currency: 'usd',
  fee: 1500,
  net: -3500,
  object: 'balance_transaction',
  reporting_category: 'dispute',
  status: 'available',
  type: 'adjustment',
};

/** The shape of the published example: a chargeback of 20 dollars. */
const chargeback = {
  amount: 2000,
  balance_transactions: [expect.objectContaining(withdrawal)],
  charge: expect.stringMatching(/^ch_/),
  created: expect.any(Number),
  currency: 'usd',
  evidence: no_evidence,
  enhanced_eligibility_types: [],
  evidence_details: { due_by: expect.any(Number), enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0 },
  id: expect.stringMatching(/^dp_[0-9A-Za-z]{22}$/),
  is_charge_refundable: false,
  livemode: false,
  metadata: {
    arn: expect.any(String),
    card_number: '************0259',
    card_scheme: 'visa',
    orig_transaction_amount: '2000',
    orig_transaction_currency: 'usd',
    orig_transaction_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    partial_ind: 'N',
    work_by_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  },
  network_reason_code: '10.4',
  object: 'dispute',
  payment_intent: expect.stringMatching(/^pi_/),
  payment_method_details: { type: 'card', card: { brand: 'visa', case_type: 'chargeback', network_reason_code: '10.4' } },
  reason: 'fraudulent',
  reason_code: '10.4',
  reason_description: 'The cardholder has not authorized the payment',
  reason_type: 'fraud',
  status: 'needs_response',
};

const opened_events = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];

describe.each(roads)('%s', (road) => {
  const caller = () => both.client(road);

  test('a test card for disputes pays, and its charge is charged back at once', async () => {
    const shop = caller();
    const intent = await paid(shop, { payment_method: 'pm_card_createDispute' });
    const charge = await chargeOf(shop, intent);
    expect([intent.status, charge]).toMatchObject(['succeeded', { status: 'succeeded', disputed: true, amount_disputed: 2000 }]);
    const dispute = await disputeNow(shop, { id: charge.dispute });
    expect(dispute).toEqual(chargeback);
    expect([dispute.charge, dispute.payment_intent]).toEqual([charge.id, intent.id]);
  });

  test('the amount and a fee leave the available balance, in one balance transaction', async () => {
    const shop = caller();
    const dispute = await disputeBy(shop, 'pm_card_createDispute');
    expect(await booked(shop, dispute)).toEqual([['adjustment', -2000, 1500]]);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -3500 });
    expect(await sumOfTransactions(shop)).toBe(1912 - 3500);
    const [transaction] = dispute.balance_transactions;
    expect((await shop.get(`/v1/balance_transactions/${transaction.id}`)).body).toEqual(transaction);
    expect(transaction.fee_details).toMatchObject([{ amount: 1500, description: 'Dispute fee' }]);
  });

  test('events record the opening of the dispute and the withdrawn funds', async () => {
    const shop = caller();
    const dispute = await disputeBy(shop, 'pm_card_createDispute');
    expect(await eventsOf(shop, dispute.id)).toEqual(opened_events);
  });

  test('an inquiry withdraws no money', async () => {
    const shop = caller();
    const dispute = await disputeBy(shop, 'pm_card_createDisputeInquiry');
    expect(dispute).toMatchObject({
      status: 'warning_needs_response',
      is_charge_refundable: true,
      balance_transactions: [],
      payment_method_details: { card: { case_type: 'inquiry' } },
    });
    expect(await eventsOf(shop, dispute.id)).toEqual(['charge.dispute.created']);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
    expect(await chargeNow(shop, dispute.charge)).toMatchObject({ disputed: true, amount_disputed: 0, dispute: dispute.id });
  });

  test('an authorized payment is disputed after its capture, and only for the captured amount', async () => {
    const shop = caller();
    const intent = await held(shop, { payment_method: 'pm_card_createDispute' });
    expect(await chargeOf(shop, intent)).toMatchObject({ disputed: false, dispute: null });
    await act(shop, intent, 'capture', { amount_to_capture: 1500 });
    const charge = await chargeOf(shop, intent);
    expect(charge).toMatchObject({ disputed: true, amount_captured: 1500, amount_refunded: 500, amount_disputed: 1500 });
    expect(await disputeNow(shop, { id: charge.dispute })).toMatchObject({ amount: 1500, payment_intent: intent.id });
  });

  test('a charge of an older client is disputed as well, at once or after its capture', async () => {
    const shop = caller();
    const params = { amount: 900, currency: 'usd', source: 'tok_createDispute' };
    const { body: charge } = await shop.post('/v1/charges', params);
    expect(await disputeNow(shop, { id: charge.dispute })).toMatchObject({ amount: 900, charge: charge.id, payment_intent: null });
    const { body: holding } = await shop.post('/v1/charges', { ...params, capture: false });
    expect(holding.disputed).toBe(false);
    const { body: captured } = await shop.post(`/v1/charges/${holding.id}/capture`);
    expect(await disputeNow(shop, { id: captured.dispute })).toMatchObject({ amount: 900, charge: holding.id });
  });

  test('a chargeback without an answer is lost at its due date, and the money stays withdrawn', async () => {
    const shop = caller();
    const dispute = await disputeBy(shop, 'pm_card_createDispute');
    await passDays(shop, 8);
    expect((await disputeNow(shop, dispute)).status).toBe('needs_response');
    await passDays(shop, 2);
    expect(await disputeNow(shop, dispute)).toMatchObject({ status: 'lost', evidence_details: { past_due: true, submission_count: 0 } });
    expect(await eventsOf(shop, dispute.id)).toEqual([...opened_events, 'charge.dispute.closed']);
    expect(await booked(shop, dispute)).toHaveLength(1);
  });

  test('an inquiry without an answer is closed at its due date', async () => {
    const shop = caller();
    const dispute = await disputeBy(shop, 'pm_card_createDisputeInquiry');
    await passDays(shop, 30);
    expect(await disputeNow(shop, dispute)).toMatchObject({ status: 'warning_closed', evidence_details: { past_due: true } });
    expect(await booked(shop, dispute)).toEqual([]);
  });

  test('an inquiry that escalates withdraws the money, and gets a new due date', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop), { inquiry: true });
    await passDays(shop, 5);
    const { status, body } = await shop.post(`/v1/test_helpers/disputes/${dispute.id}/escalate`);
    expect([status, body]).toMatchObject([200, { status: 'needs_response', is_charge_refundable: false, reason: 'fraudulent' }]);
    expect(body.balance_transactions).toMatchObject([withdrawal]);
    expect(body.payment_method_details.card.case_type).toBe('chargeback');
    expect(await eventsOf(shop, dispute.id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ]);
    const due_by = dispute.evidence_details.due_by;
    expect(body.evidence_details.due_by).toBe(due_by + 5 * 86_400);
    await passDays(shop, 5);
    expect((await disputeNow(shop, dispute)).status).toBe('needs_response');
    await passDays(shop, 5);
    expect((await disputeNow(shop, dispute)).status).toBe('lost');
  });
});

describe('a test can dispute any charge', () => {
  test.each([
    ['fraudulent', '10.4', 'fraud'],
    ['product_not_received', '13.1', 'consumer_dispute'],
    ['subscription_canceled', '13.2', 'consumer_dispute'],
    ['duplicate', '12.6.1', 'processing_error'],
    ['bank_cannot_process', null, 'processing_error'],
  ])('as %s, with the Visa code %s', async (reason, reason_code, reason_type) => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop), { reason });
    expect(dispute).toMatchObject({ reason, reason_code, network_reason_code: reason_code, reason_type, status: 'needs_response' });
  });

  test.each([
    ['pm_card_mastercard', '4837'],
    ['pm_card_amex', 'F29'],
    ['pm_card_discover', 'UA02'],
    ['pm_card_jcb', null],
  ])('and %s has the code %s of its own network', async (payment_method, reason_code) => {
    const shop = client();
    expect(await disputeOf(shop, await paid(shop, { payment_method }))).toMatchObject({ reason_code });
  });

  test('in part, with the same fee', async () => {
    const shop = client();
    const intent = await paid(shop);
    const dispute = await disputeOf(shop, intent, { amount: 300 });
    expect(dispute).toMatchObject({ amount: 300, metadata: { partial_ind: 'Y', orig_transaction_amount: '2000' } });
    expect(await booked(shop, dispute)).toEqual([['adjustment', -300, 1500]]);
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_disputed: 300 });
  });

  test('in a currency without decimals, with a fee in whole units', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop, { currency: 'jpy' }));
    expect(await booked(shop, dispute)).toEqual([['adjustment', -2000, 15]]);
  });

  test('for no more than the amount not yet refunded', async () => {
    const shop = client();
    const intent = await paid(shop);
    await refundOf(shop, intent, { amount: 1500 });
    const over = await shop.post('/v1/test_helpers/disputes', { charge: intent.latest_charge, amount: 501 });
    expect(refusal(over)).toEqual([400, 'amount_too_large', 'amount']);
    expect(await disputeOf(shop, intent)).toMatchObject({ amount: 500 });
  });

  test('an inquiry about money that was refunded in between cannot escalate', async () => {
    const shop = client();
    const intent = await paid(shop);
    const dispute = await disputeOf(shop, intent, { inquiry: true });
    await refundOf(shop, intent);
    expect(refusal(await shop.post(`/v1/test_helpers/disputes/${dispute.id}/escalate`))).toEqual([400, 'charge_already_refunded']);
  });
});

describe('400: a charge cannot be disputed', () => {
  const dispute = async (shop: Client, charge: string, more: object = {}): Promise<unknown[]> =>
    refusal(await shop.post('/v1/test_helpers/disputes', { charge, ...more }));

  test('twice', async () => {
    const shop = client();
    const intent = await paid(shop);
    await disputeOf(shop, intent);
    expect(await dispute(shop, intent.latest_charge)).toEqual([400, 'charge_disputed']);
    expect(await dispute(shop, intent.latest_charge, { inquiry: true })).toEqual([400, 'charge_disputed']);
  });

  test('again after it was won, but it can after an inquiry was closed', async () => {
    const shop = client();
    const [one, other] = [await paid(shop), await paid(shop)];
    const won = await disputeOf(shop, one);
    await shop.post(`/v1/disputes/${won.id}`, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(await dispute(shop, one.latest_charge)).toEqual([400, 'charge_disputed']);
    const inquiry = await disputeOf(shop, other, { inquiry: true });
    await shop.post(`/v1/disputes/${inquiry.id}/close`);
    expect(await disputeOf(shop, other)).toMatchObject({ status: 'needs_response' });
  });

  test('while its money is only authorized', async () => {
    const shop = client();
    const { latest_charge } = await held(shop);
    expect(await dispute(shop, latest_charge)).toEqual([400, 'dispute_unexpected_state']);
  });

  test('that was declined', async () => {
    const shop = client();
    const { body } = await pay(shop, { confirm: true, payment_method: 'pm_card_chargeDeclined' });
    expect(await dispute(shop, body.error.charge)).toEqual([400, 'dispute_unexpected_state']);
  });

  test('that has been refunded', async () => {
    const shop = client();
    const intent = await paid(shop);
    await refundOf(shop, intent);
    expect(await dispute(shop, intent.latest_charge)).toEqual([400, 'charge_already_refunded']);
  });

  test('for an unknown reason', async () => {
    expect(await dispute(client(), 'ch_0', { reason: 'whim' })).toEqual([400, 'parameter_invalid', 'reason']);
  });

  test('with the key of another account', async () => {
    const { latest_charge } = await paid(client());
    expect(await dispute(client(), latest_charge)).toEqual([400, 'resource_missing', 'charge']);
  });
});

describe('a dispute that is closed by the merchant', () => {
  test('200: is lost, and cannot be reopened', async () => {
    const shop = client();
    const dispute = await disputeBy(shop, 'pm_card_createDispute');
    const { status, body } = await shop.post(`/v1/disputes/${dispute.id}/close`);
    expect([status, body.status]).toEqual([200, 'lost']);
    expect(await eventsOf(shop, dispute.id)).toEqual([...opened_events, 'charge.dispute.closed']);
    expect(refusal(await shop.post(`/v1/disputes/${dispute.id}/close`))).toEqual([400, 'dispute_unexpected_state']);
    const late = await shop.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_text: 'winning_evidence' } });
    expect(refusal(late)).toEqual([400, 'dispute_unexpected_state']);
    await passDays(shop, 30);
    expect(await disputeNow(shop, dispute)).toEqual(body);
  });

  test('the undisputed part can be refunded once the dispute is lost, and no more', async () => {
    const shop = client();
    const intent = await paid(shop);
    await refundOf(shop, intent, { amount: 300 });
    const dispute = await disputeOf(shop, intent, { amount: 800 });
    const refund = (amount?: number) => shop.post('/v1/refunds', { payment_intent: intent.id, ...(amount && { amount }) });
    expect(refusal(await refund(100))).toEqual([400, 'charge_disputed']);
    await shop.post(`/v1/disputes/${dispute.id}/close`);
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_disputed: 800, amount_lost: 800 });
    expect(refusal(await refund(901))).toEqual([400, 'amount_too_large', 'amount']);
    expect((await refund(100)).body).toMatchObject({ status: 'succeeded', amount: 100 });
    expect((await refund()).body).toMatchObject({ status: 'succeeded', amount: 800 });
    expect(refusal(await refund())).toEqual([400, 'charge_disputed']);
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 1200, refunded: false });
  });

  test('the undisputed part can also be refunded after a missed due date, or after losing evidence', async () => {
    const shop = client();
    const unanswered = await paid(shop);
    const unconvincing = await paid(shop);
    await disputeOf(shop, unanswered, { amount: 800 });
    const { id } = await disputeOf(shop, unconvincing, { amount: 800 });
    await shop.post(`/v1/disputes/${id}`, { evidence: { uncategorized_text: 'losing_evidence' } });
    await passDays(shop, 10);
    for (const intent of [unanswered, unconvincing]) expect((await refundOf(shop, intent)).amount).toBe(1200);
  });

  test('200: as an inquiry is only closed', async () => {
    const shop = client();
    const dispute = await disputeBy(shop, 'pm_card_createDisputeInquiry');
    expect((await shop.post(`/v1/disputes/${dispute.id}/close`)).body.status).toBe('warning_closed');
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
  });

  test('400: only an inquiry can escalate', async () => {
    const shop = client();
    const dispute = await disputeBy(shop, 'pm_card_createDispute');
    expect(refusal(await shop.post(`/v1/test_helpers/disputes/${dispute.id}/escalate`))).toEqual([400, 'dispute_unexpected_state']);
  });
});

test('a payment that its payer has authenticated cannot be disputed as fraud', async () => {
  const shop = client();
  const options = { payment_method_options: { card: { request_three_d_secure: 'challenge' } } };
  const intent = await waiting(shop, { payment_method: undefined, payment_method_data: card('4000000000000259'), ...options });
  await shop.post(`/v1/test_helpers/payment_intents/${intent.id}/next_action`, { outcome: 'succeed' });
  expect(await chargeOf(shop, await intentNow(shop, intent))).toMatchObject({ status: 'succeeded', disputed: false });
});

describe.each(dialects)('%s', (dialect) => {
  test('reads seconds in a dispute, and the dialect’s timestamps in its events', async () => {
    const shop = callerIn(dialect, both.service('in one write'));
    const dispute = await disputeOf(shop, await paid(shop));
    expect(dispute.created).toBeLessThan(10_000_000_000);
    const events = await allEvents(shop);
    const { data } = events.find(({ type }: { type: string }) => type === 'charge.dispute.created');
    const factor = dialect === dialects[0] ? 1000 : 1;
    expect(data.object.created).toBe(dispute.created * factor);
    expect(data.object.evidence.created).toBe(dispute.evidence.created * factor);
    expect(data.object.evidence_details.due_by).toBe(dispute.evidence_details.due_by * factor);
  });
});

describe('lists', () => {
  test.each(['/v1/disputes', '/v1/disputes/list'])('%s lists the newest first, of one charge or of one intent', async (path) => {
    const shop = client();
    const [one, other] = [await paid(shop), await paid(shop)];
    const [first, second] = [await disputeOf(shop, one), await disputeOf(shop, other, { inquiry: true })];
    const ids = async (query: object) => (await shop.get(path, { ...query })).body.data.map(({ id }: { id: string }) => id);
    expect(await ids({})).toEqual([second.id, first.id]);
    expect(await ids({ charge: one.latest_charge })).toEqual([first.id]);
    expect(await ids({ payment_intent: other.id })).toEqual([second.id]);
  });

  test('a dispute is expanded from its charge, and the charge from its dispute', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    const { body: charge } = await shop.get(`/v1/charges/${dispute.charge}`, { 'expand[]': 'dispute' });
    expect(charge.dispute).toEqual(dispute);
    const { body } = await shop.get(`/v1/disputes/${dispute.id}`, { 'expand[]': 'charge.payment_intent' });
    expect(body.charge.payment_intent).toMatchObject({ id: dispute.payment_intent, object: 'payment_intent' });
  });
});

expectSoundBooks(both);
