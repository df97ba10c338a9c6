import { day } from '../../kernel/base/moments.js';
import { bankTransfer, blik, cashApp, konbini, multibanco, swish } from './displayed.js';
import type { Patience } from './expiry.js';
import {
  alipay,
  alipayPlus,
  boleto,
  handleRedirect,
  oxxo,
  pix,
  redirectToUrl,
  type Step,
  spei,
  virtualAccount,
  wechatPay,
} from './steps.js';

/** The behavior of a payment method other than a card. */
export type Method = {
  /** The payer's step; null if there is none. */
  readonly step: Step | null;
  /** How long a payment waits for the step. */
  readonly waits: Patience;
  /** A setup needs no step, although a payment does. */
  readonly set_up_at_once?: true;
  /** The days until the bank confirms or fails a payment; immediately by default. */
  readonly settles_in_days?: number;
  /** The first payment verifies the account with microdeposits. */
  readonly verified_by_deposits?: true;
  /** A shop may scan a code from the payer's app instead. */
  readonly scans_payment_code?: true;
};

type Rest = Omit<Method, 'step' | 'waits'>;

const hour = 3600;

/** On the page of a bank or wallet. */
const there = (step: Step, rest: Rest = {}): Method => ({ step, waits: { seconds: hour }, ...rest });

/** By scanning a code. */
const scanned = (step: Step, rest: Rest = {}): Method => ({ step, waits: { seconds: 2 * hour }, ...rest });

/** With a paper voucher, which exists only for a payment: a setup has nothing to accept. */
const onPaper = (step: Step, waits: Patience): Method => ({ step, waits, set_up_at_once: true, settles_in_days: 1 });

/** A bank debit, days later: the mandate is accepted when the account number is entered. */
const debit = (settles_in_days: number, rest: Rest = {}): Method => ({ step: null, waits: { seconds: 0 }, settles_in_days, ...rest });

/** The time zones of vouchers. Neither has had daylight saving time since 2022. */
const in_sao_paulo = { utc_offset_hours: -3 } as const;
const in_mexico_city = { utc_offset_hours: -6 } as const;
const in_tokyo = { utc_offset_hours: 9 } as const;

/** Every type of payment method except `card`. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  // In payment_method_data (seed).
  ['alipayplus', there(alipayPlus, { scans_payment_code: true })],
  ['alipay', there(alipay)],
  ['wechat_pay', scanned(wechatPay, { scans_payment_code: true })],
  ['sepa_debit', debit(5)],
  ['alipay_hk', there(handleRedirect('alipay_hk_handle_redirect'))],
  ['boost', there(redirectToUrl)],
  ['truemoney', there(handleRedirect('truemoney_handle_redirect'))],
  ['gcash', there(handleRedirect('gcash_handle_redirect'))],
  ['kakaopay', there(redirectToUrl)],
  ['touchngo', there(redirectToUrl)],
  ['rabbit_line_pay', there(handleRedirect('rabbit_line_pay_handle_redirect'))],
  ['dana', there(handleRedirect('dana_handle_redirect'))],
  ['klarna', there(redirectToUrl)],
  ['ideal', there(redirectToUrl)],
  ['giropay', there(redirectToUrl)],
  ['sofort', there(redirectToUrl, { settles_in_days: 5 })],
  ['eps', there(redirectToUrl)],
  ['trustly', there(redirectToUrl)],
  ['bancontact', there(redirectToUrl)],
  ['p24', there(redirectToUrl)],
  ['unionpay', there(redirectToUrl)],
  ['fpx', there(redirectToUrl)],
  ['mcash', there(redirectToUrl)],
  ['grabpay', there(redirectToUrl)],
  ['bank_transfer_id', { step: virtualAccount, waits: { seconds: day }, settles_in_days: 1 }],
  ['qris', scanned(redirectToUrl)],
  ['promptpay', scanned(handleRedirect('promptpay_handle_redirect'))],
  ['ovo', there(redirectToUrl)],
  ['shopeepay', there(handleRedirect('shopeepay_handle_redirect'))],
  ['upi', scanned(redirectToUrl)],
  ['boleto', onPaper(boleto, { days: 3, ...in_sao_paulo })],
  ['paynow', scanned(redirectToUrl)],
  ['pix', { step: pix, waits: { seconds: day } }],
  ['9pay', there(redirectToUrl)],
  ['stitch', there(redirectToUrl)],
  ['bpi', there(handleRedirect('bpi_handle_redirect'))],

  // Only in next_action (seed).
  ['akulaku', there(handleRedirect('akulaku_handle_redirect'))],
  ['oxxo', onPaper(oxxo, { days: 3, ...in_mexico_city })],
  ['spei', onPaper(spei, { seconds: 3 * day })],

  // In Stripe's API.
  ['affirm', there(redirectToUrl)],
  ['afterpay_clearpay', there(redirectToUrl)],
  ['amazon_pay', there(redirectToUrl)],
  ['cashapp', there(cashApp)],
  ['link', there(redirectToUrl)],
  ['mobilepay', there(redirectToUrl)],
  ['paypal', there(redirectToUrl)],
  ['revolut_pay', there(redirectToUrl)],
  ['twint', there(redirectToUrl)],
  ['swish', { step: swish, waits: { seconds: 180 } }],
  ['blik', { step: blik, waits: { seconds: 60 }, set_up_at_once: true }],
  ['konbini', onPaper(konbini, { days: 3, ...in_tokyo })],
  ['multibanco', onPaper(multibanco, { seconds: 7 * day })],
  ['customer_balance', { step: bankTransfer, waits: { seconds: 90 * day }, set_up_at_once: true }],
  ['au_becs_debit', debit(3)],
  ['bacs_debit', debit(3)],
  ['acss_debit', debit(5, { verified_by_deposits: true })],
  ['us_bank_account', debit(4, { verified_by_deposits: true })],
  ['alma', there(redirectToUrl)],
  ['billie', there(redirectToUrl)],
  ['bizum', there(redirectToUrl)],
  ['crypto', there(redirectToUrl)],
  ['kakao_pay', there(redirectToUrl)],
  ['kr_card', there(redirectToUrl)],
  ['mb_way', there(redirectToUrl)],
  ['naver_pay', there(redirectToUrl)],
  ['nz_bank_account', debit(2)],
  ['pay_by_bank', there(redirectToUrl)],
  ['payco', there(redirectToUrl)],
  ['paypay', there(redirectToUrl)],
  ['payto', there(redirectToUrl)],
  ['samsung_pay', there(redirectToUrl)],
  ['satispay', there(redirectToUrl)],
  ['scalapay', there(redirectToUrl)],
  ['sequra', there(redirectToUrl)],
  ['sunbit', there(redirectToUrl)],
  ['zip', there(redirectToUrl)],
]);
