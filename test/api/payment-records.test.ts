import { expect, test } from 'vitest';
import { reported } from '../support/populate.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();
const path = '/v1/payment_records';
const usd = (value: number) => ({ currency: 'usd', value });
const failed = { outcome: 'failed', failed: { failed_at: 1_800_000_100 } };

const report = async (client: Client, params: object = {}, at = 'report_payment') => {
  const { status, text, body } = await client.post(`${path}/${at}`, at === 'report_payment' ? { ...reported, ...params } : { ...params });
  expect(status, text).toBe(200);
  return body;
};

test('a payment that was made outside is recorded, and moves no money', async () => {
  const client = service.client();
  const record = await report(client);
  expect(record).toMatchObject({
    ...{ object: 'payment_record', reported_by: 'self', application: null, outcome: null, refunds: [] },
    ...{ amount: usd(2000), amount_requested: usd(2000), amount_guaranteed: usd(0), amount_failed: usd(0), amount_refunded: usd(0) },
    customer_details: { customer: null, email: 'jo@example.com', name: 'Jo', phone: null },
    payment_method_details: { custom: { display_name: 'Cash', type: null }, payment_method: null, type: 'custom' },
    processor_details: { custom: { payment_reference: 'till 7' }, type: 'custom' },
  });
  const done = await report(client, { guaranteed_at: 1_800_000_200 }, `${record.id}/report_payment_attempt_guaranteed`);
  expect(done).toMatchObject({
    outcome: 'guaranteed',
    outcome_at: 1_800_000_200,
    amount_guaranteed: usd(2000),
    amount_authorized: usd(2000),
  });
  const attempt = (await client.get(`/v1/payment_attempt_records/${record.latest_payment_attempt_record}`)).body;
  expect(attempt).toMatchObject({ object: 'payment_attempt_record', payment_record: record.id, amount_guaranteed: usd(2000) });
  expect((await client.get('/v1/charges')).body.data).toEqual([]);
  expect((await client.get('/v1/balance_transactions')).body.data).toEqual([]);
});

test('a payment method of Florin that paid shows its details, and 400 for one that does not exist', async () => {
  const client = service.client();
  const card = (await client.post('/v1/payment_methods', { type: 'card', card: { token: 'tok_visa_debit' } })).body;
  const klarna = (await client.post('/v1/payment_methods', { type: 'klarna', billing_details: { email: 'jo@example.com' } })).body;
  const record = await report(client, { ...failed, payment_method_details: { payment_method: card.id } });
  expect(record.payment_method_details).toMatchObject({ type: 'card', payment_method: card.id, billing_details: null });
  expect(record.payment_method_details.card).toMatchObject({
    ...{ brand: 'visa', last4: '5556', funding: 'debit', iin: '400005', network: null, fingerprint: card.card.fingerprint },
    ...{ authorization_code: null, network_transaction_id: null, three_d_secure: null, network_decline_code: null },
  });
  expect(record.payment_method_details).not.toHaveProperty('custom');
  const way = { payment_method_details: { payment_method: klarna.id } };
  const again = await report(client, { initiated_at: 1_800_000_150, ...way }, `${record.id}/report_payment_attempt`);
  expect(again.payment_method_details).toMatchObject({ type: 'klarna', klarna: { payer_details: null, payment_method_category: null } });
  expect(again.payment_method_details).not.toHaveProperty('card');
  const attempt = (await client.get(`/v1/payment_attempt_records/${again.latest_payment_attempt_record}`)).body;
  expect(attempt.payment_method_details).toEqual(again.payment_method_details);
  const { status, body } = await client.post(`${path}/report_payment`, {
    ...reported,
    payment_method_details: { payment_method: 'pm_none' },
  });
  expect([status, body.error.param]).toEqual([400, 'payment_method_details[payment_method]']);
});

