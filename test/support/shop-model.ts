import fc from 'fast-check';
import { expect } from 'vitest';
import { timing } from '../../src/resources/money/payouts/timing.js';
import type { Answer, Client, TestService } from './service.js';

type IntentStatus = 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
type PayoutStatus = 'pending' | 'in_transit' | 'paid' | 'canceled';

type Intent = { readonly id: string; status: IntentStatus; attempts: number };
type Payout = { readonly id: string; readonly amount: number; readonly instant: boolean; readonly made: number; status: PayoutStatus };

/** The expected state of a whole shop, as its owner expects it. */
export type Model = { readonly intents: Intent[]; readonly payouts: Payout[]; available_usd: number };

/** The actual shop. Commands alternate between two processes. */
export type Real = { readonly client: Client; readonly clients: readonly [Client, Client]; readonly until: TestService['until'] };

/** A new shop. */
export const newModel = (): Model => ({ intents: [], payouts: [], available_usd: 0 });

type Command = fc.AsyncCommand<Model, Real>;

let count = 0;
/** The number of executed commands. */
export const commandCount = (): number => count;

/** A command that is always possible; `run` compares the actual with the expected result. */
function command(name: string, run: (model: Model, ask: Client, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    run: async (model, real) => {
      await run(model, real.clients[count++ % 2 ? 0 : 1], real);
    },
    toString: () => name,
  };
}

const refusedBy = ({ status, body }: Answer): unknown => [status, body.error?.code];

const one = <T>(of: readonly T[], seed: number): T | undefined => of[seed % Math.max(of.length, 1)];

/** The effect of each card on an intent that is confirmed with it. */
const cards = {
  pm_card_visa: 'succeeded',
  pm_card_chargeDeclined: 'requires_payment_method',
  pm_card_threeDSecure2Required: 'requires_action',
} as const;
type Card = keyof typeof cards;

const open = ({ status }: Intent): boolean => status !== 'succeeded' && status !== 'canceled';

function tried(intent: Intent, card: Card, answer: Answer): void {
  intent.status = cards[card];
  intent.attempts += 1;
  if (intent.status === 'requires_payment_method') expect(refusedBy(answer)).toEqual([402, 'card_declined']);
  else expect([answer.status, answer.body.status]).toEqual([200, intent.status]);
}

const create = (card: Card | null, confirm: boolean): Command =>
  command(`create an intent${card ? ` with ${card}` : ''}${confirm ? ' and confirm it' : ''}`, async ({ intents }, ask) => {
    const answer = await ask.post('/v1/setup_intents', { confirm, ...(card && { payment_method: card }) });
    if (confirm && !card) return expect(answer.status).toBe(400);
    const { id } = answer.body.error?.setup_intent ?? answer.body;
    const intent: Intent = { id, status: card ? 'requires_confirmation' : 'requires_payment_method', attempts: 0 };
    intents.push(intent);
    if (card && confirm) tried(intent, card, answer);
    else expect(answer.body.status).toBe(intent.status);
  });

const confirm = (seed: number, card: Card): Command =>
  command(`confirm intent ${seed} with ${card}`, async ({ intents }, ask) => {
    const intent = one(intents, seed);
    if (!intent) return;
    const answer = await ask.post(`/v1/setup_intents/${intent.id}/confirm`, { payment_method: card });
    if (open(intent)) tried(intent, card, answer);
    else expect(refusedBy(answer)).toEqual([400, 'setup_intent_unexpected_state']);
  });

const step = (seed: number, outcome: 'succeed' | 'fail'): Command =>
  command(`let the payer ${outcome} at intent ${seed}`, async ({ intents }, ask) => {
    const intent = one(intents, seed);
    if (!intent) return;
    const answer = await ask.post(`/v1/test_helpers/setup_intents/${intent.id}/next_action`, { outcome });
    if (intent.status !== 'requires_action') return expect(refusedBy(answer)).toEqual([400, 'setup_intent_unexpected_state']);
    intent.status = outcome === 'succeed' ? 'succeeded' : 'requires_payment_method';
    expect([answer.status, answer.body.status]).toEqual([200, intent.status]);
  });

const cancel = (seed: number): Command =>
  command(`cancel intent ${seed}`, async ({ intents }, ask) => {
    const intent = one(intents, seed);
    if (!intent) return;
    const answer = await ask.post(`/v1/setup_intents/${intent.id}/cancel`);
    if (!open(intent)) return expect(refusedBy(answer)).toEqual([400, 'setup_intent_unexpected_state']);
    intent.status = 'canceled';
    expect([answer.status, answer.body.status]).toEqual([200, 'canceled']);
  });

