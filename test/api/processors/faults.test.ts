import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Acquired, pay, settled, startAcquired, type Wire } from '../../support/acquired.js';
import { type Fault, type Passed, tell } from '../../support/acquirer.js';
import { rowsOf } from '../../support/services.js';

/** Workers take over unanswered asks after 0.3 seconds. */
const environment = { FLORIN_TIME_SCALE: '0.01' };

let it: Acquired;
let first: Wire;
let second: Wire;
beforeAll(async () => {
  it = await startAcquired(['first', 'second'], { environment, answer_deadline_ms: 250 });
  [first, second] = [it.wires.first as Wire, it.wires.second as Wire];
});
afterAll(() => it.stop());
beforeEach(() => {
  first.fault = () => 'none';
  second.fault = () => 'none';
});

/** Only the first exchange of each ask is disturbed. */
const once = (fault: Fault): Wire['fault'] => {
  const seen = new Set<unknown>();
  return ({ headers }) => {
    const key = headers['idempotency-key'];
    if (seen.has(key)) return 'none';
    seen.add(key);
    return fault;
  };
};

const about = (wire: Wire, id: string): readonly Passed[] => wire.line.passed.filter(({ body }) => body.includes(id));

const by = async (id: string): Promise<[string, number][]> =>
  (await it.booked(id)).map(({ by: name, taken, held }) => [name, taken + held]);

