import { code as codeOf } from 'currency-codes';
import { currencyOf } from './kinds.js';

/** Where card networks and banks count other decimals than ISO 4217 (published by Stripe under "zero-decimal" and "special case" currencies). */
const exponents: Readonly<Record<string, number>> = { clf: 4, isk: 0, mga: 0, ugx: 0, uyw: 4 };

/** ISO 4217 codes that are no money to be paid with: metals, funds, testing. */
const not_money = /^(x(?!af|of|pf|cd|cg).*|che|chw|cou|mxv|usn|uyi|bov|clf|uyw)$/;

/** Whether money of this currency can be moved. Lower case, as everywhere behind the HTTP edge. */
export const isCurrency = (code: string): boolean =>
  /^[a-z]{3}$/.test(code) && !not_money.test(code) && (code === 'xcg' || codeOf(code) !== undefined);

/** How many decimals an amount in minor units has: 0 for JPY, 2 for USD, 3 for KWD. */
export const exponentOf = (currency: string): number => exponents[currency] ?? codeOf(currency)?.digits ?? 2;

/** A currency as a member of a resource. */
export const currency = currencyOf(isCurrency);
