import type { Asked } from '../../../kernel/base/effects.js';
import type { IssuedCard } from '../cards/card.js';
import type { IssuingToken } from '../tokens/token.js';

type Said = { readonly wallet?: string | null };

/** A card network passes on requests of active tokens only, and knows their wallet. */
export function requireToken(token: IssuingToken | null, { wallet }: Said, card: IssuedCard, asked: Asked): void {
  if (!token) return;
  if (token.card !== card.id) {
    const message = `The token ${token.id} is of the card ${token.card}. Name a token of ${card.id}.`;
    asked.refuse({ code: 'parameter_invalid', param: 'token', message });
  }
  if (token.status !== 'active') {
    const message = `The token ${token.id} is ${token.status}, so the card network refuses the purchase. Activate the token first.`;
    asked.refuse({ code: 'issuing_token_unexpected_state', param: 'token', message });
  }
  if (wallet && wallet !== token.wallet_provider) {
    const message = `The token ${token.id} is in ${token.wallet_provider}. Leave wallet out, or send that.`;
    asked.refuse({ code: 'parameter_invalid', param: 'wallet', message });
  }
}

/** What an authorization shows of the token that paid. */
export const paidWith = (token: IssuingToken | null) => (token ? { token: token.id, wallet: token.wallet_provider } : {});
