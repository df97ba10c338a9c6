import { type Made, make } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { initialOf, mergeMembers } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { methodFrom, type NewMethod, type PaymentMethodData } from '../payment-methods/payment-method-data.js';

export { unfit } from './method.js';

type Method = It<typeof paymentMethod>;

const two_methods: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_method_data',
  message: 'Send only one of payment_method and payment_method_data.',
};

/** As `Chosen` of `method`, for what does not decide by effects yet. */
export type Chosen = Pick<NewMethod, 'cvc' | 'payment_code'> & { readonly method: Method | null; readonly make: readonly Made[] };

/** As `choose` of `method`, for what does not decide by effects yet. */
export function choose(
  { payment_method: named }: { readonly payment_method?: string | null },
  existing: Method | null,
  data: PaymentMethodData | undefined,
  { fresh, now, livemode, fingerprint }: Surroundings,
): Chosen | { refuse: Refusal } {
  if (!data) return { method: existing, make: [], cvc: null, payment_code: null };
  if (named !== undefined) return { refuse: two_methods };
  const made = methodFrom(data, 'payment_method_data', { now, livemode, fingerprint });
  if ('refuse' in made) return made;
  const { set, vault, cvc, payment_code } = made;
  const id = fresh(paymentMethod);
  const blank = { id, object: 'payment_method' as const, created: now, livemode, ...initialOf(paymentMethod.fields) };
  const method = mergeMembers(paymentMethod.fields, blank, set) as Method;
  return { method, make: [make(paymentMethod, { id, set, vault })], cvc, payment_code };
}
