import { type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { MethodFacts } from '../../core/payment-method-types/facts.js';
import { types } from '../../core/payment-method-types/types.js';
import type { paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;

/** Why this customer cannot use the payment method: it belongs to another customer (seed), was detached, or was used without one; null if it can. */
function unusable(method: Method, customer: string | null): Refusal | null {
  if (method.customer !== null && method.customer !== customer)
    return { code: 'payment_method_customer_mismatch', param: 'payment_method', ...(customer === null && { message: unnamed }) };
  if (method.detached_at !== null) return spent(gone);
  return method.used_at === null ? null : spent(used_up);
}

// Whose it is stays unsaid: a page of the shop may ask with a publishable key.
const unnamed =
  'The payment method is kept for a customer. Send the id of that customer as customer along with it; with a secret key GET /v1/payment_methods/:id tells it.';

const spent = (message: string): Refusal => ({ code: 'payment_method_unexpected_state', param: 'payment_method', message });

const gone = 'This payment method was detached from its customer and cannot be used again.';
const used_up =
  'This payment method has paid without being attached to a customer, so it cannot be used again. To use one several times, attach it to a customer first, or send customer and setup_future_usage with its first payment.';

/** Why this customer cannot keep the payment method, which may be theirs already; null if they can. */
export const unattachable = (method: Method, customer: string): Refusal | null =>
  unusable(method, customer) ?? (method.customer === null ? unattached(method) : null);

function unattached(method: Method): Refusal | null {
  const facts: MethodFacts = types[method.type];
  if (!facts.saved) return transient(method);
  return facts.kept_once_verified ? unverified(method) : null;
}

const unverified = ({ type }: Method): Refusal => ({
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: `A payment method of type ${type} is attached once it is verified: confirm a SetupIntent with it, or a payment with setup_future_usage.`,
});

const transient = ({ type }: Method): Refusal => ({
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: `A payment method of type ${type} cannot be saved to a customer: it is for one payment. Pay with it and attach none, or attach one of another type.`,
});

/** Refuses a payment method that this customer cannot use. */
export function requireUsable(method: Method, customer: string | null, asked: Asked): void {
  const refusal = unusable(method, customer);
  if (refusal) asked.refuse(refusal);
}

/** Attaches a payment method to a customer who can keep it, with its event; attaching it again changes nothing. */
export const attached = (method: Method, customer: string): Effects =>
  method.customer !== customer && set(method, { customer }, 'payment_method.attached');

/** Detaches a payment method for good from its customer. */
export const detached = (method: Method, now: number): Effects =>
  set(method, { customer: null, detached_at: now }, 'payment_method.detached');
