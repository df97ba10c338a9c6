import type { Failure } from './invoice-words.js';

/** Why a payment was refused, as the API tells payers. */
export type LastError = { readonly code?: string | null; readonly decline_code?: string | null; readonly type?: string | null };

const failures: Readonly<Record<string, Failure>> = {
  insufficient_funds: 'funds',
  expired_card: 'expired',
  invalid_expiry_month: 'invalid',
  invalid_expiry_year: 'invalid',
  incorrect_number: 'number',
  invalid_number: 'number',
  incorrect_cvc: 'cvc',
  invalid_cvc: 'cvc',
  authentication_required: 'authentication',
  payment_intent_authentication_failure: 'authentication',
};

/** Why a payment failed in words that a payer can act by; null where nothing failed. */
export function failureOf(error: LastError | null): Failure | null {
  if (!error) return null;
  const { decline_code, code, type } = error;
  const known = failures[decline_code ?? ''] ?? failures[code ?? ''];
  return known ?? (type === 'card_error' ? 'declined' : 'invalid');
}
