import { type Effects, run, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { isOpen } from '../../payments/intents/open.js';
import { cancel } from '../../payments/payment-intents/cancel.js';
import type { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { askFor } from '../../payments/payment-intents/update.js';
import { chargedFor } from './presentment.js';
import type { Session } from './session.js';

/** The payment of a session asks for what that comes to by now. One in another currency gives way to another payment. */
export function repriced(it: Session, intent: It<typeof paymentIntent> | null): Effects {
  if (!intent) return null;
  const { amount, currency } = chargedFor(it);
  const is_converted = intent.currency !== currency || intent.presentment_details;
  if (amount <= 0 || (intent.amount === amount && intent.currency === currency)) return null;
  if (!is_converted) return run(askFor, intent, { amount });
  return isOpen(intent)
    ? [set(it, { payment_intent: null }, null), run(cancel, intent, { cancellation_reason: 'abandoned' }, 'ignore')]
    : null;
}
