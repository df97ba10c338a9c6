import type { Concealed } from '../../base/concealed.js';
import { andThen, change, type Decided, make } from '../../base/decision.js';
import type { Refusal } from '../../base/errors.js';
import type { AskedOf, Surroundings } from '../../base/legacy.js';
import type { Answer, Approved, Ask, Declined, Outcome } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { customer } from '../customers/customer.js';
import { unfit } from '../intents/choose.js';
import { type Acceptance, agreed, ended, mandate } from '../intents/mandate.js';
import { afterStep, failureOf, inquiries, proved, type Trying, threeDSecureOf, triedWith } from '../intents/trying.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
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

/** The payment method to try, as it is now, and what only this request knows of it. */
type Tried = { readonly method: Method; readonly cvc: Concealed | null; readonly acceptance: Acceptance | null };

/** Tries to set up: an attempt is recorded and the processor is asked. */
export function attempt(it: Intent, { method, cvc, acceptance }: Tried, around: Surroundings): Draft {
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
  return needsMandate(method, acceptance) ? andThen(begun, withMandate(it, method, acceptance ?? {}, around)) : begun;
}

const wantedBy = ({ return_url, payment_method_options: { card } }: Intent) => ({
  return_url,
  request_three_d_secure: card?.request_three_d_secure ?? null,
});

const ask = (it: Intent, method: Method, trying: Trying): Ask => ({
  verb: 'set_up',
  subject: { object: 'setup_intent', id: it.id },
  ...triedWith(wantedBy(it), method, trying),
});

/** Debits and wallets are charged later on the strength of a mandate; cards need one only where the payer was asked for it. */
const needsMandate = (method: Method, acceptance: Acceptance | null): boolean => method.type !== 'card' || acceptance !== null;

function withMandate(it: Intent, method: Method, acceptance: Acceptance, around: Surroundings): Draft {
  const single = it.usage === 'on_session';
  const made = agreed(method, acceptance, single ? 'single_use' : 'multi_use', around);
  return { set: single ? { single_use_mandate: made.id } : { mandate: made.id }, make: [made] };
}

/** The payer has been through a step: the processor is asked again, with what the payer did. */
export function resumed(it: Intent, refs: Refs, outcome: Outcome, around: Surroundings): Draft {
  if (it.status !== 'requires_action' || !refs.payment_method || !it.latest_attempt)
    return { refuse: unexpected(it, 'take the next action of') };
  const finished_step = it.next_action?.type ?? '';
  const trying = afterStep(it.latest_attempt, finished_step, { outcome, now: around.now, processor: refs.latest_attempt?.processor });
  return { to: 'processing', also: tried(refs, { to: 'processing' }), ask: ask(it, refs.payment_method, trying) };
}

/** The refusal for an intent in another state than the verb wants. */
export const unexpected = (it: Intent, verb: string): Refusal => ({
  code: 'setup_intent_unexpected_state',
  message: `You cannot ${verb} this SetupIntent because it has a status of ${it.status}.`,
});

/** The processor's answer, now or by notification later. A decline is a decision, not an exception. */
export function settled(it: Intent, refs: Refs, answer: Answer, asked: AskedOf): Draft {
  if (asked.attempt !== it.latest_attempt) return {};
  // A wallet may tell its processor before the payer has come back to the shop.
  if (it.status === 'requires_action' && answer.result !== 'needs_action')
    return andThen<Draft>({ to: 'processing' }, ofAttempt(it, refs, answer, asked));
  return it.status === 'processing' ? ofAttempt(it, refs, answer, asked) : {};
}

function ofAttempt(it: Intent, refs: Refs, answer: Answer, { attempt, processor }: AskedOf): Draft {
  switch (answer.result) {
    case 'approved':
      return { to: 'succeeded', set: { next_action: null }, also: approvals(it, refs, answer) };
    case 'needs_action':
      return {
        to: 'requires_action',
        set: { next_action: answer.next_action },
        also: tried(refs, { to: 'requires_action', set: { processor } }),
      };
    case 'declined':
      return failed(it, refs, answer);
    case 'pending':
      return waiting(refs, answer, { attempt, processor });
    default:
      return {};
  }
}

/** A processor that says when it may know more is asked again then; any other tells by itself. */
const waiting = (
  refs: Refs,
  answer: Extract<Answer, { result: 'pending' }>,
  { attempt, processor }: Pick<AskedOf, 'attempt' | 'processor'>,
): Draft => ({ also: tried(refs, { set: { processor } }), later: inquiries(answer, attempt) });

/** Asks what became of an attempt that is pending. */
export function inquired(it: Intent, refs: Refs, about: string | null, { now }: Surroundings): Draft {
  const { payment_method: method, latest_attempt } = refs;
  if (it.status !== 'processing' || !method || !latest_attempt || about !== latest_attempt.id) return {};
  const { id: attempt, processor } = latest_attempt;
  return { ask: ask(it, method, afterStep(attempt, 'pending', { now, processor })) };
}

type Changes = NonNullable<Draft['also']>;

const tried = ({ latest_attempt }: Refs, changes: Parameters<typeof change<typeof setupAttempt>>[2]): Changes =>
  latest_attempt ? [change(setupAttempt, latest_attempt, changes)] : [];

function approvals(it: Intent, refs: Refs, answer: Approved): Changes {
  const { payment_method: method, customer } = refs;
  const details = method?.type === 'card' ? { payment_method_details: { card: { three_d_secure: threeDSecureOf(answer) } } } : {};
  return [
    ...tried(refs, { to: 'succeeded', set: details }),
    ...(method ? proved(method, it.customer ? customer : null, answer) : []),
    ...ended([refs.mandate, refs.single_use_mandate], 'active'),
  ];
}

/** Gives up what waits for the payer: whoever tries anew, otherwise or not at all leaves neither an open attempt nor an open mandate. */
export const givenUp = (refs: Refs): Draft => ({
  set: { next_action: null, mandate: null, single_use_mandate: null },
  also: [
    ...(refs.latest_attempt?.status === 'requires_action' ? tried(refs, { to: 'abandoned' }) : []),
    ...ended([refs.mandate, refs.single_use_mandate], 'inactive'),
  ],
});

function failed(it: Intent, refs: Refs, answer: Declined): Draft {
  const { error, refuse } = failureOf(answer, refs.payment_method);
  return {
    to: 'requires_payment_method',
    set: { last_setup_error: error, next_action: null, payment_method: null, mandate: null, single_use_mandate: null },
    also: [...tried(refs, { to: 'failed', set: { setup_error: error } }), ...ended([refs.mandate, refs.single_use_mandate], 'inactive')],
    // Whoever reports that the payer failed a step did nothing wrong and gets the intent; whoever confirms gets the decline.
    ...(it.next_action ? {} : { refuse }),
  };
}
