import type { Language } from '../paper/languages.js';

/** The kinds of page that a payer can be sent to; each has its wording in `challenge-wording.ts`. */
export type Kind = 'three_d_secure' | 'wallet' | 'online_bank' | 'qr_code' | 'voucher' | 'bank_transfer' | 'small_deposits';

type Way = { readonly name: string; readonly kind: Kind };

/** Every type of payment method: the name its payers know it by, and the page they meet. */
const ways: ReadonlyMap<string, Way> = new Map<string, Way>([
  ['card', { name: 'Card', kind: 'three_d_secure' }],
  ['alipayplus', { name: 'Alipay+', kind: 'wallet' }],
  ['alipay', { name: 'Alipay', kind: 'wallet' }],
  ['wechat_pay', { name: 'WeChat Pay', kind: 'qr_code' }],
  ['sepa_debit', { name: 'SEPA Direct Debit', kind: 'online_bank' }],
  ['alipay_hk', { name: 'AlipayHK', kind: 'wallet' }],
  ['boost', { name: 'Boost', kind: 'wallet' }],
  ['truemoney', { name: 'TrueMoney', kind: 'wallet' }],
  ['gcash', { name: 'GCash', kind: 'wallet' }],
  ['kakaopay', { name: 'KakaoPay', kind: 'wallet' }],
  ['touchngo', { name: "Touch 'n Go", kind: 'wallet' }],
  ['rabbit_line_pay', { name: 'Rabbit LINE Pay', kind: 'wallet' }],
  ['dana', { name: 'DANA', kind: 'wallet' }],
  ['klarna', { name: 'Klarna', kind: 'wallet' }],
  ['ideal', { name: 'iDEAL', kind: 'online_bank' }],
  ['giropay', { name: 'giropay', kind: 'online_bank' }],
  ['sofort', { name: 'Sofort', kind: 'online_bank' }],
  ['eps', { name: 'eps', kind: 'online_bank' }],
  ['trustly', { name: 'Trustly', kind: 'online_bank' }],
  ['bancontact', { name: 'Bancontact', kind: 'online_bank' }],
  ['p24', { name: 'Przelewy24', kind: 'online_bank' }],
  ['unionpay', { name: 'UnionPay', kind: 'wallet' }],
  ['fpx', { name: 'FPX', kind: 'online_bank' }],
  ['mcash', { name: 'MCash', kind: 'wallet' }],
  ['grabpay', { name: 'GrabPay', kind: 'wallet' }],
  ['bank_transfer_id', { name: 'Bank transfer', kind: 'bank_transfer' }],
  ['qris', { name: 'QRIS', kind: 'qr_code' }],
  ['promptpay', { name: 'PromptPay', kind: 'qr_code' }],
  ['ovo', { name: 'OVO', kind: 'wallet' }],
  ['shopeepay', { name: 'ShopeePay', kind: 'wallet' }],
  ['upi', { name: 'UPI', kind: 'qr_code' }],
  ['boleto', { name: 'Boleto', kind: 'voucher' }],
  ['paynow', { name: 'PayNow', kind: 'qr_code' }],
  ['pix', { name: 'Pix', kind: 'qr_code' }],
  ['9pay', { name: '9Pay', kind: 'wallet' }],
  ['stitch', { name: 'Stitch', kind: 'online_bank' }],
  ['bpi', { name: 'BPI', kind: 'online_bank' }],
  ['akulaku', { name: 'Akulaku', kind: 'wallet' }],
  ['oxxo', { name: 'OXXO', kind: 'voucher' }],
  ['spei', { name: 'SPEI', kind: 'bank_transfer' }],
  ['affirm', { name: 'Affirm', kind: 'wallet' }],
  ['afterpay_clearpay', { name: 'Afterpay', kind: 'wallet' }],
  ['amazon_pay', { name: 'Amazon Pay', kind: 'wallet' }],
  ['cashapp', { name: 'Cash App Pay', kind: 'qr_code' }],
  ['link', { name: 'Link', kind: 'wallet' }],
  ['mobilepay', { name: 'MobilePay', kind: 'wallet' }],
  ['paypal', { name: 'PayPal', kind: 'wallet' }],
  ['revolut_pay', { name: 'Revolut Pay', kind: 'wallet' }],
  ['twint', { name: 'TWINT', kind: 'wallet' }],
  ['swish', { name: 'Swish', kind: 'qr_code' }],
  ['blik', { name: 'BLIK', kind: 'wallet' }],
  ['konbini', { name: 'Konbini', kind: 'voucher' }],
  ['multibanco', { name: 'Multibanco', kind: 'voucher' }],
  ['customer_balance', { name: 'Bank transfer', kind: 'bank_transfer' }],
  ['au_becs_debit', { name: 'BECS Direct Debit', kind: 'small_deposits' }],
  ['bacs_debit', { name: 'Bacs Direct Debit', kind: 'small_deposits' }],
  ['acss_debit', { name: 'Pre-authorized debit', kind: 'small_deposits' }],
  ['us_bank_account', { name: 'US bank account', kind: 'small_deposits' }],
  ['alma', { name: 'Alma', kind: 'wallet' }],
  ['billie', { name: 'Billie', kind: 'wallet' }],
  ['bizum', { name: 'Bizum', kind: 'wallet' }],
  ['crypto', { name: 'Stablecoins', kind: 'wallet' }],
  ['kakao_pay', { name: 'Kakao Pay', kind: 'wallet' }],
  ['kr_card', { name: 'Korean card', kind: 'online_bank' }],
  ['mb_way', { name: 'MB WAY', kind: 'wallet' }],
  ['naver_pay', { name: 'Naver Pay', kind: 'wallet' }],
  ['nz_bank_account', { name: 'New Zealand BECS Direct Debit', kind: 'small_deposits' }],
  ['pay_by_bank', { name: 'Pay by Bank', kind: 'online_bank' }],
  ['payco', { name: 'PAYCO', kind: 'wallet' }],
  ['paypay', { name: 'PayPay', kind: 'wallet' }],
  ['payto', { name: 'PayTo', kind: 'online_bank' }],
  ['samsung_pay', { name: 'Samsung Pay', kind: 'wallet' }],
  ['satispay', { name: 'Satispay', kind: 'wallet' }],
  ['scalapay', { name: 'Scalapay', kind: 'wallet' }],
  ['sequra', { name: 'seQura', kind: 'wallet' }],
  ['sunbit', { name: 'Sunbit', kind: 'wallet' }],
  ['zip', { name: 'Zip', kind: 'wallet' }],
]);

