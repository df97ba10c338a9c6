import { type Asked, seal, set } from '../../../kernel/base/effects.js';
import type { Given } from '../../../kernel/base/fields.js';
import { about } from '../../../kernel/base/fields.js';
import { flag, ref, text } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Acceptance } from '../intents/mandate.js';
import type { Chosen } from '../intents/method.js';
import { customer_acceptance } from '../intents/parts.js';
import { payment_method_data } from '../payment-methods/payment-method-data.js';
import { requireUsableToken, type Token, token } from '../tokens/token.js';
import { type ConfirmingOptions, confirming_options, type StoredOptions, storedOptions } from './options.js';
import { off_session, paymentIntent } from './payment-intent.js';

const { fields } = paymentIntent;

/** What describes a payment, and can be changed as long as it exists. */
export const described = pick(
  fields,
  'description',
  'merchant_order_id',
  'merchant_user_id',
  'metadata',
  'quantity',
  'receipt_email',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
);

/** What a payment is paid with, and how. */
export const paid_with = {
  ...pick(fields, 'payment_method', 'payment_method_options', 'payment_method_types', 'setup_future_usage', 'capture_method', 'return_url'),
  ...pick(fields, 'allowed_payment_method_types', 'excluded_payment_method_types'),
  payment_method_data,
};

/** What confirming takes besides; two spellings of one member are published (published-facts 1, row 17). */
export const confirming_params = {
  client_secret: about('The client secret of the intent, required with a publishable key.', text),
  confirmation_token: about(
    'A token with what the payer chose on your page; it takes the place of `payment_method` and `payment_method_data`.',
    ref('confirmation_token'),
  ),
  error_on_requires_action: about(
    'Whether the payment fails with `authentication_required` if the payer would have to act. Only when confirming.',
    flag,
  ),
  mandate_data: about(
    'How the payer agreed to be charged later. Only when confirming.',
    object({ customer_acceptance: about('How and when the payer agreed to be charged later.', customer_acceptance) }),
  ),
  off_session: about(
    'Whether the payer is absent and cannot act: the payment then fails with `authentication_required` if they would have to. Only when confirming. `one_off` and `recurring` count as true.',
    off_session,
  ),
  'off-session': about('The same as `off_session`.', off_session),
  use_stripe_sdk: about('Accepted for compatibility, and ignored.', flag),
};

type Confirming = Given<typeof confirming_params>;
type Apart = Confirming & { readonly cvc_token?: string };
type Options = { readonly payment_method_options?: ConfirmingOptions };
type Stored<P> = Omit<P, keyof Confirming | keyof Options> & { readonly payment_method_options?: StoredOptions };

/** What is paid with, as a request says it that may confirm. */
export const confirming_paid_with = { ...paid_with, payment_method_options: confirming_options };

/** The parameters that are stored, apart from those that only say how to confirm. */
export function apart<P extends Confirming & Options>(params: P): { confirming: Apart; given: Stored<P> } {
  const {
    client_secret,
    confirmation_token,
    error_on_requires_action,
    mandate_data,
    off_session,
    'off-session': hyphened,
    payment_method_options: options,
    use_stripe_sdk,
    ...given
  } = params;
  const cvc_token = options?.card?.cvc_token;
  const absent = off_session ?? hyphened ?? false;
  return {
    confirming: {
      ...(confirmation_token && { confirmation_token }),
      ...(cvc_token && { cvc_token }),
      ...(mandate_data && { mandate_data }),
      off_session: absent !== false,
      error_on_requires_action: error_on_requires_action ?? false,
    },
    given: { ...given, ...(options && { payment_method_options: storedOptions(options) }) },
  };
}

/** What only the request that confirms knows. */
export type Known = Chosen & { readonly acceptance: Acceptance | null; readonly off_session: boolean };

/** What a try knows of the request that confirms. */
export const knownOf = (chosen: Chosen, { mandate_data, off_session, error_on_requires_action }: Confirming): Known => ({
  ...chosen,
  acceptance: mandate_data?.customer_acceptance ?? null,
  off_session: off_session === true || error_on_requires_action === true,
});

/** Why what only confirming takes cannot be stored for later; null where nothing of it was sent. */
export function requireAtConfirmation(confirming: Apart, asked: Asked): void {
  const named = (['off_session', 'mandate_data', 'error_on_requires_action', 'confirmation_token'] as const).find(
    (name) => confirming[name],
  );
  const param = named ?? (confirming.cvc_token && cvc_token_param);
  if (!param) return;
  const message = `${param} can only be used together with confirm=true. Leave it out here and send it when confirming.`;
  asked.refuse({ code: 'parameter_invalid', param, message });
}

/** The token that stands for a verification code. */
export const of_code = { code: one(token, 'payment_method_options.card.cvc_token') } as const;

/** Where it comes in. */
export const cvc_token_param = 'payment_method_options[card][cvc_token]';

const two_codes: Refusal = {
  code: 'parameters_exclusive',
  param: cvc_token_param,
  message: 'Send only one of payment_method_options[card][cvc_token] and payment_method_data[card][cvc].',
};

const no_card: Refusal = {
  code: 'parameter_invalid',
  param: cvc_token_param,
  message: 'cvc_token is for cards only. Leave it out when another type of payment method pays.',
};

/** What is paid with, and the code that a token stands for: the token is used up by this try, whatever comes of it. */
export function withCode(chosen: Chosen, code: Token | null, asked: Asked): Chosen {
  if (!code) return chosen;
  requireUsableToken(code, 'cvc_update', cvc_token_param, asked);
  if (chosen.cvc) return asked.refuse(two_codes);
  if (chosen.method && chosen.method.type !== 'card') return asked.refuse(no_card);
  const { cvc } = asked.contents(code);
  if (!cvc) throw new Error(`The vault holds no code of ${code.id}, which is unused`);
  return { ...chosen, cvc, made: [chosen.made, set(code, { used: true }), seal(code, {})] };
}

type Intent = It<typeof paymentIntent>;

type GivenOfInvoice = { readonly [K in (typeof of_invoice)[number]]?: Intent[K] | undefined } & {
  readonly transfer_data?: { readonly amount?: number | null } | null | undefined;
  readonly payment_method_options?: Readonly<Record<string, { readonly capture_method?: string } | null | undefined>> | undefined;
};

/** What the invoice says. */
const of_invoice = ['amount', 'application_fee_amount', 'currency', 'customer', 'capture_method', 'fx_quote'] as const;

/** Why a payment that pays an invoice cannot be changed like that: how much it is, how it is shared, whose, and that it is paid at once is for the invoice to say. */
export function requireLikeInvoice(it: Intent, given: GivenOfInvoice, asked: Asked): void {
  if (it.invoice === null) return;
  const name = of_invoice.find((each) => given[each] !== undefined && given[each] !== it[each]);
  const held = Object.entries(given.payment_method_options ?? {}).find(([, options]) => options?.capture_method === 'manual')?.[0];
  const passes = given.transfer_data != null && given.transfer_data.amount !== it.transfer_data?.amount && 'transfer_data';
  const param = name ?? (passes || (held && `payment_method_options[${held}][capture_method]`));
  if (!param) return;
  const message = `This PaymentIntent pays the invoice ${it.invoice}, so its ${name ?? (passes || 'capture_method')} cannot be changed. Attach a PaymentIntent of your own to the invoice to pay it otherwise.`;
  asked.refuse({ code: 'payment_intent_unexpected_state', param, message });
}
