import { type Around, ask, at, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule, timer, unexpected } from '../../../kernel/base/rules.js';
import type { Declined } from '../../../processors/contract.js';
import { chargeMethod } from '../../../processors/questions.js';
import { voided } from '../intents/agreement.js';
import { failureOf } from '../intents/failure.js';
import { requireOwner } from '../intents/method.js';
import { microdeposits, toldOf } from '../intents/microdeposits.js';
import { afterStep, type Trying } from '../intents/question.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { chargeQuestion, completedStep, reads, type Seen, waitingForNothing } from './attempt.js';
import { paymentIntent } from './payment-intent.js';

type Waiting = It<typeof paymentIntent, 'requires_action'>;
type UnderWay = It<typeof paymentIntent, 'requires_action' | 'processing'>;

/** How long the merchant's server may take to confirm after the payer has acted (Stripe). */
const confirmable_seconds = 3600;

/** Finishes the payer's step, or the bank's, without a browser (spec README, decision 17). */
export const finishStep = rule(paymentIntent, 'take the next action of', {
  from: ['requires_action', 'processing'],
  takes: {
    outcome: about(
      'What the payer or their bank does: takes the step (`succeed`), fails it, leaves (`abandon`), or lets the time pass (`expire`).',
      required(oneOf('succeed', 'fail', 'abandon', 'expire')),
    ),
  },
  reads,
  decide: ({ it, input: { outcome }, latest_charge, payment_method: method, customer }, asked) => {
    if (outcome === 'succeed' && it.status === 'requires_action') requireOwner(it, customer, asked);
    if (outcome === 'succeed' && it.status === 'requires_action' && isByHand(it)) return stepTaken(it, asked);
    const waits = it.status === 'requires_action' || latest_charge?.status === 'pending';
    if (!waits || !method || !it.latest_attempt) return asked.refuse(waitingForNobody(it));
    return resumed(it, it.latest_attempt, method, { outcome });
  },
});

const waitingForNobody = ({ status }: UnderWay): Refusal => unexpected(finishStep, status);

/** Verifies a bank account by what has arrived on it: the processor is asked again, with what the payer has told. */
export const verifyMicrodeposits = rule(paymentIntent, 'verify microdeposits of', {
  from: ['requires_action'],
  takes: microdeposits,
  reads,
  decide: ({ it, input, payment_method: method, customer }, asked): Decision => {
    const told = toldOf(it, input, 'payment_intent_unexpected_state', asked);
    requireOwner(it, customer, asked);
    if (!method || !it.latest_attempt) return asked.refuse(unexpected(verifyMicrodeposits, it.status));
    return resumed(it, it.latest_attempt, method, { microdeposits: told.told });
  },
});

/** The payer is asked, and the merchant's server says when the payment goes on. */
export const isByHand = ({ confirmation_method }: Waiting): boolean => confirmation_method === 'manual';

/** The payer has completed a step: no event is sent before the server confirms again. */
export function stepTaken(it: Waiting, { now }: Around): Effects {
  const confirm_before = now + confirmable_seconds;
  const waiting = set(it, {
    status: 'requires_confirmation',
    next_action: null,
    finished_step: it.next_action?.type ?? null,
    confirm_before,
  });
  return [waiting, at(confirm_before, waiting, 'lapse')];
}

/** The payer has been through a step, or is not coming: the processor is asked again, with what happened. */
function resumed(
  it: UnderWay,
  attempt: string,
  method: It<typeof paymentMethod>,
  done: Pick<Trying, 'outcome' | 'microdeposits'>,
): Effects {
  const trying = afterStep(attempt, it.next_action?.type ?? 'pending', { ...done, processor: it.processor });
  const going = it.status === 'requires_action' ? set(it, { status: 'processing' }) : null;
  return [going, ask(chargeMethod, going ?? it, chargeQuestion(it, method, trying))];
}

/** Ends a step that the payer has not taken in time. */
export const expireStep = timer(paymentIntent, 'expire_step', {
  from: ['requires_action'],
  reads,
  decide: ({ it, about, ...seen }) => {
    const { payment_method: method } = seen;
    if (!about || about !== it.latest_attempt) return null;
    return isByHand(it) ? outOfTime(it, seen, expired) : method && resumed(it, about, method, { outcome: 'expire' });
  },
});

/** Gives a payment up that its merchant's server has not confirmed again in time; a step that was taken once more has an hour of its own. */
export const lapse = timer(paymentIntent, 'lapse', {
  from: ['requires_confirmation'],
  reads,
  decide: ({ it, ...seen }, { now }) => completedStep(it) !== null && now >= (it.confirm_before ?? 0) && outOfTime(it, seen, not_confirmed),
});

/** No processor is asked: a report of the step now could be taken for the order to charge. */
function outOfTime(it: It<typeof paymentIntent, 'requires_action' | 'requires_confirmation'>, seen: Seen, why: Declined): Effects {
  const { error } = failureOf(why, seen.payment_method);
  const failed = set(it, { ...waitingForNothing(it), status: 'requires_payment_method', last_payment_error: error, payment_method: null });
  return [failed, voided(seen.mandate)];
}

/** What a step comes to whose time is over. */
export const expired: Declined = { result: 'declined', code: 'payment_intent_payment_attempt_expired' };

const not_confirmed: Declined = {
  ...expired,
  message: 'The payment was not confirmed again within an hour after the payer had acted. Confirm it with a payment method to try again.',
};

/** Polls a processor at the time it named, for the outcome of a pending payment or a change of its answer. */
export const inquire = timer(paymentIntent, 'inquire', {
  from: ['processing', 'succeeded', 'requires_capture'],
  reads,
  decide: ({ it, about, payment_method: method }) =>
    method &&
    about !== null &&
    about === it.latest_attempt &&
    ask(chargeMethod, it, chargeQuestion(it, method, afterStep(about, 'pending', { processor: it.processor }))),
});
