import { transfer_of } from '../../../processors/contract.js';
import { type MethodFacts, usual } from './facts.js';

/** Wallets of Europe and America hold and keep as cards do. */
const wallet = { ...usual, saved: true, manual_capture: true } as const;

/** Whether a debit was paid is known days later. */
const debit = { ...usual, needs: ['name', 'email'], saved: true, delayed: true } as const;

/** The wallets and cards of South Korea. */
const korean = { ...usual, currencies: ['krw'], countries: ['KR'], limits: { krw: { minimum: 100 } }, manual_capture: true } as const;

/** Billie pays for companies alone, where it reads their registers; so a shop has to ask for it. */
const billie_countries = ['CH', 'DE', 'DK', 'ES', 'FI', 'FR', 'GB', 'IT', 'NL', 'NO', 'SE'] as const;

const later_countries = ['AU', 'CA', 'GB', 'NZ', 'US'] as const;

/** Kinds that neither the publisher nor the seed names, as Stripe has them (docs.stripe.com/payments). */
export const types_of_stripe = {
  affirm: {
    ...usual,
    currencies: ['cad', 'usd'],
    countries: ['CA', 'US'],
    limits: { cad: { minimum: 5_000, maximum: 3_000_000 }, usd: { minimum: 3_500, maximum: 3_000_000 } },
    manual_capture: true,
  },
  afterpay_clearpay: {
    ...usual,
    currencies: ['aud', 'cad', 'gbp', 'nzd', 'usd'],
    countries: later_countries,
    needs: ['name', 'email', 'address.country'],
    limits: {
      aud: { minimum: 100, maximum: 200_000 },
      cad: { minimum: 100, maximum: 200_000 },
      gbp: { minimum: 100, maximum: 120_000 },
      nzd: { minimum: 100, maximum: 200_000 },
      usd: { minimum: 100, maximum: 400_000 },
    },
    manual_capture: true,
  },
  amazon_pay: { ...wallet, currencies: ['aud', 'chf', 'dkk', 'eur', 'gbp', 'hkd', 'jpy', 'nok', 'nzd', 'sek', 'usd', 'zar'] },
  cashapp: { ...wallet, currencies: ['usd'], countries: ['US'] },
  link: wallet,
  mobilepay: { ...usual, currencies: ['dkk', 'eur', 'nok', 'sek'], countries: ['DK', 'FI'], manual_capture: true },
  paypal: {
    ...wallet,
    currencies: ['aud', 'cad', 'chf', 'czk', 'dkk', 'eur', 'gbp', 'hkd', 'nok', 'nzd', 'pln', 'sek', 'sgd', 'usd'],
  },
  revolut_pay: { ...wallet, currencies: ['chf', 'czk', 'dkk', 'eur', 'gbp', 'huf', 'nok', 'pln', 'ron', 'sek'] },
  twint: { ...usual, currencies: ['chf'], countries: ['CH'], limits: { chf: { maximum: 500_000 } } },
  swish: { ...usual, currencies: ['sek'], countries: ['SE'] },
  blik: { ...usual, currencies: ['pln'], countries: ['PL'], saved: true },
  konbini: {
    ...usual,
    currencies: ['jpy'],
    countries: ['JP'],
    needs: ['name', 'email'],
    limits: { jpy: { minimum: 120, maximum: 300_000 } },
    delayed: true,
    expires_after: { unit: 'days', minimum: 0, maximum: 60 },
  },
  multibanco: { ...usual, currencies: ['eur'], countries: ['PT'], needs: ['email'], delayed: true },
  customer_balance: { ...usual, currencies: Object.keys(transfer_of) },
  au_becs_debit: { ...debit, currencies: ['aud'], countries: ['AU'] },
  bacs_debit: { ...debit, currencies: ['gbp'], countries: ['GB'], needs: ['name', 'email', 'address.country'] },
  acss_debit: { ...debit, currencies: ['cad', 'usd'], countries: ['CA', 'US'], expected_in: ['CA'], kept_once_verified: true },
  us_bank_account: { ...debit, currencies: ['usd'], countries: ['US'], needs: ['name'], kept_once_verified: true },
  alma: {
    ...usual,
    currencies: ['eur'],
    countries: ['FR'],
    limits: { eur: { minimum: 5_000, maximum: 200_000 } },
    manual_capture: true,
  },
  billie: {
    ...usual,
    currencies: ['chf', 'dkk', 'eur', 'gbp', 'nok', 'sek'],
    countries: billie_countries,
    expected_in: [],
    manual_capture: true,
  },
  bizum: { ...usual, currencies: ['eur'], countries: ['ES'], saved: true },
  crypto: { ...usual, currencies: ['usd'], limits: { usd: { maximum: 1_000_000 } } },
  kakao_pay: { ...korean, saved: true },
  kr_card: { ...korean, saved: true },
  mb_way: { ...usual, currencies: ['eur'], countries: ['PT'] },
  naver_pay: { ...korean, saved: true },
  nz_bank_account: { ...debit, currencies: ['nzd'], countries: ['NZ'] },
  pay_by_bank: { ...usual, currencies: ['eur', 'gbp'], countries: ['DE', 'GB'] },
  payco: korean,
  paypay: { ...usual, currencies: ['jpy'], countries: ['JP'] },
  payto: { ...usual, currencies: ['aud'], countries: ['AU'], needs: ['name', 'email'], saved: true },
  samsung_pay: { ...korean, limits: { krw: { minimum: 100, maximum: 2_000_000 } } },
  satispay: { ...wallet, currencies: ['eur'], countries: ['IT'] },
  scalapay: { ...usual, currencies: ['eur'], countries: ['ES', 'FR', 'IT', 'PT'], manual_capture: true },
  sequra: { ...usual, currencies: ['eur'], countries: ['ES'], manual_capture: true },
  sunbit: { ...usual, currencies: ['usd'], countries: ['US'], manual_capture: true },
  zip: { ...usual, currencies: ['aud', 'usd'], countries: ['AU', 'US'] },
} as const satisfies Readonly<Record<string, MethodFacts>>;
