import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../support/acquired.js';
import { by_hand } from '../../support/by-hand.js';
import { accountOf, advanceClock } from '../../support/merchant.js';
import { act, intentNow, payerDoes, refusal, successfulCharges } from '../../support/payments.js';
import { type Heard, type Scripted, startScripted } from '../../support/scripted.js';
import type { Answer, Client } from '../../support/service.js';

/** Payments confirmed by hand at a processor that hosts the payer's page. */
let it: Scripted;
beforeAll(async () => {
  it = await startScripted();
});
afterAll(() => it.stop());

const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay', return_url: null } };
const asks_payer = { result: 'needs_action', next_action };
const approved = { result: 'approved', reference: 'r-1' };

/** Requires authentication at first, and approves as soon as the step is reported. */
const careful = ({ verb, finished_step }: Heard): object => (verb === 'charge' && finished_step === null ? asks_payer : approved);
beforeEach(() => {
  it.answer = careful;
});

type Intent = Answer['body'];

const heardOf = ({ id }: Intent, verb = 'charge'): Heard[] => it.heard.filter((ask) => ask.verb === verb && ask.subject.id === id);

async function asked(client: Client, params: object = {}): Promise<Intent> {
  const { body } = await pay(client, 2000, { ...by_hand, ...params });
  expect(body.status).toBe('requires_action');
  return body;
}

const tells = async (client: Client, { id, latest_attempt: attempt }: Intent, answer: object): Promise<number> =>
  it.tell('first', {
    account: `${await accountOf(client)}_test`,
    subject: { object: 'payment_intent', id },
    verb: 'charge',
    attempt,
    answer,
  });

/** A payment whose processor has reported that the payer is done. */
async function through(client: Client, params: object = {}): Promise<Intent> {
  const intent = await asked(client, params);
  expect(await tells(client, intent, { result: 'pending' })).toBe(200);
  const now = await intentNow(client, intent);
  expect(now).toMatchObject({ status: 'requires_confirmation', finished_step: 'redirect_to_url', latest_charge: null });
  return now;
}

