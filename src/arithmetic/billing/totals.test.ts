import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, dividedBy, fraction, plus, rounded, times } from '../../kernel/base/exact.js';
import { amountOfUnits, creditedLine, noteSums } from './credit-notes.js';
import { deduct } from './deduct.js';
import { type Discount, type DiscountAmount, discounted, factorOf } from './discounts.js';
import { type TaxRate, taxed, taxSum } from './taxes.js';
import { type InvoiceLine, imbalances, settled, summed } from './totals.js';

const units = fc.integer({ min: -10_000_000, max: 10_000_000 });
const product = fc.constantFrom('prod_a', 'prod_b', null);

const discount: fc.Arbitrary<Discount> = fc
  .record({
    id: fc.uuid(),
    percent: fc.integer({ min: 1, max: 10_000 }),
    off: fc.integer({ min: 1, max: 5_000_000 }),
    by_percent: fc.boolean(),
    products: fc.option(fc.constant(['prod_a'])),
  })
  .map(({ id, percent, off, by_percent, products }) => ({
    ...{ id, products },
    ...(by_percent ? { percent_off: percent / 100, amount_off: null } : { percent_off: null, amount_off: off }),
  }));

/** Five rates; each id always has the same percentage. */
const rates: readonly TaxRate[] = [
  { id: 'a', percentage: '19', inclusive: true },
  { id: 'b', percentage: 7.25, inclusive: false },
  { id: 'c', percentage: '5', inclusive: true },
  { id: 'd', percentage: '0.0001', inclusive: false },
  { id: 'e', percentage: 0, inclusive: false },
];
const tax_rates = fc.subarray([...rates]);

const line: fc.Arbitrary<InvoiceLine> = fc.record({
  amount: units,
  product,
  discountable: fc.boolean(),
  discounts: fc.array(discount, { maxLength: 2 }),
  tax_rates,
});

/** Lines that share discounts, like those of one item, and prorations with itemized discounts. */
const lines: fc.Arbitrary<InvoiceLine[]> = fc
  .record({
    lines: fc.array(line, { maxLength: 6 }),
    shared: fc.array(discount, { maxLength: 2 }),
    of: fc.array(fc.constantFrom('own', 'shared', 'itemized'), { minLength: 6, maxLength: 6 }),
    taken: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 6, maxLength: 6 }),
  })
  .map(({ lines, shared, of, taken }) =>
    lines.map((line, place): InvoiceLine => {
      if (of[place] === 'shared') return { ...line, discounts: shared };
      if (of[place] === 'own') return line;
      const part = (among: number) => Math.trunc((line.amount * (taken[place] ?? 0)) / 100 / among);
      const discount_amounts = [...line.discounts, ...shared].map(({ id }, n) => ({ discount: id, amount: part(2 ** (n + 1)) }));
      return { ...line, discountable: false, discount_amounts };
    }),
  );
const discounts = fc.array(discount, { maxLength: 3 });
const terms = fc.record({
  discounts,
  rounding: fc.constantFrom('line', 'invoice'),
  exempt: fc.constantFrom('none', 'exempt', 'reverse'),
});

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
const totalOf = (amounts: readonly DiscountAmount[]): number => sumOf(amounts.map(({ amount }) => amount));

describe('discounts', () => {
  test('lose no unit, leave no line below zero, and do not change other lines', () => {
    fc.assert(
      fc.property(lines, discounts, (lines, discounts) => {
        const result = discounted(lines, discounts);
        for (const [place, { amount, discountable, product }] of lines.entries()) {
          const { discount_amounts = [], subtotal = 0, left = 0 } = result.lines[place] ?? {};
          expect(amount - totalOf(discount_amounts)).toBe(left);
          expect(left).toBeGreaterThanOrEqual(Math.min(0, amount));
          if (amount >= 0) expect(subtotal).toBeGreaterThanOrEqual(left);
          if (!discountable || amount <= 0) expect(discount_amounts).toEqual(lines[place]?.discount_amounts ?? []);
          const limited = new Set(discounts.filter(({ products }) => products).map(({ id }) => id));
          if (product !== 'prod_a') expect(discount_amounts.filter(({ discount }) => limited.has(discount))).toEqual([]);
        }
        expect(totalOf(result.totals)).toBe(totalOf(result.lines.flatMap(({ discount_amounts }) => discount_amounts)));
      }),
    );
  });

  test('of an amount are taken in full if the lines are large enough', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1 }), fc.nat(2_000_000), (amounts, off) => {
        const plain = amounts.map((amount) => ({ amount, product: null, discountable: true, discounts: [] }));
        const { totals } = discounted(plain, [{ id: 'di', percent_off: null, amount_off: off, products: null }]);
        expect(totals).toEqual([{ discount: 'di', amount: Math.min(off, sumOf(amounts)) }]);
      }),
    );
  });

  test('of an item are taken once from all its lines, before those of the invoice', () => {
    const of_item = { id: 'item', percent_off: null, amount_off: 300, products: null };
    const of_invoice = { id: 'all', percent_off: '50', amount_off: null, products: null };
    const tiers = [100, 500].map((amount) => ({ amount, product: null, discountable: true, discounts: [of_item] }));
    expect(discounted(tiers, [of_invoice]).totals).toEqual([
      { discount: 'item', amount: 300 },
      { discount: 'all', amount: 150 },
    ]);
  });

  test('that a proration has itemized are in the sums, and its line is not discounted again', () => {
    const proration = {
      amount: -500,
      product: null,
      discountable: false,
      discounts: [],
      discount_amounts: [{ discount: 'di', amount: -83 }],
    };
    const charge = { amount: 1000, product: null, discountable: true, discounts: [] };
    const { lines, totals } = discounted([proration, charge], [{ id: 'di', percent_off: 10, amount_off: null, products: null }]);
    expect(lines.map(({ left }) => left)).toEqual([-417, 900]);
    expect(totals).toEqual([{ discount: 'di', amount: 17 }]);
  });
});

