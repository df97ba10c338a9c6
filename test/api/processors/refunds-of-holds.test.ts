import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../src/kernel/ledger/balances.js';
import { eventsOf } from '../../support/callers.js';
import { accountOf } from '../../support/merchant.js';
import { booked, passDays, refundNow } from '../../support/money-back.js';
import { balanceOf, chargeNow, refusal } from '../../support/payments.js';
import { type Heard, type Scripted, startScripted } from '../../support/scripted.js';
import type { Answer, Client } from '../../support/service.js';

/** Workers take over unanswered asks after 0.3 seconds. */
const environment = { FLORIN_TIME_SCALE: '0.01' };

let it: Scripted;
beforeAll(async () => {
  it = await startScripted(environment);
});
afterAll(() => it.stop());
beforeEach(() => {
  it.answer = approving;
});

type Body = Answer['body'];

const approving = ({ verb, attempt }: Heard): object => ({ result: 'approved', reference: `${verb} of ${attempt}`, fee: 0 });
const declining = { result: 'declined', code: 'card_declined', decline_code: 'not_possible' };
const silence = { status: 500 };

/** A charge of an older client that a processor has authorized. */
async function hold(shop: Client): Promise<Body> {
  const { status, text, body } = await shop.post('/v1/charges', { amount: 1000, currency: 'usd', source: 'tok_visa', capture: false });
  if (status !== 200) throw new Error(text);
  return body;
}

const refund = (shop: Client, { id }: { id: string }): Promise<Answer> => shop.post('/v1/refunds', { charge: id });
const capture = (shop: Client, { id }: { id: string }, amount = 1000): Promise<Answer> =>
  shop.post(`/v1/charges/${id}/capture`, { amount });

const voids = (of: { processor: { reference: string } }): readonly Heard[] =>
  it.heard.filter(({ verb, reference }) => verb === 'void' && reference === of.processor.reference);

/** Answers one verb only when released, and all others at once. */
function waiting(...verbs: readonly string[]): Readonly<Record<string, (answer: object) => void>> {
  const told = verbs.map((verb) => {
    let tell: (answer: object) => void = () => {};
    const answer = new Promise<object>((done) => {
      tell = done;
    });
    return { verb, answer, tell };
  });
  it.answer = (ask) => told.find(({ verb }) => verb === ask.verb)?.answer ?? approving(ask);
  return Object.fromEntries(told.map(({ verb, tell }) => [verb, tell]));
}

const heard = (verb: string, of: { processor: { reference: string } }): Promise<unknown> =>
  it.service.until(async () => it.heard.some((ask) => ask.verb === verb && ask.reference === of.processor.reference));

const settled = (shop: Client, of: { id: string }): Promise<Body> =>
  it.service.until(async () => {
    const now = await refundNow(shop, of);
    return now.status !== 'pending' && now;
  });

