import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payOutAsk } from '../../test/support/conformance.js';
import { captureAsk, chargeAsk, setUpAsk } from '../../test/support/sandbox-asks.js';
import type { Answer, Ask, Processor } from './contract.js';
import { type Party, type Route, routed, serves } from './routing.js';

const verbs = ['set_up', 'charge', 'capture', 'increment', 'void', 'refund', 'contest', 'pay_out', 'reverse'] as const;
const answer = (): Answer => ({ result: 'approved' });

const processor = (name: string, supported: readonly string[] = verbs, local = false): Processor => ({
  name,
  local,
  ...Object.fromEntries(supported.map((verb) => [verb, answer])),
});

const all = [
  processor('first'),
  processor('second'),
  processor('third'),
  processor('cards', ['charge', 'set_up']),
  processor('sandbox', verbs, true),
];
const live: Party = { account_id: 'acct_1', livemode: true };
const testing: Party = { account_id: 'acct_1', livemode: false };

const namesBy = (routes: readonly Route[], party: Party, ask: Ask): string[] => routed(routes, all)(party, ask).map(({ name }) => name);

describe('a charge goes', () => {
  const by = (...routes: readonly Route[]) => namesBy(routes, live, chargeAsk());

  test('to the processors of all routes that match, in their order', () => {
    expect(by({ processor: 'second' }, { processor: 'first' })).toEqual(['second', 'first']);
  });

  test('to no processor twice', () => {
    expect(by({ processor: 'first', currencies: ['usd'] }, { processor: 'second' }, { processor: 'first' })).toEqual(['first', 'second']);
  });

  test.each<[string, Omit<Route, 'processor'>]>([
    ['account', { accounts: ['acct_2'] }],
    ['mode', { modes: ['test'] }],
    ['type of payment method', { payment_method_types: ['alipay'] }],
    ['currency', { currencies: ['eur'] }],
  ])('past a route of another %s', (_, condition) => {
    expect(by({ processor: 'first', ...condition }, { processor: 'second' })).toEqual(['second']);
  });

  test('by a route whose every condition holds', () => {
    const conditions = { accounts: ['acct_1'], modes: ['live'], payment_method_types: ['card'], currencies: ['eur', 'usd'] } as const;
    expect(by({ processor: 'third', ...conditions })).toEqual(['third']);
  });

  test('to no processor in live mode if no route matches', () => {
    expect(by({ processor: 'first', currencies: ['eur'] })).toEqual([]);
  });

  test('to the sandbox in test mode if no route matches', () => {
    expect(namesBy([{ processor: 'first', modes: ['live'] }], testing, chargeAsk())).toEqual(['sandbox']);
  });

  test('only to the remote processor in test mode if a route matches', () => {
    expect(namesBy([{ processor: 'first', modes: ['test'] }], testing, chargeAsk())).toEqual(['first']);
  });

  test('only to the first of them once it has been tried before', () => {
    const routes = [{ processor: 'first' }, { processor: 'second' }];
    expect(namesBy(routes, live, chargeAsk({ finished_step: 'pending' }))).toEqual(['first']);
  });
});

test('a question about a charge goes to its processor, independent of the routes', () => {
  const routes = [{ processor: 'first' }, { processor: 'second' }];
  expect(namesBy(routes, live, captureAsk({ processor: 'third' }))).toEqual(['third']);
  expect(namesBy(routes, testing, captureAsk({ processor: 'sandbox' }))).toEqual(['sandbox']);
});

test('a question about a charge has no processor if its own is gone or does not support the verb', () => {
  expect(namesBy([{ processor: 'first' }], testing, captureAsk({ processor: 'forgotten' }))).toEqual([]);
  expect(namesBy([{ processor: 'first' }], live, captureAsk({ processor: 'cards' }))).toEqual([]);
});

test('a charge of the sandbox is not captured in live mode', () => {
  expect(namesBy([], live, captureAsk({ processor: 'sandbox' }))).toEqual([]);
});

