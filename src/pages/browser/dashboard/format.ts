import { plainNumber, withDecimalMark } from './numbers.js';
import { locale, words } from './say.js';

/** The decimals of a currency: 0 for JPY, 2 for USD, 3 for KWD. Those that card networks count otherwise than ISO 4217 come first. */
const decimals = (currency: string): number =>
  ({ isk: 0, mga: 0, ugx: 0 })[currency] ??
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  2;

/** An amount in minor units, in the language in use. */
export function money(amount: number, currency: string): string {
  const digits = decimals(currency);
  const format = new Intl.NumberFormat(locale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}

/** An amount in minor units as a form shows it, with the decimal mark of the language in use: `12.50`, in German `12,50`. */
export function decimal(amount: number, currency: string): string {
  const digits = decimals(currency);
  return withDecimalMark((amount / 10 ** digits).toFixed(digits));
}

/** The minor units of what a person has typed; null if it is not an amount of that currency. */
export function minorUnits(typed: string, currency: string): number | null {
  const plain = plainNumber(typed);
  return plain === null ? null : unitsOf(plain, currency);
}

/** The minor units of a plain number such as `12.5`; null if it is not an amount of that currency. */
export function unitsOf(plain: string, currency: string): number | null {
  const digits = decimals(currency);
  const [, whole = '', part = ''] = /^(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  return whole === '' || part.length > digits ? null : Number(whole + part.padEnd(digits, '0'));
}

/** A time in seconds, as date and time of the browser's time zone. */
export const moment = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

type Method = { readonly type: string; readonly card?: { readonly brand: string; readonly last4: string } | null };

/** A payment method: `Visa •••• 4242`, or its type; its id if it is not expanded. */
export const methodName = (method: Method | string | null): string => {
  if (method === null) return '–';
  if (typeof method === 'string') return method;
  return method.card ? `${words(method.card.brand)} •••• ${method.card.last4}` : words(method.type);
};
