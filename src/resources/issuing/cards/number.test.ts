import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Concealed, passesLuhn } from '../../../kernel/base/concealed.js';
import { codeOf, numberOf } from './number.js';

const around = (key: string) => ({
  fingerprint: (text: Concealed) => createHmac('sha256', key).update(text.reveal()).digest('base64url').slice(0, 16),
});

test('no two of many cards have one number, each is of the test range, and each passes Luhn', () => {
  const numbers = Array.from({ length: 3000 }, (_, nth) => numberOf(nth + 1, around('a')));
  expect(new Set(numbers).size).toBe(3000);
  expect(numbers.filter((number) => !/^400009\d{10}$/.test(number) || !passesLuhn(number))).toEqual([]);
});

test('numbers are spread over the whole range', () => {
  const tens = Array.from({ length: 3000 }, (_, nth) => Number(numberOf(nth + 1, around('a')).charAt(6)));
  for (let digit = 0; digit < 10; digit++) {
    const share = tens.filter((each) => each === digit).length;
    expect(share).toBeGreaterThan(220);
    expect(share).toBeLessThan(380);
  }
});

test('the same card of the same vault has the same number and code, and of another vault others', () => {
  expect([numberOf(7, around('a')), codeOf('ic_7', around('a'))]).toEqual([numberOf(7, around('a')), codeOf('ic_7', around('a'))]);
  expect(numberOf(7, around('b'))).not.toBe(numberOf(7, around('a')));
});

test('codes have three digits, whichever they are', () => {
  const codes = Array.from({ length: 500 }, (_, nth) => codeOf(`ic_${nth}`, around('a')));
  expect(codes.filter((code) => !/^\d{3}$/.test(code))).toEqual([]);
  expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  expect(new Set(codes).size).toBeGreaterThan(300);
});
