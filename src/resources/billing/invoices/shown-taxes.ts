import type { Tax, TaxExempt } from '../../../arithmetic/billing/taxes.js';
import type { Invoice } from './invoice.js';
import type { TaxabilityReason } from './parts.js';

const by_exemption = { none: 'standard_rated', exempt: 'customer_exempt', reverse: 'reverse_charge' } as const;

/** Why calculated rates are what they are, by their ids. */
export type Reasons = ReadonlyMap<string, TaxabilityReason>;

/** The reasons that an invoice has stored. */
export const reasonsIn = ({ basis }: Pick<Invoice, 'basis'>): Reasons =>
  new Map((basis?.reasons ?? []).map(({ tax_rate, reason }) => [tax_rate, reason]));

const none: Reasons = new Map();

/** What rates came to, as newer clients read it. */
export const shownTaxes = (taxes: readonly Tax[], exempt: TaxExempt, reasons = none): Invoice['total_taxes'] =>
  taxes.map(({ amount, inclusive, tax_rate, taxable_amount }) => ({
    amount,
    tax_behavior: inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate },
    taxability_reason: reasons.get(tax_rate) ?? by_exemption[exempt],
    taxable_amount,
    type: 'tax_rate_details',
  }));

/** The same as older ones do. */
export const shownTaxAmounts = (taxes: readonly Tax[], exempt: TaxExempt, reasons = none): Invoice['total_tax_amounts'] =>
  taxes.map(({ amount, inclusive, tax_rate, taxable_amount }) => ({
    amount,
    inclusive,
    tax_rate,
    taxability_reason: reasons.get(tax_rate) ?? by_exemption[exempt],
    taxable_amount,
  }));
