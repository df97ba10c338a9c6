import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { isSwitchedOff } from '../../accounts/accounts/taking.js';
import { type MethodType, payableTypes, types } from '../../core/payment-method-types/types.js';
import type { paymentIntent } from './payment-intent.js';
import { type Terms, usageOf } from './terms.js';

type Intent = It<typeof paymentIntent>;
type Types = Intent['payment_method_types'];
type Automatic = Terms &
  Pick<Intent, 'currency' | 'types_off'> & { readonly automatic_payment_methods: { readonly enabled?: boolean } | null };

/** The default types: those that accept the currency and, where the payment saves its method, can be saved. */
const automaticTypes = (it: Automatic): Types =>
  payableTypes(it.currency, (type) => usageOf(it, type) !== null).filter((type) => !it.types_off?.includes(type));

/** Why a payment cannot be paid by all of its types, because its account takes none of them; null if it can. */
export function switchedOffOf(
  { payment_method_types, types_off }: Pick<Intent, 'payment_method_types' | 'types_off'>,
  param: string,
  asked: Asked,
): void {
  const off = types_off && payment_method_types.find((type) => types_off.includes(type));
  if (off) asked.refuse(isSwitchedOff(off, param));
}

/** The types that may pay: those given, all that can, or the one that was brought along. */
export function firstTypes(it: Automatic, named: Types | undefined, brought: MethodType | undefined): Types {
  if (named) return named;
  if (it.automatic_payment_methods?.enabled) return automaticTypes(it);
  return [brought ?? 'card'];
}

/** What decides which types can pay. */
const of_types = ['currency', 'payment_method_options', 'setup_future_usage'] as const;

/** Another currency, or saving the payment method, changes the default types. */
export const retyped = (it: Automatic, given: Partial<Pick<Automatic, (typeof of_types)[number]>>): { payment_method_types?: Types } =>
  it.automatic_payment_methods?.enabled && of_types.some((name) => name in given)
    ? { payment_method_types: automaticTypes({ ...it, ...given }) }
    : {};

/**
 * Why the types that may pay cannot all be kept for later, as this request and what was said before want it; null if they can. Where it is
 * known which type pays, only that one matters.
 */
export function requireReusable(it: Intent, given: { readonly setup_future_usage?: unknown }, asked: Asked, paying?: MethodType): void {
  const concerned = it.payment_method_types.filter((type) => paying === undefined || type === paying);
  const transient = concerned.filter((type) => !types[type].saved && usageOf(it, type) !== null);
  if (!transient.length) return;
  asked.refuse({
    code: 'payment_intent_invalid_parameter',
    param: given.setup_future_usage === undefined ? 'payment_method_types' : 'setup_future_usage',
    message: `setup_future_usage cannot be used with payment methods that cannot be saved for later: ${transient.join(', ')}. Leave it out, or take these out of payment_method_types. To keep only some types, send payment_method_options[TYPE][setup_future_usage] for each of them.`,
  });
}
