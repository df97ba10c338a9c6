import { expect, test } from 'vitest';
import { nearest } from './nearest.js';

const names = ['amount', 'currency', 'customer', 'payment_method', 'payment_method_types', 'metadata', 'off_session', 'ip'];

test.each([
  ['ammount', 'amount'],
  ['amuont', 'amount'],
  ['Amount', 'amount'],
  ['curency', 'currency'],
  ['customer_id', 'customer'],
  ['paymentMethod', 'payment_method'],
  ['payment_methods', 'payment_method'],
  ['meta_data', 'metadata'],
  ['pi', 'ip'],
])('%s is probably %s', (given, meant) => {
  expect(nearest(given, names)).toBe(meant);
});

test.each(['', 'x', 'name', 'shipping', 'tip_amount_of_all', 'a'.repeat(100_000), '__proto__'])('%.20s is near no name', (given) => {
  expect(nearest(given, names)).toBeNull();
});

test('the first of equally near names is suggested', () => {
  expect(nearest('cat', ['car', 'can'])).toBe('car');
});
