import { type Effects, set } from '../../base/effects.js';
import type { Approved, CardChecks } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import type { customer } from '../customers/customer.js';
import type { paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;

/** A payment method that proved to work silently keeps what was checked and, where it is kept for later, becomes the customer's. */
export function proved(method: Method, owner: It<typeof customer> | null, { checks }: Approved): Effects {
  const checked = checks && method.card && { card: { checks: known(checks) } };
  if (owner && method.customer !== owner.id) return set(method, { ...checked, customer: owner.id }, 'payment_method.attached');
  return checked && set(method, checked, null);
}

/** After a step the verification code is gone: what was not checked now does not undo what was checked before. */
const known = (checks: CardChecks): Partial<CardChecks> => Object.fromEntries(Object.entries(checks).filter(([, value]) => value !== null));
