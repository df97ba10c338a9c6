import type { Concealed } from '../../base/concealed.js';
import { andThen, change, type Decided, make } from '../../base/decision.js';
import { errors, type Refusal } from '../../base/errors.js';
import { type Given, required } from '../../base/fields.js';
import type { Answer, Ask, CardChecks, Outcome } from '../../base/processor.js';
import type { It, Surroundings } from '../../base/resource.js';
import { customer } from '../customers/customer.js';
import { unusable } from '../payment-methods/attach.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { mandate } from './mandate.js';
import { customer_acceptance } from './parts.js';
import { setupAttempt } from './setup-attempt.js';
import type { setupIntent } from './setup-intent.js';

/** What an attempt and its answer need to see. */
export const needs = {
  customer,
  latest_attempt: setupAttempt,
  mandate,
  payment_method: paymentMethod,
  single_use_mandate: mandate,
} as const;

type Intent = It<typeof setupIntent>;
type Method = It<typeof paymentMethod>;
type Draft = Decided<typeof setupIntent>;
type Refs = { readonly [K in keyof typeof needs]: It<(typeof needs)[K]> | null };

const acceptance_members = { customer_acceptance: required(customer_acceptance) };

/** What the payer agreed to, as far as the request says. */
export type Acceptance = Given<typeof acceptance_members>['customer_acceptance'];

/** The payment method to try, as it is now, and what only this request knows of it. */
export type Trying = { readonly method: Method; readonly cvc: Concealed | null; readonly acceptance: Acceptance | null };

/** Why this payment method cannot be set up by this intent; null if it can. */
export function unfit(it: Intent, method: Method): Refusal | null {
  const refuse = unusable(method, it.customer);
  if (refuse) return refuse;
  if (it.payment_method_types.includes(method.type)) return null;
  const allowed = it.payment_method_types.join(', ');
  return {
    code: 'payment_method_unexpected_state',
    param: 'payment_method',
    message: `A payment method of type ${method.type} is not allowed for this SetupIntent. Allowed: ${allowed}.`,
  };
}

/** Tries to set up: an attempt is recorded and the processor is asked. */
export function attempt(it: Intent, { method, cvc, acceptance }: Trying, around: Surroundings): Draft {
  const refusal = unfit(it, method);
  if (refusal) return { refuse: refusal };
  const id = around.fresh(setupAttempt);
  const { customer, usage } = it;
  const tried = { customer, payment_method: method.id, payment_method_details: { type: method.type }, setup_intent: it.id, usage };
  const begun: Draft = {
    to: 'processing',
    set: { latest_attempt: id, payment_method: method.id, next_action: null, last_setup_error: null },
    make: [make(setupAttempt, { id, to: 'processing', set: tried })],
    ask: ask(it, method, { attempt: id, cvc, version: around.version, now: around.now }),
  };
  return needsMandate(method, acceptance) ? andThen(begun, agreed(it, method, acceptance ?? {}, around)) : begun;
}

const cardOf = ({
  exp_month,
  exp_year,
  checks,
}: NonNullable<Method['card']>): { exp_month: number; exp_year: number; cvc_given: boolean } => ({
  exp_month,
  exp_year,
  cvc_given: checks.cvc_check !== null,
});

type Asking = { attempt: string; cvc: Concealed | null; version: string | null; now: number; outcome?: Outcome; finished_step?: string };

function ask(it: Intent, method: Method, { attempt, cvc, version, now, outcome, finished_step }: Asking): Ask {
  const request_three_d_secure = it.payment_method_options.card?.request_three_d_secure ?? null;
  return {
    verb: 'set_up',
    subject: { object: 'setup_intent', id: it.id },
    attempt,
    payment_method: {
      id: method.id,
      type: method.type,
      ...(method.card && { card: cardOf(method.card) }),
    },
    ...(cvc && { cvc }),
    request_three_d_secure,
    // Natively the published two steps, device data and challenge; the official SDKs know one redirect (spec README, decision 16).
    stepwise_three_d_secure: version === null && request_three_d_secure === 'any',
    return_url: it.return_url,
    finished_step: finished_step ?? null,
    ...(outcome && { outcome }),
    now,
  };
}

/** Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
const needsMandate = (method: Method, acceptance: Acceptance | null): boolean => method.type !== 'card' || acceptance !== null;

function agreed(it: Intent, method: Method, acceptance: NonNullable<Acceptance>, { fresh, now }: Surroundings): Draft {
  const id = fresh(mandate);
  const single = it.usage === 'on_session';
  const customer_acceptance = { type: 'offline' as const, ...acceptance, accepted_at: acceptance.accepted_at ?? now };
  const set = {
    customer_acceptance,
    payment_method: method.id,
    payment_method_details: { type: method.type },
    type: single ? ('single_use' as const) : ('multi_use' as const),
  };
  return { set: single ? { single_use_mandate: id } : { mandate: id }, make: [make(mandate, { id, to: 'pending', set })] };
}

/** The payer has been through a step: the processor is asked again, with what the payer did. */
export function resumed(it: Intent, refs: Refs, outcome: Outcome, around: Surroundings): Draft {
  if (it.status !== 'requires_action' || !refs.payment_method || !it.latest_attempt)
    return { refuse: unexpected(it, 'take the next action of') };
  const finished_step = it.next_action?.type ?? '';
  const { version: _, ...rest } = around;
  // A second step follows the first one of the two that natively belong together, whoever reports the first.
  const version = finished_step === 'ddc_redirect' || finished_step === 'challenge_redirect' ? null : 'pinned';
  return {
    to: 'processing',
    also: tried(refs, { to: 'processing' }),
    ask: ask(it, refs.payment_method, { ...rest, version, attempt: it.latest_attempt, cvc: null, outcome, finished_step }),
  };
}

