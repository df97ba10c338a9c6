import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { must } from '../../support/billing.js';
import { eventsOf } from '../../support/callers.js';
import { type Issuer, issuer, network, purchase, spendable, used } from '../../support/issuing.js';
import { ledger } from '../../support/merchant.js';

const service = await auditedService();

const capture = (of: Issuer, id: string, params: object = {}) => must(network(of, `authorizations/${id}/capture`, params));
const at = async (of: Issuer, id: string) => (await of.client.get(`/v1/issuing/authorizations/${id}`)).body;

test('a capture takes the hold, closes the authorization, and is a transaction with a balance transaction', async () => {
  const of = await issuer(service);
  const { id, cardholder } = await used(of);
  const purchase_details = { reference: 'R-1', receipt: [{ description: 'Rolls', quantity: 2, unit_cost: 500, total: 1000 }] };
  const captured = await capture(of, id, { purchase_details });
  expect(captured).toMatchObject({ status: 'closed', amount: 1000 });
  const [taken] = captured.transactions;
  const { body } = await of.client.get(`/v1/issuing/transactions/${taken.id}`);
  expect(body).toEqual(taken);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^ipi_[0-9A-Za-z]{22}$/),
    object: 'issuing.transaction',
    amount: -1000,
    authorization: id,
    card: of.card,
    cardholder,
    currency: 'usd',
    dispute: null,
    merchant_amount: -1000,
    merchant_data: { category: 'miscellaneous_general_merchandise' },
    network_data: { authorization_code: captured.request_history[0].authorization_code, processing_date: expect.stringMatching(/^\d{4}-/) },
    purchase_details: { reference: 'R-1', receipt: [{ description: 'Rolls', quantity: 2, unit_cost: 500, total: 1000 }], lodging: null },
    type: 'capture',
    wallet: null,
  });
  const { body: money } = await of.client.get(`/v1/balance_transactions/${body.balance_transaction}`);
  expect(money).toMatchObject({ amount: -1000, net: -1000, source: taken.id, type: 'issuing_transaction', balance_type: 'issuing' });
  expect(captured.balance_transactions.map(({ type, amount }: { type: string; amount: number }) => [type, amount])).toEqual([
    ['issuing_authorization_hold', -1000],
    ['issuing_authorization_release', 1000],
  ]);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 9000, issuing_held: 0 });
  expect(await eventsOf(of.client, taken.id)).toEqual([
    'issuing_transaction.created',
    'issuing_transaction.purchase_details_receipt_updated',
  ]);
});

test('a part is captured, and the rest is released', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  expect((await capture(of, id, { capture_amount: 300 })).transactions[0].amount).toBe(-300);
  expect(await spendable(of)).toBe(9700);
});

test('an authorization that stays open is captured several times, and the last capture closes it', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  expect((await capture(of, id, { capture_amount: 300, close_authorization: false })).status).toBe('pending');
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 9000, issuing_held: 700 });
  await capture(of, id, { capture_amount: 200, close_authorization: false });
  const last = await capture(of, id);
  expect(last.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([-300, -200, -500]);
  expect([last.status, await spendable(of)]).toEqual(['closed', 9000]);
});

test('an authorization that was captured in part and then released is closed', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  await capture(of, id, { capture_amount: 300, close_authorization: false });
  expect((await network(of, `authorizations/${id}/reverse`)).body.status).toBe('closed');
  expect(await spendable(of)).toBe(9700);
});

test('more than the hold and more than the balance is captured: the balance becomes negative', async () => {
  const of = await issuer(service, 1000);
  const { id } = await used(of);
  await capture(of, id, { capture_amount: 1200 });
  expect(await spendable(of)).toBe(-200);
  expect((await used(of, { amount: 1 })).request_history[0].reason).toBe('insufficient_funds');
});

test('a forced capture needs no authorization, no active card and no funds', async () => {
  const of = await issuer(service, 100);
  await of.client.post(`/v1/issuing/cards/${of.card}`, { status: 'inactive' });
  const params = { card: of.card, amount: 250, merchant_data: { category: 'airlines_air_carriers', name: 'Air' } };
  const taken = await must(network(of, 'transactions/create_force_capture', params));
  expect(taken).toMatchObject({ amount: -250, authorization: null, type: 'capture', merchant_data: { category_code: '4511' } });
  expect(await spendable(of)).toBe(-150);
});

test('a refund returns parts, and never more than was captured', async () => {
  const { authorization: id, transaction, ...of } = await purchase(service);
  const refund = (params: object = {}) => network(of, `transactions/${transaction}/refund`, params);
  const { body: first } = await refund({ refund_amount: 400 });
  expect(first).toMatchObject({ type: 'refund', amount: 400, merchant_amount: 400, authorization: id, card: of.card });
  const { status, body: tooMuch } = await refund({ refund_amount: 601 });
  expect([status, tooMuch.error.code, tooMuch.error.param]).toEqual([400, 'amount_too_large', 'refund_amount']);
  expect((await refund()).body.amount).toBe(600);
  expect((await refund()).body.error.code).toBe('charge_already_refunded');
  expect((await network(of, `transactions/${first.id}/refund`)).body.error.code).toBe('parameter_invalid');
  expect((await at(of, id)).transactions.map(({ amount }: { amount: number }) => amount)).toEqual([-1000, 400, 600]);
  expect(await spendable(of)).toBe(10_000);
});

test('an unlinked refund adds money without a purchase', async () => {
  const of = await issuer(service, 0);
  const given = await must(network(of, 'transactions/create_unlinked_refund', { card: of.card, amount: 250 }));
  expect(given).toMatchObject({ amount: 250, authorization: null, type: 'refund' });
  expect(await spendable(of)).toBe(250);
});

test('ten concurrent refunds return the captured amount and no more', async () => {
  const { transaction, ...of } = await purchase(service);
  const refunds = Array.from({ length: 10 }, () => network(of, `transactions/${transaction}/refund`, { refund_amount: 300 }));
  const answers = await Promise.all(refunds);
  expect(answers.filter(({ status }) => status === 200).length).toBe(3);
  expect(await spendable(of)).toBe(9900);
});

test('ten concurrent captures, the first of which closes the authorization, capture once', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  const answers = await Promise.all(Array.from({ length: 10 }, () => network(of, `authorizations/${id}/capture`)));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  expect(await spendable(of)).toBe(9000);
});

test('metadata is changed with an event, and shown by the authorization', async () => {
  const { authorization: id, transaction, ...of } = await purchase(service);
  const { body } = await of.client.post(`/v1/issuing/transactions/${transaction}`, { metadata: { trip: 'Oslo' } });
  expect(body.metadata).toEqual({ trip: 'Oslo' });
  expect((await at(of, id)).transactions[0].metadata).toEqual({ trip: 'Oslo' });
  expect((await of.client.post(`/v1/issuing/authorizations/${id}`, { metadata: { seat: '4a' } })).body.metadata).toEqual({ seat: '4a' });
  expect(await eventsOf(of.client, transaction)).toEqual(['issuing_transaction.created', 'issuing_transaction.updated']);
});

test('lists filter by card, cardholder and type', async () => {
  const { transaction, ...of } = await purchase(service);
  const { id: back, cardholder } = await must(network(of, `transactions/${transaction}/refund`));
  const list = async (query: object) =>
    (await of.client.get('/v1/issuing/transactions', { ...query })).body.data.map((each: { id: string }) => each.id);
  expect(await list({ card: of.card })).toEqual([back, transaction]);
  expect(await list({ cardholder, type: 'refund' })).toEqual([back]);
  expect(await list({ type: 'capture' })).toEqual([transaction]);
});
