import { expect, test } from 'vitest';
import { movementOf, movements, post } from './movements.js';

const named = Object.entries(movements);

test.each(named)('%s moves money from one ledger account to another', (_, { debit, credit }) => {
  expect(debit).not.toBe(credit);
});

test.each(named)('%s is found by its name', (name, movement) => {
  expect(movementOf(name)).toBe(movement);
});

test('no two movements with other names move the same way for another reason, but for funds given back', () => {
  const ways = named.map(([name, { debit, credit }]) => ({ name, way: `${debit} to ${credit}` }));
  const shared = ways.filter(({ way }) => ways.filter((each) => each.way === way).length > 1);
  expect(shared.map(({ name }) => name)).toEqual(['payout_failed', 'payout_canceled']);
});

test('exactly what takes from the available balance is bounded by it', () => {
  for (const [name, movement] of named) expect('bounded' in movement, name).toBe(movement.debit === 'merchant_available');
});

test('whatever enters a transit account has a way out of it', () => {
  const debits = new Set<string>(named.map(([, { debit }]) => debit));
  for (const [name, { credit }] of named) expect(debits.has(credit), name).toBe(true);
});

test.each(['', 'payout', 'PAYOUT_PAID', 'toString', '__proto__', 'constructor'])('the movement "%s" is not in the allow-list', (name) => {
  expect(() => movementOf(name)).toThrow('not in the allow-list');
});

test('a posting keeps its amount as a whole number without bounds', () => {
  expect(post('payout_paid', { amount: 99_999_999, currency: 'usd', source: 'po_1' })).toEqual({
    movement: 'payout_paid',
    amount: 99_999_999n,
    currency: 'usd',
    source: 'po_1',
  });
});

test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('a posting of %d is refused', (amount) => {
  expect(() => post('topped_up', { amount, currency: 'usd', source: 'tu_1' })).toThrow();
});
