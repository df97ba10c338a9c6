import { about, nullable } from '../../../kernel/base/fields.js';
import { excluded_types } from './payment-method.js';

/** Members that narrow the types that are chosen automatically. */
export const narrowed_types = {
  allowed_payment_method_types: about(
    'The only types of payment method that may be offered; null for all that are possible.',
    nullable(excluded_types),
  ),
  excluded_payment_method_types: about(
    'The types of payment method that may not be offered, although they would be possible; null for none.',
    nullable(excluded_types),
  ),
} as const;

/** What narrows the types, as it is stored. */
export type Narrowed = {
  readonly allowed_payment_method_types?: readonly string[] | null | undefined;
  readonly excluded_payment_method_types?: readonly string[] | null | undefined;
};

/** Whether a request narrows the types. */
export const isNarrowing = (given: Narrowed): boolean => Boolean(given.allowed_payment_method_types || given.excluded_payment_method_types);

/** Whether the types may include one, as far as it is narrowed. */
export const isWithin = (
  { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded }: Narrowed,
  type: string,
): boolean => (allowed?.includes(type) ?? true) && !excluded?.includes(type);
