import { preferredIn } from '../kit/payer-locale.js';

/** The countries by the currency that is paid with in them. */
const countries: Readonly<Record<string, string>> = {
  aed: 'AE',
  ars: 'AR',
  aud: 'AU KI NR TV',
  bdt: 'BD',
  bgn: 'BG',
  bhd: 'BH',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  clp: 'CL',
  cny: 'CN',
  cop: 'CO',
  crc: 'CR',
  czk: 'CZ',
  dkk: 'DK FO GL',
  egp: 'EG',
  eur: 'AD AT BE CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MQ MT NL PT RE SI SK SM VA XK YT',
  gbp: 'GB GG IM JE',
  hkd: 'HK',
  huf: 'HU',
  idr: 'ID',
  ils: 'IL',
  inr: 'IN',
  isk: 'IS',
  jod: 'JO',
  jpy: 'JP',
  kes: 'KE',
  krw: 'KR',
  kwd: 'KW',
  mad: 'MA',
  mxn: 'MX',
  myr: 'MY',
  ngn: 'NG',
  nok: 'NO SJ',
  nzd: 'NZ CK NU TK',
  omr: 'OM',
  pen: 'PE',
  php: 'PH',
  pkr: 'PK',
  pln: 'PL',
  qar: 'QA',
  ron: 'RO',
  rsd: 'RS',
  sar: 'SA',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  try: 'TR',
  twd: 'TW',
  uah: 'UA',
  usd: 'AS EC FM GU MH MP PR PW SV TL US VG VI',
  uyu: 'UY',
  vnd: 'VN',
  zar: 'ZA',
};

const currency_of = new Map(Object.entries(countries).flatMap(([currency, codes]) => codes.split(' ').map((code) => [code, currency])));

/** The currency of the country that the payer's browser names with its language; null where it names none. */
export function localCurrency({ headers }: { readonly headers: { readonly 'accept-language'?: string | undefined } }): string | null {
  for (const tag of preferredIn(headers['accept-language'] ?? '')) {
    const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag)?.[1];
    if (region) return currency_of.get(region.toUpperCase()) ?? null;
  }
  return null;
}
