import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { idSource } from '../../src/kernel/base/ids.js';
import type { Asking } from '../../src/kernel/base/question.js';
import type { Answer, Ask, ChargeAsk, PayOutAsk, Processor, ReverseAsk, Verb } from '../../src/processors/contract.js';
import { readAnswer } from '../../src/processors/remote/answer.js';
import { verbs } from '../../src/processors/remote/remote.js';
import { attempted_at, captureAsk, chargeAsk, incrementAsk, numbered, refundAsk, setUpAsk, voidAsk } from './sandbox-asks.js';

/** A processor under test, and its asks for each answer. */
export type Candidate = {
  readonly processor: Processor;
  readonly charges: Readonly<Record<'approved' | 'declined' | 'needs_action' | 'pending', Partial<ChargeAsk>>>;
  /** The unsupported verbs. */
  readonly without?: readonly Verb[];
  /** The amount that it holds or has captured, in minor units, under a reference; absent where it keeps no book and trusts the caller. */
  readonly moved?: (reference: string) => Promise<number>;
};

/** The card number of every ask that has no other. */
const number = '4242424242424242';

const ids = idSource(randomBytes);

/** A new attempt. */
export const newAttempt = (): string => ids.fresh('patt', attempted_at * 1000);

/** An ask to pay out 10.00 US dollars, which should arrive at once. */
export const payOutAsk = (changes: Partial<PayOutAsk> = {}): PayOutAsk => ({
  verb: 'pay_out',
  subject: { object: 'payout', id: 'po_1' },
  attempt: newAttempt(),
  amount: 1000,
  currency: 'usd',
  destination: 'ba_1',
  arrival_date: attempted_at,
  now: attempted_at,
  ...changes,
});

const asking = ({ verb, attempt }: Ask): Asking => ({
  idempotency_key: `${verb} ${attempt}`,
  page_url: 'https://pay.example.com/steps/1',
  account: 'acct_1_test',
});

type AnyVerb = (ask: Ask, asking: Asking) => Answer | Promise<Answer>;

/** Asks a processor, and fails if the answer violates the contract or repeats the card's number. */
export async function ask(processor: Processor, asked: Ask): Promise<Answer> {
  const answer = await (processor[asked.verb] as AnyVerb)(asked, asking(asked));
  const text = JSON.stringify(answer);
  expect(text).not.toContain(number);
  expect(readAnswer(asked.verb, text)).toEqual(answer);
  return answer;
}

/** Checks that a processor keeps the contract of `src/processors/contract.ts`. To be called at the top of a test file. */
export function conforms(name: string, open: () => Promise<Candidate> | Candidate): void {
  let it: Candidate;
  beforeAll(async () => {
    it = await open();
  });
  const charge = (wanted: keyof Candidate['charges'], changes: Partial<ChargeAsk> = {}): ChargeAsk =>
    chargeAsk({ ...numbered(number), attempt: newAttempt(), ...it.charges[wanted], ...changes });

  describe(`${name}, asked to charge,`, () => charging(() => it, charge));
  describe(`${name}, asked about a charge,`, () => keeping(() => it, charge));

  describe(`${name}, asked to reverse a payout,`, () => reversing(() => it));

  test(`${name} supports its declared verbs and no others`, () => {
    expect(verbs.filter((verb) => it.processor[verb] === undefined)).toEqual(it.without ?? []);
  });

  test(`${name} sets a card up once, however often it is asked`, async () => {
    const asked = setUpAsk({ ...numbered(number), attempt: newAttempt() });
    const first = await ask(it.processor, asked);
    expect(first.result).toBe('approved');
    expect(await ask(it.processor, asked)).toEqual(first);
  });

  test(`${name} pays out once, however often it is asked`, async () => {
    const asked = payOutAsk();
    const before = await ask(it.processor, { ...asked, arrival_date: asked.now + 1 });
    expect(before.result).toBe('pending');
    const first = await ask(it.processor, asked);
    expect(first.result).toBe('approved');
    expect(await ask(it.processor, asked)).toEqual(first);
  });
}

function reversing(it: () => Candidate): void {
  test('reverses a payout once, however often it is asked', async () => {
    const { verb: _, ...paid } = payOutAsk();
    expect((await ask(it().processor, { ...paid, verb: 'pay_out' })).result).toBe('approved');
    const asked: ReverseAsk = { ...paid, verb: 'reverse', attempt: newAttempt(), payout: paid.attempt };
    expect((await ask(it().processor, { ...asked, arrival_date: asked.now + 1 })).result).toBe('pending');
    const first = await ask(it().processor, asked);
    expect(first.result).toBe('approved');
    expect(await ask(it().processor, asked)).toEqual(first);
  });

  test('reverses nothing twice', async ({ skip }) => {
    if (!it().moved) skip('It keeps no book: the caller checks which requests are possible.');
    const { verb: _, ...paid } = payOutAsk();
    await ask(it().processor, { ...paid, verb: 'pay_out' });
    const again = async (): Promise<string> =>
      (await ask(it().processor, { ...paid, verb: 'reverse', attempt: newAttempt(), payout: paid.attempt })).result;
    expect([await again(), await again()]).toEqual(['approved', 'declined']);
  });
}