describe('taxes', () => {
  const taxable = fc.array(fc.record({ amount: units, tax_rates }), { minLength: 1, maxLength: 8 });

  test('of the lines add up to those of the invoice in both roundings', () => {
    fc.assert(
      fc.property(taxable, fc.constantFrom('line', 'invoice'), (lines, rounding) => {
        const { lines: taxes, totals } = taxed(lines, { rounding, exempt: 'none' });
        for (const { tax_rate, amount } of totals)
          expect(sumOf(taxes.flat().map((tax) => (tax.tax_rate === tax_rate ? tax.amount : 0)))).toBe(amount);
      }),
    );
  });

  test('by invoice are the rounded sum of each rate, and each line differs by less than one unit', () => {
    fc.assert(
      fc.property(fc.array(units, { minLength: 1, maxLength: 8 }), (amounts) => {
        const rate = { id: 'r', percentage: '7.25', inclusive: true };
        const lines = amounts.map((amount) => ({ amount, tax_rates: [rate] }));
        const { lines: taxes, totals } = taxed(lines, { rounding: 'invoice', exempt: 'none' });
        const exact = amounts.map((amount) => dividedBy(times(fraction(amount), factorOf('7.25')), plus(fraction(1), factorOf('7.25'))));
        expect(totals[0]?.amount).toBe(amountOf(rounded(exact.reduce(plus))));
        for (const [place, each] of exact.entries())
          expect(Math.abs((taxes[place]?.[0]?.amount ?? 0) - Number(each.numerator) / Number(each.denominator))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('of a credit are those of the charge, negated', () => {
    fc.assert(
      fc.property(units, tax_rates, (amount, tax_rates) => {
        const of = (amount: number) => taxed([{ amount, tax_rates }], { rounding: 'line', exempt: 'none' }).totals;
        expect(of(-amount).map((tax) => 0 - tax.amount)).toEqual(of(amount).map((tax) => tax.amount));
      }),
    );
  });

  test('of more than five rates on a line are a fault', () => {
    const six = Array.from({ length: 6 }, (_, n) => ({ id: `r${n}`, percentage: 1, inclusive: false }));
    expect(() => taxed([{ amount: 1, tax_rates: six }], { rounding: 'line', exempt: 'none' })).toThrow();
  });
});

describe('the sums of an invoice', () => {
  test('balance for any lines, discounts and taxes', () => {
    fc.assert(
      fc.property(lines, terms, (lines, terms) => {
        const sums = summed(lines, terms);
        expect(imbalances(sums)).toEqual([]);
        const costs = sums.lines.map(({ amount, discount_amounts, taxes }) => amount - totalOf(discount_amounts) + taxSum(taxes, false));
        expect(sumOf(costs)).toBe(sums.total);
        const own = sums.lines.flatMap(({ discount_amounts }, place) =>
          discount_amounts.filter(({ discount }) => lines[place]?.discounts.some(({ id }) => id === discount)),
        );
        expect(sums.subtotal).toBe(sumOf(sums.lines.map(({ amount }) => amount)) - totalOf(own));
      }),
    );
  });

  test('have no taxes for a customer who pays none', () => {
    fc.assert(
      fc.property(lines, discounts, (lines, discounts) => {
        const sums = summed(lines, { discounts, rounding: 'line', exempt: 'reverse' });
        expect(sums.total).toBe(sums.total_excluding_tax);
        expect(sums.subtotal).toBe(sums.subtotal_excluding_tax);
        expect(sumOf(sums.total_taxes.map(({ amount }) => amount))).toBe(0);
      }),
    );
  });

  test('have a subtotal after the discounts of items and before those of the invoice', () => {
    const off = (id: string) => ({ id, percent_off: 50, amount_off: null, products: null });
    const item = { amount: 2380, product: null, discountable: true, discounts: [off('item')], tax_rates: rates.slice(0, 1) };
    const sums = summed([item], { discounts: [off('all')], rounding: 'line', exempt: 'none' });
    expect(sums).toMatchObject({ subtotal: 1190, subtotal_excluding_tax: 1000, total: 595, total_excluding_tax: 500 });
    expect(sums.lines[0]).toMatchObject({ amount: 2380, amount_excluding_tax: 2000 });
  });

  test('that are wrong are described in text', () => {
    const sums = summed([{ amount: 500, product: null, discountable: true, discounts: [], tax_rates: [] }], {
      ...{ discounts: [], rounding: 'line', exempt: 'none' },
    });
    expect(imbalances({ ...sums, total: 501 })).toEqual([
      'lines - discounts - credits + shipping + exclusive taxes = total: 500 is not 501',
      'total without taxes + taxes = total: 500 is not 501',
    ]);
  });
});

describe('a balance', () => {
  test('changes by exactly the part that is not due, and an amount due can always be charged', () => {
    fc.assert(
      fc.property(fc.oneof(units, fc.integer({ min: -100, max: 100 })), fc.oneof(units, fc.constant(0)), (total, starting_balance) => {
        const { amount_due, ending_balance, balance_changes } = settled({ total, currency: 'usd', starting_balance });
        expect(amount_due + ending_balance).toBe(total + starting_balance);
        expect(amount_due === 0 || amount_due >= 50).toBe(true);
        expect(sumOf(balance_changes.map(({ amount }) => amount))).toBe(ending_balance - starting_balance);
      }),
    );
  });

  test('changes twice if credit leaves less than the minimum charge', () => {
    expect(settled({ total: 60, currency: 'usd', starting_balance: -30 }).balance_changes).toEqual([
      { type: 'applied_to_invoice', amount: 30 },
      { type: 'invoice_too_small', amount: 30 },
    ]);
  });
});

describe('credit notes', () => {
  const amount = fc.integer({ min: 1, max: 10_000_000 });
  const parts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 5 });

  test('that credit a whole line credit all of its discounts and taxes', () => {
    const own = fc.array(discount, { maxLength: 2 });
    fc.assert(
      fc.property(amount, parts, own, discounts, tax_rates, (amount, weights, own, discounts, tax_rates) => {
        const terms = { discounts, rounding: 'line', exempt: 'none' } as const;
        const given = { amount, product: null, discountable: true, discounts: own, tax_rates };
        const off = sumOf(summed([given], terms).total_discount_amounts.map((each) => each.amount));
        const credits = [{ credit_balance_transaction: 'crbtxn', amount: Math.floor((amount - off) / 3) }];
        const { lines, subtotal_excluding_tax, total } = summed([{ ...given, credits }], terms);
        const { amount_excluding_tax = 0, discount_amounts = [], taxes = [] } = lines[0] ?? {};
        const line = { amount, amount_excluding_tax, subtotal_excluding_tax, discount_amounts, credits, taxes };
        let credited_before = 0;
        const notes = deduct(
          amount,
          weights.map((weight) => weight * amount),
        ).map((part) => {
          const note = creditedLine({ ...line, credited_before }, part);
          credited_before += part;
          return { ...note, own_discounts: own.map(({ id }) => id) };
        });
        const sums = noteSums(notes);
        expect([sums.total, sums.subtotal_excluding_tax]).toEqual([total, subtotal_excluding_tax]);
        expect(sumOf(notes.map((note) => note.amount_excluding_tax))).toBe(amount_excluding_tax);
        for (const [place, tax] of line.taxes.entries())
          expect(sumOf(notes.map(({ taxes }) => taxes[place]?.amount ?? 0))).toBe(tax.amount);
      }),
    );
  });

  test('of units credit their share of the line', () => {
    expect(amountOfUnits({ amount: 1000, quantity: 3, before: 0 }, 2)).toBe(667);
    expect(amountOfUnits({ amount: 1000, quantity: 3, before: 2 }, 1)).toBe(333);
    expect(amountOfUnits({ amount: 1000, quantity: 3, before: 0 }, 3)).toBe(1000);
    expect(amountOfUnits({ amount: 0, quantity: 0, before: 0 }, 0)).toBe(0);
  });

  test('of a line of zero credit nothing', () => {
    const free = { amount: 0, amount_excluding_tax: 0, subtotal_excluding_tax: 0, discount_amounts: [], credits: [], taxes: [] };
    expect(creditedLine({ ...free, credited_before: 0 }, 0)).toEqual({ ...free, total: 0 });
  });
});
