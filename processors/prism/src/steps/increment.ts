import prism from 'hyperswitch-prism';
import type { IncrementAsked } from '../contract.js';
import { declined, notPossible, refusedBy } from './declines.js';
import { approved } from './of-charge.js';
import type { Step } from './step.js';
import { carried, money } from './values.js';

const { AuthorizationStatus } = prism.types;

/** A question to hold more. */
export const increment: Step<IncrementAsked> = {
  plan: ({ attempt, reference, amount, currency }, { charge, supports }) => {
    if (!supports.has('incremental_authorization'))
      return { do: 'answer', answer: notPossible('increment_not_supported', 'The authorization cannot be increased.') };
    const message = { merchantAuthorizationId: attempt, connectorTransactionId: reference, amount: money(amount, currency) };
    return { do: 'call', flow: 'incremental_authorization', message: { ...message, ...carried(charge?.kept ?? {}) } };
  },
  answered: (_, __, response) => {
    if (response.status === AuthorizationStatus.AUTHORIZATION_SUCCESS) return approved;
    const has_failed = response.status === AuthorizationStatus.AUTHORIZATION_FAILURE;
    return has_failed ? { state: 'final', answer: declined(response.error as object) } : null;
  },
  refused: (_, error) => refusedBy(error),
  // No request of the library shows the held amount.
  look: () => null,
};
