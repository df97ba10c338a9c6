import type { Asked } from '../../../kernel/base/effects.js';
import { chargeBounds, inWords } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { payment_method_types } from '../../payments/payment-methods/payment-method.js';
import { type MethodFacts, type Need, usual } from './facts.js';
import { types_of_stripe } from './types-of-stripe.js';

/** A kind of payment method. */
export type MethodType = (typeof payment_method_types)[number];

/** What wallets of Asia are charged in besides their own currency (published facts, section 25). */
const abroad = ['gbp', 'usd', 'eur'] as const;

const iban_countries = [
  ...['AD', 'AT', 'BE', 'BG', 'BL', 'CH', 'CY', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'FR', 'GB', 'GG', 'GI', 'GR', 'HR', 'HU'],
  ...['IE', 'IM', 'IS', 'IT', 'JE', 'LI', 'LT', 'LU', 'LV', 'MC', 'MT', 'NL', 'NO', 'PF', 'PL', 'PM', 'PT', 'RO', 'SE', 'SI'],
  ...['SK', 'SM', 'TF', 'VA', 'WF'],
] as const;
const klarna_countries = [
  ...['AT', 'AU', 'BE', 'CA', 'CH', 'CZ', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'GR', 'IE', 'IT', 'NL', 'NO', 'NZ', 'PL', 'PT'],
  ...['RO', 'SE', 'US'],
] as const;
const klarna_currencies = ['aud', 'cad', 'chf', 'czk', 'dkk', 'eur', 'gbp', 'nok', 'nzd', 'pln', 'ron', 'sek', 'usd'] as const;

/** Details without which a payment by Pix is refused (published facts, section 25). */
const pix_needs = ['name', 'email', 'address.country'] as const;

/**
 * Every kind. Values are the published ones (facts, sections 7.1, 9 and 25), then those of the publisher's page of the kind, then Stripe's
 * (docs.stripe.com/payments). A limit that none of them publishes is none; a detail that their requests omit is not needed,
 * unless the facts ask for it.
 */
