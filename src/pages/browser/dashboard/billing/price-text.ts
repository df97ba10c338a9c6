import { money, words } from '../format.js';

/** A price, as far as its text needs it. */
export type PriceParts = {
  readonly id: string;
  readonly currency: string;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal?: string | null;
  readonly billing_scheme?: string;
  readonly recurring?: { readonly interval: string; readonly interval_count: number; readonly usage_type?: string } | null;
};

/** A price as a text: `$15.00 every month`. */
export function priceText({ unit_amount, unit_amount_decimal, currency, recurring, billing_scheme }: PriceParts): string {
  const each =
    billing_scheme === 'tiered'
      ? 'Tiered'
      : unit_amount === null
        ? (unit_amount_decimal ?? 'Chosen by the payer')
        : money(unit_amount, currency);
  if (!recurring) return each;
  const { interval, interval_count, usage_type } = recurring;
  const period = interval_count === 1 ? `every ${interval}` : `every ${interval_count} ${interval}s`;
  return `${each} ${period}${usage_type === 'metered' ? `, ${words(usage_type).toLowerCase()}` : ''}`;
}
