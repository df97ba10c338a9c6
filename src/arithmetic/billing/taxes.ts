import { amountOf, decimalText, dividedBy, type Exact, exactOf, fraction, plus, rounded, times } from '../../kernel/base/exact.js';
import { factorOf } from './discounts.js';

/** How many tax rates one line may have. */
export const tax_rates_max = 5;

/** A rate: a percentage of at most 4 decimals, inside the amount or on top of it. */
export type TaxRate = { readonly id: string; readonly percentage: string | number; readonly inclusive: boolean };

/** What one rate comes to on a line, or on all of them, in minor units. */
export type Tax = {
  readonly tax_rate: string;
  readonly amount: number;
  readonly inclusive: boolean;
  /** What the tax is calculated on: the amount after discounts, without the taxes that are inside it. */
  readonly taxable_amount: number;
};

/** A line as taxes see it: minor units after discounts, and its rates. */
export type TaxableLine = { readonly amount: number; readonly tax_rates: readonly TaxRate[] };

/** Where an account has taxes rounded: on each line, or once for each rate of an invoice. */
export type TaxRounding = 'line' | 'invoice';

/** Whether a customer pays taxes; `exempt` and `reverse` do not. */
export type TaxExempt = 'none' | 'exempt' | 'reverse';

/** The taxes of each line, and the sum for each rate in the order in which they first come. */
export type Taxed = { readonly lines: readonly (readonly Tax[])[]; readonly totals: readonly Tax[] };

const one = fraction(1);

/** How much an amount is without the taxes inside it. */
const netOf = (amount: number, rates: readonly TaxRate[]): Exact => exactNet(fraction(amount), rates);

function exactNet(amount: Exact, rates: readonly TaxRate[]): Exact {
  const inside = rates.filter(({ inclusive }) => inclusive).map(({ percentage }) => factorOf(percentage));
  return dividedBy(amount, inside.reduce(plus, one));
}

/**
 * An amount in minor units without the taxes inside it: what a line costs a customer who pays none. It is taken before discounts, so that
 * the line says what is charged: 10000 with 10 % inside are 9091.
 */
export const withoutInclusive = (amount: number, rates: readonly TaxRate[]): number => amountOf(rounded(netOf(amount, rates)));

/** The same of what one unit costs, with the decimals that it has: 100 with 20 % inside are 83.333333333333. */
export const unitWithoutInclusive = (unit_amount: string, rates: readonly TaxRate[]): string =>
  rates.some(({ inclusive }) => inclusive) ? decimalText(exactNet(exactOf(unit_amount), rates)) : unit_amount;

/** Rounds one amount after another, each alone. */
const byLine = (): ((exact: Exact) => number) => (exact) => amountOf(rounded(exact));

/** Rounds one amount after another such that together they are their rounded sum; each is less than one unit from its own. */
function byInvoice(): (exact: Exact) => number {
  let sum = fraction(0);
  return (exact) => {
    const before = rounded(sum);
    sum = plus(sum, exact);
    return amountOf(rounded(sum) - before);
  };
}

/**
 * The taxes of lines after their discounts. An inclusive rate is taken out of the amount, `net - net / (1 + rates)`; an exclusive one is
 * added to what is left of it. A customer who pays no taxes is charged 0 at every rate; `withoutInclusive` says what the lines cost then.
 */
export function taxed(lines: readonly TaxableLine[], { rounding, exempt }: { rounding: TaxRounding; exempt: TaxExempt }): Taxed {
  const roundings = new Map<string, (exact: Exact) => number>();
  const roundingOf = ({ id }: TaxRate): ((exact: Exact) => number) => {
    const known = roundings.get(id) ?? (rounding === 'line' ? byLine() : byInvoice());
    roundings.set(id, known);
    return known;
  };
  const taxes = lines.map(({ amount, tax_rates }) => {
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

/** The sum for each rate, in the order in which they first come. */
export function taxTotals(taxes: readonly Tax[]): Tax[] {
  const totals = new Map<string, Tax>();
  for (const tax of taxes) {
    const { amount, taxable_amount } = totals.get(tax.tax_rate) ?? { amount: 0, taxable_amount: 0 };
    totals.set(tax.tax_rate, { ...tax, amount: amount + tax.amount, taxable_amount: taxable_amount + tax.taxable_amount });
  }
  return [...totals.values()];
}

/** What taxes of one sort come to: those inside the amounts, or those on top. */
export const taxSum = (taxes: readonly Tax[], inside: boolean): number =>
  taxes.reduce((sum, { amount, inclusive }) => (inclusive === inside ? sum + amount : sum), 0);
