import { ask, type Decision, type Effects, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import type { It } from '../../../kernel/base/resource.js';
import { rule, timer, unexpected } from '../../../kernel/base/rules.js';
import { setUpMethod } from '../../../processors/questions.js';
import { requireOwner } from '../intents/method.js';
import { microdeposits, toldOf } from '../intents/microdeposits.js';
import { afterStep, type Trying } from '../intents/question.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import { question } from './attempt.js';
import { answerable } from './result.js';
import type { setupAttempt } from './setup-attempt.js';
import { setupIntent } from './setup-intent.js';

/** Finishes the payer's step without a browser (spec README, decision 17): the processor is asked again, with what the payer did. */
export const finishStep = rule(setupIntent, 'take the next action of', {
  from: ['requires_action'],
  takes: {
    outcome: about(
      'What the payer or their bank does: takes the step (`succeed`), fails it, leaves (`abandon`), or lets the time pass (`expire`).',
      required(oneOf('succeed', 'fail', 'abandon', 'expire')),
    ),
  },
  reads: answerable,
  decide: ({ it, input: { outcome }, latest_attempt: attempt, payment_method: method, customer }, asked): Decision => {
    if (outcome === 'succeed') requireOwner(it, customer, asked);
    if (!method || !attempt) return asked.refuse(unexpected(finishStep, it.status));
    return resumed(it, attempt, method, { outcome });
  },
});

/** Verifies a bank account by what has arrived on it: the processor is asked again, with what the payer has told. */
export const verifyMicrodeposits = rule(setupIntent, 'verify microdeposits of', {
  from: ['requires_action'],
  takes: microdeposits,
  reads: answerable,
  decide: ({ it, input, latest_attempt: attempt, payment_method: method, customer }, asked): Decision => {
    const told = toldOf(it, input, 'setup_intent_unexpected_state', asked);
    requireOwner(it, customer, asked);
    if (!method || !attempt) return asked.refuse(unexpected(verifyMicrodeposits, it.status));
    return resumed(it, attempt, method, { microdeposits: told.told });
  },
});

/** The payer has completed a step: the processor is asked again, with its outcome. */
function resumed(
  it: It<typeof setupIntent, 'requires_action'>,
  attempt: It<typeof setupAttempt>,
  method: It<typeof paymentMethod>,
  done: Pick<Trying, 'outcome' | 'microdeposits'>,
): Effects {
  const { id, processor } = attempt;
  const processing = set(it, { status: 'processing' });
  const trying = afterStep(id, it.next_action?.type ?? '', { ...done, processor });
  return [
    processing,
    attempt.status === 'requires_action' && set(attempt, { status: 'processing' }),
    ask(setUpMethod, processing, question(processing, method, trying)),
  ];
}

/** Asks a processor again that said when to: what is pending may be decided. */
export const inquire = timer(setupIntent, 'inquire', {
  from: ['processing'],
  reads: answerable,
  decide: ({ it, about, latest_attempt: attempt, payment_method: method }) => {
    if (!method || !attempt || about !== attempt.id) return null;
    const { id, processor } = attempt;
    return ask(setUpMethod, it, question(it, method, afterStep(id, 'pending', { processor })));
  },
});
