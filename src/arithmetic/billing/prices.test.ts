import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compare, exactOf, fraction, minus, plus, rounded, times } from '../../kernel/base/exact.js';
import { lineText } from './line-text.js';
import { costOf, type Pricing, priced, type Tier } from './prices.js';

const amount = fc.integer({ min: 0, max: 100_000 });

/** Tiers with increasing ends; each with a unit amount, a flat amount, or both. */
const tiers: fc.Arbitrary<Tier[]> = fc
  .array(fc.record({ units: fc.integer({ min: 1, max: 20 }), unit: fc.option(amount), flat: fc.option(amount) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((given) => {
    let up_to = 0;
    return given.map(({ units, unit, flat }, place) => {
      up_to += units;
      return {
        up_to: place === given.length - 1 ? null : up_to,
        unit_amount_decimal: unit === null && flat !== null ? null : String(unit ?? 0),
        flat_amount_decimal: flat === null ? null : String(flat),
      };
    });
  });

const tiered = (tiers: readonly Tier[], tiers_mode: 'graduated' | 'volume'): Pricing => ({
  billing_scheme: 'tiered',
  unit_amount_decimal: null,
  tiers_mode,
  tiers,
  transform_quantity: null,
});

const perUnit = (unit_amount_decimal: string | null, transform_quantity: Pricing['transform_quantity'] = null): Pricing => ({
  billing_scheme: 'per_unit',
  unit_amount_decimal,
  tiers_mode: null,
  transform_quantity,
});

const sumOf = (lines: readonly { readonly amount: number }[]): number => lines.reduce((sum, { amount }) => sum + amount, 0);

describe('graduated tiers', () => {
  test('charge each unit at its tier, and the flat amount of each reached tier once', () => {
    fc.assert(
      fc.property(tiers, fc.nat(120), (tiers, quantity) => {
        const reached = new Set([tiers[0]]);
        let expected = 0;
        for (let unit = 1; unit <= quantity; unit++) {
          const tier = tiers.find(({ up_to }) => up_to === null || unit <= up_to);
          reached.add(tier);
          expected += Number(tier?.unit_amount_decimal ?? 0);
        }
        for (const tier of reached) expected += Number(tier?.flat_amount_decimal ?? 0);
        expect(sumOf(priced(tiered(tiers, 'graduated'), quantity))).toBe(expected);
      }),
    );
  });

  test('never cost less for more units or parts, and do not jump without a flat amount', () => {
    const step = exactOf('0.000001');
    fc.assert(
      fc.property(tiers, fc.nat(120), (given, quantity) => {
        const flatless = given.map((tier) => ({
          ...tier,
          unit_amount_decimal: tier.unit_amount_decimal ?? '0',
          flat_amount_decimal: null,
        }));
        const price = tiered(flatless, 'graduated');
        const more = minus(costOf(price, `${quantity}.000001`), costOf(price, quantity));
        expect(compare(more, fraction(0))).toBeGreaterThanOrEqual(0);
        const dearest = Math.max(...flatless.map(({ unit_amount_decimal }) => Number(unit_amount_decimal)));
        expect(compare(more, times(step, fraction(dearest)))).toBeLessThanOrEqual(0);
        expect(
          compare(costOf(tiered(given, 'graduated'), quantity + 1), costOf(tiered(given, 'graduated'), quantity)),
        ).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('have the whole quantity in their lines', () => {
    fc.assert(
      fc.property(tiers, fc.nat(120), (given, quantity) => {
        const with_units = given.map((tier) => ({ ...tier, unit_amount_decimal: tier.unit_amount_decimal ?? '0' }));
        const lines = priced(tiered(with_units, 'graduated'), `${quantity}.5`);
        const units = lines.flatMap(({ quantity_decimal }) => (quantity_decimal === null ? [] : [exactOf(quantity_decimal)]));
        expect(units.reduce(plus)).toEqual(exactOf(`${quantity}.5`));
      }),
    );
  });
});

test('by volume all units have the price of the tier of the quantity', () => {
  fc.assert(
    fc.property(tiers, fc.nat(120), (tiers, quantity) => {
      const tier = tiers.find(({ up_to }) => up_to === null || quantity <= up_to);
      const expected = Number(tier?.unit_amount_decimal ?? 0) * quantity + Number(tier?.flat_amount_decimal ?? 0);
      expect(sumOf(priced(tiered(tiers, 'volume'), quantity))).toBe(expected);
    }),
  );
});

test('a line is multiplied with twelve decimals, then rounded', () => {
  const unit = fc.bigInt({ min: 0n, max: 10n ** 15n });
  fc.assert(
    fc.property(unit, fc.nat(1_000_000), (units, quantity) => {
      const decimal = `${units / 10n ** 12n}.${String(units % 10n ** 12n).padStart(12, '0')}`;
      const [line] = priced(perUnit(decimal), quantity);
      expect(line?.amount).toBe(Number(rounded(fraction(units * BigInt(quantity), 10n ** 12n))));
    }),
  );
});

test('the share of a period is applied first, then halves are rounded away from zero', () => {
  expect(sumOf(priced(perUnit('0.5'), 1))).toBe(1);
  expect(sumOf(priced(perUnit('333.333333333333'), 3, fraction(1, 2)))).toBe(500);
  expect(sumOf(priced(perUnit('0.5'), 3, fraction(1, 3)))).toBe(1);
});

test('a fractional quantity has its digits and no number', () => {
  expect(priced(perUnit('2'), '2.50')).toEqual([
    { amount: 5, quantity: null, quantity_decimal: '2.5', unit_amount_decimal: '2', flat_amount_decimal: null, tier: null },
  ]);
});

test('packages are whole, up or down', () => {
  const packages = (quantity: string, round: 'up' | 'down'): number => sumOf(priced(perUnit('8', { divide_by: 60, round }), quantity));
  expect(['0', '1', '60', '60.5', '119', '120'].map((quantity) => packages(quantity, 'up') / 8)).toEqual([0, 1, 1, 2, 2, 2]);
  expect(['0', '1', '60', '60.5', '119', '120'].map((quantity) => packages(quantity, 'down') / 8)).toEqual([0, 0, 1, 1, 1, 2]);
});

test('a flat amount of zero has no line, unless the tier has nothing else', () => {
  const tier = { up_to: null, unit_amount_decimal: '5', flat_amount_decimal: '0' };
  expect(priced(tiered([tier], 'graduated'), 2).map(({ amount }) => amount)).toEqual([10]);
  expect(priced(tiered([{ ...tier, unit_amount_decimal: null }], 'graduated'), 2).map(({ amount }) => amount)).toEqual([0]);
});

test.each([
  ['a quantity below zero', () => priced(perUnit('1'), -1)],
  ['a price without an amount', () => priced(perUnit(null), 1)],
  ['tiers that end', () => priced(tiered([{ up_to: 5, unit_amount_decimal: '1', flat_amount_decimal: null }], 'volume'), 6)],
])('%s is a fault', (_, calculate) => {
  expect(calculate).toThrow();
});

test('the line text of a one-time price is the name', () => {
  const [line] = priced(perUnit('500'), 2);
  if (!line) throw new Error('There is no line');
  expect(lineText(line, { name: 'Shirt', currency: 'usd', recurring: null, transform_quantity: null })).toBe('Shirt');
});
