import { at, type Effects, report, set } from '../../../kernel/base/effects.js';
import type { AllSeen } from '../../../kernel/base/reads.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Answered } from '../../../kernel/base/rules.js';
import type { Answer, Approved, Declined } from '../../../processors/contract.js';
import type { setUpMethod } from '../../../processors/questions.js';
import { customer } from '../../customers/customers/customer.js';
import { activated, voided } from '../intents/agreement.js';
import { failureOf } from '../intents/failure.js';
import { mismatch } from '../intents/microdeposits.js';
import { verified } from '../intents/question.js';
import { paymentMethod } from '../payment-methods/payment-method.js';
import { given_up, triedWith, waiting } from './attempt.js';
import type { setupAttempt } from './setup-attempt.js';
import type { setupIntent } from './setup-intent.js';

type Processing = It<typeof setupIntent, 'processing'>;
type Attempt = It<typeof setupAttempt>;

/** The objects that an answer changes. The question reads them too, so that an immediate answer needs no further read. */
export const answerable = { ...waiting, customer, payment_method: paymentMethod } as const;

type Told = Omit<Answered<typeof setUpMethod>, 'answer'>;
type Answerable = AllSeen<It<typeof setupIntent>, object, typeof answerable>;

/** What the processor's answer makes of an intent, now or by notification later. A decline is a decision, not an exception. */
export function settled(it: Processing | It<typeof setupIntent, 'requires_action'>, seen: Answerable, answer: Answer, told: Told): Effects {
  if (it.status === 'processing') return processed(it, seen, answer, told);
  if (answer.result === 'needs_action') return null;
  // A wallet may tell its processor before the payer has come back to the shop.
  const back = set(it, { status: 'processing' });
  return [back, processed(back, seen, answer, told)];
}

function processed(it: Processing, seen: Answerable, answer: Answer, { by: processor, asked: { microdeposits } }: Told): Effects {
  const { latest_attempt: attempt } = seen;
  switch (answer.result) {
    case 'approved':
      return approved(it, seen, answer);
    case 'needs_action': {
      const asking = set(it, { status: 'requires_action', next_action: answer.next_action });
      return [
        asking,
        attempt?.status === 'processing' && set(attempt, { status: 'requires_action', processor }),
        // The payer's proof was wrong: the same step is asked again.
        microdeposits && report(asking, mismatch(microdeposits)),
      ];
    }
    case 'declined':
      return declined(it, seen, answer);
    case 'pending':
      return attempt && [set(attempt, { processor }), at(answer.ask_again_at, it, 'inquire', attempt.id)];
  }
}

const isUndecided = (attempt: Attempt | null): attempt is It<typeof setupAttempt, 'processing' | 'requires_action'> =>
  attempt?.status === 'processing' || attempt?.status === 'requires_action';

function approved(it: Processing, { latest_attempt: attempt, payment_method: method, ...seen }: Answerable, answer: Approved): Effects {
  const details = method && { payment_method_details: triedWith(it, method, answer) };
  return [
    set(it, { status: 'succeeded', next_action: null }),
    isUndecided(attempt) && set(attempt, { status: 'succeeded', ...details }),
    method && verified(method, seen.customer, answer),
    activated(seen.mandate, seen.single_use_mandate),
  ];
}

function declined(it: Processing, { latest_attempt: attempt, payment_method: method, ...seen }: Answerable, answer: Declined): Effects {
  const { error, refusal } = failureOf(answer, method);
  const details = method && { payment_method_details: triedWith(it, method, answer) };
  return [
    set(it, { status: 'requires_payment_method', last_setup_error: error, payment_method: null, ...given_up }),
    isUndecided(attempt) && set(attempt, { status: 'failed', setup_error: error, ...details }),
    voided(seen.mandate, seen.single_use_mandate),
    // A failed authentication step is not a request error: answer 200 with the new state. Only a confirmation receives the decline.
    !it.next_action && report(it, refusal),
  ];
}
