import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { type Issuer, issuer, limit, network, spendable, used } from '../../support/issuing.js';
import { ledger } from '../../support/merchant.js';
import { passDays } from '../../support/money-back.js';

const service = await auditedService();

test('an increment holds more, and a declined one leaves the hold unchanged', async () => {
  const of = await issuer(service, 2000);
  const { id } = await used(of);
  const { body: more } = await network(of, `authorizations/${id}/increment`, { increment_amount: 400 });
  expect(more).toMatchObject({ amount: 1400, approved: true, status: 'pending' });
  expect(more.request_history.map(({ amount }: { amount: number }) => amount)).toEqual([1000, 400]);
  const { body: refused } = await network(of, `authorizations/${id}/increment`, { increment_amount: 601 });
  expect(refused).toMatchObject({ amount: 1400, approved: true, status: 'pending' });
  expect(refused.request_history[2]).toMatchObject({ amount: 601, approved: false, reason: 'insufficient_funds' });
  expect(await spendable(of)).toBe(600);
});

test('a partial reversal releases a part, and the second one all: then it is reversed', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  const { body: partly } = await network(of, `authorizations/${id}/reverse`, { reverse_amount: 300 });
  expect(partly).toMatchObject({ amount: 700, status: 'pending' });
  const { body: tooMuch } = await network(of, `authorizations/${id}/reverse`, { reverse_amount: 701 });
  expect(tooMuch.error).toMatchObject({ code: 'amount_too_large', param: 'reverse_amount' });
  const { body: whole } = await network(of, `authorizations/${id}/reverse`);
  expect(whole).toMatchObject({ amount: 0, status: 'reversed' });
  expect(await spendable(of)).toBe(10_000);
});

test('an estimated amount is made final, below and above', async () => {
  const of = await issuer(service, 2000);
  const { id } = await used(of);
  expect((await network(of, `authorizations/${id}/finalize_amount`, { final_amount: 800 })).body.amount).toBe(800);
  expect((await network(of, `authorizations/${id}/finalize_amount`, { final_amount: 1300 })).body.amount).toBe(1300);
  expect(await spendable(of)).toBe(700);
  const { status, body } = await network(of, `authorizations/${id}/finalize_amount`, { final_amount: 2001 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_large', 'final_amount']);
});

test('a final amount includes earlier captures, and holds the rest', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  const say = (verb: string, params: object) => network(of, `authorizations/${id}/${verb}`, params);
  await say('capture', { capture_amount: 300, close_authorization: false });
  expect((await say('finalize_amount', { final_amount: 800 })).body.amount).toBe(800);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 9200, issuing_held: 500 });
  const { status, body } = await say('finalize_amount', { final_amount: 299 });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'amount_too_small', 'final_amount']);
  await say('capture', { capture_amount: 600, close_authorization: false });
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 9100, issuing_held: 0 });
  expect((await say('finalize_amount', { final_amount: 1200 })).body.amount).toBe(1200);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 8800, issuing_held: 300 });
  const { body: last } = await say('capture', {});
  expect(last.transactions.map(({ amount }: { amount: number }) => amount)).toEqual([-300, -600, -300]);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 8800, issuing_held: 0 });
});

test('a limit per authorization includes captures beyond the hold', async () => {
  const of = await issuer(service);
  await limit(of, { amount: 1500, interval: 'per_authorization' });
  const { id } = await used(of);
  await network(of, `authorizations/${id}/capture`, { capture_amount: 1200, close_authorization: false });
  const more = async (increment_amount: number) =>
    (await network(of, `authorizations/${id}/increment`, { increment_amount })).body.request_history.at(-1).approved;
  expect([await more(301), await more(300)]).toEqual([false, true]);
});

test('an authorization without a capture is released after seven days', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  const { id: guests } = await used(of, { merchant_data: { category: 'hotels_motels_and_resorts' } });
  const at = (authorization: string) => of.client.get(`/v1/issuing/authorizations/${authorization}`);
  await passDays(of.client, 7);
  expect((await at(id)).body).toMatchObject({ status: 'expired', approved: true, amount: 1000 });
  expect([(await at(guests)).body.status, await spendable(of)]).toEqual(['pending', 9000]);
  const { id: other } = await used(of);
  expect((await network(of, `authorizations/${other}/expire`)).body.status).toBe('expired');
});

