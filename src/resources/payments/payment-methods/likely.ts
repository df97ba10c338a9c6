import { countries_by_currency } from '../../core/country-specs/country-spec.js';
import { type MethodType, types } from '../../core/payment-method-types/types.js';

/** Countries by their currency, with those whose payers can be charged though no business of Stripe's is there. */
const countries_of: Readonly<Record<string, string>> = {
  ...countries_by_currency,
  ...{ cny: 'CN', idr: 'ID', krw: 'KR', php: 'PH', vnd: 'VN', zar: 'ZA' },
};

/** Where a payment is taken from: two letters each; null where it is not known. */
export type Trade = { readonly currency: string; readonly merchant: string | null; readonly payer: string | null };

/** The countries that payers of a purchase are likely to be in. A foreign currency is a sign of payers abroad. */
function countriesOf({ currency, merchant, payer }: Trade): readonly string[] {
  const of_currency = countries_of[currency]?.split(' ') ?? [];
  const known = [merchant, payer].filter((each) => each !== null);
  return known.some((country) => of_currency.includes(country)) ? known : [...known, ...of_currency];
}

/** Of the types that can pay, those that payers are likely to have: cards first, and types that are slow to confirm last. */
export function likelyTypes(all: readonly MethodType[], trade: Trade): MethodType[] {
  const countries = countriesOf(trade);
  const has = (type: MethodType): boolean => {
    const { countries: of_type, expected_in = of_type } = types[type];
    return expected_in?.some((country) => countries.includes(country)) ?? false;
  };
  const found = all.filter((type) => type === 'card' || has(type));
  const offered = found.length > 0 ? found : all;
  return offered.toSorted((one, other) => Number(types[one].delayed) - Number(types[other].delayed));
}
