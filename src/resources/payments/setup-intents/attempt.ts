import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, ask, type Effects, set } from '../../../kernel/base/effects.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { AllSeen } from '../../../kernel/base/reads.js';
import type { It, Settable } from '../../../kernel/base/resource.js';
import type { Approved } from '../../../processors/contract.js';
import { setUpMethod } from '../../../processors/questions.js';
import type { MethodType } from '../../core/payment-method-types/types.js';
import { type Agreed, accepted, voided } from '../intents/agreement.js';
import { type Acceptance, mandate } from '../intents/mandate.js';
import type { open } from '../intents/open.js';
import { provenOf, questionOf, type Trying, threeDSecureOf } from '../intents/question.js';
import { cardAsTried } from '../payment-methods/card.js';
import { setUpWith } from '../payment-methods/details.js';
import { fitting } from '../payment-methods/fitting.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { asked_of_card, setupAttempt } from './setup-attempt.js';
import type { setupIntent } from './setup-intent.js';

type Intent = It<typeof setupIntent>;
type Method = It<typeof paymentMethod>;
type Mandate = It<typeof mandate>;
type Answered = Partial<Pick<Approved, 'authenticated' | 'checks' | 'details'>>;
type Details = NonNullable<Settable<typeof setupAttempt>['payment_method_details']>;

/** An intent that can still be confirmed, changed and canceled. */
export type Open = It<typeof setupIntent, (typeof open)[number]>;

/** The payment method to try, as it is now, and what only this request knows of it. */
type Tried = { readonly method: Method; readonly cvc: Concealed | null; readonly acceptance: Acceptance | null };

/** Tries to set up: an attempt is recorded and the processor is asked. */
export function attempted(it: Open, { method, cvc, acceptance }: Tried, around: Around): Effects {
  const { id: setup_intent, customer, on_behalf_of, usage } = it;
  const { id: payment_method } = method;
  const counted = it.counted_in?.length ? { counted_in: it.counted_in } : {};
  const tried = { customer, on_behalf_of, payment_method, payment_method_details: triedWith(it, method), setup_intent, usage, ...counted };
  const attempt = around.make(setupAttempt, { status: 'processing', ...tried });
  const agreement = needsMandate(method, acceptance) ? accepted(method, agreedIn(it, method, acceptance ?? {}), around) : null;
  const begun = { latest_attempt: attempt.id, payment_method, next_action: null, last_setup_error: null };
  const trying = set(it, { status: 'processing', ...begun, ...(agreement && naming(agreement)) });
  const native = around.version === null;
  return [attempt, agreement, trying, ask(setUpMethod, trying, question(trying, method, { attempt: attempt.id, cvc, native }))];
}

/** What an attempt of an intent shows of its payment method. `answer` is that of the processor, once there is one. */
export function triedWith(it: Intent, method: Method, answer: Answered = {}): Details {
  const { type, card } = method;
  if (!card) return { type, card: null, [type]: setUpWith(method, answer.details) };
  const options = it.payment_method_options.card ?? {};
  const { checks, ...known } = { ...cardAsTried(card, options), ...provenOf(method, answer).card };
  const asked = fitting(asked_of_card, options);
  return { type, card: { ...known, ...asked, checks: { ...card.checks, ...checks }, three_d_secure: authenticatedBy(answer) } };
}

/** Exemptions are those of payments. */
function authenticatedBy(answer: Answered) {
  const { exemption_indicator: _, exemption_indicator_applied: __, ...known } = threeDSecureOf(answer) ?? {};
  return Object.keys(known).length > 0 ? known : null;
}

/** Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
const needsMandate = (method: Method, acceptance: Acceptance | null): boolean => method.type !== 'card' || acceptance !== null;

/** What an intent says of the mandate: for one charge if it has an amount, or if the payer must be present. */
function agreedIn(it: Intent, { type }: Method, acceptance: Acceptance): Agreed {
  const { on_behalf_of, single_use, usage } = it;
  const options = optionsOf(it, type);
  return { acceptance, type: single_use ? 'single_use' : mandate_types[usage], options, on_behalf_of, ...(single_use && { single_use }) };
}

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
