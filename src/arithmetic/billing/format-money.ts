import { places_max } from '../../kernel/base/exact.js';
import { exponentOf, isCurrency } from '../../kernel/base/money.js';

/**
 * Formats an amount in minor units; a unit amount in decimal digits keeps every digit. The number of decimals comes from the currency table, not from
 * Intl: its data drops the decimals of HUF, IDR and fifteen others, which would show such amounts a hundred times too high.
 */
export function formatMoney({ amount, currency }: { amount: number | string; currency: string }, lang = 'en'): string {
  if (!isCurrency(currency)) return `${amount} ${currency.toUpperCase()}`;
  const decimals = exponentOf(currency);
  const decimals_max = typeof amount === 'string' ? decimals + places_max : decimals;
  return formatOf(lang, currency, decimals, decimals_max).format(decimalText(amount, decimals));
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a format is expensive; languages and currencies are few. */
function formatOf(lang: string, currency: string, decimals: number, decimals_max: number): Intl.NumberFormat {
  const name = `${lang} ${currency} ${decimals_max}`;
  const known = formats.get(name);
  if (known) return known;
  const made = new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals_max,
  });
  formats.set(name, made);
  return made;
}

// Shifting the decimal point in the text, not dividing, keeps every digit of amounts near 2^53.
function decimalText(amount: number | string, decimals: number): Intl.StringNumericLiteral {
  return `${amount}e-${decimals}` as Intl.StringNumericLiteral;
}
