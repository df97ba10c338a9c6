import { code as codeOf, codes } from 'currency-codes';
import { withPoint } from './exact.js';
import { currencyOf } from './kinds.js';
import type { Refuse } from './refusal.js';

/**
 * Currencies for which card networks and banks use other decimals than ISO 4217 (published by Stripe under "zero-decimal" and "special case"
 * currencies).
 */
const exponents: Readonly<Record<string, number>> = { clf: 4, isk: 0, mga: 0, ugx: 0, uyw: 4 };

/** ISO 4217 by lower-case code: the library searches its list at each call. */
const iso_4217 = new Map(codes().map((code) => [code.toLowerCase(), codeOf(code)] as const));

/** ISO 4217 codes that are not payment currencies: metals, funds, testing. */
const not_money = /^(x(?!af|of|pf|cd|cg).*|che|chw|cou|mxv|usn|uyi|bov|clf|uyw)$/;

/** Whether money can be moved in this currency. Lower case, as everywhere behind the HTTP layer. */
export const isCurrency = (code: string): boolean =>
  /^[a-z]{3}$/.test(code) && !not_money.test(code) && (code === 'xcg' || iso_4217.has(code));

/** All currencies in which money can be moved. */
export const currencies: readonly string[] = [...new Set([...iso_4217.keys(), 'xcg'])].filter(isCurrency).sort();

/** The decimals of an amount in minor units: 0 for JPY, 2 for USD, 3 for KWD. */
export const exponentOf = (currency: string): number => exponents[currency] ?? iso_4217.get(currency)?.digits ?? 2;

/** A currency as a member of a resource. */
export const currency = currencyOf(isCurrency);

/** The minimum charge in minor units, by currency (published by Stripe under "minimum charge amounts"). */
const smallest_charges: readonly (readonly [number, string])[] = [
  [30, 'gbp'],
  [50, 'aud brl cad chf eur inr jpy nzd sgd usd'],
  [200, 'aed myr pln ron'],
  [250, 'dkk'],
  [300, 'nok sek'],
  [400, 'hkd'],
  [1000, 'mxn thb'],
  [1500, 'czk'],
  [17_500, 'huf'],
];

const minimums = new Map(smallest_charges.flatMap(([least, codes]) => codes.split(' ').map((code) => [code, least] as const)));

/** The maximum amount that can be billed or owed, in minor units (Stripe). */
export const billed_max = 999_999_999_999;

/** The limits of a charge in minor units: from the published minimum or 1, to eight digits; to twelve digits in currencies with a low unit value. */
export const chargeBounds = (currency: string): { readonly minimum: number; readonly maximum: number } => ({
  minimum: minimums.get(currency) ?? 1,
  maximum: currency === 'idr' ? billed_max : 99_999_999,
});

/** An amount in minor units for messages: `0.50 USD`. */
export const inWords = (amount: number, currency: string): string => `${withPoint(amount, exponentOf(currency))} ${currency.toUpperCase()}`;

/** Refuses an amount that cannot be charged in its currency; `param` is the parameter with the amount. */
export function requireCharge(
  { amount, currency }: { readonly amount: number | bigint; readonly currency: string },
  param: string,
  { refuse }: { readonly refuse: Refuse },
): void {
  const { minimum, maximum } = chargeBounds(currency);
  if (amount < minimum) refuse({ code: 'amount_too_small', param, message: `The amount must be at least ${inWords(minimum, currency)}.` });
  if (amount > maximum) refuse({ code: 'amount_too_large', param, message: `The amount must be at most ${inWords(maximum, currency)}.` });
}
