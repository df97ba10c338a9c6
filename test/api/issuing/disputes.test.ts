import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { must } from '../../support/billing.js';
import { eventsOf } from '../../support/callers.js';
import { network, type Purchase, purchase, spendable } from '../../support/issuing.js';
import { passDays } from '../../support/money-back.js';

const service = await auditedService();

const paying = () => purchase(service);

const disputes = '/v1/issuing/disputes';
const because = (explanation: string) => ({ reason: 'fraudulent', fraudulent: { explanation } });

test('a dispute starts unsubmitted, for the whole purchase unless an amount is given, and the purchase names it', async () => {
  const { client, transaction, authorization } = await paying();
  const dispute = await must(client.post(disputes, { transaction, metadata: { case: '7' } }));
  expect(dispute).toMatchObject({
    id: expect.stringMatching(/^idp_[0-9A-Za-z]{22}$/),
    object: 'issuing.dispute',
    amount: 1000,
    balance_transactions: [],
    currency: 'usd',
    evidence: { reason: 'other' },
    metadata: { case: '7' },
    status: 'unsubmitted',
    transaction,
  });
  expect((await client.get(`/v1/issuing/transactions/${transaction}`)).body.dispute).toBe(dispute.id);
  expect((await client.get(`/v1/issuing/authorizations/${authorization}`)).body.transactions[0].dispute).toBe(dispute.id);
  expect((await client.get(disputes, { transaction })).body.data).toEqual([dispute]);
  expect((await client.get(disputes, { status: 'won' })).body.data).toEqual([]);
});

test('a won dispute returns the money, with events', async () => {
  const of = await paying();
  const { id } = await must(of.client.post(disputes, { transaction: of.transaction, amount: 700, evidence: because('winning_evidence') }));
  const won = await must(of.client.post(`${disputes}/${id}/submit`));
  expect(won).toMatchObject({ status: 'won', balance_transactions: [{ type: 'issuing_dispute', amount: 700, source: id }] });
  expect(await spendable(of)).toBe(9700);
  expect(await eventsOf(of.client, id)).toEqual([
    'issuing_dispute.created',
    'issuing_dispute.submitted',
    'issuing_dispute.closed',
    'issuing_dispute.funds_reinstated',
  ]);
});

test('a lost dispute shows it, and no money moves; an unconvincing one is lost after 60 days', async () => {
  const of = await paying();
  const { id } = await must(of.client.post(disputes, { transaction: of.transaction, evidence: because('losing_evidence') }));
  expect(await must(of.client.post(`${disputes}/${id}/submit`))).toMatchObject({ status: 'lost', loss_reason: 'other' });
  const other = await paying();
  const { id: slow } = await must(other.client.post(disputes, { transaction: other.transaction, evidence: because('It was not me.') }));
  expect(await must(other.client.post(`${disputes}/${slow}/submit`))).toMatchObject({ status: 'submitted' });
  await passDays(other.client, 60);
  expect((await other.client.get(`${disputes}/${slow}`)).body.status).toBe('lost');
  expect([await spendable(of), await spendable(other)]).toEqual([9000, 9000]);
});

test('a dispute that is not submitted expires, and the purchase can no longer be disputed', async () => {
  const { client, transaction } = await paying();
  const { id } = await must(client.post(disputes, { transaction }));
  await passDays(client, 110);
  expect((await client.get(`${disputes}/${id}`)).body.status).toBe('expired');
  expect(await eventsOf(client, id)).toEqual(['issuing_dispute.created', 'issuing_dispute.closed']);
  const { status, body } = await client.post(disputes, { transaction });
  expect([status, body.error.param]).toEqual([400, 'transaction']);
});

/** The evidence that a network requires for each reason. */
const needed: Readonly<Record<string, readonly (readonly [string, unknown])[]>> = {
  canceled: [
    ['explanation', 'winning_evidence'],
    ['canceled_at', 1_700_000_000],
    ['cancellation_policy_provided', false],
    ['cancellation_reason', 'Too late'],
    ['expected_at', 1_700_000_000],
    ['product_description', 'A chair'],
    ['product_type', 'merchandise'],
  ],
  fraudulent: [['explanation', 'winning_evidence']],
  merchandise_not_as_described: [
    ['explanation', 'winning_evidence'],
    ['received_at', 1_700_000_000],
    ['return_status', 'merchant_rejected'],
  ],
  no_valid_authorization: [['explanation', 'winning_evidence']],
  not_received: [
    ['explanation', 'winning_evidence'],
    ['expected_at', 1_700_000_000],
    ['product_description', 'A chair'],
    ['product_type', 'merchandise'],
  ],
  other: [
    ['explanation', 'winning_evidence'],
    ['product_description', 'A chair'],
    ['product_type', 'service'],
  ],
  service_not_as_described: [
    ['explanation', 'winning_evidence'],
    ['received_at', 1_700_000_000],
  ],
};

