import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { isOpen } from '../../payments/intents/open.js';
import type { paymentIntent } from '../../payments/payment-intents/payment-intent.js';

type Intent = It<typeof paymentIntent>;

/** Whether a payment waits for its outcome, so that its session can neither change nor expire nor be paid again. */
export const isUnderWay = (intent: Intent | null): boolean => intent !== null && !isOpen(intent) && intent.status !== 'canceled';

/** Refuses a change of a session while its payment is under way. */
export function requireNotUnderWay(intent: Intent | null, asked: Asked): void {
  if (isUnderWay(intent))
    asked.refuse({
      code: 'checkout_session_unexpected_state',
      message: 'The payment of this Checkout Session is under way. Wait for its outcome.',
    });
}
