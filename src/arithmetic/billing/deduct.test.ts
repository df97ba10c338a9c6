import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, fraction, roundedDown } from '../../kernel/base/exact.js';
import { deduct } from './deduct.js';

const amount = fc.integer({ min: 0, max: 999_999_999_999 });
const amounts = fc.array(amount, { minLength: 1, maxLength: 40 });

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

describe('an amount off lines', () => {
  test.each([
    [500, [1000, 2000], [166, 334]],
    [100, [1, 1], [1, 1]],
    [2, [1, 1, 1], [0, 1, 1]],
    [1, [1000, 1000, 0], [0, 1, 0]],
    [0, [5, 5], [0, 0]],
    [7, [], []],
  ])('%d off %j takes %j', (off, lines, taken) => {
    expect(deduct(off, lines)).toEqual(taken);
  });

  test('the full amount is taken, or the sum of the lines if that is less, and no line falls below zero', () => {
    fc.assert(
      fc.property(amount, fc.oneof(amounts, fc.array(fc.integer({ min: 0, max: 3 }))), (off, lines) => {
        const taken = deduct(off, lines);
        expect(sumOf(taken)).toBe(Math.min(off, sumOf(lines)));
        for (const [place, share] of taken.entries()) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(lines[place] ?? 0);
        }
      }),
    );
  });

  test('if the last line can take the rest, every other share is rounded down', () => {
    fc.assert(
      fc.property(fc.nat(), amounts, (off, lines) => {
        const all = [...lines, 1_000_000_000_000];
        const parts = all.map((line) => amountOf(roundedDown(fraction(BigInt(off) * BigInt(line), sumOf(all)))));
        expect(deduct(off, all).slice(0, -1)).toEqual(parts.slice(0, -1));
      }),
    );
  });
});
