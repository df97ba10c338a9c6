import type { Asked } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Session } from './session.js';

const minute = 60;
const day = 86_400;

/** The default, minimum and maximum lifetime of a session, in seconds (Stripe). */
export const lasts_seconds = day;
const lasts_min_seconds = 30 * minute;

type Mode = Session['mode'];

/** What is judged of a new session. */
type Sent = {
  readonly allow_promotion_codes?: boolean | null | undefined;
  readonly custom_fields?: readonly CustomField[] | undefined;
  readonly customer?: string | null | undefined;
  readonly customer_creation?: string | null | undefined;
  readonly customer_email?: string | null | undefined;
  readonly discounts?: readonly object[] | null | undefined;
  readonly expires_at?: number | undefined;
  readonly line_items?: readonly object[] | undefined;
  readonly payment_intent_data?: object | undefined;
  readonly payment_method_collection?: string | null | undefined;
  readonly payment_method_options?: Readonly<Record<string, { readonly capture_method?: unknown } | null | undefined>> | null | undefined;
  readonly redirect_on_completion?: string | undefined;
  readonly return_url?: string | undefined;
  readonly branding_settings?: object | undefined;
  readonly cancel_url?: string | null | undefined;
  readonly setup_intent_data?: object | undefined;
  readonly shipping_options?: readonly object[] | undefined;
  readonly subscription_data?: object | undefined;
  readonly success_url?: string | null | undefined;
  readonly ui_mode?: string | undefined;
};

/** Whether the page is shown in a frame of a page of the merchant's. */
export const isEmbedded = ({ ui_mode }: { readonly ui_mode?: string | undefined }): boolean =>
  ui_mode === 'embedded' || ui_mode === 'embedded_page';

/** Whether the merchant's own page shows it by elements. */
export const isOfElements = ({ ui_mode }: { readonly ui_mode?: string | undefined }): boolean =>
  ui_mode === 'custom' || ui_mode === 'elements';

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });
const missing = (param: string, message = `Missing required param: ${param}.`): Refusal => ({ code: 'parameter_missing', param, message });
const exclusive = (param: string, message: string): Refusal => ({ code: 'parameters_exclusive', param, message });

/** Why there can be no session like this. */
export const requireSession = (sent: Sent, mode: Mode, now: number, asked: Asked): void => {
  requireAddresses(sent, asked);
  requireMode(sent, mode, asked);
  requirePayer(sent, asked);
  requireExpiry(sent, now, asked);
  requireFields(sent.custom_fields ?? [], asked);
};

function requireAddresses(sent: Sent, asked: Asked): void {
  if (isOfElements(sent)) requireOwnPage(sent, asked);
  else requirePageAddresses(sent, asked);
}

function requirePageAddresses(sent: Sent, asked: Asked): void {
  const { success_url, cancel_url, return_url, redirect_on_completion } = sent;
  if (!isEmbedded(sent)) {
    if (return_url) asked.refuse(wrong('return_url', 'return_url is for sessions in a frame (ui_mode=embedded). Send success_url.'));
    if (redirect_on_completion)
      asked.refuse(wrong('redirect_on_completion', 'redirect_on_completion is for sessions in a frame (ui_mode=embedded).'));
    if (!success_url) asked.refuse(missing('success_url'));
    return;
  }
  if (success_url) asked.refuse(wrong('success_url', 'A session in a frame has a return_url, and no success_url.'));
  if (cancel_url) asked.refuse(wrong('cancel_url', 'An embedded session has no cancel_url: the payer is on your page already.'));
  if (redirect_on_completion === 'never') {
    if (return_url) asked.refuse(exclusive('return_url', 'With redirect_on_completion=never there is no redirect. Leave return_url out.'));
    return;
  }
  if (!return_url) asked.refuse(missing('return_url'));
}

