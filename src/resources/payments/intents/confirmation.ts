import { type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { type ConfirmationToken, confirmationToken } from '../confirmation-tokens/confirmation-token.js';
import { paymentMethod } from '../payment-methods/payment-method.js';

/** A confirmation token that a request names, and what it is going to be paid with. */
export const of_confirmation = {
  confirmation_token: confirmationToken,
  confirmed_method: one(paymentMethod, 'confirmation_token.payment_method'),
} as const;

type Method = It<typeof paymentMethod>;
type Seen = {
  readonly confirmation_token: ConfirmationToken | null;
  readonly confirmed_method: Method | null;
  readonly payment_method: Method | null;
};

/** What a confirmation token says in place of the parameters of a request, and what marks it as used. */
export type Confirmed = {
  readonly says: Partial<Pick<ConfirmationToken, 'return_url' | 'setup_future_usage' | 'shipping'>> & { readonly payment_method?: string };
  readonly payment_method: Method | null;
  readonly used: Effects;
};

/** What is confirmed with, where a confirmation token says so; where none is named, whatever else the request says. */
export function confirmation(
  given: { readonly payment_method?: unknown; readonly payment_method_data?: unknown },
  { confirmation_token: token, confirmed_method, payment_method }: Seen,
  intent: { readonly payment_intent: string } | { readonly setup_intent: string },
  asked: Asked,
): Confirmed {
  const { now } = asked;
  if (!token) return { says: {}, payment_method, used: null };
  const besides = (['payment_method', 'payment_method_data'] as const).find((name) => given[name] !== undefined);
  if (besides)
    return asked.refuse({ code: 'parameters_exclusive', param: besides, message: `Send only one of confirmation_token and ${besides}.` });
  if (token.payment_intent ?? token.setup_intent) return asked.refuse({ code: 'token_already_used', param: 'confirmation_token' });
  if (token.expires_at !== null && token.expires_at <= now) return asked.refuse(expired);
  const { return_url, setup_future_usage, shipping } = token;
  const says = {
    ...(return_url && { return_url }),
    ...(setup_future_usage && { setup_future_usage }),
    ...(shipping && { shipping }),
    ...(confirmed_method && { payment_method: confirmed_method.id }),
  };
  return { says, payment_method: confirmed_method, used: set(token, intent) };
}

const expired: Refusal = {
  code: 'token_already_used',
  param: 'confirmation_token',
  message: 'This confirmation token has expired. Collect the choice of the payer again, and use the new token within twelve hours.',
};
