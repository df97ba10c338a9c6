import type { Subscription } from '../../billing/subscriptions/subscription.js';
import type { Customer } from '../../customers/customers/customer.js';
import { choicesOf, type OnOffer, quantitiesOfItem } from './choices.js';
import type { Features } from './features.js';

const changeable: ReadonlySet<string> = new Set(['active', 'past_due', 'trialing']);
const endable: ReadonlySet<string> = new Set(['active', 'past_due', 'paused', 'trialing', 'unpaid']);

/** Whether a customer may change a subscription: not while an update is pending, and not under a schedule. */
export function mayChange(it: Subscription, on_offer: OnOffer): boolean {
  const { enabled, default_allowed_updates } = on_offer.update;
  if (!enabled || !changeable.has(it.status) || it.schedule || it.pending_update) return false;
  const is_changed = it.items.data.some((item) => quantitiesOfItem(item, on_offer) || choicesOf(item, it, on_offer).length > 0);
  return is_changed || default_allowed_updates.includes('promotion_code');
}

/** Whether a customer may end it: not where its end is known already. */
export const mayCancel = (it: Subscription, { subscription_cancel }: Features): boolean =>
  subscription_cancel.enabled && endable.has(it.status) && it.cancel_at === null && !it.schedule;

/** Whether a customer may pause it: not where it is paused, or its end is known already. */
export const mayPause = (it: Subscription, { subscription_pause }: Features): boolean =>
  subscription_pause.enabled && changeable.has(it.status) && it.pause_collection === null && it.cancel_at === null && !it.schedule;

/** Whether a customer may resume it: if it will end, if its invoices are void, as customers pause it, or if it is paused for want of a payment method. */
export function mayResume(
  it: Subscription,
  { payment_method_update, subscription_cancel, subscription_pause }: Features,
  customer: Customer,
): boolean {
  if (it.schedule || !endable.has(it.status)) return false;
  if (it.cancel_at_period_end) return subscription_cancel.enabled && it.status !== 'paused';
  if (it.pause_collection !== null && it.status !== 'paused') return subscription_pause.enabled && it.pause_collection.behavior === 'void';
  return payment_method_update.enabled && lacksMethod(it) && customer.invoice_settings.default_payment_method !== null;
}

const lacksMethod = ({ status, status_details: { paused } }: Subscription): boolean =>
  status === 'paused' && paused?.subscription?.type === 'trial_end_without_payment_method';
