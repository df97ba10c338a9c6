import type { Asked } from '../../../kernel/base/effects.js';
import type { TaxRate } from '../../catalogue/tax-rates/tax-rate.js';
import type { Automatic } from '../../tax/automatic.js';
import { positionOf } from '../../tax/position.js';
import { isCalculated } from '../../tax/rate-ids.js';
import { requireActive } from '../../tax/require-active.js';
import type { Invoice } from './invoice.js';
import type { TaxabilityReason } from './parts.js';
import type { PlainLine } from './plain-line.js';

/** Lines with their automatic taxes as tax rates; those with tax rates of their own keep them. */
export function taxedBy(automatic: Automatic | null, given: readonly PlainLine[]) {
  const reasons = new Map<string, TaxabilityReason>();
  for (const { rate, reason } of given.flatMap(({ fixed_taxes = [] }) => fixed_taxes)) reasons.set(rate.id, reason);
  if (!automatic) return { plains: given, reasons, taxed_as: [] };
  const taxed_as = given.map(({ tax_code = null }) => automatic.codeOf(tax_code));
  const plains = given.map((plain) => {
    if (plain.tax_rates?.length || plain.fixed_taxes?.length) return plain;
    const { price = null, tax_behavior = null, tax_code = null } = plain;
    const is_said = tax_behavior !== null && tax_behavior !== 'unspecified';
    const rates = automatic.ratesOf({ tax_code, tax_behavior: is_said ? tax_behavior : (price?.tax_behavior ?? null) });
    for (const { rate, reason } of rates) reasons.set(rate.id, reason);
    return { ...plain, tax_rates: rates.map(({ rate }) => rate) };
  });
  return { plains, reasons, taxed_as };
}

/** The tax rates of an invoice that were calculated. */
export const calculatedIn = ({ basis, lines, shipping_cost }: Pick<Invoice, 'basis' | 'lines' | 'shipping_cost'>): TaxRate[] => [
  ...lines.data.flatMap(({ tax_rates }) => tax_rates.filter((rate) => isCalculated(rate))),
  ...(shipping_cost?.taxes ?? []).map(({ rate }) => rate),
  ...(basis?.fixed ?? []).map(({ rate }) => rate),
];

/** Refuses to finalize an invoice or a quote whose automatic taxes could not be calculated. */
export function requireTaxed({ automatic_tax }: { readonly automatic_tax: Pick<Invoice['automatic_tax'], 'status'> }, asked: Asked): void {
  if (automatic_tax.status === 'requires_location_inputs') asked.refuse({ code: 'customer_tax_location_invalid', param: 'customer' });
  if (automatic_tax.status === 'failed') asked.refuse({ code: 'stripe_tax_inactive' });
}

/** Refuses automatic taxes that the account has no settings for, or that contradict tax rates. */
export function requireAutomatic(
  wanted: { readonly enabled?: boolean | undefined } | undefined,
  { account, rates }: { readonly account: Parameters<typeof positionOf>[0]; readonly rates: readonly unknown[] | undefined },
  asked: Asked,
): void {
  if (!wanted?.enabled) return;
  requireActive(positionOf(account), asked, 'automatic_tax[enabled]');
  if (!rates?.length) return;
  const message = 'Automatic taxes take the place of tax rates. Leave default_tax_rates out, or automatic_tax off.';
  asked.refuse({ code: 'parameters_exclusive', param: 'default_tax_rates', message });
}

/** Automatic taxes before their calculation, which sets the status. */
export const automaticSaid = (enabled: boolean) => (enabled ? { enabled } : { enabled, liability: null, provider: null, status: null });
