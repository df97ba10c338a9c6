import { compare, decimalText, exactOf, fraction } from '../../kernel/base/exact.js';
import { isCurrency } from '../../kernel/base/money.js';
import type { RateTable } from '../../kernel/base/reads.js';

/** An unusable table, with the reason for the operator. */
export type Unusable = { readonly wrong: string };

const unusable = (wrong: string): Unusable => ({ wrong });

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads a table of rates from JSON: `base`, `date` and `rates`, the value of one unit of the base in other currencies, in the format of rate
 * publishers. Codes that are not currencies (metals, crypto coins) are left out; an invalid rate of a currency makes the whole table unusable.
 */
export function readTable(text: string): RateTable | Unusable {
  const given = parsed(text);
  if (!given) return unusable('it is not a JSON object');
  const base = codeOf(given.base);
  if (base === null) return unusable('base must be the code of a currency, such as "usd"');
  const date = dateOf(given);
  if (date === null) return unusable('date must be the day of the rates, such as "2026-01-31"');
  if (!isObject(given.rates)) return unusable('rates must be an object such as {"eur": "0.92"}');
  const rates: Record<string, string> = {};
  for (const [name, value] of Object.entries(given.rates)) {
    const currency = codeOf(name);
    if (currency === null || currency === base) continue;
    const rate = decimalOf(value);
    if (rate === null) return unusable(`the rate of ${currency} must be a decimal above zero`);
    rates[currency] = rate;
  }
  if (Object.keys(rates).length === 0) return unusable('rates must have the value of one unit of the base in at least one currency');
  return { base, date, provider: providerOf(given.provider), rates };
}

/** Whether a table is unusable. */
export const isUnusable = (read: RateTable | Unusable): read is Unusable => 'wrong' in read;

function parsed(text: string): Given | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

function codeOf(value: unknown): string | null {
  const code = typeof value === 'string' ? value.toLowerCase() : '';
  return isCurrency(code) ? code : null;
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** A date, or the timestamp that some publishers send instead. */
function dateOf({ date, timestamp }: Given): string | null {
  if (typeof date === 'string') return isDay(date) ? date : null;
  const is_moment = typeof timestamp === 'number' && Number.isInteger(timestamp) && timestamp > 0 && timestamp < 253_402_300_800;
  return is_moment ? new Date(timestamp * 1000).toISOString().slice(0, 10) : null;
}

const a_rate = /^\d{1,12}(\.\d{1,12})?$/;

/** A decimal as text, or the shortest digits of a JSON number. */
function decimalOf(value: unknown): string | null {
  const text = typeof value === 'number' ? plainText(value) : value;
  if (typeof text !== 'string' || !a_rate.test(text)) return null;
  const exact = exactOf(text);
  return compare(exact, fraction(0)) > 0 ? decimalText(exact) : null;
}

/** JavaScript writes numbers below 0.000001 with an exponent, and computed ones with meaningless digits. */
const plainText = (value: number): string => (/^\d+(\.\d{1,12})?$/.test(String(value)) ? String(value) : value.toFixed(12));

const providerOf = (value: unknown): string => (typeof value === 'string' && /^[\w .-]{1,40}$/.test(value) ? value : 'operator');
