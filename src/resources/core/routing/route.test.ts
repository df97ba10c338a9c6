import { describe, expect, test } from 'vitest';
import { idSource } from '../../../kernel/base/ids.js';
import { routeBy } from './route.js';
import type { RouteRule } from './rule-fields.js';

const facts = { amount: 2000, currency: 'usd', metadata: {}, counted: {} };
const rule = (id: string, processors: readonly string[], changes: Partial<RouteRule> = {}): RouteRule => ({
  id,
  conditions: [],
  enabled: true,
  percentages: null,
  priority: 100,
  processors,
  ...changes,
});
const offered = ['first', 'second', 'third'];
const by = (rules: readonly RouteRule[], disabled: readonly string[] = []) => {
  const { rule: decided, processors } = routeBy(rules, { facts, attempt: 'patt_1', offered, disabled });
  return [decided, ...processors];
};
const in_euros: RouteRule['conditions'] = [{ attribute: 'currency', operator: 'is', values: ['eur'] }];

describe('a payment is routed', () => {
  test.each<[string, readonly RouteRule[], readonly string[], (string | null)[]]>([
    ['by the first rule that applies', [rule('a', ['first'], { conditions: in_euros }), rule('b', ['second'])], [], ['b', 'second']],
    ['past a rule that is switched off', [rule('a', ['first'], { enabled: false }), rule('b', ['second'])], [], ['b', 'second']],
    ['past a processor that is switched off', [rule('a', ['first', 'second'])], ['first'], ['a', 'second']],
    ['past a processor that the operator no longer offers', [rule('a', ['gone', 'third'])], [], ['a', 'third']],
    ['past a rule without a usable processor', [rule('a', ['first']), rule('b', ['second'])], ['first'], ['b', 'second']],
    ['by the operator where no rule has a usable processor', [rule('a', ['gone'])], [], [null]],
  ])('%s', (_, rules, disabled, expected) => expect(by(rules, disabled)).toEqual(expected));
});

describe('of ten thousand attempts the shares get what they name, within two per cent,', () => {
  let seed = 1;
  const next = (): number => {
    seed = (seed * 48271) % 2147483647;
    return seed & 255;
  };
  const ids = idSource((bytes) => Uint8Array.from({ length: bytes }, next));
  const attempts = Array.from({ length: 10_000 }, (_, place) => ids.fresh('patt', place));
  const shares = rule('a', ['first', 'second', 'third'], { percentages: [50, 30, 20] });
  const firsts = (disabled: readonly string[]): Readonly<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const attempt of attempts) {
      const [name = ''] = routeBy([shares], { facts, attempt, offered, disabled }).processors;
      counts[name] = (counts[name] ?? 0) + 1 / attempts.length;
    }
    return counts;
  };

  test.each<[readonly string[], Readonly<Record<string, number>>]>([
    [[], { first: 0.5, second: 0.3, third: 0.2 }],
    [['first'], { second: 0.6, third: 0.4 }],
  ])('with %j switched off', (disabled, expected) => {
    const found = firsts(disabled);
    expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort());
    for (const [name, share] of Object.entries(expected)) expect(Math.abs((found[name] ?? 0) - share)).toBeLessThan(0.02);
  });

  test('and the others follow in their order', () => {
    const orders = new Set(attempts.map((attempt) => routeBy([shares], { facts, attempt, offered, disabled: [] }).processors.join(' ')));
    expect([...orders].sort()).toEqual(['first second third', 'second first third', 'third first second']);
  });
});
