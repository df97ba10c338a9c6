/** What a payer is asked for besides the choice itself, by the name of the field. */
export type Asked =
  | 'iban'
  | 'name'
  | 'email'
  | 'country'
  | 'tax_id'
  | 'country_of_bank'
  | 'routing_number'
  | 'account_number'
  | 'sort_code'
  | 'bsb_number'
  | 'institution_number'
  | 'transit_number'
  | 'bank_code'
  | 'branch_code'
  | 'suffix';

/** A way to pay, as a payer meets it. */
export type Way = {
  /** The name that payers know it by. */
  readonly name: string;
  /** What it can be paid in, apart from each other by blanks; nothing where it takes every currency. */
  readonly currencies: string;
  readonly asks?: readonly Asked[];
  /** It can be kept for later payments. */
  readonly saved?: true;
};

/** Every type of payment method. A test holds it against what the API says of them. */
export const ways: Readonly<Record<string, Way>> = {
  card: { name: 'Card', currencies: '', saved: true },
  alipayplus: { name: 'Alipay+', currencies: 'cny hkd gbp idr myr php thb' },
  alipay: { name: 'Alipay', currencies: 'cny gbp usd eur hkd', saved: true },
  wechat_pay: { name: 'WeChat Pay', currencies: 'cny gbp usd eur hkd' },
  sepa_debit: { name: 'SEPA Direct Debit', currencies: 'eur', asks: ['iban', 'name', 'email'], saved: true },
  alipay_hk: { name: 'AlipayHK', currencies: 'hkd gbp usd eur', saved: true },
  boost: { name: 'Boost', currencies: 'myr gbp usd eur', saved: true },
  truemoney: { name: 'TrueMoney', currencies: 'thb gbp usd eur', saved: true },
  gcash: { name: 'GCash', currencies: 'php gbp usd eur', saved: true },
  kakaopay: { name: 'KakaoPay', currencies: 'krw gbp usd eur', saved: true },
  touchngo: { name: "Touch 'n Go", currencies: 'myr gbp usd eur', saved: true },
  rabbit_line_pay: { name: 'Rabbit LINE Pay', currencies: 'thb gbp usd eur', saved: true },
  dana: { name: 'DANA', currencies: 'idr gbp usd eur', saved: true },
  klarna: { name: 'Klarna', currencies: 'aud cad chf czk dkk eur gbp nok nzd pln ron sek usd', asks: ['country'], saved: true },
  ideal: { name: 'iDEAL', currencies: 'eur' },
  giropay: { name: 'giropay', currencies: 'eur', asks: ['name'] },
  sofort: { name: 'Sofort', currencies: 'eur chf gbp', asks: ['country_of_bank'] },
  eps: { name: 'eps', currencies: 'eur', asks: ['name'] },
  trustly: { name: 'Trustly', currencies: 'czk dkk eur gbp nok pln sek' },
  bancontact: { name: 'Bancontact', currencies: 'eur', asks: ['name'] },
  p24: { name: 'Przelewy24', currencies: 'eur pln', asks: ['email'] },
  unionpay: { name: 'UnionPay', currencies: 'cny myr' },
  fpx: { name: 'FPX', currencies: 'myr' },
  mcash: { name: 'MCash', currencies: 'myr' },
  grabpay: { name: 'GrabPay', currencies: 'myr sgd' },
  bank_transfer_id: { name: 'Bank transfer', currencies: 'idr' },
  qris: { name: 'QRIS', currencies: 'idr' },
  promptpay: { name: 'PromptPay', currencies: 'thb' },
  ovo: { name: 'OVO', currencies: 'idr' },
  shopeepay: { name: 'ShopeePay', currencies: 'idr myr php sgd thb vnd' },
  upi: { name: 'UPI', currencies: 'inr', saved: true },
  boleto: { name: 'Boleto', currencies: 'brl', asks: ['tax_id', 'name', 'email', 'country'] },
  paynow: { name: 'PayNow', currencies: 'sgd' },
  pix: { name: 'Pix', currencies: 'brl', asks: ['name', 'email', 'country'], saved: true },
  '9pay': { name: '9Pay', currencies: 'vnd' },
  stitch: { name: 'Stitch', currencies: 'zar' },
  bpi: { name: 'BPI', currencies: 'php' },
  akulaku: { name: 'Akulaku', currencies: 'idr php' },
  oxxo: { name: 'OXXO', currencies: 'mxn', asks: ['name', 'email'] },
  spei: { name: 'SPEI', currencies: 'mxn', asks: ['name'] },
  affirm: { name: 'Affirm', currencies: 'cad usd' },
  afterpay_clearpay: { name: 'Afterpay', currencies: 'aud cad gbp nzd usd', asks: ['name', 'email', 'country'] },
  amazon_pay: { name: 'Amazon Pay', currencies: 'aud chf dkk eur gbp hkd jpy nok nzd sek usd zar', saved: true },
  cashapp: { name: 'Cash App Pay', currencies: 'usd', saved: true },
  link: { name: 'Link', currencies: '', saved: true },
  mobilepay: { name: 'MobilePay', currencies: 'dkk eur nok sek' },
  paypal: { name: 'PayPal', currencies: 'aud cad chf czk dkk eur gbp hkd nok nzd pln sek sgd usd', saved: true },
  revolut_pay: { name: 'Revolut Pay', currencies: 'chf czk dkk eur gbp huf nok pln ron sek', saved: true },
  twint: { name: 'TWINT', currencies: 'chf' },
  swish: { name: 'Swish', currencies: 'sek' },
  blik: { name: 'BLIK', currencies: 'pln', saved: true },
  konbini: { name: 'Konbini', currencies: 'jpy', asks: ['name', 'email'] },
  multibanco: { name: 'Multibanco', currencies: 'eur', asks: ['email'] },
  customer_balance: { name: 'Bank transfer', currencies: 'eur gbp jpy mxn usd' },
  au_becs_debit: { name: 'BECS Direct Debit', currencies: 'aud', asks: ['bsb_number', 'account_number', 'name', 'email'], saved: true },
  bacs_debit: {
    name: 'Bacs Direct Debit',
    currencies: 'gbp',
    asks: ['sort_code', 'account_number', 'name', 'email', 'country'],
    saved: true,
  },
  acss_debit: {
    name: 'Pre-authorized debit',
    currencies: 'cad usd',
    asks: ['institution_number', 'transit_number', 'account_number', 'name', 'email'],
    saved: true,
  },
  us_bank_account: { name: 'US bank account', currencies: 'usd', asks: ['routing_number', 'account_number', 'name'], saved: true },
  alma: { name: 'Alma', currencies: 'eur' },
  billie: { name: 'Billie', currencies: 'chf dkk eur gbp nok sek' },
  bizum: { name: 'Bizum', currencies: 'eur', saved: true },
  crypto: { name: 'Stablecoins', currencies: 'usd' },
  kakao_pay: { name: 'Kakao Pay', currencies: 'krw', saved: true },
  kr_card: { name: 'Korean card', currencies: 'krw', saved: true },
  mb_way: { name: 'MB WAY', currencies: 'eur' },
  naver_pay: { name: 'Naver Pay', currencies: 'krw', saved: true },
  nz_bank_account: {
    name: 'New Zealand BECS Direct Debit',
    currencies: 'nzd',
    asks: ['bank_code', 'branch_code', 'account_number', 'suffix', 'name', 'email'],
    saved: true,
  },
  pay_by_bank: { name: 'Pay by Bank', currencies: 'eur gbp' },
  payco: { name: 'PAYCO', currencies: 'krw' },
  paypay: { name: 'PayPay', currencies: 'jpy' },
  payto: { name: 'PayTo', currencies: 'aud', asks: ['name', 'email'], saved: true },
  samsung_pay: { name: 'Samsung Pay', currencies: 'krw' },
  satispay: { name: 'Satispay', currencies: 'eur', saved: true },
  scalapay: { name: 'Scalapay', currencies: 'eur' },
  sequra: { name: 'seQura', currencies: 'eur' },
  sunbit: { name: 'Sunbit', currencies: 'usd' },
  zip: { name: 'Zip', currencies: 'aud usd' },
};

/** The facts of a type; for one that is newer than this table, a readable form of its name. */
export const wayOf = (type: string): Way =>
  (Object.hasOwn(ways, type) ? ways[type] : undefined) ?? {
    name: type.charAt(0).toUpperCase() + type.slice(1).replaceAll('_', ' '),
    currencies: '',
  };

/** The types that can pay in a currency, or be saved without a payment: the default offer. */
export const waysFor = (currency: string | null, kept: boolean): string[] =>
  Object.keys(ways).filter((type) => {
    const { currencies, saved } = wayOf(type);
    return (currency === null || currencies === '' || currencies.split(' ').includes(currency)) && (saved === true || !kept);
  });