/** Every type of payment method that payers have a name for. */
export const way_types: readonly string[] = [...ways.keys()];

/** Steps that open an app or another page on the device at hand, where a code could not be scanned. */
const opening_steps: readonly string[] = [
  'wechat_pay_redirect_to_android_app',
  'wechat_pay_redirect_to_ios_app',
  'wechat_pay_redirect_to_web',
  'wechat_pay_official_account_params',
];

/** A payment method, or the details of one on a charge. */
export type Method = { readonly type: string; readonly card?: { readonly brand: string; readonly last4: string } | null };

/** The page for a payment method and the `type` of its next action. A type that is not listed meets a wallet. */
export function kindOf({ type }: Method, step: string): Kind {
  return opening_steps.includes(step) ? 'wallet' : (ways.get(type)?.kind ?? 'wallet');
}

const brands: ReadonlyMap<string, string> = new Map([
  ['amex', 'American Express'],
  ['diners', 'Diners Club'],
  ['jcb', 'JCB'],
  ['unionpay', 'UnionPay'],
  ['unknown', 'Card'],
]);

/** What a payer calls the payment method, for example `Visa ending in 4242` or `WeChat Pay`. */
export function methodLabel({ type, card }: Method, language: Language = 'en'): string {
  // Dots stand for the digits before these four in every language; only in English there are words for it that every reader knows.
  if (card) return `${brandName(card.brand)} ${language === 'en' ? 'ending in' : '••••'} ${card.last4}`;
  return ways.get(type)?.name ?? capitalised(type);
}

/** What payers call the brand of a card. */
export const brandName = (brand: string): string => brands.get(brand) ?? capitalised(brand);

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');