const topUp = (amount: number): Command =>
  command(`top up ${amount}`, async (model, ask) => {
    expect((await ask.post('/v1/test_helpers/top_ups', { amount, currency: 'usd' })).status).toBe(200);
    model.available_usd += amount;
  });

const payOut = (amount: number, instant: boolean): Command =>
  command(`pay out ${amount}${instant ? ' at once' : ''}`, async (model, _, { client, until }) => {
    const method = instant ? 'instant' : 'standard';
    const { status, body } = await client.post('/v1/payouts', { amount, currency: 'usd', method });
    if (amount > model.available_usd) return expect([status, body.error?.code]).toEqual([400, 'balance_insufficient']);
    expect([status, body.status]).toEqual([200, 'pending']);
    model.available_usd -= amount;
    const payout: Payout = { id: body.id, amount, instant, made: body.created, status: instant ? 'in_transit' : 'pending' };
    model.payouts.push(payout);
    await until(async () => (await client.get(`/v1/payouts/${body.id}`)).body.status === payout.status);
  });

const cancelPayout = (seed: number): Command =>
  command(`cancel payout ${seed}`, async (model, _, { client }) => {
    const payout = one(model.payouts, seed);
    if (!payout) return;
    const answer = await client.post(`/v1/payouts/${payout.id}/cancel`);
    if (payout.status !== 'pending') return expect(refusedBy(answer)).toEqual([400, 'payout_unexpected_state']);
    payout.status = 'canceled';
    model.available_usd += payout.amount;
    expect([answer.status, answer.body.status]).toEqual([200, 'canceled']);
  });

/** A payout's state at a time: with the bank after a business day, arrived after three; an instant one takes half an hour in all. */
function stateAt({ instant, made, status }: Payout, now: number): PayoutStatus {
  if (status === 'canceled') return status;
  const { handed_over, arrival_date } = timing(instant ? 'instant' : 'standard', made, 'usd');
  return now >= arrival_date ? 'paid' : now >= handed_over ? 'in_transit' : 'pending';
}

const letPass = (hours: number): Command =>
  command(`let ${hours} hours pass`, async ({ payouts }, _, { client }) => {
    const before_ms = Date.now();
    const { body: clock } = await client.get('/v1/test_helpers/sandbox_clock');
    const frozen_time = clock.frozen_time + hours * 3600;
    const { body: moved } = await client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time });
    expect(moved.frozen_time).toBeGreaterThanOrEqual(frozen_time);
    // It keeps running, by no more than the duration of the call.
    expect(moved.frozen_time).toBeLessThanOrEqual(frozen_time + 1 + (Date.now() - before_ms) / 1000);
    for (const payout of payouts) payout.status = stateAt(payout, frozen_time);
  });

const look: Command = command('look at everything', async ({ intents, payouts, available_usd }, ask) => {
  const { body } = await ask.get('/v1/balance');
  expect(body.available[0]).toMatchObject({ amount: available_usd, currency: 'usd' });
  for (const { id, status, attempts } of intents) {
    expect((await ask.get(`/v1/setup_intents/${id}`)).body.status).toBe(status);
    expect((await ask.get('/v1/setup_attempts', { setup_intent: id, limit: 100 })).body.data).toHaveLength(attempts);
  }
  for (const { id, status } of payouts) expect((await ask.get(`/v1/payouts/${id}`)).body.status).toBe(status);
});

const seed = fc.nat({ max: 30 });
const card = fc.constantFrom(...(Object.keys(cards) as Card[]));

/** The commands of the shop. */
export const commands: fc.Arbitrary<Command>[] = [
  fc.tuple(fc.option(card), fc.boolean()).map(([chosen, confirmed]) => create(chosen, confirmed)),
  fc.tuple(seed, card).map(([place, chosen]) => confirm(place, chosen)),
  fc.tuple(seed, fc.constantFrom('succeed' as const, 'fail' as const)).map(([place, outcome]) => step(place, outcome)),
  seed.map(cancel),
  fc.integer({ min: 1, max: 5000 }).map(topUp),
  fc.tuple(fc.integer({ min: 1, max: 3000 }), fc.boolean()).map(([amount, instant]) => payOut(amount, instant)),
  seed.map(cancelPayout),
  fc.integer({ min: 1, max: 80 }).map(letPass),
  fc.constant(look),
];
