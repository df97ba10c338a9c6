import { timeOfId } from '../../kernel/base/ids.js';
import type { Expanded, ViewOf } from '../../kernel/base/views.js';
import type { WithMerchant } from '../../resources/accounts/accounts/merchant.js';
import type { paymentIntent } from '../../resources/payments/payment-intents/payment-intent.js';
import type { setupIntent } from '../../resources/payments/setup-intents/setup-intent.js';
import { type Kind, kindOf, type Method, methodLabel } from '../kit/ways-to-pay.js';
import type { Language } from '../paper/languages.js';

type Payment = ViewOf<typeof paymentIntent>;
type Setup = ViewOf<typeof setupIntent>;

/** An intent as its page sees it: with its payment method, or a bare id where that is gone. A setup intent has no amount. */
export type Intent = Expanded<
  Pick<Setup, 'id' | 'client_secret' | 'description' | 'livemode' | 'return_url'>,
  {
    object: (Payment | Setup)['object'];
    amount?: Payment['amount'];
    currency?: Payment['currency'];
    /** The step that the payer has been through, where the shop's server has yet to confirm the payment. */
    finished_step?: Payment['finished_step'];
    next_action: (Payment | Setup)['next_action'];
    payment_method: Method | string | null;
    status: string;
  }
>;

/** What the API answers to the page of an intent. */
export type IntentRead = Intent & Pick<WithMerchant<typeof setupIntent>, 'merchant'>;

/** Where the public API has an intent, and where it takes the outcome of a step; null for what is no intent. */
export function routesOf(object: string, id: string): { readonly read: string; readonly finish: string } | null {
  const name = encodeURIComponent(id);
  switch (object) {
    case 'setup_intent':
      return {
        read: `/v1/setup_intents/${name}?expand[0]=payment_method`,
        finish: `/v1/test_helpers/setup_intents/${name}/next_action`,
      };
    case 'payment_intent':
      return {
        read: `/v1/payment_intents/${name}?expand[0]=payment_method`,
        finish: `/v1/test_helpers/payment_intents/${name}/next_action`,
      };
    default:
      return null;
  }
}

/** The parameters for the shop on return. */
export function returnParams({ object, id, client_secret, status, finished_step }: Intent): Record<string, string> {
  const redirect_status = finished_step ? 'succeeded' : (redirect_statuses.get(status) ?? 'failed');
  return object === 'payment_intent'
    ? { payment_intent: id, payment_intent_client_secret: client_secret, redirect_status }
    : { setup_intent: id, setup_intent_client_secret: client_secret, redirect_status };
}

const redirect_statuses: ReadonlyMap<string, string> = new Map([
  ['succeeded', 'succeeded'],
  ['requires_capture', 'succeeded'],
  ['processing', 'pending'],
]);

const methodOf = ({ payment_method }: Intent): Method | null => (typeof payment_method === 'object' ? payment_method : null);

/** The kind of page for an intent's next step. Only a card's bank asks without a word of the card. */
export function kindFor(intent: Intent): Kind {
  const method = methodOf(intent);
  return method ? kindOf(method, intent.next_action?.type ?? '') : 'three_d_secure';
}

/** What the payer pays with, in their words; null where only the type card is known. */
export function labelOf(intent: Intent, language: Language = 'en'): string | null {
  const method = methodOf(intent);
  return method && methodLabel(method, language);
}

/** What a mark is drawn for. */
export function markOf(intent: Intent): { readonly type: string; readonly brand: string | null } | null {
  const method = methodOf(intent);
  return method && { type: method.type, brand: method.card?.brand ?? null };
}

/** Where vouchers are paid, whose last day ends by the clocks there. */
const zones: ReadonlyMap<string, string> = new Map([
  ['boleto', 'America/Sao_Paulo'],
  ['konbini', 'Asia/Tokyo'],
  ['multibanco', 'Europe/Lisbon'],
  ['oxxo', 'America/Mexico_City'],
]);

/** The time zone of the displayed deadline of an intent. */
export const zoneOf = (intent: Intent): string => zones.get(methodOf(intent)?.type ?? '') ?? 'UTC';

/** What is paid; null when nothing is paid now. */
export const amountOf = ({ amount, currency }: Intent): { amount: number; currency: string } | null =>
  amount === undefined || currency === undefined ? null : { amount, currency };

/** The member of a next action that its type names. */
const memberOf = ({ next_action }: Intent): Readonly<Record<string, unknown>> => {
  const member = next_action?.[next_action.type];
  return typeof member === 'object' && member !== null ? (member as Record<string, unknown>) : {};
};

/** What a shop or bank books a payment by: the number that was given out with the step, or the intent's own last characters. */
export function referenceOf(intent: Intent): string {
  const { bar_code } = memberOf(intent);
  return typeof bar_code === 'string' && bar_code !== '' ? bar_code : intent.id.slice(-12).toUpperCase();
}

/** What the code of a step holds, for a payer whose phone shows it; null where there is none. */
export function codeOf(intent: Intent): string | null {
  const { data, qrcode, url } = memberOf(intent);
  return [qrcode, data, url].find((each): each is string => typeof each === 'string' && each !== '') ?? null;
}

/** Until when the step can be taken, in seconds: as given beside it, or counted from the attempt as the step says; null without either. */
export function dueOf(intent: Intent, attempt: string): number | null {
  const expires_at = intent.next_action?.expires_at;
  if (typeof expires_at === 'number') return expires_at;
  const { timeout } = memberOf(intent);
  const lasts_seconds = typeof timeout === 'string' || typeof timeout === 'number' ? Number(timeout) : Number.NaN;
  return lasts_seconds > 0 ? Math.ceil(timeOfId(attempt) / 1000) + lasts_seconds : null;
}