test('another attempt follows one that has failed, and the record shows the last', async () => {
  const client = service.client();
  const record = await report(client, failed);
  expect(record).toMatchObject({ outcome: 'failed', amount_failed: usd(2000) });
  const again = await report(client, { initiated_at: 1_800_000_150, description: 'Second try' }, `${record.id}/report_payment_attempt`);
  expect(again).toMatchObject({ outcome: null, outcome_at: null, amount_failed: usd(0), description: 'Second try' });
  const attempts = (await client.get('/v1/payment_attempt_records', { payment_record: record.id })).body.data;
  expect(attempts.map(({ id, outcome }: { id: string; outcome: string }) => [id, outcome])).toEqual([
    [again.latest_payment_attempt_record, null],
    [record.latest_payment_attempt_record, 'failed'],
  ]);
  const refused = await client.post(`${path}/${record.id}/report_payment_attempt`, { initiated_at: 1_800_000_160 });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'outcome']);
  const canceled = await report(client, { canceled_at: 1_800_000_170 }, `${record.id}/report_payment_attempt_canceled`);
  expect(canceled).toMatchObject({ outcome: 'canceled', amount_canceled: usd(2000) });
  const over = await client.post(`${path}/${record.id}/report_payment_attempt_failed`, { failed_at: 1_800_000_180 });
  expect([over.status, over.body.error.message]).toEqual([400, expect.stringContaining('canceled already')]);
});

test('refunds of a guaranteed payment add up, to its amount at most', async () => {
  const client = service.client();
  const record = await report(client, { outcome: 'guaranteed', guaranteed: { guaranteed_at: 1_800_000_100 } });
  const at = `${record.id}/report_refund`;
  const refund = { outcome: 'refunded', processor_details: { type: 'custom', custom: { refund_reference: 'r1' } } };
  const some = await report(client, { ...refund, amount: usd(500), refunded: { refunded_at: 1_800_000_300 } }, at);
  expect(some.amount_refunded).toEqual(usd(500));
  expect(some.refunds).toEqual([{ amount: 500, initiated_at: null, metadata: {}, refund_reference: 'r1', refunded_at: 1_800_000_300 }]);
  const refused = async (params: object): Promise<[number, string]> => {
    const { status, body } = await client.post(`${path}/${at}`, { ...refund, ...params });
    return [status, body.error?.param];
  };
  expect(await refused({ amount: usd(1501) })).toEqual([400, 'amount[value]']);
  expect(await refused({ amount: { currency: 'eur', value: 1 } })).toEqual([400, 'amount[currency]']);
  expect((await report(client, refund, at)).amount_refunded).toEqual(usd(2000));
  expect(await refused({})).toEqual([400, 'amount[value]']);
  const unpaid = await report(client);
  const early = await client.post(`${path}/${unpaid.id}/report_refund`, refund);
  expect([early.status, early.body.error.message]).toEqual([400, expect.stringContaining('guaranteed')]);
});

test('details change without an outcome, and 400 for an outcome without its time or a time without its outcome', async () => {
  const client = service.client();
  const record = await report(client);
  const details = { description: 'By bank transfer', customer_details: { phone: '+491701234567' }, metadata: { a: '1' } };
  const changed = await report(client, details, `${record.id}/report_payment_attempt_informational`);
  expect(changed).toMatchObject({ description: 'By bank transfer', metadata: { a: '1' }, outcome: null });
  expect(changed.customer_details).toMatchObject({ name: 'Jo', phone: '+491701234567' });
  for (const [params, param] of [
    [{ outcome: 'failed' }, 'failed[failed_at]'],
    [{ guaranteed: { guaranteed_at: 1 } }, 'guaranteed'],
    [{ amount_requested: { currency: 'usd', value: 0 } }, 'amount_requested[value]'],
    [{ customer_details: { customer: 'cus_none' } }, 'customer_details[customer]'],
  ] as const) {
    const { status, body } = await client.post(`${path}/report_payment`, { ...reported, ...params });
    expect([status, body.error.param]).toEqual([400, param]);
  }
});

test('400: a payment has at most 200 reported refunds', async () => {
  const client = service.client();
  const guaranteed = { outcome: 'guaranteed', guaranteed: { guaranteed_at: 1_800_000_200 } };
  const { body } = await client.post('/v1/payment_records/report_payment', { ...reported, ...guaranteed });
  const refund = { outcome: 'refunded', amount: { currency: 'usd', value: 1 }, processor_details: { type: 'custom' } };
  const again = () => client.post(`/v1/payment_records/${body.id}/report_refund`, refund);
  for (let count = 0; count < 200; count += 1) expect((await again()).status).toBe(200);
  const over = await again();
  expect([over.status, over.body.error.param]).toEqual([400, 'id']);
});
