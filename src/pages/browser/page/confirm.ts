import { type Json, membersOf, textOf } from '../shapes.js';
import { carryOn, type Going, type Result } from './carry-on.js';
import { framesOf, type Group, groupOf } from './group.js';
import type { Host } from './host.js';
import { cloneable } from './mounted.js';
import { wrongUse } from './wrong-use.js';

/** What `confirmPayment` and `confirmSetup` are called with. */
export type Options = {
  readonly elements?: unknown;
  readonly clientSecret?: string;
  readonly confirmParams?: Json;
  readonly redirect?: 'always' | 'if_required';
};

/** Confirms with what elements hold, or with what the page names. */
export async function confirmWithElements(host: Host, options: Options, name: string): Promise<Result> {
  const { elements, confirmParams: params = {}, redirect = 'always' } = options;
  const group = elements === undefined ? null : groupOf(elements);
  const client_secret = options.clientSecret ?? group?.client_secret();
  if (client_secret === undefined) throw wrongUse(`stripe.${name}() needs a clientSecret, or elements that were made with one.`);
  if (group && group.client_secret() === undefined) demandSubmitted(group, name);
  const return_url = textOf(params.return_url);
  if (redirect === 'always' && return_url === undefined)
    throw wrongUse(`stripe.${name}() needs confirmParams.return_url where redirect is not "if_required".`);
  const is_named = params.payment_method !== undefined || params.confirmation_token !== undefined;
  const frames = group && !is_named ? group.frames() : [];
  const standing = await host.ask('confirm', { client_secret, params: cloneable(params), frames });
  return carryOn(host, standing, redirect === 'always' ? { return_url } : {});
}

/** Where there is no intent yet a page has to look at what was typed in before it makes one. */
export function demandSubmitted(group: Group, name: string): void {
  if (!group.isSubmitted()) throw wrongUse(`elements.submit() must be called before stripe.${name}().`);
}

/** What a page describes a payment method by: an id, or data of which a part may be an element. */
export function described(type: string, given: unknown): { readonly params: Json; readonly frames: readonly string[] } {
  const id = textOf(given);
  if (id !== undefined) return { params: { payment_method: id }, frames: [] };
  if (given === undefined || given === null) return { params: {}, frames: [] };
  const { [type]: own, ...rest } = membersOf(given);
  const element = framesOf(own) ?? framesOf(membersOf(own).iban);
  const data = { ...rest, type, ...(element === null && own !== undefined && { [type]: own }) };
  return { params: { payment_method_data: data }, frames: element ?? [] };
}

/** The kinds whose own calls a page may make, by what these are named after. */
const kinds = {
  Card: 'card',
  AcssDebit: 'acss_debit',
  Affirm: 'affirm',
  AfterpayClearpay: 'afterpay_clearpay',
  Alipay: 'alipay',
  Alma: 'alma',
  AmazonPay: 'amazon_pay',
  AuBecsDebit: 'au_becs_debit',
  BacsDebit: 'bacs_debit',
  Bancontact: 'bancontact',
  Billie: 'billie',
  Bizum: 'bizum',
  Blik: 'blik',
  Boleto: 'boleto',
  Cashapp: 'cashapp',
  Crypto: 'crypto',
  CustomerBalance: 'customer_balance',
  Eps: 'eps',
  Fpx: 'fpx',
  Giropay: 'giropay',
  GrabPay: 'grabpay',
  Ideal: 'ideal',
  KakaoPay: 'kakao_pay',
  Klarna: 'klarna',
  Konbini: 'konbini',
  KrCard: 'kr_card',
  MbWay: 'mb_way',
  Mobilepay: 'mobilepay',
  Multibanco: 'multibanco',
  NaverPay: 'naver_pay',
  NzBankAccount: 'nz_bank_account',
  Oxxo: 'oxxo',
  P24: 'p24',
  PayByBank: 'pay_by_bank',
  Payco: 'payco',
  PayNow: 'paynow',
  PayPal: 'paypal',
  Paypay: 'paypay',
  Payto: 'payto',
  Pix: 'pix',
  PromptPay: 'promptpay',
  SamsungPay: 'samsung_pay',
  Satispay: 'satispay',
  Scalapay: 'scalapay',
  SepaDebit: 'sepa_debit',
  Sequra: 'sequra',
  Sofort: 'sofort',
  Sunbit: 'sunbit',
  Swish: 'swish',
  Twint: 'twint',
  Upi: 'upi',
  UsBankAccount: 'us_bank_account',
  WechatPay: 'wechat_pay',
  Zip: 'zip',
} as const;

type Confirming = (client_secret: string, data?: Json, options?: { readonly handleActions?: boolean }) => Promise<Result>;

/** `confirmCardPayment`, `confirmCardSetup` and their like for every kind. */
export function confirmers(host: Host): Readonly<Record<string, Confirming>> {
  const each = Object.entries(kinds).flatMap(([name, type]) => {
    const confirming = confirmerOf(host, type);
    return [
      [`confirm${name}Payment`, confirming],
      [`confirm${name}Setup`, confirming],
    ];
  });
  return Object.fromEntries(each);
}

const confirmerOf =
  (host: Host, type: string): Confirming =>
  async (client_secret, data = {}, { handleActions = true } = {}) => {
    const { payment_method, ...rest } = data;
    const { params, frames } = described(type, payment_method);
    const going: Going = { leave_steps: !handleActions };
    const wanted = { client_secret, params: cloneable({ ...rest, ...params }), frames };
    return carryOn(host, await host.ask('confirm', wanted), going);
  };
