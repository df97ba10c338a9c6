import type { Around, Asked, Effects } from '../../../kernel/base/effects.js';
import { one } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { requireUsable } from '../payment-methods/attach.js';
import { isWithin, type Narrowed } from '../payment-methods/narrowed.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { kept, methodFrom, type NewMethod, type PaymentMethodData } from '../payment-methods/payment-method-data.js';
import { token } from '../tokens/token.js';

/** The token that payment method data may name. */
export const of_data = { token: one(token, 'payment_method_data.card.token') } as const;

type Method = It<typeof paymentMethod>;

const two_methods: Refusal = {
  code: 'parameters_exclusive',
  param: 'payment_method_data',
  message: 'Send only one of payment_method and payment_method_data.',
};

/** The payment method a request means, what makes it if it is new, and the codes that only this request knows. */
export type Chosen = Pick<NewMethod, 'cvc' | 'payment_code'> & { readonly method: Method | null; readonly made: Effects };

/** What a request names, if it is there. */
type Brought = {
  readonly payment_method: Method | null;
  readonly token: It<typeof token> | null;
  /** What marks the confirmation token as used that names the payment method. */
  readonly used?: Effects;
};

/** The payment method a request means: one that exists, one to be made of its data, or none. */
export function choose(
  { payment_method: named }: { readonly payment_method?: string | null },
  { payment_method: existing, token, used = null }: Brought,
  data: PaymentMethodData | undefined,
  asked: Asked,
): Chosen {
  if (!data) return { method: existing, made: used, cvc: null, payment_code: null };
  if (named !== undefined) return asked.refuse(two_methods);
  const described = methodFrom(data, 'payment_method_data', token, asked);
  return newMethod(described, asked);
}

/** A new payment method, with its number in the vault. */
export function newMethod({ set, cvc, payment_code, ...of }: NewMethod, { make }: Around): Chosen & { readonly method: Method } {
  const method = make(paymentMethod, set);
  return { method, made: [method, kept(method, of)], cvc, payment_code };
}

/** Why this payment method cannot be used by this intent; null if it can. */
export function requireFit(it: { customer: string | null; payment_method_types: readonly string[] }, method: Method, asked: Asked): void {
  requireUsable(method, it.customer, asked);
  if (it.payment_method_types.includes(method.type)) return;
  asked.refuse({
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: `A payment method of type ${method.type} is not allowed here. Allowed: ${it.payment_method_types.join(', ')}.`,
  });
}

/** Refuses types that may pay and are excluded, or are not among the allowed ones. */
export function requireWithin(types: readonly string[], narrowed: Narrowed, asked: Asked): void {
  const outside = types.find((type) => !isWithin(narrowed, type));
  if (!outside) return;
  const param = narrowed.excluded_payment_method_types?.includes(outside)
    ? 'excluded_payment_method_types'
    : 'allowed_payment_method_types';
  const message = `The type ${outside} may pay, which ${param} rules out. Change either of them, or send automatic_payment_methods[enabled]=true in place of a type.`;
  asked.refuse({ code: 'payment_intent_invalid_parameter', param, message });
}

/** Refuses a payment or a setup for a deleted customer; an intent without a customer passes. */
export const requireOwner = ({ customer }: { readonly customer: string | null }, owner: object | null, asked: Asked): void => {
  if (!(customer === null || owner))
    asked.refuse({
      code: 'resource_missing',
      status: 400,
      param: 'customer',
      message: `No such customer: '${customer}'. They have been deleted.`,
    });
};
