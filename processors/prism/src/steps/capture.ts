import type { CaptureAsked } from '../contract.js';
import { declined, notPossible, refusedBy } from './declines.js';
import { approved, lookAtCharge } from './of-charge.js';
import { paymentOutcome } from './statuses.js';
import type { Step } from './step.js';
import { capturedIn } from './try.js';
import { carried, money } from './values.js';

/** A question to take held money. */
export const capture: Step<CaptureAsked> = {
  plan: ({ attempt, reference, amount, currency }, { charge, supports }) => {
    if (!supports.has('capture')) return { do: 'answer', answer: notPossible('capture_not_supported', 'This processor captures at once.') };
    const message = { merchantCaptureId: attempt, connectorTransactionId: reference, amountToCapture: money(amount, currency) };
    return { do: 'call', flow: 'capture', message: { ...message, ...carried(charge?.kept ?? {}) } };
  },
  // A payment that is still held says nothing about the request: it may be under way.
  answered: ({ amount }, _, response) => {
    const outcome = paymentOutcome(response.status);
    const captured = capturedIn(response);
    if (outcome === 'taken') return captured === null || captured === amount ? approved : null;
    return outcome === 'failed' || outcome === 'voided' ? { state: 'final', answer: declined(response.error as object) } : null;
  },
  refused: (_, error) => refusedBy(error),
  look: lookAtCharge,
};
