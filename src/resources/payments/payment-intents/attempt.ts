import { type Around, type Asked, ask, type Decision, type Effect, set } from '../../../kernel/base/effects.js';
import { mergeMembers } from '../../../kernel/base/members.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { AllSeen } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Outcome } from '../../../processors/contract.js';
import { chargeMethod } from '../../../processors/questions.js';
import { isSwitchedOff } from '../../accounts/accounts/taking.js';
import { type MethodType, payableTypes, requirePayable as requirePayableBy, types } from '../../core/payment-method-types/types.js';
import { customer } from '../../customers/customers/customer.js';
import { fxQuote } from '../../money/fx-quotes/fx-quote.js';
import { type Order, question } from '../charges/attempt.js';
import { charge } from '../charges/charge.js';
import { accepted, voided } from '../intents/agreement.js';
import { mandate } from '../intents/mandate.js';
import { requireFit, requireWithin } from '../intents/method.js';
import type { open } from '../intents/open.js';
import { requireAccepted, requireCode, requireExpiry, requireNetwork } from '../intents/option-checks.js';
import { afterStep, type Trying } from '../intents/question.js';
import { isWithin } from '../payment-methods/narrowed.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import type { Known } from './parameters.js';
import { paymentIntent } from './payment-intent.js';

/** What a payment and its answers need to see. */
export const reads = { customer, fx_quote: fxQuote, latest_charge: charge, mandate, payment_method: paymentMethod } as const;

/** What is seen of it. */
export type Seen = AllSeen<Intent, object, typeof reads>;

/** A payment that has not been confirmed for good. */
export type Open = It<typeof paymentIntent, (typeof open)[number]>;

type Intent = It<typeof paymentIntent>;
type Method = It<typeof paymentMethod>;
type Mandate = It<typeof mandate>;

/** Tries to pay have ids of their own: a declined one is a charge, one that waits for its payer is not yet. */
export const attempt_id = { object: 'attempt', prefix: 'patt' } as const;

const method_missing: Refusal = {
  code: 'payment_intent_unexpected_state',
  param: 'payment_method',
  message: 'You cannot confirm this PaymentIntent because it is missing a payment method. Send payment_method or payment_method_data.',
};

/** What an attempt asks, once its intent waits for an answer. */
export type Charging = (
  it: It<typeof paymentIntent, 'processing'>,
  method: Method,
  trying: Pick<Trying, 'cvc' | 'payment_code' | 'native'>,
  known: Pick<Known, 'off_session' | 'acceptance'>,
) => Decision;

/** An attempt of this request: what it tries, and what it asks. */
type Trial = { readonly known: Known; readonly charging: Charging };

/** Tries to pay: the processor is asked. `it` is the intent as this very request changes it; what it waited for before is given up. */
export function attempted(it: Open & Effect, earlier: Mandate | null, { known, charging }: Trial, asked: Asked): Decision {
  const { method, made, cvc } = known;
  if (!method) return asked.refuse(method_missing);
  requirePayable(it, method, asked);
  requireCode(optionsOf(it, method.type), method, cvc, asked);
  requireExpiry(optionsOf(it, method.type), method.type, asked);
  const attempt = asked.fresh(attempt_id);
  const agreement = agreementTo(it, method, known, asked);
  const paying = set(it, {
    status: 'processing',
    ...withoutStep(it),
    last_payment_error: null,
    latest_attempt: attempt,
    mandate: agreement?.id ?? null,
    next_action: null,
    payment_method: method.id,
    processor: null,
    // What rules have decided about an earlier attempt does not count for this one.
    ...(it.screening && { screening: null, counted_by: [] }),
    ...(it.routing && { routing: null }),
  });
  const trying = { ...known, native: asked.version === null };
  return [made, agreement, it, paying, voided(earlier), charging(paying, method, trying, known)];
}

/** A step that the payer has been through, as far as that is known. */
export type CompletedStep = { readonly finished_step: string; readonly outcome?: Outcome };

/** Continues the current try under its own key: the processor receives the step, and completes the charge. */
export function completed(it: Open & Effect, { finished_step, ...outcome }: CompletedStep, known: Known, asked: Asked): Decision {
  const { method, made, off_session } = known;
  if (!method || !it.latest_attempt) return asked.refuse(method_missing);
  requirePayable(it, method, asked);
  const agreement = it.mandate ? null : agreementTo(it, method, known, asked);
  const paying = set(it, {
    status: 'processing',
    ...withoutStep(it),
    ...(agreement && { mandate: agreement.id }),
    last_payment_error: null,
    next_action: null,
  });
  const trying = afterStep(it.latest_attempt, finished_step, { ...outcome, processor: it.processor });
  return [made, agreement, it, paying, ask(chargeMethod, paying, chargeQuestion(paying, method, trying, off_session))];
}

/** What the payer agrees to with this try; null where nothing of it is kept. Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
function agreementTo(it: Intent, method: Method, { acceptance }: Known, around: Around): (Mandate & Effect) | null {
  const saves = usageOf(it, method.type) === 'off_session' && method.type !== 'card';
  if (acceptance === null && !saves) return null;
  const { currency, on_behalf_of } = it;
  const agreed = { acceptance: acceptance ?? {}, type: 'multi_use', options: optionsOf(it, method.type), currency, on_behalf_of } as const;
  return accepted(method, agreed, around);
}

/** What is charged for a payment. */
export const orderOf = (it: Intent, method: Method): Order => {
  const { amount, currency, description, statement_descriptor } = it;
  return { amount, currency, description, statement_descriptor, capture: !holds(it, method.type) };
};

