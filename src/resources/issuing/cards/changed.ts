import { set } from '../../../kernel/base/effects.js';
import type { Settable } from '../../../kernel/base/resource.js';
import type { IssuedCard, issuedCard } from './card.js';

type Change = Settable<typeof issuedCard>;

/** A card that can be used no more. What has not been handed to a carrier yet is not sent. */
export function canceled(it: Extract<IssuedCard, { status: 'active' | 'inactive' }>, change: Change) {
  const unsent = it.shipping?.status === 'pending' || it.shipping?.status === 'submitted';
  const all: Change = { ...change, ...(unsent && { shipping: { status: 'canceled' } }) };
  return it.status === 'active' ? set(it, { ...all, status: 'canceled' }) : set(it, { ...all, status: 'canceled' });
}

/** A card as it is changed, with the status that is asked for. */
export function changed(it: IssuedCard, change: Change, status: IssuedCard['status'] | undefined) {
  if (it.status === 'active' && status === 'inactive') return set(it, { ...change, status });
  if (it.status === 'inactive' && status === 'active') return set(it, { ...change, status });
  if (it.status !== 'canceled' && status === 'canceled') return canceled(it, change);
  return set(it, change);
}

/** What was spent with the card before counts for the one in its place from when that one is active first; until then it goes on there. */
export const takenOver = (it: Pick<IssuedCard, 'spent'>, before: IssuedCard | null): Change =>
  before?.spent && !it.spent ? { spent: before.spent } : {};
