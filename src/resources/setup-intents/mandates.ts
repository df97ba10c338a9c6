import { type Around, type Effect, type Effects, set } from '../../base/effects.js';
import type { It } from '../../base/resource.js';
import { type Acceptance, mandate } from '../intents/mandate.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';

type Mandate = It<typeof mandate>;

/** The mandate that an agreement makes; it holds once the payment method has proved to work. */
export function agreed(
  { id, type: method_type }: It<typeof paymentMethod>,
  acceptance: Acceptance,
  type: Mandate['type'],
  { make, now }: Around,
): Mandate & Effect {
  const customer_acceptance = { type: 'offline' as const, ...acceptance, accepted_at: acceptance.accepted_at ?? now };
  return make(mandate, { status: 'pending', customer_acceptance, payment_method: id, payment_method_details: { type: method_type }, type });
}

/** What becomes of mandates that wait for the outcome. */
export const ended = (mandates: readonly (Mandate | null)[], status: 'active' | 'inactive'): Effects =>
  mandates.map((each) => each?.status === 'pending' && set(each, { status }));
