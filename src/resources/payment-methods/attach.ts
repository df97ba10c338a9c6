import { type Change, change } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { It } from '../../base/resource.js';
import { paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;

/** Why this customer cannot use the payment method: it is somebody else's (seed), or was detached for good; null if it can. */
export function unusable(method: Method, customer: string | null): Refusal | null {
  if (method.customer !== null && method.customer !== customer)
    return { code: 'payment_method_customer_mismatch', param: 'payment_method' };
  if (method.detached_at === null) return null;
  return {
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: 'This payment method was detached from its customer and cannot be used again.',
  };
}

/** Attaches a payment method to a customer, with its event; attaching it again changes nothing. */
export function attaching(method: Method, customer: string): Change | { refuse: Refusal } {
  const refuse = unusable(method, customer);
  if (refuse) return { refuse };
  return method.customer === customer
    ? change(paymentMethod, method, {})
    : change(paymentMethod, method, { set: { customer }, tell: 'payment_method.attached' });
}
