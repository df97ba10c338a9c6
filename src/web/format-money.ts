import { code } from 'currency-codes';

/**
 * An amount in minor units as people write it. The number of decimals comes from the ISO table and not from Intl: its
 * data rounds away the decimals of HUF, IDR and fifteen others, which would show such amounts a hundred times too high.
 */
export function formatMoney(money: { amount: number; currency: string }, lang = 'en'): string {
  const currency = money.currency.toUpperCase();
  const decimals = code(currency)?.digits;
  if (decimals === undefined) return `${money.amount} ${currency}`;
  return new Intl.NumberFormat(lang, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(decimalText(money.amount, decimals));
}

// Moving the point in the text instead of dividing keeps every digit of amounts near 2^53.
function decimalText(amount: number, decimals: number): Intl.StringNumericLiteral {
  return `${amount}e-${decimals}` as Intl.StringNumericLiteral;
}
