import { type Around, type Effects, seal } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
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
export type Chosen = Pick<NewMethod, 'cvc' | 'payment_code'> & { readonly method: Method | null; readonly made: Effects };

/** The payment method a request means: one that exists, one to be made of its data, or none. */
export function choose(
  { payment_method: named }: { readonly payment_method?: string | null },
  existing: Method | null,
  data: PaymentMethodData | undefined,
  around: Around,
): Chosen | { readonly refuse: Refusal } {
  if (!data) return { method: existing, made: null, cvc: null, payment_code: null };
  if (named !== undefined) return { refuse: two_methods };
  const described = methodFrom(data, 'payment_method_data', around);
  return 'refuse' in described ? described : newMethod(described, around);
}

/** A new payment method, with its number in the vault. */
export function newMethod({ set, vault, cvc, payment_code }: NewMethod, { make }: Around): Chosen & { readonly method: Method } {
  const method = make(paymentMethod, set);
  return { method, made: [method, seal(method, vault)], cvc, payment_code };
}

/** Why this payment method cannot be used by this intent; null if it can. */
export function unfit(it: { customer: string | null; payment_method_types: readonly string[] }, method: Method): Refusal | null {
  const refusal = unusable(method, it.customer);
  if (refusal || it.payment_method_types.includes(method.type)) return refusal;
  return {
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: `A payment method of type ${method.type} is not allowed here. Allowed: ${it.payment_method_types.join(', ')}.`,
  };
}
