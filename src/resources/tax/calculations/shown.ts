import { type Computed, keyOf, type Sums } from '../../../arithmetic/tax/calculate.js';
import type { CalculationLine, TaxCalculation } from './calculation.js';

/** The taxes of a line or of shipping as the API shows them. */
export const shownBreakdown = ({ taxes }: Computed): CalculationLine['tax_breakdown'] =>
  taxes.map(({ applied, amount, taxable_amount }) => ({
    amount,
    jurisdiction: { country: applied.country, display_name: applied.jurisdiction, level: applied.level, state: applied.state },
    sourcing: applied.sourcing,
    tax_rate_details:
      applied.type === null
        ? null
        : { display_name: applied.name ?? applied.type, percentage_decimal: applied.percentage, tax_type: applied.type },
    taxability_reason: applied.reason,
    taxable_amount,
  }));

type Total = TaxCalculation['tax_breakdown'][number];

/** The taxes of all parts, summed up by rate. */
export function totalBreakdown({ parts }: Pick<Sums, 'parts'>): Total[] {
  const totals = new Map<string, Total>();
  for (const { applied, amount, inclusive, taxable_amount } of parts.flatMap(({ taxes }) => taxes)) {
    const key = keyOf(applied, inclusive ? 'inclusive' : 'exclusive');
    const before = totals.get(key) ?? { amount: 0, taxable_amount: 0 };
    totals.set(key, {
      amount: before.amount + amount,
      inclusive,
      tax_rate_details: {
        country: applied.country,
        flat_amount: null,
        percentage_decimal: applied.percentage,
        rate_type: 'percentage',
        state: applied.state,
        tax_type: applied.type,
      },
      taxability_reason: applied.reason,
      taxable_amount: before.taxable_amount + taxable_amount,
    });
  }
  return [...totals.values()];
}
