import { type Effects, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Approved, CardChecks } from '../../../processors/contract.js';
import type { customer } from '../../customers/customers/customer.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';

type Method = It<typeof paymentMethod>;

/**
 * A payment method that has been verified silently keeps what was checked and, where it is kept for later, becomes the customer's. One that
 * has paid without a customer cannot pay again.
 */
export function verified(method: Method, owner: It<typeof customer> | null, { checks }: Approved, paid_at?: number): Effects {
  const spent = paid_at !== undefined && !owner && method.customer === null;
  const proof = { ...checkedOf(method, checks), ...(spent && { used_at: paid_at }) };
  if (owner && method.customer !== owner.id) return set(method, { ...proof, customer: owner.id }, 'payment_method.attached');
  return (checks || spent) && set(method, proof, null);
}

/** What was checked of a card. */
export const checkedOf = (method: Method, checks: CardChecks | undefined): { readonly card?: { readonly checks: Partial<CardChecks> } } =>
  checks && method.card ? { card: { checks: known(checks) } } : {};

/** After a step the verification code is gone: what was not checked now does not undo what was checked before. */
const known = (checks: CardChecks): Partial<CardChecks> => Object.fromEntries(Object.entries(checks).filter(([, value]) => value !== null));

/** How a card was authenticated, as attempts and charges tell it. */
export const threeDSecureOf = ({ authenticated }: Approved): { authentication_flow: string; result: string; version: string } | null =>
  authenticated ? { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' } : null;
