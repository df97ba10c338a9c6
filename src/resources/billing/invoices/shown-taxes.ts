import type { Tax, TaxExempt } from '../../../arithmetic/billing/taxes.js';
import type { Invoice } from './invoice.js';

const reasons = { none: 'standard_rated', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const;

/** What rates came to, as newer clients read it. */
export const shownTaxes = (taxes: readonly Tax[], exempt: TaxExempt): Invoice['total_taxes'] =>
  taxes.map(({ amount, inclusive, tax_rate, taxable_amount }) => ({
    amount,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate },
    taxability_reason: reasons[exempt],
    taxable_amount,
    type: 'tax_rate_details',
  }));

/** The same as older ones do. */
export const shownTaxAmounts = (taxes: readonly Tax[], exempt: TaxExempt): Invoice['total_tax_amounts'] =>
  taxes.map(({ amount, inclusive, tax_rate, taxable_amount }) => ({
    amount,
    inclusive,
    tax_rate,
    taxability_reason: reasons[exempt],
    taxable_amount,
  }));
