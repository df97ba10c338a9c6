import { decimalText, exactOf } from '../../kernel/base/exact.js';
import { formatMoney } from './format-money.js';
import type { Interval } from './periods.js';
import type { PricedLine, Pricing } from './prices.js';

/** The product and price of a line. */
export type Charged = {
  /** The product's name. */
  readonly name: string;
  readonly currency: string;
  /** Null for a one-time price: its line is only the name. */
  readonly recurring: Interval | null;
  readonly transform_quantity: Pricing['transform_quantity'];
};

/** Intl separates a currency code from the digits with a no-break space; line texts use a plain one. */
const money = (amount: string, currency: string): string => formatMoney({ amount, currency }).replaceAll('\u00a0', ' ');

/** ` / month`, or ` every 3 months`. */
const every = ({ interval, interval_count }: Interval): string =>
  interval_count === 1 ? ` / ${interval}` : ` every ${interval_count} ${interval}s`;

/**
 * The text of a line for a period: `1 × NAME (at $20.00 / month)`, `9892 × NAME (at $0.08 per 60 units / month)`; for tiers `31 × NAME (Tier 2 at
 * $0.036 / month)` or `NAME (Tier 1 at $99.00 / month)`.
 */
export function lineText(line: Omit<PricedLine, 'amount'>, { name, currency, recurring, transform_quantity }: Charged): string {
  if (!recurring) return name;
  const counted = line.quantity_decimal === null ? name : `${line.quantity_decimal} × ${name}`;
  const tier = line.tier === null ? '' : `Tier ${line.tier} `;
  const price = money(line.unit_amount_decimal ?? line.flat_amount_decimal ?? '0', currency);
  const packages = transform_quantity ? ` per ${transform_quantity.divide_by} units` : '';
  return `${counted} (${tier}at ${price}${packages}${every(recurring)})`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A Unix timestamp as a day: `01 Sep 2020`. */
export function dayText(moment: number): string {
  const date = new Date(moment * 1000);
  return `${String(date.getUTCDate()).padStart(2, '0')} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The parts of a proration's text. */
export type ProratedText = {
  readonly name: string;
  /** Shown if it is more than 1. */
  readonly quantity: number;
  /** The time of the change, in Unix seconds. */
  readonly moment: number;
  readonly currency: string;
  /** Discounts that are included in the amount. */
  readonly discounts: readonly { readonly percent_off: string | number | null; readonly amount_off: number | null }[];
};

/** The text of a credit: `Unused time on 2 × NAME (with 35.0% off) after 01 Sep 2020`. */
export const unusedText = (proration: ProratedText): string => `Unused time on ${prorated(proration)}`;

/** The text of a charge within a period: `Remaining time on 2 × NAME after 01 Sep 2020`. */
export const remainingText = (proration: ProratedText): string => `Remaining time on ${prorated(proration)}`;

function prorated({ name, quantity, moment, currency, discounts }: ProratedText): string {
  const off = discounts.map(({ percent_off, amount_off }) =>
    percent_off === null ? money(String(amount_off), currency) : percent(percent_off),
  );
  const discounted = off.length > 0 ? ` (with ${off.map((each) => `${each} off`).join(', ')})` : '';
  return `${quantity > 1 ? `${quantity} × ` : ''}${name}${discounted} after ${dayText(moment)}`;
}

/** A percentage with at least one decimal: `35.0%`. */
function percent(percent_off: string | number): string {
  const digits = decimalText(exactOf(String(percent_off)));
  return `${digits.includes('.') ? digits : `${digits}.0`}%`;
}

/** The text of a free period at the start, in each billing mode: `Trial period for NAME`, `Free trial for 2 × NAME`. */
export const trialText = ({ name, quantity, mode }: { name: string; quantity: number; mode: 'classic' | 'flexible' }): string =>
  mode === 'classic' ? `Trial period for ${name}` : `Free trial for ${quantity} × ${name}`;
