import type { Asked } from '../../../kernel/base/effects.js';
import { chargeBounds, exponentOf, inWords } from '../../../kernel/base/money.js';

/** The least and the most that is paid to a country at once, in whole units of a currency; null where nothing is published. */
type Limit = readonly [currency: string, minimum: number | null, maximum: number | null];

/** As published. Where no least is said it is the smallest unit. */
const limits: Readonly<Record<string, readonly Limit[]>> = {
  AU: [['aud', null, null]],
  CA: [['cad', null, 2_000_000]],
  CN: [['cny', 300, null]],
  DK: [['dkk', null, null]],
  GB: [['gbp', null, null]],
  HK: [['hkd', null, null]],
  ID: [['idr', 10_000, 1_000_000_000]],
  // The most is published in another currency than the least: it holds for what is paid in that one.
  IL: [
    ['ils', null, null],
    ['usd', null, 100_000],
  ],
  IN: [['inr', 100, 10_000]],
  JP: [['jpy', 100, null]],
  KR: [['krw', 1, null]],
  MY: [['myr', 1, null]],
  NO: [['nok', null, 25_000_000]],
  NZ: [['nzd', null, null]],
  PH: [['php', 10, null]],
  PK: [['pkr', null, 1_000_000]],
  PL: [['pln', null, 150_000]],
  SE: [['sek', null, null]],
  SG: [['sgd', null, null]],
  TH: [['thb', 10, 500_000]],
  TR: [['try', null, 250_000]],
  AE: [['aed', null, null]],
  US: [['usd', null, null]],
  VN: [['vnd', 10_000, 300_000_000]],
};

/** How much may be paid to a country, in minor units; where it says no more, as much as any other amount may be. */
export function payoutBounds(country: string | null, currency: string): { readonly minimum: number; readonly maximum: number } {
  const [, least = null, greatest = null] = (limits[country ?? ''] ?? []).find(([each]) => each === currency) ?? [];
  const unit = 10 ** exponentOf(currency);
  return { minimum: least === null ? 1 : least * unit, maximum: greatest === null ? chargeBounds(currency).maximum : greatest * unit };
}

/** Why so much cannot be paid to a country, or null; `param` is the parameter that says how much. */
export function requireAmount(amount: number, currency: string, country: string | null, param: string, asked: Asked): void {
  const { minimum, maximum } = payoutBounds(country, currency);
  const there = country === null ? 'at once' : `to ${country} at once`;
  if (amount < minimum)
    asked.refuse({ code: 'amount_too_small', param, message: `At least ${inWords(minimum, currency)} can be paid out ${there}.` });
  if (amount > maximum)
    asked.refuse({ code: 'amount_too_large', param, message: `At most ${inWords(maximum, currency)} can be paid out ${there}.` });
}
