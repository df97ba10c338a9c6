import { formatMoney } from '../../arithmetic/billing/format-money.js';
import { dateFormat, numberFormat, regionNames } from '../../kernel/base/intl.js';
import { exponentOf, isCurrency } from '../../kernel/base/money.js';
import type { Address, Period } from './invoice-paper.js';
import type { Locale } from './languages.js';

/** How amounts, moments and places are written in a locale. */
export type Formats = {
  readonly money: (amount: number) => string;
  readonly unitPrice: (unit_amount: string) => string;
  readonly quantity: (quantity: number) => string;
  readonly percentage: (percentage: string) => string;
  readonly day: (seconds: number) => string;
  readonly period: (period: Period) => string;
  readonly address: (address: Address) => readonly string[];
};

const decimals_max = 12;

/** The formats of a locale and a currency. */
export const formatsOf = ({ tag }: Locale, currency: string): Formats => ({
  money: (amount) => formatMoney({ amount, currency }, tag),
  unitPrice: (unit_amount) => formatUnitPrice(unit_amount, currency, tag),
  quantity: (quantity) => numberFormat(tag, { maximumFractionDigits: decimals_max }).format(quantity),
  percentage: (percentage) =>
    numberFormat(tag, { style: 'percent', maximumFractionDigits: decimals_max }).format(`${percentage}e-2` as Intl.StringNumericLiteral),
  day: (seconds) => dateFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1000),
  period: ({ start, end }) => dateFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(start * 1000, end * 1000),
  address: (address) => addressLines(address, (code) => regionNames(tag).of(code) ?? code),
});

/** A price can have more decimals than its currency, and then shows them. */
function formatUnitPrice(unit_amount: string, currency: string, tag: string): string {
  const decimals = exponentOf(currency);
  if (!isCurrency(currency)) return `${unit_amount} ${currency.toUpperCase()}`;
  const options = { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals_max } as const;
  return numberFormat(tag, options).format(`${unit_amount}e-${decimals}` as Intl.StringNumericLiteral);
}

/** Where a letter's last line begins with the city, and the postal code follows. */
const city_first = new Set('AU BR CA GB HK IE IN KR MY NG NZ PH SG TH TW US VN ZA'.split(' '));

/** A postal address in the order of its country, and the country in the reader's words. */
function addressLines(address: Address, countryName: (code: string) => string): string[] {
  const { line1, line2, city, state, postal_code, country } = address;
  const name = country && /^[A-Z]{2}$/.test(country) ? countryName(country) : country;
  const filled = (lines: readonly (string | null)[]): string[] => lines.filter((line): line is string => Boolean(line?.trim()));
  if (country === 'JP') return filled([postal_code && `〒${postal_code}`, `${state ?? ''}${city ?? ''}`, line1, line2, name]);
  const isCityFirst = country !== null && city_first.has(country);
  const place = isCityFirst
    ? [city, [state, postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
    : [[postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
  return filled([line1, line2, place, name]);
}
