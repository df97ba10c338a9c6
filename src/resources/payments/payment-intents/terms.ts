import type { Asked } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { type MethodType, requirePayable as requirePayableBy, types } from '../../core/payment-method-types/types.js';
import { requireFit } from '../intents/method.js';
import type { paymentMethod } from '../payment-methods/payment-method.js';
import type { paymentIntent } from './payment-intent.js';

type Intent = It<typeof paymentIntent>;

/** What a payment says for every type, and what it says for some. */
export type Terms = Pick<Intent, 'payment_method_options' | 'setup_future_usage'>;

/** What a payment says for this type only. */
export const optionsOf = ({ payment_method_options }: Pick<Intent, 'payment_method_options'>, type: MethodType) =>
  payment_method_options[type] ?? {};

/** What the payment method is kept for: its type's own options win; null where it is not kept. */
export function usageOf(it: Terms, type: MethodType): 'off_session' | 'on_session' | null {
  const usage = optionsOf(it, type).setup_future_usage ?? it.setup_future_usage;
  return usage === 'none' ? null : usage;
}

/** Whether the money is held and captured later. */
export const holds = (it: Intent, type: MethodType): boolean => (optionsOf(it, type).capture_method ?? it.capture_method) === 'manual';

/** Why this payment method cannot pay this intent; null if it can. */
export function requirePayable(it: Intent, method: It<typeof paymentMethod>, asked: Asked): void {
  requireFit(it, method, asked);
  requirePayableBy(method.type, method.billing_details, it, asked);
  if (!holds(it, method.type) || types[method.type].manual_capture) return;
  asked.refuse({
    code: 'parameter_invalid',
    param: 'capture_method',
    message: `A payment by ${method.type} cannot be held and captured later. Use capture_method automatic.`,
  });
}