/** How 3D Secure is requested: a rule of the account decides where the request leaves it to the issuer. */
function threeDSecureOf({ payment_method_options, screening }: Intent) {
  const asked = payment_method_options.card?.request_three_d_secure ?? null;
  const is_open = asked === null || asked === 'automatic' || asked === 'auto';
  return is_open && screening?.three_d_secure ? 'any' : asked;
}

/** The question to the processor. */
export function chargeQuestion(it: Intent, method: Method, trying: Trying, off_session = false): RequestOf<typeof chargeMethod> {
  const { return_url, confirmation_method, routing } = it;
  const request_three_d_secure = threeDSecureOf(it);
  const options = optionsOf(it, method.type);
  const by_hand = confirmation_method === 'manual' && { confirmation_method };
  const setup_future_usage = usageOf(it, method.type);
  const saves = setup_future_usage !== null && { setup_future_usage };
  const terms = { off_session, options, request_three_d_secure, return_url, routing, ...by_hand, ...saves };
  return question(orderOf(it, method), terms, method, trying);
}

/** The values in the processor's question; with another value it is another try. */
const of_the_question = ['amount', 'capture_method', 'currency', 'payment_method', 'payment_method_options'] as const;

/** Whether a request changes a value of the processor's question. */
export function isOther(it: Intent, given: object): boolean {
  const changed = mergeMembers(paymentIntent.fields, it, given);
  return of_the_question.some((name) => JSON.stringify(changed[name]) !== JSON.stringify(it[name]));
}

/** The type of the step that the payer has been through, where the merchant's server has yet to confirm again; null otherwise. */
export const completedStep = ({ status, finished_step = null }: Intent): string | null =>
  status === 'requires_confirmation' ? finished_step : null;

/** Only payments that have waited for their server have the members. */
export const withoutStep = (it: Intent): { finished_step?: null; confirm_before?: null } =>
  completedStep(it) ? { finished_step: null, confirm_before: null } : {};

/** The members of a payment after its wait has ended. */
export const waitingForNothing = (it: Intent) => ({ ...withoutStep(it), next_action: null, mandate: null });

/** What a payment says for every type, and what it says for some. */
export type Terms = Pick<Intent, 'payment_method_options' | 'setup_future_usage'>;

/** What a payment says for this type only. */
export const optionsOf = ({ payment_method_options }: Pick<Intent, 'payment_method_options'>, type: MethodType) =>
  payment_method_options[type] ?? {};

/** What the payment method is kept for: its type's own options win; null where it is not kept. */
export function usageOf(it: Terms, type: MethodType): 'off_session' | 'on_session' | null {
  const usage = optionsOf(it, type).setup_future_usage ?? it.setup_future_usage;
  return usage === 'none' ? null : usage;
}

/** Whether the money is held and captured later. */
export const holds = (it: Intent, type: MethodType): boolean => (optionsOf(it, type).capture_method ?? it.capture_method) === 'manual';

/** Why this payment method cannot pay this intent; null if it can. */
export function requirePayable(it: Intent, method: It<typeof paymentMethod>, asked: Asked): void {
  requireFit(it, method, asked);
  requirePayableBy(method.type, method.billing_details, it, asked);
  requireNetwork(optionsOf(it, method.type), method, asked);
  requireAccepted(it.payment_method_options.card ?? {}, method, asked);
  if (!holds(it, method.type) || types[method.type].manual_capture) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'capture_method',
    message: `A payment by ${method.type} cannot be authorized and captured later. Use capture_method automatic.`,
  });
}

type Types = Intent['payment_method_types'];
type Automatic = Terms &
  Pick<Intent, 'allowed_payment_method_types' | 'excluded_payment_method_types' | 'currency' | 'types_off'> & {
    readonly automatic_payment_methods: { readonly enabled?: boolean } | null;
  };

/** The default types: those that accept the currency and, where the payment saves its method, can be saved. */
const automaticTypes = (it: Automatic): Types =>
  payableTypes(it.currency, (type) => usageOf(it, type) !== null).filter((type) => !it.types_off?.includes(type) && isWithin(it, type));

/** Why a payment cannot be paid by all of its types, because it excludes one, or its account takes none of them; null if it can. */
export function switchedOffOf({ payment_method_types, types_off, ...narrowed }: Offering, param: string, asked: Asked): void {
  const off = types_off && payment_method_types.find((type) => types_off.includes(type));
  if (off) asked.refuse(isSwitchedOff(off, param));
  requireWithin(payment_method_types, narrowed, asked);
}

type Offering = Pick<Intent, 'allowed_payment_method_types' | 'excluded_payment_method_types' | 'payment_method_types' | 'types_off'>;

/** The types that may pay: those given, all that can, or the one that was brought along. */
export function firstTypes(it: Automatic, named: Types | undefined, brought: MethodType | undefined): Types {
  if (named) return named;
  if (it.automatic_payment_methods?.enabled) return automaticTypes(it);
  return [brought ?? 'card'];
}

/** What decides which types can pay. */
const of_types = [
  ...(['allowed_payment_method_types', 'excluded_payment_method_types', 'types_off'] as const),
  ...(['currency', 'payment_method_options', 'setup_future_usage'] as const),
] as const;

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
