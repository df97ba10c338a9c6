import { qrCode } from '../../pictures/qr.js';
import type { NextAction, Verb } from '../contract.js';
import { digitsFrom, hexFrom } from './derived.js';
import { boletoNumber, clabeOf } from './voucher-numbers.js';

/** The page of the step, and where the payer returns to. */
export type Places = { readonly page_url: string; readonly return_url: string | null };

/** The inputs of a step. */
export type Occasion = Places & {
  readonly verb: Extract<Verb, 'set_up' | 'charge'>;
  readonly attempt: string;
  readonly now: number;
  /** The amount to pay in minor units; absent if nothing is paid now. */
  readonly amount?: number;
  readonly currency?: string;
  /** The payer's time limit. */
  readonly lasts_seconds: number;
  /** `payment_method_options` of the type. */
  readonly options: Readonly<Record<string, unknown>>;
};

/** Creates a next action for the payer. */
export type Step = (occasion: Occasion) => NextAction;

/** A next action with one filled member, which its type names (seed, next_action). */
export const nextAction = (type: string, member: object): NextAction => ({ type, [type]: member });

/** The steps with a URL and a return URL. */
export type RedirectType = 'redirect_to_url' | 'ddc_redirect' | 'challenge_redirect';

/** A step with a URL and a return URL. */
export const redirect = (type: RedirectType, { page_url, return_url }: Places): NextAction =>
  nextAction(type, { return_url, url: page_url });

/** The step of most methods. */
export const redirectToUrl: Step = (occasion) => redirect('redirect_to_url', occasion);

/** A step with only the URL of the hosted page. */
export const handleRedirect =
  (type: string): Step =>
  ({ page_url }) =>
    nextAction(type, { url: page_url });

/** Opens a URL in the Alipay app: a real deep link, so that a phone with the app reaches the hosted page. */
const alipayLink = (url: string): string => `alipays://platformapi/startapp?appId=20000067&url=${encodeURIComponent(url)}`;

const alipay_services = { charge: 'mobile.securitypay.pay', set_up: 'alipay.user.agreement.page.sign' } as const;

/** Alipay: data for its app, unless the payer is in a browser. */
export const alipay: Step = ({ verb, page_url, return_url, options }) => {
  const native = terminalOf(options) !== 'web';
  return nextAction('alipay_handle_redirect', {
    native_data: native ? `service=${alipay_services[verb]}&return_url=${encodeURIComponent(page_url)}` : null,
    native_url: native ? alipayLink(page_url) : null,
    return_url,
    url: page_url,
  });
};

/** Alipay+: the hosted page by an app's scheme, by an app link, and as a plain URL. */
export const alipayPlus: Step = ({ page_url, return_url }) =>
  nextAction('alipayplus_handle_redirect', {
    return_url,
    schemeUrl: alipayLink(page_url),
    applinkUrl: page_url,
    normalUrl: page_url,
  });

const lowerCase = (word: unknown): string | null => (typeof word === 'string' ? word.toLowerCase().replace(/[\s-]+/g, '_') : null);

const terminalOf = ({ terminal_type }: Occasion['options']): string | null => lowerCase(terminal_type);

// The code contains the hosted page, not a `weixin:` link, so any phone's camera can finish the step.
const weChatCode: Step = ({ page_url }) => {
  const { png, svg } = qrCode(page_url);
  return nextAction('wechat_pay_display_qr_code', { data: page_url, data_ur: png, image_url_png: png, image_url_svg: svg });
};

const ios: Step = ({ page_url }) => nextAction('wechat_pay_redirect_to_ios_app', { native_url: page_url });

// A page inside WeChat passes these to WeChat's script, which alone could verify the signature.
const weChatAccount: Step = ({ attempt, now, options }) =>
  nextAction('wechat_pay_official_account_params', {
    appId: typeof options.app_id === 'string' ? options.app_id : `wx${hexFrom(attempt, 16)}`,
    timeStamp: String(now),
    nonceStr: hexFrom(`${attempt} nonce`, 32),
    signType: 'RSA',
    paySign: Buffer.from(hexFrom(`${attempt} signature`, 64), 'hex').toString('base64'),
    package: `prepay_id=wx${hexFrom(`${attempt} payment`, 34)}`,
  });

