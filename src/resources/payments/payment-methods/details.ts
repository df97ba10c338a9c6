import { about, type Fields, nullable, type SaidFields, sometimes } from '../../../kernel/base/fields.js';
import { ref } from '../../../kernel/base/kinds.js';
import { initialOf, object, sparse } from '../../../kernel/base/members.js';
import type { It } from '../../../kernel/base/resource.js';
import { cardAsTried } from './card.js';
import { debit_types, isDebit, sepa_debit_members, shownOf } from './debits.js';
import { fitting, ofMembers } from './fitting.js';
import { debit_payments, particulars } from './particulars.js';
import { detailsOfType, namedMember, payment_method_types, type paymentMethod } from './payment-method.js';

type Method = It<typeof paymentMethod>;
type Shown = Readonly<Record<string, unknown>>;

/** The types that are neither cards nor debits of bank accounts. */
export const others = payment_method_types.filter((type) => type !== 'card' && !isDebit(type));
/** The types of debits other than `sepa_debit`. */
export const other_debits = debit_types.filter((type) => type !== 'sepa_debit');

const mandate = about('The mandate by which the account was debited.', nullable(ref('mandate')));

/** What a payment shows of its payment method, in the member that its type names: all types but cards. */
export const paid_by_type = {
  ...(Object.fromEntries([
    ...others.map((type) => [type, about(detailsOfType(type), sparse(particulars[type]?.paid ?? {}))]),
    ...other_debits.map((type) => [type, about(detailsOfType(type), sparse({ ...shownOf(type), ...debit_payments[type], mandate }))]),
  ]) as SaidFields),
  sepa_debit: about(
    'The bank account that was debited, if `type` is `sepa_debit`.',
    object({ ...debit_payments.sepa_debit, ...sepa_debit_members, mandate }),
  ),
};

/** What an attempt to set up shows of its payment method: all types but cards. */
export const set_up_by_type = Object.fromEntries(
  payment_method_types
    .filter((type) => type !== 'card')
    .map((type) => [type, sometimes(about(detailsOfType(type), object(particulars[type]?.set_up ?? {})))]),
);

/** The facts of a payment besides its payment method. */
export type Known = {
  /** What the payer agreed to, where the money is debited. */
  readonly mandate?: string | null;
  /** What the processor reports of it. */
  readonly details?: Shown | undefined;
  /** The options of its type; absent where nothing is known of the payment. */
  readonly options?: Shown;
};

/** The payment method of a payment, as it pays: the member that its type names. `of_card` are the members of a card. */
export function paidWith(method: Method, known: Known, of_card: Fields): { readonly [type: string]: object } {
  const { type, card } = method;
  if (!card) return { [type]: isDebit(type) ? debited(method, known) : paidBy(method, known) };
  const { paid = {}, asked = {} } = particulars.card ?? {};
  const reported = { ...fitting(asked, known.options), ...fitting(paid, known.details) };
  return {
    card: ofMembers(of_card, {
      ...initialOf(of_card),
      ...cardAsTried(card, known.options ?? null),
      ...reported,
      mandate: known.mandate ?? null,
    }),
  };
}

const debited = (method: Method, { details, mandate = null }: Known): Shown => ({
  ...namedMember(method),
  ...fitting(debit_payments[method.type] ?? {}, details),
  mandate,
});

/** Members of a payment by any other type: from its processor, or else from the payment method; null where neither has them. */
const paidBy = (method: Method, { details, mandate }: Known): Shown =>
  valuesOf(particulars[method.type]?.paid ?? {}, { ...namedMember(method), ...(mandate && { mandate }) }, details);

/** The values of members: those that a processor reports, else those that are known. */
function valuesOf(members: Fields, known: Shown, reported: Shown | undefined): Shown {
  const values = { ...known, ...fitting(members, reported) };
  const shown = Object.entries(members).map(([name, { initial }]) => [name, values[name] ?? initial] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined));
}

/** What an attempt to set up shows of a payment method other than a card. */
export const setUpWith = (method: Method, reported: Shown | undefined): Shown =>
  valuesOf(particulars[method.type]?.set_up ?? {}, namedMember(method), reported);
