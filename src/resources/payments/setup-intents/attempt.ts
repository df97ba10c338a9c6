import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, ask, type Effects, set } from '../../../kernel/base/effects.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { AllSeen } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import { setUpMethod } from '../../../processors/questions.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { accepted, voided } from '../intents/agreement.js';
import { type Acceptance, mandate } from '../intents/mandate.js';
import type { open } from '../intents/open.js';
import { questionOf, type Trying } from '../intents/question.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { setupAttempt } from './setup-attempt.js';
import type { setupIntent } from './setup-intent.js';

type Intent = It<typeof setupIntent>;
type Method = It<typeof paymentMethod>;
type Mandate = It<typeof mandate>;

/** An intent that can still be confirmed, changed and canceled. */
export type Open = It<typeof setupIntent, (typeof open)[number]>;

/** The payment method to try, as it is now, and what only this request knows of it. */
type Tried = { readonly method: Method; readonly cvc: Concealed | null; readonly acceptance: Acceptance | null };

/** Tries to set up: an attempt is recorded and the processor is asked. */
export function attempted(it: Open, { method, cvc, acceptance }: Tried, around: Around): Effects {
  const { id: setup_intent, customer, on_behalf_of, usage } = it;
  const { id: payment_method, type } = method;
  const counted = it.counted_in?.length ? { counted_in: it.counted_in } : {};
  const tried = { customer, on_behalf_of, payment_method, payment_method_details: { type }, setup_intent, usage, ...counted };
  const attempt = around.make(setupAttempt, { status: 'processing', ...tried });
  const agreement = needsMandate(method, acceptance)
    ? accepted(method, acceptance ?? {}, mandate_types[usage], optionsOf(it, type), around)
    : null;
  const begun = { latest_attempt: attempt.id, payment_method, next_action: null, last_setup_error: null };
  const trying = set(it, { status: 'processing', ...begun, ...(agreement && naming(agreement)) });
  const native = around.version === null;
  return [attempt, agreement, trying, ask(setUpMethod, trying, question(trying, method, { attempt: attempt.id, cvc, native }))];
}

/** Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
const needsMandate = (method: Method, acceptance: Acceptance | null): boolean => method.type !== 'card' || acceptance !== null;

const mandate_types = { on_session: 'single_use', off_session: 'multi_use' } as const;

const naming = ({ id, type }: Mandate) => (type === 'single_use' ? { single_use_mandate: id } : { mandate: id });

/** What a setup says for this type only. */
export const optionsOf = ({ payment_method_options }: Pick<Intent, 'payment_method_options'>, type: MethodType): Options =>
  payment_method_options[type] ?? {};

type Options = Readonly<Record<string, unknown>>;

/** The options that say anything, which the processor receives. */
const said = (options: Options): { readonly options?: Options } => {
  const given = Object.entries(options).filter(([, value]) => value !== null);
  return given.length > 0 ? { options: Object.fromEntries(given) } : {};
};

/** The question to a processor: whether this payment method works. */
export const question = (it: Intent, method: Method, trying: Trying): RequestOf<typeof setUpMethod> => {
  const { return_url, payment_method_options } = it;
  const request_three_d_secure = payment_method_options.card?.request_three_d_secure ?? null;
  return { ...questionOf({ return_url, request_three_d_secure }, method, trying), ...said(optionsOf(it, method.type)) };
};

/** What an intent that waits for the payer has left open. */
export const waiting = { latest_attempt: setupAttempt, mandate, single_use_mandate: mandate } as const;

/** What has been left open, as it is now. */
export type Waiting = AllSeen<Intent, object, typeof waiting>;

/** The members of an intent after its wait for the payer has ended. */
export const given_up = { next_action: null, mandate: null, single_use_mandate: null } as const;

/** Ends a wait for the payer: a new try, a change or a cancellation leaves no open attempt and no open mandate. */
export const abandoned = ({ latest_attempt: attempt, mandate, single_use_mandate }: Waiting): Effects => [
  attempt?.status === 'requires_action' && set(attempt, { status: 'abandoned' }),
  voided(mandate, single_use_mandate),
];
