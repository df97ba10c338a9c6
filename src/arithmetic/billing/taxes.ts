import { amountOf, decimalText, dividedBy, type Exact, exactOf, fraction, plus, rounded, times } from '../../kernel/base/exact.js';
import { factorOf } from './discounts.js';

/** The maximum number of tax rates per line. */
export const tax_rates_max = 5;

/** A tax rate: a percentage with at most 4 decimals, inclusive or exclusive. */
export type TaxRate = { readonly id: string; readonly percentage: string | number; readonly inclusive: boolean };

/** The tax of one rate on a line, or on all lines, in minor units. */
export type Tax = {
  readonly tax_rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** The tax base: the amount after discounts, without inclusive taxes. */
  readonly taxable_amount: number;
};

/** A line to tax: minor units after discounts, and its rates; or the taxes that were calculated elsewhere. */
export type TaxableLine = {
  readonly amount: number;
  readonly tax_rates: readonly TaxRate[];
  readonly taxes?: readonly Tax[] | null | undefined;
};

/** Where taxes are rounded: on each line, or once per rate of an invoice. */
export type TaxRounding = 'line' | 'invoice';

/** Whether a customer pays taxes; with `exempt` and `reverse` they do not. */
export type TaxExempt = 'none' | 'exempt' | 'reverse';

/** The taxes of each line, and the sum per rate in order of first occurrence. */
export type Taxed = { readonly lines: readonly (readonly Tax[])[]; readonly totals: readonly Tax[] };

const one = fraction(1);

/** An amount without its inclusive taxes. */
const netOf = (amount: number, rates: readonly TaxRate[]): Exact => exactNet(fraction(amount), rates);

function exactNet(amount: Exact, rates: readonly TaxRate[]): Exact {
  const inside = rates.filter(({ inclusive }) => inclusive).map(({ percentage }) => factorOf(percentage));
  return dividedBy(amount, inside.reduce(plus, one));
}

/**
 * An amount in minor units without its inclusive taxes: the price for a customer who pays none. It is computed before discounts, so that the line
 * shows the charged price: 10000 with 10 % included are 9091.
 */
export const withoutInclusive = (amount: number, rates: readonly TaxRate[]): number => amountOf(rounded(netOf(amount, rates)));

/** A unit amount without its inclusive taxes, with its decimals: 100 with 20 % included are 83.333333333333. */
export const unitWithoutInclusive = (unit_amount: string, rates: readonly TaxRate[]): string =>
  rates.some(({ inclusive }) => inclusive) ? decimalText(exactNet(exactOf(unit_amount), rates)) : unit_amount;

/** Rounds each amount separately. */
const byLine = (): ((exact: Exact) => number) => (exact) => amountOf(rounded(exact));

/** Rounds amounts in sequence so that they add up to the rounded sum; each differs by less than one unit from its exact value. */
function byInvoice(): (exact: Exact) => number {
  let sum = fraction(0);
  return (exact) => {
    const before = rounded(sum);
    sum = plus(sum, exact);
    return amountOf(rounded(sum) - before);
  };
}

/**
 * The taxes of lines after their discounts. An inclusive rate is extracted from the amount, `net - net / (1 + rates)`; an exclusive rate is added on
 * top of the rest. A customer who pays no taxes is charged 0 at every rate; `withoutInclusive` gives their line amounts.
 */
export function taxed(lines: readonly TaxableLine[], { rounding, exempt }: { rounding: TaxRounding; exempt: TaxExempt }): Taxed {
  const roundings = new Map<string, (exact: Exact) => number>();
  const roundingOf = ({ id }: TaxRate): ((exact: Exact) => number) => {
    const known = roundings.get(id) ?? (rounding === 'line' ? byLine() : byInvoice());
    roundings.set(id, known);
    return known;
  };
  const taxes = lines.map(({ amount, tax_rates, taxes: fixed }) => {
    if (fixed) return fixed;
    if (tax_rates.length > tax_rates_max) throw new Error(`A line has more than ${tax_rates_max} tax rates`);
    const net = netOf(amount, tax_rates);
    return tax_rates.map((rate) => (exempt === 'none' ? taxOf(rate, net, roundingOf(rate)) : untaxed(rate)));
  });
  return { lines: taxes, totals: taxTotals(taxes.flat()) };
}

const taxOf = ({ id, percentage, inclusive }: TaxRate, net: Exact, round: (exact: Exact) => number): Tax => ({
  tax_rate: id,
  amount: round(times(net, factorOf(percentage))),
  inclusive,
  taxable_amount: amountOf(rounded(net)),
});

const untaxed = ({ id, inclusive }: TaxRate): Tax => ({ tax_rate: id, amount: 0, inclusive, taxable_amount: 0 });

/** The sum per rate, in order of first occurrence. */
export function taxTotals(taxes: readonly Tax[]): Tax[] {
  const totals = new Map<string, Tax>();
  for (const tax of taxes) {
    const { amount, taxable_amount } = totals.get(tax.tax_rate) ?? { amount: 0, taxable_amount: 0 };
    totals.set(tax.tax_rate, { ...tax, amount: amount + tax.amount, taxable_amount: taxable_amount + tax.taxable_amount });
  }
  return [...totals.values()];
}

/** The sum of the inclusive or of the exclusive taxes. */
export const taxSum = (taxes: readonly Tax[], inside: boolean): number =>
  taxes.reduce((sum, { amount, inclusive }) => (inclusive === inside ? sum + amount : sum), 0);
