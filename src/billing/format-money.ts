import { places_max } from '../base/exact.js';
import { exponentOf, isCurrency } from '../base/money.js';

/**
 * An amount in minor units as people write it; of a unit amount in decimal digits every digit is shown. The number of decimals comes from the currency table and not from Intl: its
 * data rounds away the decimals of HUF, IDR and fifteen others, which would show such amounts a hundred times too high.
 */
export function formatMoney({ amount, currency }: { amount: number | string; currency: string }, lang = 'en'): string {
  if (!isCurrency(currency)) return `${amount} ${currency.toUpperCase()}`;
  const decimals = exponentOf(currency);
  return new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: typeof amount === 'string' ? decimals + places_max : decimals,
  }).format(decimalText(amount, decimals));
}

// Moving the point in the text instead of dividing keeps every digit of amounts near 2^53.
function decimalText(amount: number | string, decimals: number): Intl.StringNumericLiteral {
  return `${amount}e-${decimals}` as Intl.StringNumericLiteral;
}
