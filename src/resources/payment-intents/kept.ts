import type { Refusal } from '../../base/errors.js';
import type { It } from '../../base/resource.js';
import { type MethodType, payableTypes, types } from '../payment-methods/types.js';
import { usageOf } from './attempt.js';
import type { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;

/** The types that may pay where nobody has named them: those that take the currency and can be kept, if the payment wants that. */
export const automaticTypes = (it: Intent): MethodType[] => payableTypes(it.currency, (type) => usageOf(it, { type }) !== null);

/**
 * Why the types that may pay cannot all be kept for later, as this request and what was said before want it; null if they can. Where it is
 * known which type pays, only that one matters.
 */
export function unkept(it: Intent, given: { readonly setup_future_usage?: unknown }, paying?: MethodType): Refusal | null {
  const concerned = it.payment_method_types.filter((type) => paying === undefined || type === paying);
  const transient = concerned.filter((type) => !types[type].saved && usageOf(it, { type }) !== null);
  if (!transient.length) return null;
  return {
    code: 'payment_intent_invalid_parameter',
    param: given.setup_future_usage === undefined ? 'payment_method_types' : 'setup_future_usage',
    message: `setup_future_usage cannot be used with payment methods that cannot be saved for later: ${transient.join(', ')}. Leave it out, or take these out of payment_method_types. To keep only some types, send payment_method_options[TYPE][setup_future_usage] for each of them.`,
  };
}
