import { places_max } from '../../kernel/base/exact.js';
import { numberFormat } from '../../kernel/base/intl.js';
import { exponentOf, isCurrency } from '../../kernel/base/money.js';

/**
 * Formats an amount in minor units; a unit amount in decimal digits keeps every digit. The number of decimals comes from the currency table, not from
 * Intl: its data drops the decimals of HUF, IDR and fifteen others, which would show such amounts a hundred times too high.
 */
export function formatMoney({ amount, currency }: { amount: number | string; currency: string }, lang = 'en'): string {
  if (!isCurrency(currency)) return `${amount} ${currency.toUpperCase()}`;
  const decimals = exponentOf(currency);
  const decimals_max = typeof amount === 'string' ? decimals + places_max : decimals;
  const options = { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals_max } as const;
  return numberFormat(lang, options).format(decimalText(amount, decimals));
}

// Shifting the decimal point in the text, not dividing, keeps every digit of amounts near 2^53.
function decimalText(amount: number | string, decimals: number): Intl.StringNumericLiteral {
  return `${amount}e-${decimals}` as Intl.StringNumericLiteral;
}
