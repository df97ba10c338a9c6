import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allocate, amountOf, compare, deduct, type Exact, fraction, minus, roundedDown, times } from './exact.js';

const amount = fc.integer({ min: 0, max: 999_999_999_999 });
const amounts = fc.array(amount, { minLength: 1, maxLength: 40 });

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** How far each share is from its exact part of the total. */
const errors = (total: number, weights: readonly number[], shares: readonly number[]): Exact[] =>
  shares.map((share, place) => magnitude(minus(fraction(share), times(fraction(total), fraction(weights[place] ?? 0, sumOf(weights))))));

const magnitude = (value: Exact): Exact => (compare(value, fraction(0)) < 0 ? minus(fraction(0), value) : value);

describe('allocating by the largest remainder', () => {
  test.each([
    [500, [1000, 2000], [167, 333]],
    [100, [1, 1, 1], [34, 33, 33]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [5, [0, 1, 0, 1], [0, 3, 0, 2]],
    [1, [1, 3], [0, 1]],
    [0, [0, 0], [0, 0]],
    [0, [], []],
  ])('%d over %j is %j', (total, weights, shares) => {
    expect(allocate(total, weights)).toEqual(shares);
  });

  test('the shares sum to the total, and each is less than one unit from its exact part', () => {
    fc.assert(
      fc.property(amount, amounts, (total, weights) => {
        fc.pre(sumOf(weights) > 0);
        const shares = allocate(total, weights);
        expect(sumOf(shares)).toBe(total);
        for (const error of errors(total, weights, shares)) expect(compare(error, fraction(1))).toBe(-1);
      }),
    );
  });

  test('the shares of a credit are those of the charge with the other sign', () => {
    fc.assert(
      fc.property(amount, amounts, (total, weights) => {
        fc.pre(sumOf(weights) > 0);
        expect(allocate(-total, weights).map((share) => 0 - share)).toEqual(allocate(total, weights));
      }),
    );
  });

  test('who weighs nothing gets nothing, and a greater weight never gets less', () => {
    fc.assert(
      fc.property(amount, amounts, (total, weights) => {
        fc.pre(sumOf(weights) > 0);
        const shares = allocate(total, [...weights, 0]);
        expect(shares.pop()).toBe(0);
        const ranked = weights
          .map((weight, place) => ({ weight, share: shares[place] ?? 0 }))
          .sort((a, b) => a.weight - b.weight || b.share - a.share);
        for (const [place, { weight, share }] of ranked.entries()) {
          const before = ranked[place - 1];
          if (before && before.weight < weight) expect(share).toBeGreaterThanOrEqual(before.share);
        }
      }),
    );
  });

  test.each([
    ['without a weight', 1, []],
    ['by weights of nothing', 1, [0, 0]],
    ['by a weight below zero', 1, [2, -1]],
    ['by half a weight', 1, [0.5]],
    ['in fractions of a unit', 0.5, [1]],
  ])('sharing %s is a fault', (_, total, weights) => {
    expect(() => allocate(total, weights)).toThrow();
  });
});

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

  test('all of it is taken or all that there is, and no line falls below zero', () => {
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

  test('where the last line has room, every other is its exact part rounded down', () => {
    fc.assert(
      fc.property(fc.nat(), amounts, (off, lines) => {
        const all = [...lines, 1_000_000_000_000];
        const parts = all.map((line) => amountOf(roundedDown(fraction(BigInt(off) * BigInt(line), sumOf(all)))));
        expect(deduct(off, all).slice(0, -1)).toEqual(parts.slice(0, -1));
      }),
    );
  });
});
