import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subject } from '../../src/kernel/base/question.js';
import { notified } from '../../src/kernel/engine/due.js';
import { audit } from '../../src/kernel/ledger/balances.js';
import type { Answer, Verb } from '../../src/processors/contract.js';
import { allEvents, eventsOf } from '../support/callers.js';
import { accountOf } from '../support/merchant.js';
import { booked, chargeOf, disputeBy, disputeNow, disputeOf, refundNow, refundOf, slowRefund } from '../support/money-back.js';
import { chargeNow, held, paid } from '../support/payments.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  const violations = await audit(service.engine.database);
  await service.stop();
  expect(violations).toEqual([]);
});

/** Has the processor of a sandbox report an unsolicited change. */
async function notice(client: Client, subject: Subject, { verb, attempt = subject.id }: { verb: Verb; attempt?: string }, answer: Answer) {
  const account_id = await accountOf(client);
  const account = `${account_id}_test`;
  const tenant = { account, account_id, livemode: false, clock_offset_ms: 0, id_offset_ms: 0, epoch: 0 };
  await notified(service.engine, tenant, 'sandbox', { subject, verb, attempt, answer });
}

const disputed = (client: Client, charge: string, dispute: object): Promise<void> =>
  notice(
    client,
    { object: 'charge', id: charge },
    { verb: 'charge' },
    {
      result: 'disputed',
      dispute: { inquiry: false, reason: 'fraudulent', ...dispute },
    },
  );

const refunded = (client: Client, { id }: { id: string }, answer: Answer): Promise<void> =>
  notice(client, { object: 'refund', id }, { verb: 'refund' }, answer);

const contested = (client: Client, { id }: { id: string }, attempt: string, answer: Answer): Promise<void> =>
  notice(client, { object: 'dispute', id }, { verb: 'contest', attempt }, answer);

const approved: Answer = { result: 'approved' };
const declined: Answer = { result: 'declined', code: 'processing_error', decline_code: 'lost_or_stolen_card' };

test('a chargeback that is reported twice is opened once, with the amount and the fee that the processor reports', async () => {
  const client = service.client();
  const intent = await paid(client);
  for (let count = 0; count < 2; count++) await disputed(client, intent.latest_charge, { amount: 700, fee: 2500 });
  const { body } = await client.get('/v1/disputes', { charge: intent.latest_charge });
  expect(body.data).toMatchObject([{ amount: 700, status: 'needs_response', payment_intent: intent.id }]);
  expect(await booked(client, body.data[0])).toEqual([['adjustment', -700, 2500]]);
  expect(await eventsOf(client, intent.latest_charge)).toEqual(['charge.succeeded', 'charge.updated']);
});

test('a chargeback that is reported by ten concurrent notices is opened once', async () => {
  const client = service.client();
  const intent = await paid(client);
  await Promise.all(Array.from({ length: 10 }, () => disputed(client, intent.latest_charge, {})));
  expect((await client.get('/v1/disputes')).body.data).toHaveLength(1);
  expect(await chargeOf(client, intent)).toMatchObject({ amount_disputed: 2000 });
});

test('an inquiry becomes the chargeback that is reported later, without a second dispute', async () => {
  const client = service.client();
  const dispute = await disputeBy(client, 'pm_card_createDisputeInquiry');
  await disputed(client, dispute.charge, { inquiry: true, reason: 'general' });
  expect(await disputeNow(client, dispute)).toEqual(dispute);
  await disputed(client, dispute.charge, { reason: 'product_not_received' });
  const worse = { id: dispute.id, status: 'needs_response', reason: 'product_not_received', reason_code: '13.1', amount: 2000 };
  expect((await client.get('/v1/disputes')).body.data).toMatchObject([worse]);
  expect(await chargeNow(client, dispute.charge)).toMatchObject({ amount_disputed: 2000, dispute: dispute.id });
});

test('a dispute reported for an authorization changes nothing', async () => {
  const client = service.client();
  const { latest_charge } = await held(client);
  const before = (await allEvents(client)).length;
  await disputed(client, latest_charge, {});
  expect((await client.get('/v1/disputes')).body.data).toEqual([]);
  expect(await allEvents(client)).toHaveLength(before);
});

test('a chargeback of refunded money withdraws it once more, because the bank has withdrawn it', async () => {
  const client = service.client();
  const given_back = await paid(client);
  await refundOf(client, given_back);
  await disputed(client, given_back.latest_charge, {});
  expect((await client.get('/v1/disputes')).body.data).toMatchObject([{ amount: 2000, charge: given_back.latest_charge }]);
  expect((await client.get('/v1/balance')).body.available).toMatchObject([{ amount: -2000 - 2000 - 1500 }]);
});

test('a suspicion of fraud that is reported twice makes one warning, which is actionable only before a refund', async () => {
  const client = service.client();
  const [kept, given_back] = [await paid(client), await paid(client)];
  await refundOf(client, given_back);
  const answer: Answer = { result: 'warned', fraud_warning: { fraud_type: 'made_with_stolen_card' } };
  for (const { latest_charge: id } of [kept, kept, given_back]) await notice(client, { object: 'charge', id }, { verb: 'charge' }, answer);
  const { data } = (await client.get('/v1/radar/early_fraud_warnings')).body;
  expect(data).toMatchObject([
    { actionable: false, charge: given_back.latest_charge },
    { actionable: true, charge: kept.latest_charge, fraud_type: 'made_with_stolen_card', payment_intent: kept.id },
  ]);
  expect(data).toHaveLength(2);
});

test('a refund that its bank returns fails once, however often the bank reports it', async () => {
  const client = service.client();
  const refund = await refundOf(client, await paid(client));
  for (let count = 0; count < 2; count++) await refunded(client, refund, declined);
  expect(await refundNow(client, refund)).toMatchObject({ status: 'failed', failure_reason: 'lost_or_stolen_card' });
  expect(await booked(client, refund)).toEqual([
    ['refund', -2000, 0],
    ['refund_failure', 2000, 0],
  ]);
});

test('a failed refund stays failed, whatever is reported later', async () => {
  const client = service.client();
  const refund = await slowRefund(client);
  await refunded(client, refund, declined);
  const failed = await refundNow(client, refund);
  for (const answer of [approved, { result: 'pending' } as const]) await refunded(client, refund, answer);
  expect(await refundNow(client, refund)).toEqual(failed);
});

test('a refund reported as done and as returned concurrently is returned', async () => {
  const client = service.client();
  const refund = await slowRefund(client);
  await Promise.all([refunded(client, refund, approved), refunded(client, refund, declined)]);
  expect((await refundNow(client, refund)).status).toBe('failed');
  expect((await chargeNow(client, refund.charge)).amount_refunded).toBe(0);
});

test('a bank decides on the submitted evidence, and once', async () => {
  const client = service.client();
  const dispute = await disputeOf(client, await paid(client));
  await client.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_text: 'See the receipt.' } });
  await contested(client, dispute, `${dispute.id} 2`, approved);
  expect((await disputeNow(client, dispute)).status).toBe('under_review');
  for (const answer of [approved, approved, declined]) await contested(client, dispute, `${dispute.id} 1`, answer);
  expect((await disputeNow(client, dispute)).status).toBe('won');
  expect(await booked(client, dispute)).toHaveLength(2);
});
