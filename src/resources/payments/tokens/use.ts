import { type Effects, reseal, seal, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { AnyIt } from '../../../kernel/base/resource.js';
import type { Token } from './token.js';

const kinds: Readonly<Record<Token['type'], string>> = {
  card: 'a card',
  bank_account: 'a bank account',
  cvc_update: 'a verification code',
  pii: 'personal information',
};

/** Why a token does not stand for what is wanted here; null if it does. `param` is where it came in. */
export function unusableToken(token: Token, type: Token['type'], param: string): Refusal | null {
  if (token.used) return { code: 'token_already_used', param };
  if (token.type === type) return null;
  const message = `The token ${token.id} stands for ${kinds[token.type]}, not for ${kinds[type]}.`;
  return { code: 'parameter_invalid', param, message };
}

/** Uses a token up: what the vault kept for it is from now on kept for what it has become, and for nothing else. */
export const usedFor = (token: Token, it: AnyIt): Effects => [reseal(it, token), set(token, { used: true }), seal(token, {})];
