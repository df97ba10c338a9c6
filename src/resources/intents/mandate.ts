import { type Change, change, type Made, make } from '../../base/decision.js';
import { type Given, object, required } from '../../base/fields.js';
import { oneOf, ref } from '../../base/kinds.js';
import type { Surroundings } from '../../base/legacy.js';
import { type It, resource } from '../../base/resource.js';
import { payment_method_type, type paymentMethod } from '../payment-methods/payment-method.js';
import { customer_acceptance } from './parts.js';

/** The payer's agreement to be charged later, once or again and again. */
export const mandate = resource({
  object: 'mandate',
  prefix: 'mandate',
  fields: {
    customer_acceptance,
    payment_method: ref('payment_method'),
    payment_method_details: object({ type: payment_method_type }),
    type: oneOf('multi_use', 'single_use'),
  },
  start: { pending: null },
  states: { pending: { active: 'mandate.updated', inactive: 'mandate.updated' }, active: { inactive: 'mandate.updated' }, inactive: {} },
});

const acceptance_members = { customer_acceptance: required(customer_acceptance) };

/** What the payer agreed to, as far as the request says. */
export type Acceptance = Given<typeof acceptance_members>['customer_acceptance'];

type Method = Pick<It<typeof paymentMethod>, 'id' | 'type'>;

/** The mandate that an agreement makes; it holds once the payment method has proved to work. */
export function agreed(method: Method, acceptance: Acceptance, type: 'multi_use' | 'single_use', { fresh, now }: Surroundings): Made {
  const customer_acceptance = { type: 'offline' as const, ...acceptance, accepted_at: acceptance.accepted_at ?? now };
  const set = { customer_acceptance, payment_method: method.id, payment_method_details: { type: method.type }, type };
  return make(mandate, { id: fresh(mandate), to: 'pending', set });
}

/** What becomes of mandates that wait for the outcome. */
export const ended = (mandates: readonly (It<typeof mandate> | null)[], to: 'active' | 'inactive'): Change[] =>
  mandates.flatMap((each) => (each?.status === 'pending' ? [change(mandate, each, { to })] : []));
