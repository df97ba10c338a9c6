import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { isSwitchedOff } from '../../accounts/accounts/taking.js';
import { type MethodType, savedTypes } from '../../core/payment-method-types/types.js';
import { requireWithin } from '../intents/method.js';
import { isWithin } from '../payment-methods/narrowed.js';
import type { setupIntent } from './setup-intent.js';

type Types = It<typeof setupIntent>['payment_method_types'];
type Automatic = Pick<It<typeof setupIntent>, 'allowed_payment_method_types' | 'excluded_payment_method_types' | 'types_off'> & {
  readonly automatic_payment_methods: { readonly enabled?: boolean } | null;
};

const automaticTypes = (it: Automatic): Types => savedTypes().filter((type) => !it.types_off?.includes(type) && isWithin(it, type));

/** The types that may be set up: those given, all that can be saved, or the one that was brought along. */
export function firstTypes(it: Automatic, named: Types | undefined, brought: MethodType | undefined): Types {
  if (named) return named;
  if (it.automatic_payment_methods?.enabled) return automaticTypes(it);
  return [brought ?? 'card'];
}

type Changes = Partial<Pick<Automatic, 'allowed_payment_method_types' | 'excluded_payment_method_types' | 'types_off'>>;

const of_types = ['allowed_payment_method_types', 'excluded_payment_method_types', 'types_off'] as const;

/** Another configuration, or an exclusion, changes the types that were chosen automatically. */
export const retyped = (it: Automatic, given: Changes): { payment_method_types?: Types } =>
  it.automatic_payment_methods?.enabled && of_types.some((name) => name in given)
    ? { payment_method_types: automaticTypes({ ...it, ...given }) }
    : {};

/** Refuses types that the account has switched off, or that the intent rules out. */
export function requireAllowed(it: Automatic & { readonly payment_method_types: Types }, asked: Asked): void {
  const off = it.types_off && it.payment_method_types.find((type) => it.types_off?.includes(type));
  if (off) asked.refuse(isSwitchedOff(off, 'payment_method_types'));
  requireWithin(it.payment_method_types, it, asked);
}