describe('the processor', () => {
  test('learns of the step from the second confirmation and not before, with the id of the same attempt', async () => {
    const client = it.service.client();
    const intent = await asked(client);
    expect((await payerDoes(client, intent, 'succeed')).body.status).toBe('requires_confirmation');
    expect(heardOf(intent)).toHaveLength(1);
    const { body } = await act(client, intent, 'confirm');
    expect(body).toMatchObject({ status: 'succeeded', amount_received: 2000, finished_step: null });
    const [first, second] = heardOf(intent);
    expect([first?.finished_step, first?.card.cvc]).toEqual([null, '123']);
    expect([first?.confirmation_method, second?.confirmation_method]).toEqual(['manual', 'manual']);
    expect(second).toMatchObject({
      by: 'first',
      attempt: first?.attempt,
      finished_step: 'redirect_to_url',
      amount: 2000,
      card: { cvc: null },
    });
    expect(heardOf(intent)).toHaveLength(2);
    expect(await successfulCharges(client, intent)).toHaveLength(1);
  });

  test('may report that the payer is done, and completes when it is asked again', async () => {
    const client = it.service.client();
    const intent = await through(client);
    expect(heardOf(intent)).toHaveLength(1);
    expect((await act(client, intent, 'confirm')).body).toMatchObject({ status: 'succeeded', latest_attempt: intent.latest_attempt });
    expect(heardOf(intent)).toHaveLength(2);
  });

  test('may report it twice, and late: nothing changes', async () => {
    const client = it.service.client();
    const intent = await through(client);
    for (const answer of [{ result: 'pending' }, asks_payer]) expect(await tells(client, intent, answer)).toBe(200);
    expect(await intentNow(client, intent)).toEqual(intent);
    const { body } = await act(client, intent, 'confirm');
    for (const answer of [{ result: 'pending' }, approved]) expect(await tells(client, intent, answer)).toBe(200);
    expect(await intentNow(client, intent)).toEqual(body);
    expect(heardOf(intent, 'void')).toEqual([]);
  });

  test('that has reported nothing is asked for the result of the step when the server confirms', async () => {
    const client = it.service.client();
    const intent = await asked(client);
    it.answer = () => asks_payer;
    expect((await act(client, intent, 'confirm')).body).toMatchObject({ status: 'requires_action', latest_attempt: intent.latest_attempt });
    it.answer = () => approved;
    expect((await act(client, intent, 'confirm')).body).toMatchObject({ status: 'succeeded', latest_attempt: intent.latest_attempt });
    expect(heardOf(intent).map(({ finished_step }) => finished_step)).toEqual([null, 'redirect_to_url', 'redirect_to_url']);
  });

  test('declines when it learns of the step, and the confirmation is answered with the decline', async () => {
    const client = it.service.client();
    const intent = await through(client);
    it.answer = () => ({ result: 'declined', code: 'card_declined', decline_code: 'do_not_honor' });
    expect(refusal(await act(client, intent, 'confirm'))).toEqual([402, 'card_declined']);
    expect(await intentNow(client, intent)).toMatchObject({ status: 'requires_payment_method', finished_step: null });
  });

  test('requires another step, which is confirmed in turn', async () => {
    const client = it.service.client();
    const intent = await through(client);
    it.answer = () => asks_payer;
    expect((await act(client, intent, 'confirm')).body).toMatchObject({ status: 'requires_action', finished_step: null, next_action });
    await tells(client, intent, { result: 'pending' });
    it.answer = () => approved;
    expect((await act(client, intent, 'confirm')).body.status).toBe('succeeded');
  });

  test('that does not answer the second confirmation gets the same request again', async () => {
    const client = it.service.client();
    const intent = await through(client, { capture_method: 'manual' });
    it.answer = () => ({ status: 500 });
    expect((await act(client, intent, 'confirm')).body.status).toBe('processing');
    expect(refusal(await act(client, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state']);
    it.answer = careful;
    it.service.advance(31_000);
    await it.service.until(async () => (await intentNow(client, intent)).status === 'requires_capture');
    const [, second, third] = heardOf(intent);
    expect({ ...third, now: second?.now }).toEqual(second);
    expect(await successfulCharges(client, intent)).toHaveLength(1);
  });
});

describe('a processor that does not wait for the second confirmation', () => {
  test.each(['while the payer is on its page', 'while the server has not confirmed yet'])(
    'and captures the money %s has captured it',
    async (when) => {
      const client = it.service.client();
      const intent = when.includes('page') ? await asked(client) : await through(client);
      await tells(client, intent, approved);
      expect(await intentNow(client, intent)).toMatchObject({ status: 'succeeded', amount_received: 2000 });
      expect(refusal(await act(client, intent, 'confirm'))).toEqual([400, 'payment_intent_unexpected_state']);
      await advanceClock(client, 3700);
      expect((await intentNow(client, intent)).status).toBe('succeeded');
      expect(await successfulCharges(client, intent)).toHaveLength(1);
      expect(heardOf(intent, 'void')).toEqual([]);
    },
  );

  test('and declines unasked ends the attempt', async () => {
    const client = it.service.client();
    const intent = await through(client);
    await tells(client, intent, { result: 'declined', code: 'card_declined' });
    expect(await intentNow(client, intent)).toMatchObject({
      status: 'requires_payment_method',
      finished_step: null,
      last_payment_error: { code: 'card_declined' },
    });
  });
});

describe('money captured for an attempt after', () => {
  const giveUp: Readonly<Record<string, (client: Client, intent: Intent) => Promise<unknown>>> = {
    'the payment was canceled': (client, intent) => act(client, intent, 'cancel'),
    'an hour without a confirmation': (client) => advanceClock(client, 3700),
    'its amount was changed': (client, { id }) => client.post(`/v1/payment_intents/${id}`, { amount: 3000 }),
    'another method was confirmed': (client, intent) => act(client, intent, 'confirm', { payment_method: 'pm_card_visa' }),
  };

  test.each(Object.keys(giveUp))('%s is voided', async (name) => {
    const client = it.service.client();
    const intent = await through(client);
    await giveUp[name]?.(client, intent);
    const now = await intentNow(client, intent);
    expect(heardOf(intent).filter(({ finished_step }) => finished_step !== null)).toEqual([]);
    await tells(client, intent, approved);
    expect(heardOf(intent, 'void')).toMatchObject([{ reference: 'r-1', attempt: intent.latest_attempt }]);
    expect((await intentNow(client, intent)).status).toBe(now.status);
    expect(await successfulCharges(client, intent)).toEqual([]);
  });
});

test('a step that is taken a second time has its own hour', async () => {
  const client = it.service.client();
  const { body: intent } = await pay(client, 2000, by_hand);
  await tells(client, intent, { result: 'pending' });
  it.answer = () => asks_payer;
  expect((await act(client, intent, 'confirm')).body.status).toBe('requires_action');
  await advanceClock(client, 3000);
  await tells(client, intent, { result: 'pending' });
  expect((await intentNow(client, intent)).status).toBe('requires_confirmation');
  await advanceClock(client, 700);
  expect((await intentNow(client, intent)).status).toBe('requires_confirmation');
});

test('an expired step captures no money that the server has not confirmed', async () => {
  const client = it.service.client();
  it.answer = (ask) => (ask.verb === 'charge' && ask.finished_step === null ? { ...asks_payer, expires_at: ask.now + 600 } : approved);
  const { body: intent } = await pay(client, 2000, by_hand);
  expect(intent.status).toBe('requires_action');
  await advanceClock(client, 700);
  await it.service.until(async () => (await intentNow(client, intent)).status !== 'processing');
  expect(await intentNow(client, intent)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
});

test('a report that the payer is done, during the confirmation, leaves no orphaned charge', async () => {
  const client = it.service.client();
  const { body: intent } = await pay(client, 2000, by_hand);
  it.answer = async () => {
    expect(await tells(client, intent, { result: 'pending' })).toBe(200);
    return asks_payer;
  };
  await act(client, intent, 'confirm');
  await act(client, intent, 'cancel');
  const { body: charges } = await client.get('/v1/charges', { payment_intent: intent.id });
  expect(charges.data.map((each: Intent) => each.status)).toEqual([]);
});
