import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pay } from '../../support/acquired.js';
import { by_hand } from '../../support/by-hand.js';
import { accountOf, advanceClock } from '../../support/merchant.js';
import { act, intentNow } from '../../support/payments.js';
import { type Heard, type Scripted, startScripted } from '../../support/scripted.js';
import type { Answer, Client } from '../../support/service.js';

/** A processor that sends the payer to a page of its own, with a payment that its merchant's server confirms once more. */
let it: Scripted;
beforeAll(async () => {
  it = await startScripted();
});
afterAll(() => it.stop());
const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://acquirer.example.com/pay', return_url: null } };
const asks_payer = { result: 'needs_action', next_action };
const approved = { result: 'approved', reference: 'r-1' };
const careful = ({ verb, finished_step }: Heard): object => (verb === 'charge' && finished_step === null ? asks_payer : approved);
beforeEach(() => {
  it.answer = careful;
});
type Intent = Answer['body'];
const tells = async (client: Client, { id, latest_attempt: attempt }: Intent, answer: object): Promise<number> =>
  it.tell('first', {
    account: `${await accountOf(client)}_test`,
    subject: { object: 'payment_intent', id },
    verb: 'charge',
    attempt,
    answer,
  });

test('the hour of a step that is taken once more is its own', async () => {
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

test('a step whose time is over takes no money that the server has not confirmed', async () => {
  const client = it.service.client();
  it.answer = (ask) => (ask.verb === 'charge' && ask.finished_step === null ? { ...asks_payer, expires_at: ask.now + 600 } : approved);
  const { body: intent } = await pay(client, 2000, by_hand);
  expect(intent.status).toBe('requires_action');
  await advanceClock(client, 700);
  await it.service.until(async () => (await intentNow(client, intent)).status !== 'processing');
  expect(await intentNow(client, intent)).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
});

test('a word that the payer is through, while the server confirms, leaves no charge behind', async () => {
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