test('a payout is asked of one processor only, because it is asked again until it has arrived', () => {
  expect(namesBy([{ processor: 'first' }, { processor: 'second' }], live, payOutAsk())).toEqual(['first']);
});

test('a payout goes past a route for payment methods and past a processor without payouts', () => {
  const routes = [{ processor: 'first', payment_method_types: ['card'] }, { processor: 'cards' }, { processor: 'second' }];
  expect(namesBy(routes, live, payOutAsk())).toEqual(['second']);
});

test('a setup has no currency, so it matches a route with currencies', () => {
  expect(namesBy([{ processor: 'first', currencies: ['eur'] }], live, setUpAsk())).toEqual(['first']);
});

test('a processor may notify only about accounts and modes of its routes, even if it gets no new asks', () => {
  const routes: readonly Route[] = [
    { processor: 'first', modes: ['test'] },
    { processor: 'second', accounts: ['acct_1'], payment_method_types: [] },
  ];
  expect(serves(routes, 'first', testing)).toBe(true);
  expect(serves(routes, 'first', live)).toBe(false);
  expect(serves(routes, 'second', live)).toBe(true);
  expect(serves(routes, 'second', { account_id: 'acct_2', livemode: true })).toBe(false);
  expect(serves(routes, 'third', live)).toBe(false);
});

describe('with any routes,', () => {
  const some = <T>(...values: readonly T[]): fc.Arbitrary<T[] | undefined> => fc.option(fc.subarray([...values]), { nil: undefined });
  const routes = fc.array(
    fc
      .record({
        processor: fc.constantFrom('first', 'second', 'third', 'cards', 'sandbox'),
        accounts: some('acct_1', 'acct_2'),
        modes: some<'live' | 'test'>('live', 'test'),
        payment_method_types: some('card', 'alipay'),
        currencies: some('usd', 'eur'),
      })
      .map((route) => JSON.parse(JSON.stringify(route)) as Route),
    { maxLength: 6 },
  );
  const party = fc.record({ account_id: fc.constantFrom('acct_1', 'acct_2'), livemode: fc.boolean() });
  const ask: fc.Arbitrary<Ask> = fc.oneof(
    fc
      .record({ currency: fc.constantFrom('usd', 'eur'), finished_step: fc.constantFrom(null, 'pending') })
      .map((changes) => chargeAsk(changes)),
    fc.constant(setUpAsk()),
    fc.constant(payOutAsk()),
    fc.constantFrom('first', 'cards', 'sandbox', 'unanswered').map((name) => captureAsk({ processor: name })),
  );
  const holds = (law: (candidates: readonly Processor[], party: Party, ask: Ask) => void): void =>
    fc.assert(
      fc.property(routes, party, ask, (given, who, what) => law(routed(given, all)(who, what), who, what)),
      { numRuns: 2000 },
    );

  test('live mode never reaches the sandbox', () =>
    holds((candidates, { livemode }) => {
      if (livemode) expect(candidates.filter(({ local }) => local)).toEqual([]);
    }));

  test('the sandbox is never one of several', () =>
    holds((candidates) => {
      if (candidates.some(({ local }) => local)) expect(candidates).toHaveLength(1);
    }));

  test('test mode always has a processor for a payment', () =>
    holds((candidates, { livemode }, { verb }) => {
      if (!livemode && verb === 'charge') expect(candidates.length).toBeGreaterThan(0);
    }));

  test('every chosen processor supports the verb, and none is chosen twice', () =>
    holds((candidates, _, { verb }) => {
      expect(candidates.filter((each) => !each[verb])).toEqual([]);
      expect(new Set(candidates).size).toBe(candidates.length);
    }));

  test('only a first attempt can fail over to a second processor', () =>
    holds((candidates, _, what) => {
      const is_first_try = 'finished_step' in what && what.finished_step === null;
      if (!is_first_try) expect(candidates.length).toBeLessThanOrEqual(1);
    }));
});
