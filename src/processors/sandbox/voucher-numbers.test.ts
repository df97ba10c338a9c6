import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boletoNumber, checkDigitBy10, checkDigitBy11, clabeOf, multibancoReference } from './voucher-numbers.js';

const digits = (length: number): fc.Arbitrary<string> => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe('a boleto', () => {
  // A published example of a boleto line: 23793.38128 60007.827136 95000.063305 9 75520000370000.
  test.each([
    ['237933812', 8],
    ['6000782713', 6],
    ['9500006330', 5],
  ])('the part %s has the check digit %i', (part, expected) => {
    expect(checkDigitBy10(part)).toBe(expected);
  });

  test('a complete published line has its published check digit', () => {
    expect(checkDigitBy11('2379' + '75520000370000' + '3381260007827139500006330')).toBe(9);
  });

  const number = (due: Date, amount = 10_050): string => boletoNumber({ attempt: 'patt_1', due: due.getTime() / 1000, amount });

  test.each([
    ['2025-02-21T23:00:00-03:00', '9999'],
    ['2025-02-22T00:30:00-03:00', '1000'],
    ['2031-05-04T23:59:59-03:00', '3262'],
    ['2049-10-13T12:00:00-03:00', '9999'],
    ['2049-10-14T12:00:00-03:00', '1000'],
  ])('due %s is counted as %s', (due, factor) => {
    expect(number(new Date(due)).slice(33, 37)).toBe(factor);
  });

  test('has 47 digits: three parts with check digits, one digit that checks all, due date and amount', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 50, max: 4_999_999 }), (attempt, amount) => {
        const line = boletoNumber({ attempt, due: 1_935_684_000, amount });
        expect(line).toMatch(/^0009\d{43}$/);
        expect(line.slice(37)).toBe(String(amount).padStart(10, '0'));
        for (const [from, to] of [
          [0, 9],
          [10, 20],
          [21, 31],
        ] as const)
          expect(checkDigitBy10(line.slice(from, to))).toBe(Number(line[to]));
        const free = `${line.slice(4, 9)}${line.slice(10, 20)}${line.slice(21, 31)}`;
        expect(checkDigitBy11(`${line.slice(0, 4)}${line.slice(33)}${free}`)).toBe(Number(line[32]));
      }),
    );
  });
});

describe('a Multibanco reference', () => {
  /** The weights that SIBS lists, from the first digit of the entity to the last of the amount. */
  const weights = [51, 73, 17, 89, 38, 62, 45, 53, 15, 50, 5, 49, 34, 81, 76, 27, 90, 9, 30, 3];

  test('ends in two check digits for entity, number and amount', () => {
    fc.assert(
      fc.property(digits(5), digits(7), fc.integer({ min: 1, max: 9_999_999 }), (entity, seven, amount) => {
        const checked = `${entity}${seven}${String(amount).padStart(8, '0')}`;
        const sum = [...checked].reduce((total, digit, place) => total + Number(digit) * (weights[place] ?? 0), 0);
        const reference = multibancoReference({ entity, seven, amount });
        expect(reference).toBe(`${seven}${String(98 - (sum % 97)).padStart(2, '0')}`);
        expect(reference).toHaveLength(9);
      }),
    );
  });
});

describe('a CLABE', () => {
  test('has 18 digits whose weighted sum is a multiple of ten', () => {
    fc.assert(
      fc.property(digits(11), (account) => {
        const clabe = clabeOf(account);
        expect(clabe).toMatch(/^646180\d{12}$/);
        const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1];
        const sum = [...clabe].reduce((total, digit, place) => total + Number(digit) * (weights[place] ?? 0), 0);
        expect(sum % 10, clabe).toBe(0);
      }),
    );
  });
});