export const types: Readonly<Record<MethodType, MethodFacts>> = {
  card: { ...usual, saved: true, manual_capture: true },
  alipayplus: {
    ...usual,
    currencies: ['cny', 'hkd', 'gbp', 'idr', 'myr', 'php', 'thb'],
    countries: ['CN', 'HK', 'ID', 'MY', 'PH', 'TH'],
  },
  alipay: { ...usual, currencies: ['cny', ...abroad, 'hkd'], countries: ['CN'], saved: true },
  wechat_pay: {
    ...usual,
    currencies: ['cny', ...abroad, 'hkd'],
    countries: ['CN'],
    limits: { usd: { maximum: 5_000_000 } },
  },
  sepa_debit: {
    ...usual,
    currencies: ['eur'],
    countries: iban_countries,
    needs: ['name', 'email'],
    saved: true,
    delayed: true,
  },
  alipay_hk: { ...usual, currencies: ['hkd', ...abroad], countries: ['HK'], saved: true },
  boost: { ...usual, currencies: ['myr', ...abroad], countries: ['MY'], saved: true },
  truemoney: {
    ...usual,
    currencies: ['thb', ...abroad],
    countries: ['TH'],
    limits: { thb: { maximum: 700_000 } },
    refunds: 'once',
    saved: true,
  },
  gcash: { ...usual, currencies: ['php', ...abroad], countries: ['PH'], limits: { php: { minimum: 100 } }, refunds: 'once', saved: true },
  kakaopay: {
    ...usual,
    currencies: ['krw', ...abroad],
    countries: ['KR'],
    limits: { krw: { minimum: 100 } },
    saved: true,
    manual_capture: true,
  },
  touchngo: { ...usual, currencies: ['myr', ...abroad], countries: ['MY'], saved: true },
  rabbit_line_pay: { ...usual, currencies: ['thb', ...abroad], countries: ['TH'], saved: true },
  dana: { ...usual, currencies: ['idr', ...abroad], countries: ['ID'], limits: { idr: { minimum: 10_000 } }, refunds: 'once', saved: true },
  klarna: {
    ...usual,
    currencies: klarna_currencies,
    countries: klarna_countries,
    needs: ['address.country'],
    saved: true,
    manual_capture: true,
  },
  ideal: { ...usual, currencies: ['eur'], countries: ['NL'] },
  giropay: { ...usual, currencies: ['eur'], countries: ['DE'], needs: ['name'], limits: { eur: { minimum: 100 } } },
  sofort: {
    ...usual,
    currencies: ['eur', 'chf', 'gbp'],
    countries: ['AT', 'BE', 'CH', 'DE', 'ES', 'GB', 'IT', 'NL'],
    refunds: 'once',
    delayed: true,
  },
  eps: { ...usual, currencies: ['eur'], countries: ['AT'], needs: ['name'], limits: { eur: { minimum: 100 } }, refunds: 'once' },
  trustly: {
    ...usual,
    currencies: ['czk', 'dkk', 'eur', 'gbp', 'nok', 'pln', 'sek'],
    countries: ['AT', 'BE', 'CZ', 'DE', 'DK', 'EE', 'ES', 'FI', 'GB', 'LT', 'LV', 'NL', 'NO', 'PL', 'SE', 'SK'],
  },
  bancontact: { ...usual, currencies: ['eur'], countries: ['BE'], needs: ['name'], refunds: 'once' },
  p24: { ...usual, currencies: ['eur', 'pln'], countries: ['PL'], needs: ['email'] },
  unionpay: { ...usual, currencies: ['cny', 'myr'], countries: ['CN'], limits: { myr: { maximum: 250_000 } }, refunds: 'none' },
  fpx: { ...usual, currencies: ['myr'], countries: ['MY'], limits: { myr: { minimum: 100, maximum: 3_000_000 } } },
  mcash: { ...usual, currencies: ['myr'], countries: ['MY'], limits: { myr: { maximum: 250_000 } }, refunds: 'none' },
  grabpay: { ...usual, currencies: ['myr', 'sgd'], countries: ['MY', 'SG'] },
  bank_transfer_id: {
    ...usual,
    currencies: ['idr'],
    countries: ['ID'],
    limits: { idr: { minimum: 100 } },
    refunds: 'none',
    delayed: true,
  },
  qris: { ...usual, currencies: ['idr'], countries: ['ID'] },
  promptpay: {
    ...usual,
    currencies: ['thb'],
    countries: ['TH'],
    limits: { thb: { minimum: 100, maximum: 500_000 } },
    refunds: 'none',
  },
  ovo: { ...usual, currencies: ['idr'], countries: ['ID'], limits: { idr: { minimum: 100 } }, refunds: 'none' },
  shopeepay: {
    ...usual,
    currencies: ['idr', 'myr', 'php', 'sgd', 'thb', 'vnd'],
    countries: ['ID', 'MY', 'PH', 'SG', 'TH', 'VN'],
  },
  upi: {
    ...usual,
    currencies: ['inr'],
    countries: ['IN'],
    limits: { inr: { minimum: 10_000, maximum: 5_000_000 } },
    refunds: 'none',
    saved: true,
  },
  boleto: {
    ...usual,
    currencies: ['brl'],
    countries: ['BR'],
    needs: ['name', 'email', 'address.country'],
    limits: { brl: { minimum: 500, maximum: 4_999_999 } },
    refunds: 'none',
    delayed: true,
    expires_after: { unit: 'days', minimum: 0, maximum: 60 },
  },
  paynow: { ...usual, currencies: ['sgd'], countries: ['SG'] },
  pix: {
    ...usual,
    currencies: ['brl'],
    countries: ['BR'],
    needs: pix_needs,
    limits: { brl: { minimum: 300, maximum: 1_467_700 } },
    refunds: 'full',
    saved: true,
    expires_after: { unit: 'seconds', minimum: 10, maximum: 1_209_600 },
  },
  // A wallet and cards in one: what either allows is allowed.
  '9pay': { ...usual, currencies: ['vnd'], countries: ['VN'], limits: { vnd: { minimum: 5_000, maximum: 200_000_000 } } },
  stitch: { ...usual, currencies: ['zar'], countries: ['ZA'] },
  bpi: { ...usual, currencies: ['php'], countries: ['PH'], limits: { php: { minimum: 100 } }, refunds: 'once' },
  akulaku: { ...usual, currencies: ['idr', 'php'], countries: ['ID', 'PH'] },
  oxxo: {
    ...usual,
    currencies: ['mxn'],
    countries: ['MX'],
    needs: ['name', 'email'],
    limits: { mxn: { minimum: 1_000, maximum: 1_000_000 } },
    refunds: 'none',
    delayed: true,
    expires_after: { unit: 'days', minimum: 1, maximum: 7 },
  },
  spei: {
    ...usual,
    currencies: ['mxn'],
    countries: ['MX'],
    needs: ['name'],
    limits: { mxn: { minimum: 100 } },
    refunds: 'none',
    delayed: true,
  },
  ...types_of_stripe,
};

type Money = { readonly amount: number; readonly currency: string };

/** Refuses a payment of this amount with a payment method of this type and these details. */
export const requirePayable = (
  type: MethodType,
  billing_details: Readonly<Record<string, unknown>> | null,
  money: Money,
  asked: Asked,
): void => {
  requireCurrency(type, money.currency, 'currency', asked);
  requireDetail(type, billing_details ?? {}, asked);
  requireAmount(type, money, asked);
};