type Charging = (wanted: keyof Candidate['charges'], changes?: Partial<ChargeAsk>) => ChargeAsk;

const referenceOf = (answer: Answer, { attempt }: Ask): string => ('reference' in answer && answer.reference) || attempt;

function charging(it: () => Candidate, charge: Charging): void {
  test.each(['approved', 'declined', 'needs_action', 'pending'] as const)('answers %s where it should', async (wanted) => {
    expect(await ask(it().processor, charge(wanted))).toMatchObject({ result: wanted });
  });

  test('answers the same to the same key, and moves the money once', async () => {
    const asked = charge('approved');
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(it().processor, asked)));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    const moved = await it().moved?.(referenceOf(answers[0] as Answer, asked));
    expect(moved ?? asked.amount).toBe(asked.amount);
  });

  test('gives every charge its own reference', async () => {
    const asked = [charge('approved'), charge('approved')];
    const names = await Promise.all(asked.map(async (each) => referenceOf(await ask(it().processor, each), each)));
    expect(new Set(names).size).toBe(2);
  });

  test('repeats a decline', async () => {
    const asked = charge('declined');
    const first = await ask(it().processor, asked);
    expect(await ask(it().processor, { ...asked, now: asked.now + 86_400 })).toEqual(first);
  });

  test('moves nothing before the payer has acted', async () => {
    const asked = charge('needs_action');
    const first = await ask(it().processor, asked);
    expect(await ask(it().processor, asked)).toEqual(first);
    expect((await it().moved?.(referenceOf(first, asked))) ?? 0).toBe(0);
  });
}

function keeping(it: () => Candidate, charge: Charging): void {
  const held = async (amount: number) => {
    const asked = charge('approved', { amount, capture: false });
    const reference = referenceOf(await ask(it().processor, asked), asked);
    return { processor: it().processor.name, reference, currency: 'usd' };
  };
  const outcome = async (asked: Ask): Promise<string> => (await ask(it().processor, asked)).result;
  const captured = async (of: object, amount: number) => outcome(captureAsk({ ...of, attempt: newAttempt(), amount }));
  const voided = async (of: object) => outcome(voidAsk({ ...of, attempt: newAttempt(), amount: 1000 }));
  const refunded = async (of: object, amount: number, attempt = newAttempt()) => outcome(refundAsk({ ...of, attempt, amount }));

  test('captures, and refunds the captured amount', async () => {
    const of = await held(1000);
    expect(await captured(of, 600)).toBe('approved');
    expect(await refunded(of, 600)).toBe('approved');
  });

  test('increments an authorization where it supports that, once however often it is asked, and captures the new amount', async () => {
    const asked = charge('approved', { capture: false, options: { request_incremental_authorization: 'if_available' } });
    const answer = await ask(it().processor, asked);
    expect(answer).toMatchObject({ incremental_authorization: true });
    const of = { processor: it().processor.name, reference: referenceOf(answer, asked), currency: 'usd' };
    const more = incrementAsk({ ...of, attempt: newAttempt(), amount: 1500 });
    expect([await outcome(more), await outcome(more)]).toEqual(['approved', 'approved']);
    expect((await it().moved?.(of.reference)) ?? 1500).toBe(1500);
    expect(await captured(of, 1500)).toBe('approved');
  });

  test('voids an authorization', async () => {
    expect(await voided(await held(1000))).toBe('approved');
  });

  test('refunds once, however often it is asked', async () => {
    const of = await held(1000);
    await captured(of, 1000);
    const attempt = newAttempt();
    const results = await Promise.all(Array.from({ length: 8 }, () => refunded(of, 600, attempt)));
    expect(new Set(results)).toEqual(new Set(['approved']));
    expect(await refunded(of, 400)).toBe('approved');
  });

  test.for([
    ['captures no more than was authorized', async () => captured(await held(1000), 1001)],
    ['captures nothing twice', async () => ((of) => captured(of, 400).then(() => captured(of, 400)))(await held(1000))],
    ['voids nothing that was captured', async () => ((of) => captured(of, 1000).then(() => voided(of)))(await held(1000))],
    ['captures nothing that it voided', async () => ((of) => voided(of).then(() => captured(of, 1000)))(await held(1000))],
    ['refunds nothing that is only authorized', async () => refunded(await held(1000), 1)],
    [
      'refunds no more than was captured',
      async () =>
        ((of) =>
          captured(of, 600)
            .then(() => refunded(of, 400))
            .then(() => refunded(of, 201)))(await held(1000)),
    ],
  ] as const)('%s', async ([, attempt], { skip }) => {
    if (!it().moved) skip('It keeps no book: the caller checks which requests are possible.');
    expect(await attempt()).toBe('declined');
  });
}
