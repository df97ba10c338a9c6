import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { isSwitchedOff } from '../../accounts/accounts/taking.js';
import { type MethodType, savedTypes } from '../../core/payment-method-types/types.js';
import { isExcluded } from '../intents/method.js';
import type { setupIntent } from './setup-intent.js';

type Types = It<typeof setupIntent>['payment_method_types'];
type Automatic = Pick<It<typeof setupIntent>, 'excluded_payment_method_types' | 'types_off'> & {
  readonly automatic_payment_methods: { readonly enabled?: boolean } | null;
};

const automaticTypes = (it: Automatic): Types =>
  savedTypes().filter((type) => !it.types_off?.includes(type) && !it.excluded_payment_method_types?.includes(type));

/** The types that may be set up: those given, all that can be saved, or the one that was brought along. */
export function firstTypes(it: Automatic, named: Types | undefined, brought: MethodType | undefined): Types {
  if (named) return named;
  if (it.automatic_payment_methods?.enabled) return automaticTypes(it);
  return [brought ?? 'card'];
}

type Changes = Partial<Pick<Automatic, 'excluded_payment_method_types' | 'types_off'>>;

/** Another configuration, or an exclusion, changes the types that were chosen automatically. */
export const retyped = (it: Automatic, given: Changes): { payment_method_types?: Types } =>
  it.automatic_payment_methods?.enabled && ('excluded_payment_method_types' in given || 'types_off' in given)
    ? { payment_method_types: automaticTypes({ ...it, ...given }) }
    : {};

/** Refuses types that the account has switched off, or that are excluded. */
export function requireAllowed(it: Automatic & { readonly payment_method_types: Types }, asked: Asked): void {
  const off = it.types_off && it.payment_method_types.find((type) => it.types_off?.includes(type));
  if (off) asked.refuse(isSwitchedOff(off, 'payment_method_types'));
  const both = it.payment_method_types.find((type) => it.excluded_payment_method_types?.includes(type));
  if (both) asked.refuse(isExcluded(both));
}
