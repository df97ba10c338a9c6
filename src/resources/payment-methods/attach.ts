import { type Change, change } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { It } from '../../base/resource.js';
import { paymentMethod } from './payment-method.js';

/** Whether a payment method is free, or belongs to somebody else than this customer (seed: methods of other customers cannot be used). */
export const belongsElsewhere = (method: It<typeof paymentMethod>, customer: string | null): boolean =>
  method.customer !== null && method.customer !== customer;

/** The refusal for a payment method of another customer. */
export const of_another_customer: Refusal = { code: 'payment_method_customer_mismatch', param: 'payment_method' };

/** Attaches a payment method to a customer, with its event; attaching it again changes nothing. */
export function attaching(method: It<typeof paymentMethod>, customer: string): Change | { refuse: Refusal } {
  if (belongsElsewhere(method, customer)) return { refuse: of_another_customer };
  if (method.customer === customer) return change(paymentMethod, method, {});
  return change(paymentMethod, method, { set: { customer }, tell: 'payment_method.attached' });
}
