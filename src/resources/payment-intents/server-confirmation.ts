import { andThen, type Decided } from '../../base/decision.js';
import { mergeMembers } from '../../base/fields.js';
import type { Surroundings } from '../../base/legacy.js';
import type { Declined } from '../../base/processor.js';
import type { It } from '../../base/resource.js';
import { failureOf } from '../intents/trying.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { givenUp, of_the_ask, type Refs, type Taken, takenStep } from './attempt.js';
import { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;
type Draft = Decided<typeof paymentIntent>;

/** How long the merchant's server may take to confirm after the payer has acted (Stripe). */
const confirmable_seconds = 3600;

/** The payer is asked, and the merchant's server says when the payment goes on. */
export const waitsForServer = ({ confirmation_method, status }: Intent): boolean =>
  confirmation_method === 'manual' && status === 'requires_action';

/** The payer has been through a step: nobody is told before the server confirms again. */
export function stepTaken(it: Intent, { now }: Surroundings): Draft {
  const confirm_before = now + confirmable_seconds;
  const set = { next_action: null, finished_step: it.next_action?.type ?? null, confirm_before };
  return { to: 'requires_confirmation', set, later: [{ name: 'lapse', at: confirm_before }] };
}

/** The step of the try under way that a confirmation completes; null where it starts a try of its own. */
export function toComplete(it: Intent, given: object, method: It<typeof paymentMethod> | null): Taken | null {
  const taken = takenStep(it);
  const finished_step = taken ?? it.next_action?.type;
  if (it.confirmation_method !== 'manual' || !finished_step || method?.id !== it.payment_method || isOther(it, given)) return null;
  // Before anybody has told that the step is taken, the processor may know: it is asked what became of it.
  return { finished_step, ...(taken && { outcome: 'succeed' as const }) };
}

/** Whether a request gives another value to what a processor has been told. */
export function isOther(it: Intent, given: object): boolean {
  const draft = mergeMembers(paymentIntent.fields, it, given);
  return of_the_ask.some((name) => JSON.stringify(draft[name]) !== JSON.stringify(it[name]));
}

/** The server has not confirmed in time; a step that was taken once more since then has an hour of its own. */
export const lapsed = (it: Intent, refs: Refs, { now }: Surroundings): Draft =>
  takenStep(it) && now >= (it.confirm_before ?? 0) ? outOfTime(it, refs, not_confirmed) : {};

/** The payer has not acted in time. */
export const stepOver = (it: Intent, refs: Refs): Draft => outOfTime(it, refs, expired);

/** Nobody is asked: a processor that heard of the step now could take it for the order to charge. */
function outOfTime(it: Intent, refs: Refs, why: Declined): Draft {
  const { error } = failureOf(why, refs.payment_method);
  return andThen<Draft>(givenUp(it, refs), {
    to: ['processing', 'requires_payment_method'],
    set: { last_payment_error: error, payment_method: null },
  });
}

/** What a step comes to whose time is over. */
export const expired: Declined = { result: 'declined', code: 'payment_intent_payment_attempt_expired' };

const not_confirmed: Declined = {
  ...expired,
  message: 'The payment was not confirmed again within an hour after the payer had acted. Confirm it with a payment method to try anew.',
};