function requireCurrency(type: MethodType, currency: string, param: string, asked: Asked): void {
  const { currencies } = types[type];
  if (!currencies || currencies.includes(currency)) return;
  const accepted = currencies.map((each) => each.toUpperCase()).join(', ');
  const message = `A payment by ${type} cannot be made in ${currency.toUpperCase()}. Accepted: ${accepted}.`;
  asked.refuse({ code: 'payment_intent_invalid_parameter', param, message });
}

/** Refuses a currency that one of the types named by a request does not take. */
export function requirePlacedType(
  { payment_method_types: named = [] }: { payment_method_types?: readonly MethodType[] },
  currency: string,
  asked: Asked,
): void {
  for (const type of named) requireCurrency(type, currency, 'payment_method_types', asked);
}

/** Where a detail stands in a request, and in a payment method. */
const places: Readonly<Record<Need, readonly string[]>> = {
  name: ['name'],
  email: ['email'],
  phone: ['phone'],
  'address.country': ['address', 'country'],
};

const requireDetail = (type: MethodType, billing_details: Readonly<Record<string, unknown>>, asked: Asked): void => {
  requireDetailPresent(type, billing_details, asked);
  requireCountry(type, billing_details, asked);
};

function requireDetailPresent(type: MethodType, billing_details: Readonly<Record<string, unknown>>, asked: Asked): void {
  const missing = types[type].needs.find((need) => !detailAt(billing_details, places[need]));
  if (!missing) return;
  const param = parameterOf(missing);
  asked.refuse({ code: 'parameter_missing', param, message: `Missing required param: ${param}. A payment by ${type} needs it.` });
}

/** The country is checked only for types that need an address. */
function requireCountry(type: MethodType, billing_details: Readonly<Record<string, unknown>>, asked: Asked): void {
  const { countries, needs } = types[type];
  const given = detailAt(billing_details, places['address.country']);
  if (!countries || !needs.includes('address.country') || countries.includes(String(given))) return;
  const message = `A payment by ${type} cannot be made from ${given}. Accepted: ${countries.join(', ')}.`;
  asked.refuse({ code: 'payment_intent_invalid_parameter', param: parameterOf('address.country'), message });
}

const parameterOf = (need: Need): string =>
  ['billing_details', ...places[need]].reduce((at, name) => `${at}[${name}]`, 'payment_method_data');

const detailAt = (details: unknown, place: readonly string[]): unknown =>
  place.reduce<unknown>((at, name) => (at as Readonly<Record<string, unknown>> | null | undefined)?.[name], details);

/** What a kind says of its own comes before what is usual in the currency. */
const boundsOf = (type: MethodType, currency: string): { readonly minimum: number; readonly maximum: number } => ({
  ...chargeBounds(currency),
  ...types[type].limits[currency],
});

const noneLeft = (currency: string): Refusal => ({
  code: 'payment_intent_invalid_parameter',
  param: 'currency',
  message: `This account has no enabled payment method for ${currency.toUpperCase()}. Enable one, or send another currency.`,
});

/** Refuses an amount below the minimum of every one of these types. */
export function requireEnough(payable: readonly MethodType[], { amount, currency }: Money, asked: Asked): void {
  if (payable.length === 0) asked.refuse(noneLeft(currency));
  const least = Math.min(...payable.map((type) => boundsOf(type, currency).minimum));
  if (amount < least) asked.refuse(outOfBounds('amount_too_small', `The amount must be at least ${inWords(least, currency)}.`));
}

/** Whether a payment of this type may have this amount. */
export function isWithinBounds(type: MethodType, { amount, currency }: Money): boolean {
  const { minimum, maximum } = boundsOf(type, currency);
  return minimum <= amount && amount <= maximum;
}

function requireAmount(type: MethodType, { amount, currency }: Money, asked: Asked): void {
  const { minimum, maximum } = boundsOf(type, currency);
  const payment = `A payment by ${type} must be`;
  if (amount < minimum) asked.refuse(outOfBounds('amount_too_small', `${payment} at least ${inWords(minimum, currency)}.`));
  if (amount > maximum) asked.refuse(outOfBounds('amount_too_large', `${payment} at most ${inWords(maximum, currency)}.`));
}

const outOfBounds = (code: 'amount_too_small' | 'amount_too_large', message: string): Refusal => ({ code, param: 'amount', message });

/** Every kind that payments in this currency can be made with; for a payment that keeps it, every one that can be kept. */
export const payableTypes = (currency: string, isKept: (type: MethodType) => boolean = () => false): MethodType[] =>
  (Object.keys(types) as MethodType[]).filter(
    (type) => (types[type].currencies?.includes(currency) ?? true) && (types[type].saved || !isKept(type)),
  );

/** Every kind that can be kept for later payments. */
export const savedTypes = (): MethodType[] => (Object.keys(types) as MethodType[]).filter((type) => types[type].saved);