describe('a processor with an authorization', () => {
  test('is asked to void it, by its reference and under the id of the refund', async () => {
    const shop = it.service.client();
    const charge = await hold(shop);
    const { body } = await refund(shop, charge);
    expect(body).toMatchObject({ status: 'succeeded', balance_transaction: null });
    expect(body.destination_details.card).toMatchObject({ reference: `void of ${body.id}`, reference_status: 'available' });
    expect(voids(charge)).toMatchObject([
      { by: 'first', subject: { object: 'refund', id: body.id }, attempt: body.id, amount: 1000, currency: 'usd', processor: 'first' },
    ]);
    expect(await chargeNow(shop, charge.id)).toMatchObject({ refunded: true, amount_refunded: 1000, captured: false });
  });

  test('and a refusal fails the refund: the authorization is unchanged, and can be captured', async () => {
    const shop = it.service.client();
    const charge = await hold(shop);
    it.answer = () => declining;
    const { status, body } = await refund(shop, charge);
    expect([status, body]).toMatchObject([
      200,
      { status: 'failed', failure_reason: 'unknown', balance_transaction: null, failure_balance_transaction: null },
    ]);
    expect(await chargeNow(shop, charge.id)).toEqual(charge);
    expect(await eventsOf(shop, body.id)).toEqual(['refund.created', 'refund.failed', 'charge.refund.updated']);
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded']);
    it.answer = approving;
    expect((await capture(shop, charge)).body).toMatchObject({ captured: true, amount_captured: 1000, amount_refunded: 0 });
  });

  test('and a refusal is asked again by the next refund', async () => {
    const shop = it.service.client();
    const charge = await hold(shop);
    it.answer = () => declining;
    const { body: failed } = await refund(shop, charge);
    it.answer = approving;
    const { body } = await refund(shop, charge);
    expect(body.status).toBe('succeeded');
    expect(voids(charge).map(({ attempt }) => attempt)).toEqual([failed.id, body.id]);
    expect(await refundNow(shop, failed)).toEqual(failed);
  });

  test('and a refusal voids it a day after its expiry', async () => {
    const shop = it.service.client();
    const charge = await hold(shop);
    it.answer = () => silence;
    const { body } = await refund(shop, charge);
    await passDays(shop, 8);
    expect(voids(charge).every(({ subject }) => subject.object === 'refund')).toBe(true);
    it.answer = () => declining;
    expect((await settled(shop, body)).status).toBe('failed');
    expect(await chargeNow(shop, charge.id)).toEqual(charge);
    it.answer = approving;
    await passDays(shop, 2);
    expect(await chargeNow(shop, charge.id)).toMatchObject({ refunded: true, amount_refunded: 1000 });
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.expired']);
  });
});

test('an authorization that its processor did not void in time is another question the day after', async () => {
  const shop = it.service.client();
  const charge = await hold(shop);
  it.answer = ({ verb }) => (verb === 'void' ? declining : { result: 'approved' });
  await passDays(shop, 7);
  await it.service.until(async () => voids(charge).length === 1);
  await passDays(shop, 1);
  await it.service.until(async () => voids(charge).length === 2);
  expect(new Set(voids(charge).map(({ attempt }) => attempt)).size).toBe(2);
});

describe('without an answer of the processor', () => {
  const asked = async (shop: Client): Promise<{ charge: Body; body: Body }> => {
    const charge = await hold(shop);
    it.answer = () => silence;
    const { status, body } = await refund(shop, charge);
    expect([status, body]).toMatchObject([200, { status: 'pending', balance_transaction: null, destination_details: null }]);
    return { charge, body };
  };

  test('the authorization is locked, and no event says that it is voided', async () => {
    const shop = it.service.client();
    const { charge, body } = await asked(shop);
    const another = await refund(shop, charge);
    expect([refusal(another), another.body.error.message]).toEqual([
      [400, 'charge_already_refunded'],
      expect.stringContaining('under way'),
    ]);
    const taking = await capture(shop, charge);
    expect([refusal(taking), taking.body.error.message]).toEqual([[400, 'charge_not_capturable'], expect.stringContaining('refund')]);
    expect(refusal(await shop.post(`/v1/refunds/${body.id}/cancel`))).toEqual([400, 'refund_unexpected_state']);
    const settling = await shop.post(`/v1/test_helpers/refunds/${body.id}/settle`, { outcome: 'fail' });
    expect(refusal(settling)).toEqual([400, 'refund_unexpected_state']);
    expect(await chargeNow(shop, charge.id)).toMatchObject({ refunded: false, captured: false });
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded']);
    it.answer = approving;
    await settled(shop, body);
  });

  test('the same request is repeated, and its answer has one event', async () => {
    const shop = it.service.client();
    const { charge, body } = await asked(shop);
    it.answer = approving;
    expect(await settled(shop, body)).toMatchObject({ status: 'succeeded', balance_transaction: null });
    expect(voids(charge).length).toBeGreaterThan(1);
    expect(new Set(voids(charge).map(({ attempt }) => attempt))).toEqual(new Set([body.id]));
    expect(await chargeNow(shop, charge.id)).toMatchObject({ refunded: true, amount_refunded: 1000 });
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.refunded']);
  });

  test('a notification about a refund of money, which it is not, changes nothing', async () => {
    const shop = it.service.client();
    const { charge, body } = await asked(shop);
    const notice = {
      account: `${await accountOf(shop)}_test`,
      subject: { object: 'refund', id: body.id },
      verb: 'refund',
      attempt: body.id,
    };
    expect(await it.tell('first', { ...notice, answer: { result: 'approved' } })).toBe(200);
    expect(await refundNow(shop, body)).toEqual(body);
    it.answer = approving;
    await settled(shop, body);
    expect(await eventsOf(shop, charge.id)).toEqual(['charge.succeeded', 'charge.refunded']);
  });
});

