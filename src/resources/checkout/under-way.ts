import type { Refusal } from '../../base/refusal.js';
import type { It } from '../../base/resource.js';
import { isOpen } from '../intents/open.js';
import type { paymentIntent } from '../payment-intents/payment-intent.js';

/** What is being paid is not paid once more, nothing of it changes, and it does not expire. */
export const underWay = (intent: It<typeof paymentIntent> | null): Refusal | null =>
  intent && !isOpen(intent) && intent.status !== 'canceled'
    ? {
        code: 'checkout_session_unexpected_state',
        message: 'The payment of this Checkout Session is under way. Wait for what becomes of it.',
      }
    : null;
