import { type Effects, set } from '../../../kernel/base/effects.js';
import type { IssuedCard } from './card.js';
import { canceled } from './changed.js';

/** Counts a payment on a card that is canceled after some, and cancels it after the last. */
export function paidOnce(it: IssuedCard): Effects {
  if (!it.lifecycle_controls || it.status === 'canceled') return null;
  const payments = (it.payments ?? 0) + 1;
  const { payment_count } = it.lifecycle_controls.cancel_after;
  return payments < payment_count ? set(it, { payments }, null) : canceled(it, { payments });
}