describe('a refund during a capture', () => {
  const meeting = async (shop: Client, amount: number) => {
    const charge = await hold(shop);
    const tell = waiting('capture', 'void');
    const capturing = capture(shop, charge, amount);
    await heard('capture', charge);
    const refunding = refund(shop, charge);
    await heard('void', charge);
    return { charge, tell, capturing, refunding };
  };

  test('fails where the processor captures and refuses to void', async () => {
    const shop = it.service.client();
    const { charge, tell, capturing, refunding } = await meeting(shop, 600);
    tell.capture?.({ result: 'approved', fee: 0 });
    expect((await capturing).body).toMatchObject({ captured: true, amount_captured: 600, amount_refunded: 400, refunded: false });
    tell.void?.(declining);
    expect((await refunding).body).toMatchObject({ status: 'failed', balance_transaction: null });
    expect(await chargeNow(shop, charge.id)).toMatchObject({ captured: true, amount_refunded: 400, refunded: false });
    expect(await balanceOf(shop)).toEqual({ pending: 600, available: 0 });
  });

  test('fails where the processor refuses first and captures then', async () => {
    const shop = it.service.client();
    const { charge, tell, capturing, refunding } = await meeting(shop, 600);
    tell.void?.(declining);
    expect((await refunding).body.status).toBe('failed');
    tell.capture?.({ result: 'approved', fee: 0 });
    expect((await capturing).body).toMatchObject({ id: charge.id, captured: true, amount_captured: 600, amount_refunded: 400 });
  });

  test('voids the authorization where the processor refuses the capture', async () => {
    const shop = it.service.client();
    const { charge, tell, capturing, refunding } = await meeting(shop, 600);
    tell.capture?.(declining);
    expect(refusal(await capturing)).toEqual([402, 'card_declined']);
    tell.void?.({ result: 'approved' });
    expect((await refunding).body).toMatchObject({ status: 'succeeded', amount: 1000, balance_transaction: null });
    expect(await chargeNow(shop, charge.id)).toMatchObject({ captured: false, amount_refunded: 1000, refunded: true });
  });

  test('refunds the captured money where the processor does both, and the ledger shows it', async () => {
    const shop = it.service.client();
    const { charge, tell, capturing, refunding } = await meeting(shop, 600);
    tell.capture?.({ result: 'approved', fee: 0 });
    expect((await capturing).body.captured).toBe(true);
    tell.void?.({ result: 'approved' });
    const { body } = await refunding;
    expect(body).toMatchObject({ status: 'succeeded', amount: 600, balance_transaction: expect.stringMatching(/^txn_/) });
    expect(await booked(shop, body)).toEqual([['refund', -600, 0]]);
    expect(await chargeNow(shop, charge.id)).toMatchObject({ captured: true, amount_refunded: 1000, refunded: true });
    expect(await balanceOf(shop)).toEqual({ pending: 600, available: -600 });
  });

  test('wins where it is answered first: the capture is refused because nothing is authorized', async () => {
    const shop = it.service.client();
    const { charge, tell, capturing, refunding } = await meeting(shop, 600);
    tell.void?.({ result: 'approved' });
    expect((await refunding).body).toMatchObject({ status: 'succeeded', amount: 1000 });
    tell.capture?.({ result: 'approved', fee: 0 });
    expect(refusal(await capturing)).toEqual([400, 'charge_not_capturable']);
    expect(await chargeNow(shop, charge.id)).toMatchObject({ captured: false, refunded: true });
    expect(await balanceOf(shop)).toEqual({ pending: 0, available: 0 });
  });
});

test('an audit afterwards finds no violation', async () => {
  expect(await audit(it.service.engine.database)).toEqual([]);
});