/** The refusal for an intent in another state than the verb wants. */
export const unexpected = (it: Intent, verb: string): Refusal => ({
  code: 'setup_intent_unexpected_state',
  message: `You cannot ${verb} this SetupIntent because it has a status of ${it.status}.`,
});

/** The processor's answer, now or by notification later. A decline is a decision, not an exception. */
export function settled(it: Intent, refs: Refs, answer: Answer): Draft {
  if (it.status !== 'processing') return {};
  switch (answer.result) {
    case 'approved':
      return andThen({ to: 'succeeded', set: { next_action: null } }, { also: approvals(it, refs, answer) });
    case 'needs_action':
      return {
        to: 'requires_action',
        set: { next_action: answer.next_action },
        also: tried(refs, { to: 'requires_action' }),
      };
    case 'declined':
      return failed(it, refs, answer);
    case 'pending':
      return {};
  }
}

type Approved = Extract<Answer, { result: 'approved' }>;
type Declined = Extract<Answer, { result: 'declined' }>;
type Changes = NonNullable<Draft['also']>;

const tried = ({ latest_attempt }: Refs, changes: Parameters<typeof change<typeof setupAttempt>>[2]): Changes =>
  latest_attempt ? [change(setupAttempt, latest_attempt, changes)] : [];

function approvals(it: Intent, refs: Refs, { checks, authenticated }: Approved): Changes {
  const { payment_method: method } = refs;
  const three_d_secure = authenticated ? { authentication_flow: 'challenge', result: 'authenticated', version: '2.2.0' } : null;
  const details = method?.type === 'card' ? { payment_method_details: { card: { three_d_secure } } } : {};
  return [
    ...tried(refs, { to: 'succeeded', set: details }),
    ...(method ? kept(it, refs, method, checks) : []),
    ...mandates(refs, 'active'),
  ];
}

/** A payment method that proved to work keeps what was checked and, if there is a customer, becomes the customer's. */
function kept(it: Intent, { customer }: Refs, method: Method, checks: CardChecks | undefined): Changes {
  const checked = checks && method.card ? { card: { checks: known(checks) } } : {};
  if (!customer || method.customer === it.customer) return checks ? [change(paymentMethod, method, { set: checked })] : [];
  return [change(paymentMethod, method, { set: { ...checked, customer: customer.id }, tell: 'payment_method.attached' })];
}

/** After a step the verification code is gone: what was not checked now does not undo what was checked before. */
const known = (checks: CardChecks): Partial<CardChecks> => Object.fromEntries(Object.entries(checks).filter(([, value]) => value !== null));

const mandates = ({ mandate: multi, single_use_mandate: single }: Refs, to: 'active' | 'inactive'): Changes =>
  [multi, single].flatMap((each) => (each?.status === 'pending' ? [change(mandate, each, { to })] : []));

/** Gives up what waits for the payer: whoever tries anew, otherwise or not at all leaves neither an open attempt nor an open mandate. */
export const givenUp = (refs: Refs): Draft => ({
  set: { next_action: null, mandate: null, single_use_mandate: null },
  also: [...(refs.latest_attempt?.status === 'requires_action' ? tried(refs, { to: 'abandoned' }) : []), ...mandates(refs, 'inactive')],
});

function failed(it: Intent, refs: Refs, answer: Declined): Draft {
  const { code, decline_code = code, message = errors[answer.code].message } = answer;
  const method = refs.payment_method;
  const error = {
    type: 'card_error',
    code,
    decline_code,
    message,
    param: null,
    doc_url: null,
    payment_method: method,
    payment_method_type: method?.type ?? null,
  } as const;
  const setup_error = error as unknown as NonNullable<Draft['set']>['last_setup_error'];
  // Whoever reports that the payer failed a step did nothing wrong and gets the intent; whoever confirms gets the decline.
  const refuse: Refusal = {
    code,
    message,
    ...(decline_code && { decline_code }),
    payment_method: method,
    payment_method_type: method?.type ?? '',
  };
  return {
    to: 'requires_payment_method',
    set: { last_setup_error: setup_error ?? null, next_action: null, payment_method: null, mandate: null, single_use_mandate: null },
    also: [...tried(refs, { to: 'failed', set: { setup_error: setup_error ?? null } }), ...mandates(refs, 'inactive')],
    ...(it.next_action ? {} : { refuse }),
  };
}
