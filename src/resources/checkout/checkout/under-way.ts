import type { Refusal } from '../../../kernel/base/refusal.js';
import type { It } from '../../../kernel/base/resource.js';
import { isOpen } from '../../payments/intents/open.js';
import type { paymentIntent } from '../../payments/payment-intents/payment-intent.js';

/** What is being paid is not paid once more, nothing of it changes, and it does not expire. */
export const underWay = (intent: It<typeof paymentIntent> | null): Refusal | null =>
  intent && !isOpen(intent) && intent.status !== 'canceled'
    ? {
        code: 'checkout_session_unexpected_state',
        message: 'The payment of this Checkout Session is under way. Wait for what becomes of it.',
      }
    : null;
