import { type Asked, type Effects, set } from '../../../kernel/base/effects.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { MethodFacts } from '../../core/payment-method-types/facts.js';
import { types } from '../../core/payment-method-types/types.js';
import type { paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;

/** Refuses a payment method that this customer cannot use: of another customer (seed), detached, or used up without a customer. */
export function requireUsable(method: Method, customer: string | null, asked: Pick<Asked, 'refuse'>): void {
  if (method.customer !== null && method.customer !== customer)
    asked.refuse({ code: 'payment_method_customer_mismatch', param: 'payment_method', ...(customer === null && { message: unnamed }) });
  if (method.detached_at !== null) asked.refuse(spent(gone));
  if (method.used_at !== null) asked.refuse(spent(used_up));
}

// Whose it is stays unsaid: a page of the shop may ask with a publishable key.
const unnamed =
  'The payment method is kept for a customer. Send the id of that customer as customer along with it; with a secret key GET /v1/payment_methods/:id tells it.';

const spent = (message: string): Refusal => ({ code: 'payment_method_unexpected_state', param: 'payment_method', message });

const gone = 'This payment method was detached from its customer and cannot be used again.';
const used_up =
  'This payment method has paid without being attached to a customer, so it cannot be used again. To use one several times, attach it to a customer first, or send customer and setup_future_usage with its first payment.';

/** Refuses a payment method that this customer cannot save. One that is attached to the customer already passes. */
export function requireAttachable(method: Method, customer: string, asked: Pick<Asked, 'refuse'>): void {
  requireUsable(method, customer, asked);
  if (method.customer !== null) return;
  const facts: MethodFacts = types[method.type];
  if (!facts.saved) asked.refuse(transient(method));
  if (facts.kept_once_verified) asked.refuse(unverified(method));
}

const unverified = ({ type }: Method): Refusal => ({
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: `A payment method of type ${type} is attached once it is verified: confirm a SetupIntent with it, or a payment with setup_future_usage.`,
});

const transient = ({ type }: Method): Refusal => ({
  code: 'payment_method_unexpected_state',
  param: 'payment_method',
  message: `A payment method of type ${type} cannot be saved to a customer: it can pay only once. Attach a payment method of another type.`,
});

/** Attaches a payment method to a customer who can keep it, with its event; attaching it again changes nothing. */
export const attached = (method: Method, customer: string): Effects =>
  method.customer !== customer && set(method, { customer }, 'payment_method.attached');

/** Detaches a payment method for good from its customer. */
export const detached = (method: Method, now: number): Effects =>
  set(method, { customer: null, detached_at: now }, 'payment_method.detached');
