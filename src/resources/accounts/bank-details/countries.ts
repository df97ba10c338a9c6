import { getCountrySpecifications } from 'ibantools';
import { isAba, isBic, isBsb, isClabe, isIbanOf, isIfsc, isSortCode } from './checks.js';

/** What tells a bank, besides the number of the account. */
export type Routing = {
  /** What it is called: the value of `routing_type`. */
  readonly type: string;
  readonly fits: (text: string) => boolean;
  /** How it is written, as the end of "send". */
  readonly written: string;
};

/** How accounts are named in a country. */
export type Banking = {
  readonly currency: string;
  /** None where the number of the account tells the bank as well. */
  readonly routing: Routing | null;
  readonly account: { readonly fits: (text: string) => boolean; readonly written: string };
  /** An IBAN, in the place of both, is as good. */
  readonly iban?: true;
  /** The holder is named by a number of their own as well. */
  readonly tax_id?: true;
};

const digits = (least: number, most = least): Banking['account'] => ({
  fits: (text) => /^\d+$/.test(text) && text.length >= least && text.length <= most,
  written: least === most ? `${least} digits` : `${least} to ${most} digits`,
});

const code = (type: string, least: number, most = least): Routing => ({ type, ...digits(least, most) });

const bic: Routing = { type: 'swift', fits: isBic, written: 'a BIC of 8 or 11 characters such as DEUTDEFF' };

/** Countries whose accounts have numbers of their own. */
const own_numbers: Readonly<Record<string, Banking>> = {
  AU: { currency: 'aud', routing: { type: 'bsb', fits: isBsb, written: 'a BSB of 6 digits such as 062000' }, account: digits(4, 10) },
  BR: { currency: 'brl', routing: code('bank_branch', 7, 8), account: digits(1, 14), tax_id: true },
  CA: { currency: 'cad', routing: code('transit_institution', 8), account: digits(5, 12) },
  CN: { currency: 'cny', routing: code('cnaps', 12), account: digits(5, 30) },
  GB: {
    currency: 'gbp',
    routing: { type: 'sort_code', fits: isSortCode, written: 'a sort code of 6 digits such as 108800' },
    account: digits(8),
    iban: true,
  },
  HK: { currency: 'hkd', routing: code('bank_branch', 3, 6), account: digits(6, 12) },
  ID: { currency: 'idr', routing: code('bank_code', 3, 7), account: digits(5, 20) },
  IN: { currency: 'inr', routing: { type: 'ifsc', fits: isIfsc, written: 'an IFSC such as HDFC0004051' }, account: digits(6, 18) },
  JP: { currency: 'jpy', routing: code('bank_branch', 7), account: digits(6, 8) },
  KR: { currency: 'krw', routing: code('bank_code', 3), account: digits(8, 16) },
  MX: { currency: 'mxn', routing: null, account: { fits: isClabe, written: 'a CLABE of 18 digits with its check digit' } },
  MY: { currency: 'myr', routing: bic, account: digits(5, 17) },
  NZ: { currency: 'nzd', routing: null, account: digits(15, 16) },
  PH: { currency: 'php', routing: bic, account: digits(6, 17) },
  SG: { currency: 'sgd', routing: code('bank_branch', 7), account: digits(6, 14) },
  TH: { currency: 'thb', routing: code('bank_code', 3, 7), account: digits(6, 15) },
  US: {
    currency: 'usd',
    routing: { type: 'aba', fits: isAba, written: 'an ABA routing number of 9 digits with its check digit, such as 110000000' },
    account: digits(4, 17),
  },
  VN: { currency: 'vnd', routing: bic, account: digits(5, 20) },
  ZA: { currency: 'zar', routing: code('branch_code', 6), account: digits(6, 16) },
};

/** The currencies of countries that have IBANs and are paid in something else than euro. */
const currencies: Readonly<Record<string, string>> = {
  AE: 'aed',
  BH: 'bhd',
  CH: 'chf',
  CZ: 'czk',
  DK: 'dkk',
  EG: 'egp',
  FO: 'dkk',
  GI: 'gbp',
  GL: 'dkk',
  HU: 'huf',
  IL: 'ils',
  IS: 'isk',
  JO: 'jod',
  KW: 'kwd',
  KZ: 'kzt',
  LI: 'chf',
  NO: 'nok',
  PK: 'pkr',
  PL: 'pln',
  QA: 'qar',
  RO: 'ron',
  SA: 'sar',
  SE: 'sek',
  TR: 'try',
  UA: 'uah',
};

/** Where euros are paid to an IBAN. */
const of_euro = new Set(
  'AD AT AX BE BG CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT'.split(' '),
);

/** Territories whose banks have the IBANs and BICs of another country. */
export const banks_of: Readonly<Record<string, string>> = {
  AX: 'FI',
  GF: 'FR',
  GP: 'FR',
  MF: 'FR',
  MQ: 'FR',
  PM: 'FR',
  RE: 'FR',
  YT: 'FR',
};

const ibanIn = (country: string): Banking['account'] => ({
  fits: (text) => isIbanOf(country, text),
  written: `an IBAN that begins with ${country}`,
});

/** In all other countries a BIC identifies the bank, and the number is not validated. */
const elsewhere: Banking = {
  currency: '',
  routing: bic,
  account: { fits: (text) => /^[A-Z0-9]{4,34}$/.test(text), written: '4 to 34 letters and digits' },
};

/** How accounts are named in a country; its currency is '' where that is not known. */
export function bankingIn(country: string): Banking {
  const known = own_numbers[country];
  if (known) return known;
  const currency = of_euro.has(country) ? 'eur' : (currencies[country] ?? '');
  if (!getCountrySpecifications()[country]?.IBANRegistry) return { ...elsewhere, currency };
  return { currency, routing: null, account: ibanIn(banks_of[country] ?? country) };
}
