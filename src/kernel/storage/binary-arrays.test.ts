import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stored, startStored } from '../../../test/support/stored.js';
import { binaryArray } from './binary-arrays.js';

let stored: Stored;
beforeAll(async () => {
  stored = await startStored(1);
});
afterAll(() => stored.stop());

const moment = new Date('2031-02-03T04:05:06.789Z');

test.each([
  ['text', ['plain', '', null, 'ünï "quoted" \\ 🎩', 'a,b{c}']],
  ['json', ['{"a":[1,"2"]}', null, '{ "a":1}']],
  ['jsonb', ['{"a": "ü"}', null]],
  ['boolean', [true, null, false]],
  ['int', [0, -1, 2_147_483_647, null]],
  ['bigint', [9_007_199_254_740_991, -5, null]],
  ['timestamptz', [moment, null, new Date('1999-12-31T23:59:59.999Z')]],
  ['bytea', [Buffer.from([0, 1, 255]), null, Buffer.alloc(0)]],
])('an array of %s is read back unchanged', async (type, values) => {
  const rows = await stored.rows<{ it: unknown }>(`select it from unnest($1::${type}[]) it`, binaryArray(type, values));
  const plain = (value: unknown): unknown => (type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value);
  expect(rows.map(({ it }) => it)).toEqual(values.map(plain));
});

test('an amount beyond what a number holds exactly arrives exactly', async () => {
  const amount = 9_007_199_254_740_993n;
  const [row] = await stored.rows<{ it: string }>('select it::text from unnest($1::bigint[]) it', binaryArray('bigint', [amount]));
  expect(row?.it).toBe(String(amount));
});

test('a type without a coding is refused before anything is sent', () => {
  expect(() => binaryArray('point', ['(1,2)'])).toThrow('There is no array coding for point');
});