/** A session of elements has an address to come back to, and none besides. */
function requireOwnPage(sent: Sent, asked: Asked): void {
  for (const name of ['success_url', 'cancel_url', 'redirect_on_completion', 'branding_settings'] as const)
    if (sent[name])
      asked.refuse(wrong(name, `A session of elements is shown by your own page, and has a return_url alone. Leave ${name} out.`));
  if (!sent.return_url) asked.refuse(missing('return_url'));
}

/** What is said of the things that come of one mode, and of no other. */
const of_modes = [
  ['payment_intent_data', 'payment'],
  ['subscription_data', 'subscription'],
  ['setup_intent_data', 'setup'],
] as const;

function requireMode(sent: Sent, mode: Mode, asked: Asked): void {
  const [misplaced, fitting] = of_modes.find(([name, of]) => sent[name] && mode !== of) ?? [];
  if (misplaced) asked.refuse(wrong(misplaced, `You can only set ${misplaced} in ${fitting} mode.`));
  if (mode === 'setup') {
    const bought = (['line_items', 'discounts', 'shipping_options'] as const).find((name) => sent[name]?.length);
    if (bought) asked.refuse(wrong(bought, `In setup mode nothing is bought. Leave ${bought} out.`));
    return;
  }
  if (!sent.line_items?.length)
    asked.refuse(missing('line_items', `Missing required param: line_items. In ${mode} mode something is bought.`));
  if (mode === 'subscription' && sent.shipping_options?.length) asked.refuse(shipped_monthly);
  const held = mode === 'subscription' && heldType(sent);
  if (held)
    asked.refuse(
      wrong(`payment_method_options[${held}][capture_method]`, 'A recurring price is charged at once. Leave capture_method out.'),
    );
  if (mode === 'payment' && sent.payment_method_collection === 'if_required')
    asked.refuse(wrong('payment_method_collection', 'You can only set payment_method_collection in subscription mode.'));
  if (sent.discounts?.length && sent.allow_promotion_codes)
    asked.refuse(exclusive('allow_promotion_codes', 'Send only one of discounts and allow_promotion_codes.'));
}

/** Invoices of subscriptions do not charge it, so the page does not show it. */
export const shipped_monthly = wrong('shipping_options', 'You can only set shipping_options in payment mode.');

/** A type that cannot authorize without capturing. */
const heldType = ({ payment_method_options }: Sent): string | undefined =>
  Object.entries(payment_method_options ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];

function requirePayer({ customer, customer_email, customer_creation }: Sent, asked: Asked): void {
  if (customer && customer_email)
    asked.refuse(exclusive('customer_email', 'You may only specify one of these parameters: customer, customer_email.'));
  if (customer && customer_creation)
    asked.refuse(exclusive('customer_creation', 'You may only specify one of these parameters: customer, customer_creation.'));
}

function requireExpiry({ expires_at }: Sent, now: number, asked: Asked): void {
  if (expires_at === undefined || (expires_at >= now + lasts_min_seconds && expires_at <= now + lasts_seconds)) return;
  asked.refuse(wrong('expires_at', 'expires_at must be between 30 minutes and 24 hours from now.'));
}

type CustomField = {
  readonly dropdown?: { readonly options?: readonly unknown[] } | null;
  readonly key?: string;
  readonly type?: string;
};

/** Refuses custom fields that cannot be shown. */
export function requireFields(fields: readonly CustomField[], asked: Asked): void {
  for (const [place, { dropdown, key = '', type }] of fields.entries()) {
    const at = `custom_fields[${place}]`;
    if (!/^[A-Za-z0-9]+$/.test(key)) asked.refuse(wrong(`${at}[key]`, 'A key is made of letters and digits.'));
    if (fields.findIndex((each) => each.key === key) < place)
      asked.refuse(wrong(`${at}[key]`, `The key ${key} is another field's already.`));
    if (type === 'dropdown' && !dropdown?.options?.length) asked.refuse(missing(`${at}[dropdown][options]`));
  }
}
