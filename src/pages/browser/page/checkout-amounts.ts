/** An amount as the page of a merchant reads it. */
export type Amount = { readonly minorUnitsAmount: number; readonly amount: string };

/** Currencies whose decimals card networks count otherwise than ISO 4217. */
const own_decimals: Readonly<Record<string, number>> = { isk: 0, mga: 0, ugx: 0 };

/** How many decimals a currency has. */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return own_decimals[currency] ?? maximumFractionDigits;
}

/** Writes amounts of a currency in a language. */
export function amountsIn(language: string, currency: string): (minor: number) => Amount {
  const digits = decimalsOf(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return (minor) => ({ minorUnitsAmount: minor, amount: format.format(minor / 10 ** digits) });
}
