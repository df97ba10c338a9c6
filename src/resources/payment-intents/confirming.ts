import type { Refusal } from '../../base/errors.js';
import { type Given, object } from '../../base/fields.js';
import { flag, text } from '../../base/kinds.js';
import type { Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import type { Chosen } from '../intents/choose.js';
import { customer_acceptance } from '../intents/parts.js';
import type { Confirming as Known } from './attempt.js';
import { off_session, type paymentIntent } from './payment-intent.js';

/** What confirming takes besides; two spellings of one member are published (published-facts 1, row 17). */
export const confirming_params = {
  client_secret: text,
  error_on_requires_action: flag,
  mandate_data: object({ customer_acceptance }),
  off_session,
  'off-session': off_session,
  use_stripe_sdk: flag,
};

type Confirming = Given<typeof confirming_params>;

/** The parameters that are stored, apart from those that only say how to confirm. */
export function apart<P extends Confirming>(params: P): { confirming: Confirming; given: Omit<P, keyof Confirming> } {
  const { client_secret, error_on_requires_action, mandate_data, off_session, 'off-session': hyphened, use_stripe_sdk, ...given } = params;
  const absent = off_session ?? hyphened ?? false;
  return {
    confirming: {
      ...(mandate_data && { mandate_data }),
      off_session: absent !== false,
      error_on_requires_action: error_on_requires_action ?? false,
    },
    given,
  };
}

/** What a try knows of the request that confirms. */
export const knownOf = (chosen: Chosen, { mandate_data, off_session, error_on_requires_action }: Confirming): Known => ({
  ...chosen,
  acceptance: mandate_data?.customer_acceptance ?? null,
  off_session: off_session === true || error_on_requires_action === true,
});

/** Why what only confirming takes cannot be stored for later; null where nothing of it was sent. */
export function tooEarly(confirming: Confirming): Refusal | null {
  const param = (['off_session', 'mandate_data', 'error_on_requires_action'] as const).find((name) => confirming[name]);
  if (!param) return null;
  const message = `${param} can only be used together with confirm=true. Leave it out here and send it when confirming.`;
  return { code: 'parameter_invalid', param, message };
}

/** Why a browser cannot confirm this payment; null for anybody else, and where it can. */
export const refusalOfBrowser = (it: It<typeof paymentIntent>, { by_browser }: Surroundings): Refusal | null =>
  it.confirmation_method === 'manual' && by_browser ? of_browser : null;

const of_browser: Refusal = {
  code: 'payment_intent_invalid_parameter',
  message:
    'This PaymentIntent cannot be confirmed with a publishable key because its confirmation_method is manual. Confirm it from your server with your secret key, or create it with confirmation_method automatic.',
};
