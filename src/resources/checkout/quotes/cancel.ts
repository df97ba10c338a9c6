import { set } from '../../../kernel/base/effects.js';
import type { It } from '../../../kernel/base/resource.js';
import { on, rule, timer } from '../../../kernel/base/rules.js';
import { testClock } from '../../core/clocks/test-clock.js';
import { quote } from './quote.js';

const canceled = (it: It<typeof quote, 'draft' | 'open'>, now: number) =>
  set(it, { status: 'canceled', status_transitions: { canceled_at: now } });

/** Ends a quote: it can no longer be accepted. */
export const cancel = rule(quote, 'cancel', {
  from: ['draft', 'open'],
  decide: ({ it }, { now }) => canceled(it, now),
});

/** Cancels a quote that was not accepted in time. */
export const expire = timer(quote, 'expire', {
  from: ['draft', 'open'],
  decide: ({ it, about }, { now }) => about === String(it.expires_at) && canceled(it, now),
});

/** A quote is canceled with its test clock, because it could never expire without it. */
export const endedWithClock = on(testClock, 'test_helpers.test_clock.deleted', quote, {
  each: 'test_clock',
  from: ['draft', 'open'],
  decide: ({ it }, { now }) => canceled(it, now),
});
