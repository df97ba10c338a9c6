import type { Concealed } from '../../base/concealed.js';
import { andThen, type Decided } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { Surroundings } from '../../base/legacy.js';
import type { Ask, ChargeAsk, Outcome } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { askOfHeld, charge } from '../charges/charge.js';
import { customer } from '../customers/customer.js';
import { type Chosen, unfit } from '../intents/choose.js';
import { type Acceptance, agreed, ended, mandate } from '../intents/mandate.js';
import { afterStep, type Trying, triedWith } from '../intents/trying.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { types, unpayable } from '../payment-methods/types.js';
import type { paymentIntent } from './payment-intent.js';

/** What a payment and its answers need to see. */
export const needs = { customer, latest_charge: charge, mandate, payment_method: paymentMethod } as const;

type Intent = It<typeof paymentIntent>;
type Method = It<typeof paymentMethod>;
type Draft = Decided<typeof paymentIntent>;

/** The needed objects. */
export type Refs = { readonly [K in keyof typeof needs]: It<(typeof needs)[K]> | null };

/** Tries to pay have ids of their own: a declined one is a charge, one that waits for its payer is not yet. */
const attempt_id = { prefix: 'patt' };

/** The refusal for an intent in another state than the verb wants. */
export const unexpected = (it: Intent, verb: string): Refusal => ({
  code: 'payment_intent_unexpected_state',
  message: `You could not ${verb} this PaymentIntent because it has a status of ${it.status}.`,
});

const method_missing: Refusal = {
  code: 'payment_intent_unexpected_state',
  param: 'payment_method',
  message: 'You cannot confirm this PaymentIntent because it is missing a payment method. Send payment_method or payment_method_data.',
};

/** What only the request that confirms knows. */
export type Confirming = Pick<Chosen, 'method' | 'cvc' | 'payment_code'> & {
  readonly acceptance: Acceptance | null;
  readonly off_session: boolean;
};

/** Tries to pay: the processor is asked. `it` is the intent as this very request changes it. */
export function attempt(it: Intent, { method, cvc, payment_code, acceptance, off_session }: Confirming, around: Surroundings): Draft {
  if (!method) return { refuse: method_missing };
  const refusal = refusalOf(it, method);
  if (refusal) return { refuse: refusal };
  const id = around.fresh(attempt_id);
  const begun: Draft = {
    to: 'processing',
    set: { latest_attempt: id, processor: null, payment_method: method.id, next_action: null, last_payment_error: null },
    ask: withCode({ ...ask(it, method, { attempt: id, cvc, version: around.version, now: around.now }), off_session }, payment_code),
  };
  return agreeing(begun, it, method, acceptance, around);
}

/** A step that the payer has been through, as far as that is known. */
export type Taken = { readonly finished_step: string; readonly outcome?: Outcome };

/** Goes on with the try under way, by its own name: the processor is told the step, and completes what it has begun. */
export function completed(it: Intent, taken: Taken, { method, acceptance, off_session }: Confirming, around: Surroundings): Draft {
  if (!method || !it.latest_attempt) return { refuse: method_missing };
  const refusal = refusalOf(it, method);
  if (refusal) return { refuse: refusal };
  const { finished_step, ...outcome } = taken;
  const trying = afterStep(it.latest_attempt, finished_step, { ...outcome, now: around.now, processor: it.processor });
  const begun: Draft = {
    to: 'processing',
    set: { ...withoutStep(it), next_action: null, last_payment_error: null },
    ask: { ...ask(it, method, trying), off_session },
  };
  return it.mandate ? begun : agreeing(begun, it, method, acceptance, around);
}

/** What a processor has been told; with another value it is another try. */
export const of_the_ask = ['amount', 'capture_method', 'currency', 'payment_method', 'payment_method_options'] as const;

/** What the payer's wallet shows to be scanned is known to this one ask only. */
const withCode = (ask: ChargeAsk, payment_code: Concealed | null): ChargeAsk => (payment_code ? { ...ask, payment_code } : ask);

const agreeing = (begun: Draft, it: Intent, method: Method, acceptance: Acceptance | null, around: Surroundings): Draft =>
  acceptance === null && !savesForLater(it, method) ? begun : andThen(begun, withMandate(method, acceptance ?? {}, around));

/** Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
const savesForLater = (it: Intent, method: Method): boolean => usageOf(it, method) === 'off_session' && method.type !== 'card';

/** What the payment method is kept for: its type's own options win; null where it is not kept. */
export function usageOf(it: Intent, { type }: Pick<Method, 'type'>): string | null {
  const usage = optionsOf(it, type).setup_future_usage ?? it.setup_future_usage;
  return typeof usage === 'string' && usage !== 'none' ? usage : null;
}

function withMandate(method: Method, acceptance: Acceptance, around: Surroundings): Draft {
  const made = agreed(method, acceptance, 'multi_use', around);
  return { set: { mandate: made.id }, make: [made] };
}

/** Why this payment method cannot pay this intent; null if it can. */
export function refusalOf(it: Intent, method: Method): Refusal | null {
  const refusal = unfit(it, method) ?? unpayable(method.type, method.billing_details, it);
  if (refusal || !isHeld(it, method) || types[method.type].manual_capture) return refusal;
  return {
    code: 'parameter_invalid',
    param: 'capture_method',
    message: `A payment by ${method.type} cannot be held and captured later. Use capture_method automatic.`,
  };
}

/** Whether the money is held and captured later. */
export const isHeld = (it: Intent, { type }: Pick<Method, 'type'>): boolean =>
  (optionsOf(it, type).capture_method ?? it.capture_method) === 'manual';

const optionsOf = ({ payment_method_options }: Intent, type: string): Readonly<Record<string, unknown>> =>
  (payment_method_options as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[type] ?? {};

/** The question to the processor. */
function ask(it: Intent, method: Method, trying: Trying): ChargeAsk {
  const { amount, currency, description, statement_descriptor, return_url, payment_method_options } = it;
  const request_three_d_secure = payment_method_options.card?.request_three_d_secure ?? null;
  return {
    verb: 'charge',
    subject: { object: 'payment_intent', id: it.id },
    ...triedWith({ return_url, request_three_d_secure }, method, trying),
    amount,
    currency,
    capture: !isHeld(it, method),
    ...(it.confirmation_method === 'manual' && { confirmation_method: it.confirmation_method }),
    off_session: false,
    options: optionsOf(it, method.type),
    description,
    statement_descriptor,
  };
}

/** The payer has been through a step, or is not coming: the processor is asked again, with what happened. */
export function resumed(it: Intent, refs: Refs, outcome: Outcome, around: Surroundings): Draft {
  const { payment_method: method, latest_charge } = refs;
  const waits = it.status === 'requires_action' || (it.status === 'processing' && latest_charge?.status === 'pending');
  if (!waits || !method || !it.latest_attempt) return { refuse: unexpected(it, 'take the next action of') };
  const finished_step = it.next_action?.type ?? 'pending';
  const trying = afterStep(it.latest_attempt, finished_step, { outcome, now: around.now, processor: it.processor });
  return { ...(it.status === 'requires_action' && { to: 'processing' as const }), ask: ask(it, method, trying) };
}

/** Asks what became of a payment that is pending, or whether what was answered still holds. */
export function inquired(it: Intent, refs: Refs, about: string | null, around: Surroundings): Draft {
  const { payment_method: method } = refs;
  if (!method || about !== it.latest_attempt || !about || !['processing', 'succeeded', 'requires_capture'].includes(it.status)) return {};
  return { ask: ask(it, method, afterStep(about, 'pending', { now: around.now, processor: it.processor })) };
}

/** A question about the money that an intent holds. */
export const askOfCharge = (
  verb: 'capture' | 'void',
  { id }: Intent,
  held: It<typeof charge>,
  amount: number,
  { fresh, now }: Surroundings,
): Ask => askOfHeld(verb, held, { subject: { object: 'payment_intent', id }, attempt: fresh(attempt_id), amount, now });

/** Gives up what waits for the payer, or for the merchant's server, before something else is tried. */
export const givenUp = (it: Intent, refs: Refs): Draft => ({
  set: { ...withoutStep(it), next_action: null, mandate: null },
  also: ended([refs.mandate], 'inactive'),
});

/** The type of the step that the payer has been through, where the merchant's server has yet to confirm again; null otherwise. */
export const takenStep = ({ status, finished_step = null }: Intent): string | null =>
  status === 'requires_confirmation' ? finished_step : null;

/** Only payments that have waited for their server have the member. */
export const withoutStep = (it: Intent): { finished_step?: null; confirm_before?: null } =>
  takenStep(it) ? { finished_step: null, confirm_before: null } : {};
