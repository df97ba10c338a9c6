import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Processor } from '../../src/processors/contract.js';
import { startService, type TestService } from '../support/service.js';
import { openTo } from '../support/small-service.js';
import { approveAuthorization, askAnything, effects } from './effects.js';

/** A merchant's server: it approves amounts ending in 0, declines those ending in 1, and does not answer the others. */
const merchant = {
  name: 'merchant',
  local: false,
  approve_authorization: ({ amount }: { amount: number }) =>
    amount % 10 > 1 ? new Promise(() => {}) : Promise.resolve({ result: 'answered', approved: amount % 10 === 0 }),
} as unknown as Processor;

const anything = (local: boolean): Processor =>
  ({ name: 'anything', local, ask_anything: () => ({ result: 'answered' }) }) as unknown as Processor;

describe.each([
  ['one write', true],
  ['two writes', false],
])('with %s', (_, local) => {
  let it: TestService;
  beforeAll(async () => {
    const processors = [merchant, anything(local)];
    const besides = { catalogue: effects, access: openTo(effects), questions: [approveAuthorization, askAnything], processors };
    it = await startService(local ? {} : { FLORIN_ONE_WRITE: 'off' }, { besides });
  });
  afterAll(() => it.stop());

  const funded = async (amount: number) => {
    const client = it.client();
    await client.post('/v1/test_helpers/top_ups', { amount, currency: 'usd' });
    return client;
  };
  const available = async (client: Awaited<ReturnType<typeof funded>>) =>
    (await client.get('/v1/balance')).body.available.find((each: { currency: string }) => each.currency === 'usd').amount;

  test('an answer applies to the object that the question is about, and the reply is the created object', async () => {
    const client = it.client();
    const first = (await client.post('/v1/askers')).body;
    const second = (await client.post('/v1/askers', { about: first.id })).body;
    expect([second.id === first.id, second.about, second.answered]).toEqual([false, first.id, 0]);
    expect((await client.get(`/v1/askers/${first.id}`)).body.answered).toBe(3);
    expect((await client.get(`/v1/askers/${second.id}`)).body.answered).toBe(0);
    const recorded = (await client.get('/v1/events')).body.data as { type: string; data: { object: { id: string; answered: number } } }[];
    expect(
      recorded
        .map(({ type, data: { object } }) => [type, object.id, object.answered])
        .reverse()
        .slice(-4),
    ).toEqual([
      ['asker.created', second.id, 0],
      ['asker.updated', first.id, 1],
      ['asker.updated', first.id, 2],
      ['asker.updated', first.id, 3],
    ]);
  });

  test('an authorization is approved, declined, or decided by the card where its merchant does not answer', async () => {
    const client = await funded(100_000);
    const card = async (approve_in_silence: boolean) =>
      (
        await client.post('/v1/issuing/cards', {
          currency: 'usd',
          state: 'active',
          spending_controls: { spending_limit: 5000, approve_in_silence },
        })
      ).body.id;
    const [trusting, careful] = [await card(true), await card(false)];
    const asked = async (of: string, amount: number) => {
      const { status, approved, request_history } = (await client.post('/v1/issuing/authorizations', { amount, card: of, currency: 'usd' }))
        .body;
      return [status, approved, request_history?.reason ?? null];
    };
    expect(await asked(careful, 1000)).toEqual(['open', true, null]);
    expect(await asked(careful, 1001)).toEqual(['closed', false, 'webhook_declined']);
    expect(await asked(careful, 1002)).toEqual(['closed', false, 'webhook_timeout']);
    expect(await asked(trusting, 1002)).toEqual(['open', true, null]);
    expect(await asked(careful, 5001)).toEqual(['closed', false, 'spending_controls']);
    expect(await available(client)).toBe(100_000 - 1000 - 1002);
  });

  test('30 concurrent authorizations never exceed the balance', async () => {
    const client = await funded(5000);
    const controls = { spending_limit: 5000, approve_in_silence: false };
    const card = (await client.post('/v1/issuing/cards', { currency: 'usd', state: 'active', spending_controls: controls })).body.id;
    const one = () => client.post('/v1/issuing/authorizations', { amount: 1000, card, currency: 'usd' });
    const answers = await Promise.all(Array.from({ length: 30 }, one));
    expect(answers.filter(({ body }) => body.approved === true)).toHaveLength(5);
    expect(await available(client)).toBe(0);
  });

  test('a timer cannot overdraw: its payout waits until there is enough', async () => {
    const client = await funded(100);
    const order = (await client.post('/v1/standing_orders', { amount: 500, currency: 'usd' })).body;
    it.advance(3_700_000);
    await it.until(async () => it.lines.some((line) => line.includes('a job failed and will be repeated')));
    expect((await client.get(`/v1/standing_orders/${order.id}`)).body.status).toBe('scheduled');
    expect(await available(client)).toBe(100);
    await client.post('/v1/test_helpers/top_ups', { amount: 400, currency: 'usd' });
    it.advance(600_000);
    await it.until(async () => (await client.get(`/v1/standing_orders/${order.id}`)).body.status === 'paid');
    expect(await available(client)).toBe(0);
  });

  test('a transfer is in the ledgers of both accounts, or of neither', async () => {
    const [from, to] = [await funded(1000), it.client()];
    const destination = (await to.get('/v1/account')).body.id;
    expect((await from.post('/v1/transfers', { amount: 700, currency: 'usd', destination })).status).toBe(200);
    expect([await available(from), await available(to)]).toEqual([300, 700]);
    const refused = await from.post('/v1/transfers', { amount: 301, currency: 'usd', destination });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'balance_insufficient']);
    expect([await available(from), await available(to)]).toEqual([300, 700]);
    const moved = await Promise.all(
      Array.from({ length: 10 }, () => from.post('/v1/transfers', { amount: 60, currency: 'usd', destination })),
    );
    expect(moved.filter(({ status }) => status === 200)).toHaveLength(5);
    expect([await available(from), await available(to)]).toEqual([0, 1000]);
  });

  test.each([
    ['lose', 'creates an effect that it does not return'],
    ['stale', 'is changed from an outdated copy'],
    ['endless', 'causes itself endlessly'],
  ])('a faulty rule (%s) is an internal error that stores nothing', async (verb, why) => {
    const client = it.client();
    const { id } = (await client.post('/v1/askers')).body;
    expect((await client.post(`/v1/askers/${id}/${verb}`)).status).toBe(500);
    expect(it.lines.join('')).toContain(why);
    expect((await client.get(`/v1/askers/${id}`)).body.answered).toBe(0);
  });

  test('400: a refusal without effects is not an internal error, and stores nothing', async () => {
    const client = it.client();
    const made = (await client.post('/v1/askers')).body;
    const logged = it.lines.length;
    const { status, body } = await client.post(`/v1/askers/${made.id}/none`);
    expect([status, body.error.code]).toEqual([400, 'parameter_invalid']);
    expect(it.lines.slice(logged).filter((line) => /"level":[56]0/.test(line))).toEqual([]);
    expect((await client.get(`/v1/askers/${made.id}`)).body).toEqual(made);
  });
});