test.each(Object.entries(needed))(
  '400: a dispute as %s is not submitted before each piece of evidence is given, and the message names it',
  async (reason, pieces) => {
    const { client, transaction } = await paying();
    const { id } = await must(client.post(disputes, { transaction, evidence: { reason } }));
    for (const [name, value] of pieces) {
      const { status, body } = await client.post(`${disputes}/${id}/submit`);
      expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_missing', `evidence[${reason}][${name}]`]);
      await must(client.post(`${disputes}/${id}`, { evidence: { [reason]: { [name]: value } } }));
    }
    expect((await must(client.post(`${disputes}/${id}/submit`))).status).toBe('won');
  },
);

test('a duplicate names the purchase that it repeats', async () => {
  const { client, transaction } = await paying();
  const evidence = { reason: 'duplicate', duplicate: { explanation: 'winning_evidence', original_transaction: transaction } };
  const { id } = await must(client.post(disputes, { transaction, evidence }));
  expect((await must(client.post(`${disputes}/${id}/submit`))).status).toBe('won');
});

test('400: a purchase that cannot be disputed, or an amount above it, is refused', async () => {
  const of = await paying();
  const { client, transaction } = of;
  const refused = async (params: object): Promise<[string, string]> => {
    const { body } = await client.post(disputes, { ...params });
    return [body.error.code, body.error.param];
  };
  expect(await refused({ transaction, amount: 1001 })).toEqual(['amount_too_large', 'amount']);
  const { id: refund } = await must(network(of, `transactions/${transaction}/refund`, { refund_amount: 400 }));
  expect(await refused({ transaction, amount: 601 })).toEqual(['amount_too_large', 'amount']);
  expect(await refused({ transaction: refund })).toEqual(['dispute_unexpected_state', 'transaction']);
  const { id } = await must(client.post(disputes, { transaction, evidence: because('Not me') }));
  expect(await refused({ transaction })).toEqual(['dispute_unexpected_state', 'transaction']);
  await must(client.post(`${disputes}/${id}/submit`));
  const { status, body } = await client.post(`${disputes}/${id}`, { amount: 5 });
  expect([status, body.error.code]).toEqual([400, 'dispute_unexpected_state']);
  expect((await client.post(`${disputes}/${id}`, { metadata: { a: 'b' } })).body.metadata).toEqual({ a: 'b' });
  expect((await client.post(`${disputes}/${id}/submit`)).body.error.code).toBe('dispute_unexpected_state');
});

/** Submits a dispute of a purchase to the network, which decides by its explanation. */
async function brought(of: Purchase, explanation: string, params: object = {}) {
  const { id } = await must(of.client.post(disputes, { transaction: of.transaction, evidence: because(explanation), ...params }));
  return of.client.post(`${disputes}/${id}/submit`);
}

const refund = (of: Purchase, params: object = {}) => network(of, `transactions/${of.transaction}/refund`, params);

test('400: the amount won by a dispute cannot be refunded as well, and the rest can', async () => {
  const of = await paying();
  expect((await brought(of, 'winning_evidence', { amount: 700 })).body.status).toBe('won');
  const { status, body } = await refund(of, { refund_amount: 301 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_large', 'refund_amount']);
  expect((await refund(of)).body.amount).toBe(300);
  expect((await refund(of)).body.error).toMatchObject({ code: 'charge_already_refunded', param: 'transaction' });
  expect(await spendable(of)).toBe(10_000);
});

test('400: an amount refunded before a dispute is submitted cannot be won as well', async () => {
  const of = await paying();
  const { id } = await must(of.client.post(disputes, { transaction: of.transaction, evidence: because('winning_evidence') }));
  await must(refund(of, { refund_amount: 400 }));
  const { status, body } = await of.client.post(`${disputes}/${id}/submit`);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_large', 'amount']);
  await must(of.client.post(`${disputes}/${id}`, { amount: 600 }));
  expect((await must(of.client.post(`${disputes}/${id}/submit`))).status).toBe('won');
  expect(await spendable(of)).toBe(10_000);
  const all = await paying();
  const { id: late } = await must(all.client.post(disputes, { transaction: all.transaction, evidence: because('winning_evidence') }));
  await must(refund(all));
  expect((await all.client.post(`${disputes}/${late}/submit`)).body.error).toMatchObject({
    code: 'dispute_unexpected_state',
    param: 'transaction',
  });
  expect(await spendable(all)).toBe(10_000);
});

test('an amount that the merchant refunds during the review is deducted from the dispute, which shows it', async () => {
  const of = await paying();
  const { id } = (await brought(of, 'It was not me.')).body;
  await must(refund(of, { refund_amount: 400 }));
  await passDays(of.client, 60);
  expect((await of.client.get(`${disputes}/${id}`)).body).toMatchObject({ status: 'lost', loss_reason: 'refund_issued' });
  expect(await spendable(of)).toBe(9400);
});

test('a concurrent win and refunds together return no more than was captured', async () => {
  for (let time = 0; time < 5; time++) {
    const of = await paying();
    const { id } = await must(of.client.post(disputes, { transaction: of.transaction, evidence: because('winning_evidence') }));
    const submit = () => of.client.post(`${disputes}/${id}/submit`);
    const answers = await Promise.all([refund(of), submit(), refund(of), submit()]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(await spendable(of)).toBe(10_000);
  }
});
