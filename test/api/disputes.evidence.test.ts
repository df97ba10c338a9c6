import { describe, expect, test } from 'vitest';
import { eventsOf } from '../support/callers.js';
import { booked, chargeOf, disputeNow, disputeOf, passDays, refundOf } from '../support/money-back.js';
import { balanceOf, paid, refusal } from '../support/payments.js';
import { expectSoundBooks, onBothRoads, roads } from '../support/roads.js';
import type { Answer, Client } from '../support/service.js';
import { upload } from '../support/uploads.js';

const both = onBothRoads();
const client = () => both.client('in one write');

const submit = (shop: Client, { id }: { id: string }, text: string, more: object = {}): Promise<Answer> =>
  shop.post(`/v1/disputes/${id}`, { evidence: { uncategorized_text: text }, ...more });

const opened = ['charge.dispute.created', 'charge.dispute.funds_withdrawn'];

describe.each(roads)('%s', (road) => {
  const caller = () => both.client(road);

  test('200: winning evidence returns the money, but not the fee', async () => {
    const shop = caller();
    const intent = await paid(shop);
    const dispute = await disputeOf(shop, intent);
    const { status, body } = await submit(shop, dispute, 'winning_evidence');
    expect([status, body]).toMatchObject([
      200,
      { status: 'won', evidence_details: { has_evidence: true, submission_count: 1, past_due: false } },
    ]);
    expect(await booked(shop, dispute)).toEqual([
      ['adjustment', -2000, 1500],
      ['adjustment', 2000, 0],
    ]);
    expect(body.balance_transactions).toMatchObject([
      { net: -3500, reporting_category: 'dispute' },
      { net: 2000, reporting_category: 'dispute_reversal', source: dispute.id },
    ]);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -1500 });
    expect(await eventsOf(shop, dispute.id)).toEqual([
      ...opened,
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
    expect(await chargeOf(shop, intent)).toMatchObject({ disputed: true, amount_disputed: 0 });
    expect(await refundOf(shop, intent)).toMatchObject({ status: 'succeeded', amount: 2000 });
  });

  test('200: losing evidence loses, and no more money moves', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop));
    const { body } = await submit(shop, dispute, 'losing_evidence');
    expect(body).toMatchObject({ status: 'lost', evidence_details: { submission_count: 1 } });
    expect(await eventsOf(shop, dispute.id)).toEqual([...opened, 'charge.dispute.updated', 'charge.dispute.closed']);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -3500 });
    await passDays(shop, 100);
    expect((await disputeNow(shop, dispute)).status).toBe('lost');
  });

  test('200: other evidence is under review for two months without expiring, and then loses', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop));
    const { body } = await submit(shop, dispute, 'They picked it up in person.');
    expect(body.status).toBe('under_review');
    await passDays(shop, 50);
    expect(await disputeNow(shop, dispute)).toEqual(body);
    await passDays(shop, 15);
    expect(await disputeNow(shop, dispute)).toMatchObject({ status: 'lost', evidence_details: { past_due: false } });
  });

  test('an inquiry with winning evidence is closed, and no money moves', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop), { inquiry: true });
    expect((await submit(shop, dispute, 'winning_evidence')).body.status).toBe('warning_closed');
    expect(await eventsOf(shop, dispute.id)).toEqual(['charge.dispute.created', 'charge.dispute.updated', 'charge.dispute.closed']);
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: 0 });
  });

  test('an inquiry with losing evidence becomes a chargeback, which can still be won', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop), { inquiry: true });
    expect((await submit(shop, dispute, 'losing_evidence')).body).toMatchObject({
      status: 'needs_response',
      amount: 2000,
      evidence: { uncategorized_text: 'losing_evidence' },
    });
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -3500 });
    expect((await submit(shop, dispute, 'winning_evidence')).body).toMatchObject({
      status: 'won',
      evidence_details: { submission_count: 2 },
    });
    expect(await balanceOf(shop)).toEqual({ pending: 1912, available: -1500 });
  });

  test('evidence submitted by twenty requests at once is submitted once', async () => {
    const shop = caller();
    const dispute = await disputeOf(shop, await paid(shop));
    const answers = await Promise.all(Array.from({ length: 20 }, () => submit(shop, dispute, 'winning_evidence')));
    const outcomes = answers.map((answer) => (answer.status === 200 ? answer.body.status : refusal(answer)[1])).sort();
    expect(outcomes).toEqual([...Array(19).fill('dispute_unexpected_state'), 'won']);
    expect(await booked(shop, dispute)).toHaveLength(2);
  });
});

const fileOf = async (shop: Client): Promise<string> => (await upload(both.service('in one write'), shop)).body.id;

