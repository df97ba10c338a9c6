import { parsedUrl } from '../../../kernel/base/kinds.js';
import type { Dialect, Document } from '../../../kernel/base/resource.js';
import { qrCode } from '../../../pictures/qr.js';
import { differsForSdks, shapedForSdks } from '../for-sdks/for-sdks.js';

type Member = Readonly<Record<string, unknown>>;
type Step = { readonly type: string } & Member;
/** Whose step it is, and until when it can be taken. */
type Occasion = { readonly it: Document; readonly expires_at: unknown; readonly besides: Member };
type Shape = (member: Member, occasion: Occasion) => Step;

const step = (type: string, member: Member): Step => ({ type, [type]: member });

/** Somewhere to go, and to come back from. */
const redirect =
  (name: string): Shape =>
  ({ [name]: url, return_url }, { it }) =>
    step('redirect_to_url', { return_url: return_url ?? it.return_url ?? null, url });

/** Images of QR codes to scan. */
function drawn(data: unknown): Member {
  const { png, svg } = qrCode(String(data));
  return { data, image_url_png: png, image_url_svg: svg };
}

/** What a shop or a bank books a payment by, as the payer's page tells it too. */
const referenceOf = ({ id }: Document): string => id.slice(-12).toUpperCase();

const of_wechat_link = {
  app_id: 'appId',
  nonce_str: 'nonceStr',
  package: 'package',
  partner_id: 'partnerId',
  prepay_id: 'prepayId',
  sign: 'sign',
  timestamp: 'timeStamp',
} as const;

/** What an app hands to WeChat's library stands in the link that opens WeChat: `weixin://app/APP/pay/?nonceStr=...`. */
function wechatApp({ native_url }: Member): Member {
  const link = parsedUrl(String(native_url));
  const app = /\/(wx\w+)\//.exec(link?.pathname ?? '')?.[1] ?? null;
  const said = Object.entries(of_wechat_link).map(([name, parameter]) => [name, link?.searchParams.get(parameter) ?? null]);
  const members: Member = Object.fromEntries(said);
  return { ...members, app_id: members.app_id ?? app };
}

/** Every step with another native name or other members; a step that is not listed is the same in both. */
const shapes: Readonly<Record<string, Shape>> = {
  ddc_redirect: redirect('url'),
  challenge_redirect: redirect('url'),
  alipayplus_handle_redirect: redirect('normalUrl'),
  wechat_pay_redirect_to_web: redirect('url'),
  truemoney_handle_redirect: redirect('url'),
  akulaku_handle_redirect: redirect('url'),
  bank_transfer_id_handle_redirect: redirect('url'),
  dana_handle_redirect: redirect('url'),
  shopeepay_handle_redirect: redirect('url'),
  gcash_handle_redirect: redirect('url'),
  rabbit_line_pay_handle_redirect: redirect('url'),
  alipay_hk_handle_redirect: redirect('url'),
  bpi_handle_redirect: redirect('url'),
  wechat_pay_display_qr_code: ({ data, data_ur, image_url_png, image_url_svg }) =>
    step('wechat_pay_display_qr_code', { data, hosted_instructions_url: data, image_data_url: data_ur, image_url_png, image_url_svg }),
  wechat_pay_redirect_to_android_app: (member) => step('wechat_pay_redirect_to_android_app', wechatApp(member)),
  promptpay_handle_redirect: ({ url }) => step('promptpay_display_qr_code', { ...drawn(url), hosted_instructions_url: url }),
  pix_handle_redirect: ({ url, qrcode }, { expires_at }) =>
    step('pix_display_qr_code', { ...drawn(qrcode), expires_at, hosted_instructions_url: url }),
  oxxo_handle_redirect: ({ bar_code, url }, { expires_at }) =>
    step('oxxo_display_details', { expires_after: expires_at, hosted_voucher_url: url, number: bar_code }),
  spei_display_details: (member, { it }) =>
    step('display_bank_transfer_instructions', {
      amount_remaining: it.amount ?? null,
      currency: it.currency ?? null,
      reference: referenceOf(it),
      ...member,
      type: 'mx_bank_transfer',
    }),
};

/** Steps that are a redirect natively and more than that for SDKs, by the type of payment method. */
const of_redirects: Readonly<Record<string, Shape>> = {
  boleto: ({ url }, { it, expires_at, besides }) => {
    const { number = referenceOf(it) } = (besides.boleto_display_details ?? {}) as Member;
    return step('boleto_display_details', { expires_at, hosted_voucher_url: url, number, pdf: url });
  },
  paynow: ({ url }) => step('paynow_display_qr_code', { ...drawn(url), hosted_instructions_url: url }),
  upi: ({ url }, { expires_at }) => {
    const { data: _, ...pictures } = drawn(url);
    return step('upi_handle_redirect_or_display_qr_code', { hosted_instructions_url: url, qr_code: { expires_at, ...pictures } });
  },
};

function shapeOf(it: Document, { type, expires_at = null, payment_method_type = '', ...members }: Step): Step {
  const member = (members[type] ?? {}) as Member;
  const shape = type === 'redirect_to_url' ? of_redirects[String(payment_method_type)] : shapes[type];
  return shape?.(member, { it, expires_at, besides: members }) ?? step(type, member);
}

const withStep = (it: Document): Document => (it.next_action ? { ...it, next_action: shapeOf(it, it.next_action as Step) } : it);

/** An intent with its next step by Stripe's names and with Stripe's members (spec README, decision 16a). */
export const intentForSdks: Dialect = {
  differs: (text) => text.includes('"next_action":{') || differsForSdks(text),
  shape: (it) => shapedForSdks(withStep(it)),
};
