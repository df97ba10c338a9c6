import { type Around, type Effects, seal } from '../../base/effects.js';
import type { Refusal } from '../../base/errors.js';
import type { It } from '../../base/resource.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { methodFrom, type NewMethod, type PaymentMethodData } from '../payment-methods/payment-method-data.js';

type Method = It<typeof paymentMethod>;

/** The payment method a request means, what makes it if it is new, and the code that only this request knows. */
export type Chosen = Pick<NewMethod, 'cvc'> & { readonly method: Method | null; readonly made: Effects };

/** The payment method a request means: one that exists, one to be made of its data, or none. */
export function choose(
  { payment_method: named }: { readonly payment_method?: string | null },
  existing: Method | null,
  data: PaymentMethodData | undefined,
  around: Around,
): Chosen | { readonly refuse: Refusal } {
  if (!data) return { method: existing, made: null, cvc: null };
  if (named !== undefined) return { refuse: two_methods };
  const read = methodFrom(data, 'payment_method_data', around);
  if ('refuse' in read) return read;
  const method = around.make(paymentMethod, read.set);
  return { method, made: [method, seal(method, read.vault)], cvc: read.cvc };
}

const two_methods: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_method_data',
  message: 'Send only one of payment_method and payment_method_data.',
};
