import { expect, test } from 'vitest';
import { nullable } from '../../../kernel/base/fields.js';
import { flag, oneOf, text } from '../../../kernel/base/kinds.js';
import { listOf, plainObject } from '../../../kernel/base/members.js';
import { fitting } from './fitting.js';

const funding = plainObject({ brand: oneOf('visa', 'mastercard'), card: nullable(plainObject({ last4: text })) });
const members = { used: flag, funding: nullable(funding), parts: listOf(plainObject({ name: text })) };

test.each<[string, object, object]>([
  ['a name', { used: true, price: 5 }, { used: true }],
  ['a value that does not fit', { used: 'perhaps', funding: { brand: 'acme' } }, {}],
  [
    'a nested name',
    { funding: { brand: 'visa', bank: 'Acme', card: { last4: '4242', pin: '0' } } },
    { funding: { brand: 'visa', card: { last4: '4242' } } },
  ],
  ['a name in a list', { parts: [{ name: 'a', size: 1 }, { name: 'b' }] }, { parts: [{ name: 'a' }, { name: 'b' }] }],
  ['an object of unknown names', { funding: { bank: 'Acme', constructor: 1 } }, {}],
])('leaves out %s', (_, given, left) => expect(fitting(members, given as Record<string, unknown>)).toEqual(left));

test('takes null and an empty object as they are', () => {
  expect(fitting(members, { funding: null })).toEqual({ funding: null });
  expect(fitting(members, { funding: {} })).toEqual({ funding: {} });
});
