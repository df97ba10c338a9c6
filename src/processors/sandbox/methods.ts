import type { NextAction } from '../../base/processor.js';
import { qrCode } from './qr.js';

/** Where the payer decides, and where they go afterwards. */
export type Places = { readonly page_url: string; readonly return_url: string | null };

/** How a payment method other than a card is set up: at once, or by a step of the payer's. */
export type Method = 'at_once' | ((places: Places) => NextAction);

/** A next action whose one filled member is the one that its type names (seed, next_action). */
export const nextAction = (type: string, member: object): NextAction => ({ type, [type]: member });

/** A step whose member says where to go and where to come back to. */
export const redirect = (type: 'redirect_to_url' | 'ddc_redirect' | 'challenge_redirect', { page_url, return_url }: Places): NextAction =>
  nextAction(type, { return_url, url: page_url });

const redirectToUrl: Method = (places) => redirect('redirect_to_url', places);

const handleRedirect =
  (type: string): Method =>
  ({ page_url }) =>
    nextAction(type, { url: page_url });

/** A day, the usual life of a Pix code. */
const pix_timeout_seconds = 86_400;

/** Opens an address inside the Alipay app: a real deep link, so that a phone with the app gets as far as our page. */
const alipayLink = (url: string): string => `alipays://platformapi/startapp?appId=20000067&url=${encodeURIComponent(url)}`;

const alipay: Method = ({ page_url, return_url }) =>
  nextAction('alipay_handle_redirect', {
    native_data: `service=alipay.user.agreement.page.sign&return_url=${encodeURIComponent(page_url)}`,
    native_url: alipayLink(page_url),
    return_url,
    url: page_url,
  });

const alipayPlus: Method = ({ page_url, return_url }) =>
  nextAction('alipayplus_handle_redirect', {
    return_url,
    schemeUrl: alipayLink(page_url),
    applinkUrl: page_url,
    normalUrl: page_url,
  });

// The code holds our page, not a `weixin:` link: any phone's camera then finishes the step.
const wechatPay: Method = ({ page_url }) => {
  const { png, svg } = qrCode(page_url);
  return nextAction('wechat_pay_display_qr_code', { data: page_url, data_ur: png, image_url_png: png, image_url_svg: svg });
};

const pix: Method = ({ page_url }) => nextAction('pix_handle_redirect', { url: page_url, qrcode: page_url, timeout: pix_timeout_seconds });

/** Every type of `payment_method_data` except `card` (seed). */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['alipayplus', alipayPlus],
  ['alipay', alipay],
  ['wechat_pay', wechatPay],
  ['sepa_debit', 'at_once'], // the mandate is given together with the account number
  ['alipay_hk', handleRedirect('alipay_hk_handle_redirect')],
  ['boost', redirectToUrl],
  ['truemoney', handleRedirect('truemoney_handle_redirect')],
  ['gcash', handleRedirect('gcash_handle_redirect')],
  ['kakaopay', redirectToUrl],
  ['touchngo', redirectToUrl],
  ['rabbit_line_pay', handleRedirect('rabbit_line_pay_handle_redirect')],
  ['dana', handleRedirect('dana_handle_redirect')],
  ['klarna', redirectToUrl],
  ['ideal', redirectToUrl],
  ['giropay', redirectToUrl],
  ['sofort', redirectToUrl],
  ['eps', redirectToUrl],
  ['trustly', redirectToUrl],
  ['bancontact', redirectToUrl],
  ['p24', redirectToUrl],
  ['unionpay', redirectToUrl],
  ['fpx', redirectToUrl],
  ['mcash', redirectToUrl],
  ['grabpay', redirectToUrl],
  ['bank_transfer_id', handleRedirect('bank_transfer_id_handle_redirect')],
  ['qris', redirectToUrl],
  ['promptpay', handleRedirect('promptpay_handle_redirect')],
  ['ovo', redirectToUrl],
  ['shopeepay', handleRedirect('shopeepay_handle_redirect')],
  ['upi', redirectToUrl],
  ['boleto', 'at_once'], // a voucher exists only for a payment; there is nothing yet to agree to
  ['paynow', redirectToUrl],
  ['pix', pix],
  ['9pay', redirectToUrl],
  ['stitch', redirectToUrl],
  ['bpi', handleRedirect('bpi_handle_redirect')],
]);