test('400: a closed authorization cannot be captured, incremented, reversed or expired', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  await network(of, `authorizations/${id}/reverse`);
  const verbs: [string, object][] = [
    ['capture', {}],
    ['increment', { increment_amount: 1 }],
    ['reverse', {}],
    ['expire', {}],
    ['finalize_amount', { final_amount: 1 }],
  ];
  for (const [verb, params] of verbs) {
    const { status, body } = await network(of, `authorizations/${id}/${verb}`, params);
    expect([verb, status, body.error.code]).toEqual([verb, 400, 'issuing_authorization_unexpected_state']);
  }
});

test('a fraud challenge of a purchase is answered once', async () => {
  const of = await issuer(service);
  const { id, fraud_challenges } = await used(of, { risk_assessment: { fraud_risk: { level: 'highest' } } });
  expect(fraud_challenges).toEqual([{ channel: 'sms', status: 'pending', undeliverable_reason: null }]);
  const respond = (confirmed: boolean) => network(of, `authorizations/${id}/fraud_challenges/respond`, { confirmed });
  expect((await respond(true)).body.fraud_challenges[0].status).toBe('verified');
  expect((await respond(false)).body.error.code).toBe('issuing_authorization_unexpected_state');
});

test('an increment counts on its own day', async () => {
  const of = await issuer(service);
  await limit(of, { amount: 1500, interval: 'daily' });
  const { id } = await used(of, { amount: 1000 });
  const more = async (increment_amount: number) =>
    (await network(of, `authorizations/${id}/increment`, { increment_amount })).body.request_history.at(-1).approved;
  expect([await more(501), await more(500)]).toEqual([false, true]);
  await passDays(of.client, 1);
  expect([await more(1501), await more(600)]).toEqual([false, true]);
  expect([(await used(of, { amount: 901 })).approved, (await used(of, { amount: 900 })).approved]).toEqual([false, true]);
});

/** A card that may spend 1500 a day: of one authorization 700 were authorized yesterday and 600 today. */
async function grown(): Promise<Issuer & { readonly id: string }> {
  const of = await issuer(service, 50_000);
  await limit(of, { amount: 1500, interval: 'daily' });
  const { id } = await used(of, { amount: 700 });
  await passDays(of.client, 1);
  await network(of, `authorizations/${id}/increment`, { increment_amount: 600 });
  return { ...of, id };
}

/** The amount that a card can still spend today, found by spending it. */
async function rest(of: Issuer): Promise<number> {
  for (let amount = 1500; amount > 0; amount -= 100) if ((await used(of, { amount })).approved) return amount;
  return 0;
}

const undone: [string, number, (of: Issuer & { readonly id: string }) => Promise<unknown>][] = [
  ['is reversed', 1500, ({ id, ...of }) => network(of, `authorizations/${id}/reverse`)],
  [
    'is reversed in part, beginning with the latest increment',
    1100,
    ({ id, ...of }) => network(of, `authorizations/${id}/reverse`, { reverse_amount: 200 }),
  ],
  [
    'is reversed beyond the latest increment',
    1500,
    ({ id, ...of }) => network(of, `authorizations/${id}/reverse`, { reverse_amount: 800 }),
  ],
  ['expires', 1500, ({ id, ...of }) => network(of, `authorizations/${id}/expire`)],
  ['ends with a smaller amount', 1000, ({ id, ...of }) => network(of, `authorizations/${id}/finalize_amount`, { final_amount: 1200 })],
  ['is captured in part', 1400, ({ id, ...of }) => network(of, `authorizations/${id}/capture`, { capture_amount: 800 })],
  [
    'is captured and refunded',
    1500,
    async ({ id, ...of }) => {
      const { body } = await network(of, `authorizations/${id}/capture`);
      await network(of, `transactions/${body.transactions[0].id}/refund`);
    },
  ],
];

test.each(undone)('an authorization incremented today that %s frees today’s limit only: %d remain', async (_, left, undo) => {
  const of = await grown();
  await undo(of);
  expect(await rest(of)).toBe(left);
});
