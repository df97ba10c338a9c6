import type { Asked } from '../../../kernel/base/effects.js';
import { type Given, object } from '../../../kernel/base/fields.js';
import { flag, ref, text } from '../../../kernel/base/kinds.js';
import type { Acceptance } from '../intents/mandate.js';
import type { Chosen } from '../intents/method.js';
import { customer_acceptance } from '../intents/parts.js';
import { cvc_token_param } from './code.js';
import { type ConfirmingOptions, confirming_options, type StoredOptions, storedOptions } from './options.js';
import { paid_with } from './parameters.js';
import { off_session } from './payment-intent.js';

/** What confirming takes besides; two spellings of one member are published (published-facts 1, row 17). */
export const confirming_params = {
  client_secret: text,
  confirmation_token: ref('confirmation_token'),
  error_on_requires_action: flag,
  mandate_data: object({ customer_acceptance }),
  off_session,
  'off-session': off_session,
  use_stripe_sdk: flag,
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
