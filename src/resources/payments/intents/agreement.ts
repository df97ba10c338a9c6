import { type Around, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { type Acceptance, mandate } from './mandate.js';
import { termsOf } from './mandate-terms.js';

type Mandate = It<typeof mandate>;

/** The mandate that a payer accepts; it holds once the payment method has been verified. `options` of its intent for the type have its terms. */
export function accepted(
  method: Pick<It<typeof paymentMethod>, 'id' | 'type'>,
  acceptance: Acceptance,
  type: Mandate['type'],
  options: Readonly<Record<string, unknown>>,
  { fresh, make, now }: Around,
): It<typeof mandate, 'pending'> & Effect {
  const id = fresh(mandate);
  const said = {
    status: 'pending',
    customer_acceptance: { type: 'offline', ...acceptance, accepted_at: acceptance.accepted_at ?? now },
    payment_method: method.id,
    payment_method_details: { ...termsOf(method.type, id, options), type: method.type },
    ...(type === 'multi_use' && { multi_use: {} }),
    type,
  } as const;
  return make(mandate, said, id);
}

/** Lets mandates hold that have waited for the outcome. */
export const activated = (...mandates: readonly (Mandate | null)[]): Effects =>
  mandates.map((each) => each?.status === 'pending' && set(each, { status: 'active' }));

/** Voids mandates that have waited for an outcome which does not come. */
export const voided = (...mandates: readonly (Mandate | null)[]): Effects =>
  mandates.map((each) => each?.status === 'pending' && set(each, { status: 'inactive' }));
