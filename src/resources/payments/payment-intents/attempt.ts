import { type Around, type Asked, ask, type Decision, type Effect, set } from '../../../kernel/base/effects.js';
import { mergeMembers } from '../../../kernel/base/fields.js';
import type { RequestOf } from '../../../kernel/base/question.js';
import type { AllSeen } from '../../../kernel/base/reads.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Outcome } from '../../../processors/contract.js';
import { chargeMethod } from '../../../processors/questions.js';
import { customer } from '../../customers/customers/customer.js';
import { fxQuote } from '../../money/fx-quotes/fx-quote.js';
import { type Order, question } from '../charges/attempt.js';
import { charge } from '../charges/charge.js';
import { accepted, voided } from '../intents/agreement.js';
import { mandate } from '../intents/mandate.js';
import type { open } from '../intents/open.js';
import { afterStep, type Trying } from '../intents/question.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import type { Known } from './confirming.js';
import { paymentIntent } from './payment-intent.js';
import { holds, optionsOf, requirePayable, usageOf } from './terms.js';

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

/** Tries to pay: the processor is asked. `it` is the intent as this very request changes it; what it waited for before is given up. */
export function attempted(it: Open & Effect, earlier: Mandate | null, known: Known, asked: Asked): Decision {
  const { method, made, cvc, payment_code, off_session } = known;
  if (!method) return asked.refuse(method_missing);
  requirePayable(it, method, asked);
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
  });
  const trying = { attempt, cvc, payment_code, native: asked.version === null };
  return [made, agreement, it, paying, voided(earlier), ask(chargeMethod, paying, chargeQuestion(paying, method, trying, off_session))];
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
  return acceptance === null && !saves ? null : accepted(method, acceptance ?? {}, 'multi_use', around);
}

/** What is charged for a payment. */
export const orderOf = (it: Intent, method: Method): Order => {
  const { amount, currency, description, statement_descriptor } = it;
  return { amount, currency, description, statement_descriptor, capture: !holds(it, method.type) };
};

/** The question to the processor. */
export function chargeQuestion(it: Intent, method: Method, trying: Trying, off_session = false): RequestOf<typeof chargeMethod> {
  const { return_url, payment_method_options, confirmation_method } = it;
  const request_three_d_secure = payment_method_options.card?.request_three_d_secure ?? null;
  const options = optionsOf(it, method.type);
  const by_hand = confirmation_method === 'manual' && { confirmation_method };
  return question(orderOf(it, method), { off_session, options, request_three_d_secure, return_url, ...by_hand }, method, trying);
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