// The link has the parameters of WeChat's own library, as WeChat's link has.
const android: Step = ({ attempt, now, page_url }) =>
  nextAction('wechat_pay_redirect_to_android_app', {
    native_url: `${page_url}?${new URLSearchParams({
      appId: `wx${hexFrom(attempt, 16)}`,
      nonceStr: hexFrom(`${attempt} nonce`, 32),
      package: 'Sign=WXPay',
      partnerId: digitsFrom(`${attempt} partner`, 10),
      prepayId: `wx${hexFrom(`${attempt} payment`, 34)}`,
      timeStamp: String(now),
      sign: hexFrom(`${attempt} signature`, 64),
    })}`,
  });
const weChatWeb = handleRedirect('wechat_pay_redirect_to_web');

/** How the payer opens WeChat, by `terminal_type` (published facts 7.1). */
const wechat_terminals: ReadonlyMap<string | null, Step> = new Map([
  ['android', android],
  ['app', android],
  ['h5', weChatWeb],
  ['ios', ios],
  ['jsapi', weChatAccount],
  ['mini_program', weChatAccount],
  ['official_account', weChatAccount],
  ['wap', weChatWeb],
  ['web', weChatWeb],
]);

/** The same by `client`, where `web` is a page with a QR code (Stripe's API). */
const wechat_clients: ReadonlyMap<string | null, Step> = new Map([
  ['android', android],
  ['ios', ios],
  ['mini_program', weChatAccount],
]);

/** WeChat Pay: a QR code, unless the payer is not at a screen. */
export const wechatPay: Step = (occasion) => {
  const { terminal_type, client } = occasion.options;
  const step = wechat_terminals.get(lowerCase(terminal_type)) ?? wechat_clients.get(lowerCase(client)) ?? weChatCode;
  return step(occasion);
};

/** Pix: the code opens the hosted page. */
export const pix: Step = ({ page_url, lasts_seconds }) =>
  nextAction('pix_handle_redirect', { url: page_url, qrcode: page_url, timeout: lasts_seconds });

/** The check digit of a bar code (GS1 General Specifications 7.9.1). */
export const checkDigitOf = (digits: string): number => {
  const sum = [...digits].reduceRight((total, digit, place) => total + Number(digit) * ((digits.length - place) % 2 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

/** The number of an OXXO voucher, for the till; no card number has its prefix. */
export function oxxoNumber(attempt: string): string {
  const digits = `93${digitsFrom(attempt, 11)}`;
  return `${digits}${checkDigitOf(digits)}`;
}

/** OXXO: a voucher with a number. */
export const oxxo: Step = ({ attempt, page_url, lasts_seconds }) =>
  nextAction('oxxo_handle_redirect', { timeout: String(lasts_seconds), bar_code: oxxoNumber(attempt), url: page_url });

/** Boleto: the seed defines only the page; the number that the payer types in is added. */
export const boleto: Step = (occasion) => ({
  ...redirectToUrl(occasion),
  boleto_display_details: {
    number: boletoNumber({ attempt: occasion.attempt, due: occasion.now + occasion.lasts_seconds, amount: occasion.amount ?? 0 }),
  },
});

/** A transfer to an account for one payment: the seed defines only the page; the account is added. */
export const virtualAccount: Step = (occasion) => ({
  ...handleRedirect('bank_transfer_id_handle_redirect')(occasion),
  ...(occasion.verb === 'charge' && {
    bank_transfer_id_display_details: { account_number: `8808${digitsFrom(occasion.attempt, 12)}`, ...holder },
  }),
});

/** The holder of the accounts of test mode. */
const holder = { account_holder_name: 'Florin Test Account', bank_name: 'Florin Test Bank' };

/** A bank in a city that does not exist. */
const somewhere = { city: 'Testville', country: 'MX', line1: '1 Test Street', line2: null, postal_code: '00000', state: null };

/** SPEI: the destination and the amount (the seed defines no members; these are Stripe's). */
export const spei: Step = ({ attempt, amount = null, currency = '', page_url }) => {
  const spei = {
    account_holder_address: somewhere,
    bank_address: somewhere,
    bank_code: '646',
    clabe: clabeOf(digitsFrom(attempt, 11)),
    ...holder,
  };
  return nextAction('spei_display_details', {
    amount_remaining: amount,
    currency,
    financial_addresses: [{ spei, supported_networks: ['spei'], type: 'spei' }],
    hosted_instructions_url: page_url,
    reference: digitsFrom(`${attempt} reference`, 7),
  });
};
