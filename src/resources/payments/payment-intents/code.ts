import { type Asked, seal, set } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Chosen } from '../intents/method.js';
import { requireUsableToken, type Token, token } from '../tokens/token.js';

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
  message: 'A verification code is that of a card. Leave cvc_token out where something else pays.',
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
