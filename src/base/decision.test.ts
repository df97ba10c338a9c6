import { expect, test } from 'vitest';
import { type AnyDecided, andThen } from './decision.js';

const after = (first: AnyDecided, second: AnyDecided): AnyDecided => andThen(first, second);

test('of two decisions the states are walked in turn', () => {
  expect(after({ to: 'a' }, { to: 'b' }).to).toEqual(['a', 'b']);
  expect(after({ to: ['a', 'b'] }, { to: ['c'] }).to).toEqual(['a', 'b', 'c']);
  expect(after({ to: 'a' }, {}).to).toEqual(['a']);
  expect(after({}, { to: 'b' }).to).toEqual(['b']);
  expect(after({}, {})).not.toHaveProperty('to');
});

test('of two decisions the later values win, and the rest stays', () => {
  expect(after({ set: { a: 1, b: 1 } }, { set: { b: 2 } }).set).toEqual({ a: 1, b: 2 });
});

test('of two decisions everything made, changed, posted and set for later adds up', () => {
  const later = (name: string): AnyDecided => ({
    also: [{ id: name }],
    later: [{ name, at: 1 }],
    post: [{ movement: name, amount: 1n, currency: 'usd', source: 'x' }],
  });
  const both = after(later('first'), later('second'));
  expect(both.also?.map(({ id }) => id)).toEqual(['first', 'second']);
  expect(both.later?.map(({ name }) => name)).toEqual(['first', 'second']);
  expect(both.post?.map(({ movement }) => movement)).toEqual(['first', 'second']);
});

test('a refusal and an ask of either decision are kept', () => {
  const refuse = { code: 'card_declined' } as const;
  expect(after({ refuse }, {}).refuse).toBe(refuse);
  expect(after({}, { refuse }).refuse).toBe(refuse);
});
