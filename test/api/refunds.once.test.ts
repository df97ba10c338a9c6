import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { type MethodType, types } from '../../src/resources/core/payment-method-types/types.js';
import { chargeOf, refundNow, refundOf } from '../support/money-back.js';
import { intentWith, refusal } from '../support/payments.js';
import { type Heard, type Scripted, startScripted } from '../support/scripted.js';
import type { Answer, Client } from '../support/service.js';

let it: Scripted;
beforeAll(async () => {
  it = await startScripted();
});
afterAll(() => it.stop());
beforeEach(() => {
  it.answer = approving;
});

type Body = Answer['body'];

const approving = ({ verb, attempt }: Heard): object => ({ result: 'approved', reference: `${verb} of ${attempt}`, fee: 0 });

/** Refunds are answered like this, and all other requests are approved. */
const answering = (refund: object): void => {
  it.answer = (ask) => (ask.verb === 'refund' ? refund : approving(ask));
};

function paidBy(shop: Client, type: MethodType): Promise<Body> {
  const [currency] = types[type].currencies ?? [];
  const payment_method_data = { type, billing_details: { name: 'Jo' } };
  return intentWith(shop, { amount: 20_000, currency, confirm: true, payment_method_data });
}

const refund = (shop: Client, { id }: Body, amount: number): Promise<Answer> => shop.post('/v1/refunds', { payment_intent: id, amount });

const once = Object.keys(types).filter((type) => types[type as MethodType].refunds === 'once') as MethodType[];

describe.each(once)('a payment by %s', (type) => {
  test('200, 400: is refunded in part, and then no more', async () => {
    const shop = it.service.client();
    const intent = await paidBy(shop, type);
    expect(await refundOf(shop, intent, { amount: 500 })).toMatchObject({ status: 'succeeded' });
    const again = await refund(shop, intent, 500);
    expect(refusal(again)).toEqual([400, 'charge_not_refundable']);
    expect(again.body.error.message).toBe(`A payment by ${type} can be refunded once only.`);
    expect(refusal(await shop.post('/v1/refunds', { payment_intent: intent.id }))).toEqual([400, 'charge_not_refundable']);
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 500, refunded: false });
  });
});

describe('unsuccessful refunds do not count:', () => {
  test('a refund that failed', async () => {
    const shop = it.service.client();
    const intent = await paidBy(shop, 'gcash');
    answering({ result: 'declined', code: 'processing_error' });
    expect(await refundOf(shop, intent, { amount: 500 })).toMatchObject({ status: 'failed' });
    answering({ result: 'approved', reference: 'r-2' });
    expect(await refundOf(shop, intent, { amount: 700 })).toMatchObject({ status: 'succeeded' });
    expect(await chargeOf(shop, intent)).toMatchObject({ amount_refunded: 700 });
  });

  test('a refund that was canceled; while it is pending it counts', async () => {
    const shop = it.service.client();
    const intent = await paidBy(shop, 'dana');
    answering({ result: 'pending' });
    const slow = await refundOf(shop, intent, { amount: 500 });
    expect(refusal(await refund(shop, intent, 700))).toEqual([400, 'charge_not_refundable']);
    expect((await shop.post(`/v1/refunds/${slow.id}/cancel`)).body.status).toBe('canceled');
    answering({ result: 'approved', reference: 'r-2' });
    expect(await refundOf(shop, intent)).toMatchObject({ status: 'succeeded', amount: 20_000 });
    expect([await chargeOf(shop, intent), (await refundNow(shop, slow)).status]).toMatchObject([{ refunded: true }, 'canceled']);
  });
});

test('one of many concurrent partial refunds is created', async () => {
  const shop = it.service.client();
  const intent = await paidBy(shop, 'truemoney');
  const answers = await Promise.all(Array.from({ length: 6 }, (_, place) => refund(shop, intent, 100 + place)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
  expect(it.heard.filter(({ verb, reference }) => verb === 'refund' && reference === `charge of ${intent.latest_attempt}`)).toHaveLength(1);
});

test('an audit afterwards finds no violation', async () => {
  expect(await audit(it.service.engine.database)).toEqual([]);
});
