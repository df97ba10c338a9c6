import { money } from '../format.js';
import { say, sayCount } from '../say.js';

/** A price, as far as its text needs it. */
export type PriceParts = {
  readonly id: string;
  readonly currency: string;
  readonly unit_amount: number | null;
  readonly unit_amount_decimal?: string | null;
  readonly billing_scheme?: string;
  readonly recurring?: {
    readonly interval: 'day' | 'week' | 'month' | 'year';
    readonly interval_count: number;
    readonly usage_type?: string;
  } | null;
};

const every = {
  day: 'every {count} days',
  week: 'every {count} weeks',
  month: 'every {count} months',
  year: 'every {count} years',
} as const;

/** A price as a text: `$15.00 every month`. */
export function priceText({ unit_amount, unit_amount_decimal, currency, recurring, billing_scheme }: PriceParts): string {
  const each =
    billing_scheme === 'tiered'
      ? say('Tiered')
      : unit_amount === null
        ? (unit_amount_decimal ?? say('Chosen by the payer'))
        : money(unit_amount, currency);
  if (!recurring) return each;
  const { interval, interval_count, usage_type } = recurring;
  const period = sayCount(every[interval], interval_count);
  return usage_type === 'metered' ? `${each} ${period}, ${say('by usage')}` : `${each} ${period}`;
}