describe('files as evidence', () => {
  test('200: files are given by their ids, one by one or several as text, and can be expanded', async () => {
    const shop = client();
    const [receipt, other] = [await fileOf(shop), await fileOf(shop)];
    const dispute = await disputeOf(shop, await paid(shop));
    const evidence = { receipt, uncategorized_file: JSON.stringify([receipt, other]) };
    const { body } = await shop.post(`/v1/disputes/${dispute.id}`, { evidence, submit: false, expand: ['evidence.receipt'] });
    expect(body.evidence).toMatchObject({ receipt: { id: receipt, object: 'file' }, uncategorized_file: evidence.uncategorized_file });
    const one = await shop.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_file: other }, submit: false });
    expect(one.body.evidence).toMatchObject({ receipt, uncategorized_file: other });
  });

  test('400 resource_missing: files of other accounts are unknown', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    const receipt = await fileOf(client());
    const answer = await shop.post(`/v1/disputes/${dispute.id}`, { evidence: { receipt } });
    expect(refusal(answer)).toEqual([400, 'resource_missing', 'evidence[receipt]']);
  });

  test.each(['[', '[1]', '{}', 'receipt.png', '["file_1", "../x"]', '[["file_1"]]'])(
    '400: %s names no files',
    async (uncategorized_file) => {
      const shop = client();
      const dispute = await disputeOf(shop, await paid(shop));
      const answer = await shop.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_file } });
      expect(refusal(answer)).toEqual([400, 'parameter_invalid', 'evidence[uncategorized_file]']);
    },
  );
});

describe('evidence that is saved for later', () => {
  test('200: is shown, member by member, and the bank has not seen it', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    await shop.post(`/v1/disputes/${dispute.id}`, {
      evidence: { customer_name: 'Ana', customer_email_address: 'a@example.com' },
      submit: false,
    });
    const { body } = await shop.post(`/v1/disputes/${dispute.id}`, {
      evidence: { customer_name: '', service_date: '2030-06-15' },
      submit: false,
    });
    expect(body).toMatchObject({
      status: 'needs_response',
      evidence: { customer_name: null, customer_email_address: 'a@example.com', service_date: '2030-06-15' },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    expect(await eventsOf(shop, dispute.id)).toEqual([...opened, 'charge.dispute.updated', 'charge.dispute.updated']);
  });

  test('200: is submitted as a whole', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    await submit(shop, dispute, 'winning_evidence', { submit: false });
    const { body } = await shop.post(`/v1/disputes/${dispute.id}`, { submit: true });
    expect(body).toMatchObject({ status: 'won', evidence_details: { submission_count: 1 } });
  });

  test('is empty once all of it is removed', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    await submit(shop, dispute, 'Something', { submit: false });
    const { body } = await submit(shop, dispute, '', { submit: false });
    expect(body.evidence_details.has_evidence).toBe(false);
    expect(refusal(await shop.post(`/v1/disputes/${dispute.id}`, { submit: true }))).toEqual([400, 'parameter_missing', 'evidence']);
  });

  test('does not keep a dispute from being lost at its due date', async () => {
    const shop = client();
    const dispute = await disputeOf(shop, await paid(shop));
    await submit(shop, dispute, 'winning_evidence', { submit: false });
    await passDays(shop, 12);
    expect(await disputeNow(shop, dispute)).toMatchObject({ status: 'lost', evidence_details: { has_evidence: true, past_due: true } });
  });
});

test('200: metadata changes alone, in any state, and nothing is submitted', async () => {
  const shop = client();
  const dispute = await disputeOf(shop, await paid(shop));
  const tagged = await shop.post(`/v1/disputes/${dispute.id}`, { metadata: { order: '7' } });
  expect(tagged.body).toEqual({ ...dispute, metadata: { ...dispute.metadata, order: '7' } });
  await submit(shop, dispute, 'losing_evidence', { metadata: { order: '8' } });
  const { body } = await shop.post(`/v1/disputes/${dispute.id}`, { metadata: { seen: 'yes' } });
  expect(body).toMatchObject({ status: 'lost', metadata: { order: '8', seen: 'yes', card_scheme: 'visa' } });
});

test('400 dispute_unexpected_state: evidence cannot change while the bank reviews it', async () => {
  const shop = client();
  const dispute = await disputeOf(shop, await paid(shop));
  await submit(shop, dispute, 'Something');
  expect(refusal(await submit(shop, dispute, 'winning_evidence'))).toEqual([400, 'dispute_unexpected_state']);
  expect(refusal(await shop.post(`/v1/disputes/${dispute.id}/close`))).toEqual([400, 'dispute_unexpected_state']);
});

test.each([
  [{ evidence: { livemode: true } }, 'evidence[livemode]'],
  [{ evidence: { created: 1 } }, 'evidence[created]'],
  [{ evidence: { alibi: 'x' } }, 'evidence[alibi]'],
  [{ evidence: { customer_email_address: 'unknown' } }, 'evidence[customer_email_address]'],
  [{ evidence: { uncategorized_text: 'a'.repeat(20_001) } }, 'evidence[uncategorized_text]'],
  [{ status: 'won' }, 'status'],
  [{ amount: 1 }, 'amount'],
])('400: %j is refused, and the message names the parameter', async (params, param) => {
  const shop = client();
  const dispute = await disputeOf(shop, await paid(shop));
  const answer = await shop.post(`/v1/disputes/${dispute.id}`, { ...params });
  expect([answer.status, answer.body.error.param]).toEqual([400, param]);
  expect(await disputeNow(shop, dispute)).toEqual(dispute);
});

expectSoundBooks(both);