describe('an outcome is unknown, not failed, and the same request is repeated until it is known:', () => {
  test.each<[string, Fault]>([
    ['an answer that comes too late', 'hold'],
    ['an answer that is lost after the money has moved', 'cut'],
    ['an answer that cannot be parsed', 'garbage'],
  ])('%s', async (_, fault) => {
    first.fault = once(fault);
    const client = it.service.client();
    const { status, body } = await pay(client, 1000);
    expect([status, body.status]).toEqual([200, 'processing']);
    expect(await settled(it.service, client, body.id)).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    first.line.release();
    expect(await by(body.id)).toEqual([['first', 1000]]);
    const asks = about(first, body.id);
    expect(asks.length).toBeGreaterThan(1);
    expect(new Set(asks.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(about(second, body.id)).toEqual([]);
  });

  test('also of a decline', async () => {
    first.fault = once('cut');
    const client = it.service.client();
    const { body } = await pay(client, 1001);
    expect(body.status).toBe('processing');
    expect(await settled(it.service, client, body.id)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
    expect(about(second, body.id)).toEqual([]);
  });

  test.each([
    ['capture', { amount_to_capture: 700 }, 'succeeded', 700],
    ['cancel', {}, 'canceled', 0],
  ])('also of an authorization, in a request to %s', async (verb, params, outcome, left) => {
    const client = it.service.client();
    const { body } = await pay(client, 1000, { capture_method: 'manual' });
    first.fault = once('cut');
    const { body: unknown } = await client.post(`/v1/payment_intents/${body.id}/${verb}`, params);
    expect(unknown.status).toBe('processing');
    expect(await settled(it.service, client, body.id)).toMatchObject({ status: outcome, amount_received: left });
    expect(await by(body.id)).toEqual([['first', left]]);
  });

  test('also of a card to be saved: it is attached once the outcome is known', async () => {
    const client = it.service.client();
    const source = { object: 'card', number: '4242424242424242', exp_month: 12, exp_year: 2034 };
    const { body: customer } = await client.post('/v1/customers', {});
    const path = `/v1/customers/${customer.id}`;
    const kept = async (count: number) => {
      const { data } = (await client.get(`${path}/sources`)).body;
      return data.length === count && data;
    };
    first.fault = once('cut');
    const added = await client.post(`${path}/sources`, { source });
    expect([added.status, added.body.error.code]).toEqual([402, 'processing_error']);
    expect(added.body.error.message).toMatch(/has not answered yet/);
    const [beside] = await it.service.until(() => kept(1));
    expect((await client.get(path)).body.default_source).toBe(beside.id);
    first.fault = once('cut');
    const changed = await client.post(path, { source });
    expect([changed.status, changed.body.default_source]).toEqual([200, beside.id]);
    const newest = await it.service.until(async () => (await client.get(path)).body.default_source !== beside.id && (await kept(1)));
    expect((await client.get(path)).body.default_source).toBe(newest[0].id);
  });

  test('also where the processor cannot be reached when the request is repeated', async () => {
    let asks = 0;
    first.fault = () => (['cut', 'busy', 'busy'] as const)[asks++] ?? 'none';
    const client = it.service.client();
    const { body } = await pay(client, 1000);
    expect(body.status).toBe('processing');
    expect((await settled(it.service, client, body.id)).status).toBe('succeeded');
    expect(asks).toBeGreaterThan(3);
    expect(await by(body.id)).toEqual([['first', 1000]]);
  });
});

describe('where a processor was certainly not reached', () => {
  test('the next one is asked, and keeps the payment', async () => {
    first.fault = () => 'busy';
    const client = it.service.client();
    const { body } = await pay(client, 1000, { capture_method: 'manual' });
    expect(body.status).toBe('requires_capture');
    first.fault = () => 'none';
    const captured = await client.post(`/v1/payment_intents/${body.id}/capture`);
    expect(captured.body.status).toBe('succeeded');
    expect(await by(body.id)).toEqual([['second', 1000]]);
    expect(about(first, body.id).map(({ fault }) => fault)).toEqual(['busy']);
  });

  test('and the outcome at the next one is unknown, the next one is asked again', async () => {
    first.fault = once('busy');
    second.fault = once('cut');
    const client = it.service.client();
    const { body } = await pay(client, 1000);
    expect(body.status).toBe('processing');
    expect((await settled(it.service, client, body.id)).status).toBe('succeeded');
    expect(await by(body.id)).toEqual([['second', 1000]]);
    expect(about(first, body.id)).toHaveLength(1);
  });

  test('and the next one redirects the payer, the next one is asked for the result', async () => {
    first.fault = () => 'busy';
    const client = it.service.client();
    const { body } = await pay(client, 1002);
    first.fault = () => 'none';
    await client.post(`/v1/test_helpers/payment_intents/${body.id}/next_action`, { outcome: 'succeed' });
    const [again] = about(second, body.id).slice(-1);
    expect(JSON.parse(again?.body ?? '{}').finished_step).toBe('redirect_to_url');
    expect(again?.body).not.toContain('succeed');
    expect(about(first, body.id)).toHaveLength(1);
  });

  test('but asked for the result of an earlier attempt, the outcome stays unknown', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1002);
    first.fault = () => 'busy';
    const step = await client.post(`/v1/test_helpers/payment_intents/${body.id}/next_action`, { outcome: 'succeed' });
    expect([step.status, step.body.status]).toEqual([200, 'processing']);
    first.fault = () => 'none';
    expect((await settled(it.service, client, body.id)).status).toBe('requires_action');
    expect(about(second, body.id)).toEqual([]);
  });

  test('nor any other, the payment is declined at once', async () => {
    first.fault = () => 'busy';
    second.fault = () => 'busy';
    const client = it.service.client();
    const { status, body } = await pay(client, 1000);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'processing_error', payment_intent: { status: 'requires_payment_method' } });
    expect(await by(body.error.payment_intent.id)).toEqual([]);
    expect(await rowsOf(it.service, `select from jobs where queue = 'ask' and subject = $1`, body.error.payment_intent.id)).toEqual([]);
  });

  test('a capture waits for the processor that has the money, and no other is asked', async () => {
    const client = it.service.client();
    const { body } = await pay(client, 1000, { capture_method: 'manual' });
    let asks = 0;
    first.fault = () => (asks++ < 2 ? 'busy' : 'none');
    const { body: waiting } = await client.post(`/v1/payment_intents/${body.id}/capture`);
    expect(waiting.status).toBe('processing');
    expect((await settled(it.service, client, body.id)).status).toBe('succeeded');
    expect(await by(body.id)).toEqual([['first', 1000]]);
    expect(about(second, body.id)).toEqual([]);
  });
});

describe('a processor that approves a payment of another one', () => {
  const meddling = async (amount: number, outcome: string) => {
    const client = it.service.client();
    const { body } = await pay(client, amount);
    const { account, subject, verb, attempt } = JSON.parse(about(first, body.id)[0]?.body ?? '{}');
    const answer = { result: 'approved', reference: `r_${body.id}` };
    const { status } = await tell(it.service.url, 'second', { notifications: [{ account, subject, verb, attempt, answer }] });
    expect(status).toBe(200);
    expect((await client.get(`/v1/payment_intents/${body.id}`)).body.status).toBe(outcome);
    expect(about(second, body.id).map(({ path }) => path)).toEqual(['/void']);
  };

  test('must void it while the payer is on their way', () => meddling(1002, 'requires_action'));
  test('must void it after the payment succeeded', () => meddling(1000, 'succeeded'));
});
