import { at, type Effects, report, set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import type { Declined } from '../../../processors/contract.js';
import { type Held, nextRelease } from '../charges/hold.js';
import { failureOf } from '../intents/failure.js';
import type { paymentIntent } from './payment-intent.js';

/** Held after all, and as it was. */
export function stillHeld(it: It<typeof paymentIntent, 'processing'>, held: Held, answer: Declined, now: number): Effects {
  const back = set(it, { status: 'requires_capture', cancellation_reason: null });
  return [back, at(nextRelease(held, now), back, 'release', it.latest_attempt), report(back, failureOf(answer, null).refusal)];
}
