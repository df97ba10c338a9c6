import { type Around, type Effect, type Effects, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { type Acceptance, mandate } from './mandate.js';
import { amountIn, termsOf } from './mandate-terms.js';

type Mandate = It<typeof mandate>;

/** What an intent says of the mandate that its payer accepts. */
export type Agreed = {
  readonly acceptance: Acceptance;
  readonly type: Mandate['type'];
  /** The options of the type of its payment method. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly on_behalf_of: string | null;
  /** That of an agreed amount whose options name none. */
  readonly currency?: string;
  /** What may be charged once. */
  readonly single_use?: Mandate['single_use'];
};

/** The mandate that a payer accepts; it holds once the payment method has been verified. */
export function accepted(
  method: Pick<It<typeof paymentMethod>, 'id' | 'type'>,
  { acceptance, type, options, on_behalf_of, currency, single_use }: Agreed,
  { fresh, make, now }: Around,
): It<typeof mandate, 'pending'> & Effect {
  const id = fresh(mandate);
  const agreed = amountIn(options);
  const of = agreed?.currency ?? currency;
  const said = {
    status: 'pending',
    customer_acceptance: { type: 'offline', ...acceptance, accepted_at: acceptance.accepted_at ?? now },
    payment_method: method.id,
    payment_method_details: { ...termsOf(method.type, id, options), type: method.type },
    ...(type === 'multi_use' && { multi_use: agreed && of ? { amount: agreed.amount, currency: of } : {} }),
    ...(single_use && { single_use }),
    ...(on_behalf_of !== null && { on_behalf_of }),
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
