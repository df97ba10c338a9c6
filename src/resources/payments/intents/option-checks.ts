import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';

type Method = It<typeof paymentMethod>;
type Options = Readonly<Record<string, unknown>>;

/** Refuses a card that does not have the network that the options name. */
export function requireNetwork({ network }: Options, { card }: Method, asked: Asked): void {
  if (typeof network !== 'string' || !card || card.networks.available.includes(network)) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'payment_method_options[card][network]',
    message: `The card cannot be used over the network ${network}. Send one of its networks: ${card.networks.available.join(', ')}.`,
  });
}

/** The card brands of a restriction name; every other name is that of its brand. */
const brands_of: Readonly<Record<string, readonly string[]>> = {
  american_express: ['amex'],
  discover_global_network: ['diners', 'discover', 'elo', 'jcb', 'unionpay'],
};

type Restrictions = { readonly brands_blocked?: readonly string[]; readonly funding_types_blocked?: readonly string[] };

/** Refuses a card that the options do not accept. */
export function requireAccepted(options: { readonly restrictions?: Restrictions | undefined }, { card }: Method, asked: Asked): void {
  const { brands_blocked = [], funding_types_blocked = [] } = options.restrictions ?? {};
  if (!card) return;
  const brand = brands_blocked.flatMap((name) => brands_of[name] ?? [name]).find((name) => name === card.brand);
  const funding = funding_types_blocked.find((name) => name === card.funding);
  if (!brand && !funding) return;
  asked.refuse({
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: `Cards of the kind ${brand ?? funding} are not accepted here. Use another card.`,
  });
}

/** How soon and how late a moment of expiry may be, in seconds from now (Stripe). */
const expiries: Readonly<Record<string, { readonly minimum: number; readonly maximum: number }>> = {
  konbini: { minimum: 60, maximum: 60 * 86_400 },
  pix: { minimum: 60, maximum: 1_209_600 },
};

/** Refuses a moment of expiry that is too soon or too late. */
export function requireExpiry(options: Options, type: string, asked: Asked): void {
  const { expires_at } = options;
  const bounds = expiries[type];
  if (typeof expires_at !== 'number' || !bounds) return;
  const left = expires_at - asked.now;
  if (left >= bounds.minimum && left <= bounds.maximum) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: `payment_method_options[${type}][expires_at]`,
    message: `Invalid expires_at: send a time from ${bounds.minimum} to ${bounds.maximum} seconds from now.`,
  });
}

/** Refuses a saved card without its verification code, where the options require it. */
export function requireCode(options: Options, { card, customer }: Method, cvc: unknown, asked: Asked): void {
  if (options.require_cvc_recollection !== true || !card || customer === null || cvc) return;
  asked.refuse({
    code: 'parameter_missing',
    param: 'payment_method_options[card][cvc_token]',
    message:
      'The options of this payment require the verification code of a saved card. Send cvc_token, from POST /v1/tokens with cvc_update.',
  });
}
