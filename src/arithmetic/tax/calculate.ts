import { type Tax, type TaxRounding, taxed, taxSum } from '../billing/taxes.js';
import type { Applied } from './determine.js';

/** Whether an amount includes its taxes. */
export type Behavior = 'exclusive' | 'inclusive';

/** Something to tax, in minor units after discounts. */
export type Taxable = { readonly amount: number; readonly behavior: Behavior; readonly taxes: readonly Applied[] };

/** One tax with its amount, in minor units. */
export type Charged = { readonly applied: Applied; readonly amount: number; readonly inclusive: boolean; readonly taxable_amount: number };

/** The taxes of something, and their sum. */
export type Computed = { readonly amount_tax: number; readonly taxes: readonly Charged[] };

/** All taxes of a purchase: of each of its parts, and the sums of those that are added and of those that are included. */
export type Sums = { readonly parts: readonly Computed[]; readonly exclusive: number; readonly inclusive: number };

/** The name under which equal taxes are summed up. */
export const keyOf = ({ country, state, type, percentage, reason, sourcing }: Applied, behavior: Behavior): string =>
  [country, state ?? '', type ?? '', percentage, reason, sourcing, behavior].join('|');

/** A tax as the arithmetic of bills reads it. */
export const rateOf = (applied: Applied, behavior: Behavior) => ({
  id: keyOf(applied, behavior),
  percentage: applied.percentage,
  inclusive: behavior === 'inclusive',
});

/** Computes the taxes of each part of a purchase. An inclusive tax is part of the amount, an exclusive one is added to it. */
export function computed(parts: readonly Taxable[], rounding: TaxRounding): Sums {
  const lines = parts.map(({ amount, behavior, taxes }) => ({ amount, tax_rates: taxes.map((each) => rateOf(each, behavior)) }));
  const sums = taxed(lines, { rounding, exempt: 'none' });
  return {
    parts: parts.map(({ taxes }, place) => charged(taxes, sums.lines[place] ?? [])),
    exclusive: taxSum(sums.totals, false),
    inclusive: taxSum(sums.totals, true),
  };
}

const uncharged: ReadonlySet<string> = new Set(['not_collecting', 'not_subject_to_tax', 'not_supported']);

function charged(taxes: readonly Applied[], amounts: readonly Tax[]): Computed {
  const all = taxes.flatMap((applied, place): Charged[] => {
    const tax = amounts[place];
    if (!tax) return [];
    const { amount, inclusive, taxable_amount } = tax;
    return [{ applied, amount, inclusive, taxable_amount: uncharged.has(applied.reason) ? 0 : taxable_amount }];
  });
  return { amount_tax: all.reduce((sum, { amount }) => sum + amount, 0), taxes: all };
}
