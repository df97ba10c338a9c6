import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, type Exact, fraction, minus, plus, times } from '../../kernel/base/exact.js';
import type { Discount } from './discounts.js';
import { shareLeft, whole } from './periods.js';
import { classicProration, credited, type Debit, flexibleCharge, flexibleCredits } from './proration.js';

const period = { start: 1_680_307_200, end: 1_680_307_200 + 30 * 86_400 };
const price = fc.integer({ min: 0, max: 10_000_000 });
const moment = fc.integer({ min: period.start, max: period.end });
const zero = fraction(0);

const discount: fc.Arbitrary<Discount> = fc
  .record({ id: fc.uuid(), percent: fc.integer({ min: 1, max: 10_000 }), off: price, by_percent: fc.boolean() })
  .map(({ id, percent, off, by_percent }) => ({
    ...{ id, products: null },
    ...(by_percent ? { percent_off: percent / 100, amount_off: null } : { percent_off: null, amount_off: off }),
  }));
const discounts = fc.array(discount, { maxLength: 3 });

const magnitude = (value: Exact): Exact => (compare(value, zero) < 0 ? minus(zero, value) : value);
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const shareAt = (moment: number): Exact => shareLeft(whole(period), moment);

/** The amounts of a price and later changes of it: all debits and credits in flexible mode. */
function chain(first: number, changes: readonly { readonly at: number; readonly price: number }[]): number[] {
  let open: Debit[] = [{ amount: first, discount_amounts: [], period }];
  const lines = [first];
  for (const { at, price } of changes) {
    const { amount } = flexibleCharge({ cost: fraction(price), share: shareAt(at), discounts: [] }, () => fraction(price));
    lines.push(...flexibleCredits(open, at).map(({ net_amount }) => net_amount), amount);
    open = [{ amount, discount_amounts: [], period: { start: at, end: period.end } }];
  }
  return lines;
}

const changes = fc
  .array(fc.record({ at: moment, price }), { minLength: 1, maxLength: 8 })
  .map((list) => list.toSorted((one, other) => one.at - other.at));

test('a chain of changes adds up to the usage, within one unit per change', () => {
  fc.assert(
    fc.property(price, changes, (first, changes) => {
      const stages = [{ at: period.start, price: first }, ...changes];
      const used = stages
        .map(({ at, price }, place) => times(fraction(price), minus(shareAt(at), shareAt(stages[place + 1]?.at ?? period.end))))
        .reduce(plus);
      const error = magnitude(minus(fraction(sumOf(chain(first, changes))), used));
      expect(compare(error, fraction(stages.length))).toBeLessThanOrEqual(0);
    }),
  );
});

test('a change to the same price costs nothing, at any time and in both modes', () => {
  fc.assert(
    fc.property(price, moment, discounts, fc.integer({ min: 1, max: 5 }), (price, at, discounts, items) => {
      expect(sumOf(chain(price, [{ at, price }]))).toBe(price);
      const charge = classicProration({ cost: fraction(price), share: shareAt(at), discounts }, () => items);
      expect(charge.net_amount + credited(charge).net_amount).toBe(0);
    }),
  );
});

describe('a credit in flexible mode', () => {
  const debit = fc.tuple(price, discounts).map(([price, discounts]): Debit => {
    const charge = flexibleCharge({ cost: fraction(price), share: fraction(1), discounts }, () => fraction(price * 2 || 1));
    return { ...charge, period };
  });
  const netOf = ({ amount, discount_amounts }: Debit): number => amount - sumOf(discount_amounts.map((each) => each.amount));

  test('is the whole debit at its start, zero at its end, and never more than was paid', () => {
    fc.assert(
      fc.property(debit, moment, (debit, at) => {
        const [all] = flexibleCredits([debit], period.start);
        expect(all?.net_amount).toBe(0 - netOf(debit));
        expect(flexibleCredits([debit], period.end)).toEqual([]);
        for (const { net_amount } of flexibleCredits([debit], at)) {
          expect(net_amount).toBeLessThanOrEqual(0);
          expect(0 - net_amount).toBeLessThanOrEqual(netOf(debit));
        }
      }),
    );
  });

  test('has the same net amount with itemized and included discounts', () => {
    fc.assert(
      fc.property(debit, moment, (debit, at) => {
        for (const { amount, discount_amounts, net_amount } of flexibleCredits([debit], at))
          expect(amount - sumOf(discount_amounts.map((each) => each.amount))).toBe(net_amount);
      }),
    );
  });

  test('exists for each debit whose period has not ended, and refers to it', () => {
    const earlier = { amount: 100, discount_amounts: [], period: { start: 0, end: 50 }, line: 'il_1' };
    const open = { amount: 100, discount_amounts: [], period: { start: 50, end: 100 }, line: 'il_2' };
    const ahead = { amount: 100, discount_amounts: [], period: { start: 90, end: 100 }, line: 'il_3' };
    const of_no_time = { amount: 100, discount_amounts: [], period: { start: 80, end: 80 }, line: 'il_4' };
    const credits = flexibleCredits([earlier, open, ahead, of_no_time], 75);
    expect(credits.map(({ debit, net_amount, period }) => [debit.line, net_amount, period.start])).toEqual([
      ['il_2', -50, 75],
      ['il_3', -100, 90],
    ]);
  });
});

test('no discount turns a credit into a charge, or vice versa', () => {
  fc.assert(
    fc.property(price, moment, discounts, discounts, fc.integer({ min: 1, max: 5 }), (price, at, own, discounts, items) => {
      const remainder = { cost: fraction(price), share: shareAt(at), own, discounts };
      for (const charge of [classicProration(remainder, () => items), flexibleCharge(remainder, () => fraction(price * items))]) {
        expect(charge.net_amount).toBeGreaterThanOrEqual(0);
        expect(charge.net_amount).toBeLessThanOrEqual(charge.amount);
        expect(charge.amount - sumOf(charge.discount_amounts.map(({ amount }) => amount))).toBe(charge.net_amount);
      }
    }),
  );
});
