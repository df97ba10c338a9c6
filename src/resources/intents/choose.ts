import { type Made, make } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import { initialOf, mergeMembers } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import type { It } from '../../base/resource.js';
import { unusable } from '../payment-methods/attach.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { methodFrom, type NewMethod, type PaymentMethodData } from '../payment-methods/payment-method-data.js';

type Method = It<typeof paymentMethod>;

const two_methods: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_method_data',
  message: 'Send only one of payment_method and payment_method_data.',
};

/** The payment method a request means, what makes it if it is new, and the codes that only this request knows. */
export type Chosen = Pick<NewMethod, 'cvc' | 'payment_code'> & { readonly method: Method | null; readonly make: readonly Made[] };

/** The payment method a request means: one that exists, one to be made of its data, or none. */
export function choose(
  { payment_method: named }: { readonly payment_method?: string | null },
  existing: Method | null,
  data: PaymentMethodData | undefined,
  around: Surroundings,
): Chosen | { refuse: Refusal } {
  if (!data) return { method: existing, make: [], cvc: null, payment_code: null };
  if (named !== undefined) return { refuse: two_methods };
  const made = methodFrom(data, 'payment_method_data', around);
  return 'refuse' in made ? made : chosenNew(made, around);
}

/** A new payment method, as it will be. */
export function chosenNew({ set, vault, cvc, payment_code }: NewMethod, { fresh, now, livemode }: Surroundings): Chosen {
  const id = fresh(paymentMethod);
  const blank = { id, object: 'payment_method' as const, created: now, livemode, ...initialOf(paymentMethod.fields) };
  return {
    method: mergeMembers(paymentMethod.fields, blank, set) as Method,
    make: [make(paymentMethod, { id, set, vault })],
    cvc,
    payment_code,
  };
}

/** Why this payment method cannot be used by this intent; null if it can. */
export function unfit(it: { customer: string | null; payment_method_types: readonly string[] }, method: Method): Refusal | null {
  const refuse = unusable(method, it.customer);
  if (refuse || it.payment_method_types.includes(method.type)) return refuse;
  return {
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: `A payment method of type ${method.type} is not allowed here. Allowed: ${it.payment_method_types.join(', ')}.`,
  };
}
