import { misused } from '../usage.js';

/** Where an amount is in a report, and how many digits behind the point count. */
type Cell = { readonly line: number; readonly name: string; readonly currency: string; readonly digits: number };

/** A decimal as minor units, exact; an empty text is zero. */
export function amountOf(text: string, { line, name, currency, digits }: Cell): number {
  if (text === '') return 0;
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d{1,15})(?:\.(\d+))?$/.exec(text) ?? [];
  const kept = fraction.slice(0, digits).padEnd(digits, '0');
  const amount = Number(`${whole}${kept}`);
  if (whole === '' || /[1-9]/.test(fraction.slice(digits)) || !Number.isSafeInteger(amount))
    throw misused(`Line ${line}, ${name}: ${text} is not an amount of ${currency.toUpperCase()}.`);
  return sign === '-' ? -amount : amount;
}
