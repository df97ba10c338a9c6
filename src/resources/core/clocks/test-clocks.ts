import { at, remove, set } from '../../../kernel/base/effects.js';
import { about, required } from '../../../kernel/base/fields.js';
import { ref, textOf, timestamp } from '../../../kernel/base/kinds.js';
import { day } from '../../../kernel/base/moments.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { action, creation, list, retrieve, rule, timer } from '../../../kernel/base/rules.js';
import { customer } from '../../customers/customers/customer.js';
import { testClock, unreachable } from './test-clock.js';

const lasts_days = 30;

const moves_along: Refusal = {
  code: 'parameter_invalid',
  param: 'customer',
  message: 'The customer runs on a test clock already, and stays on it. Name one that runs on none.',
};

/** A clock that shows a moment; a customer who is there already runs on it from now on, and all that is theirs. */
export const createTestClock = creation(testClock, {
  takes: {
    frozen_time: about('The time that the clock shows at first, in Unix seconds.', required(timestamp)),
    name: about('Your name for the clock, up to 300 characters.', textOf(300)),
    customer: about('An existing customer to move to the clock, with everything that belongs to the customer.', ref('customer')),
  },
  reads: { customer },
  decide: ({ it, input: { frozen_time, name = null }, customer }, asked) => {
    if (customer?.test_clock) return asked.refuse(moves_along);
    const made = set(it, {
      status: 'ready',
      frozen_time,
      name,
      deletes_after: asked.now + lasts_days * day,
      status_details: { advancing: null },
    });
    return [made, at(made.deletes_after, made, 'expire'), customer && set(customer, { test_clock: it.id })];
  },
});

/** Moves a clock ahead: it arrives when everything has happened that is due by then. */
export const advanceTestClock = rule(testClock, 'advance', {
  from: ['ready'],
  takes: {
    frozen_time: about('The time to advance to, in Unix seconds; at most two years ahead of the clock.', required(timestamp)),
  },
  decide: ({ it, input: { frozen_time } }, asked) => {
    const reason = unreachable(frozen_time, it.frozen_time + 1);
    if (reason) return asked.refuse({ code: 'parameter_invalid', param: 'frozen_time', message: reason });
    const advancing = { target_frozen_time: frozen_time, reached: it.frozen_time };
    return set(it, { status: 'advancing', status_details: { advancing } });
  },
});

/** Everything has happened that was due before a moment on its way. */
export const testClockReached = timer(testClock, 'reach', {
  from: ['advancing'],
  decide: ({ it }, { now }) => set(it, { status_details: { advancing: { reached: now } } }, null),
});

/** Everything has happened that was due. */
export const testClockArrived = timer(testClock, 'arrive', {
  from: ['advancing'],
  decide: ({ it }, around) => set(it, { status: 'ready', frozen_time: around.now, status_details: { advancing: null } }),
});

/** Something that was due cannot happen. */
export const testClockFailed = timer(testClock, 'fail', {
  from: ['advancing'],
  decide: ({ it }) => set(it, { status: 'internal_failure', status_details: { advancing: null } }),
});

/** Takes a clock away; what runs on it follows. */
export const deleteTestClock = rule(testClock, 'delete', {
  decide: ({ it }, asked) => (it.status === 'advancing' ? asked.refuse({ code: 'test_clock_advancing' }) : remove(it)),
});

const hour = 3600;

/** A clock that has lasted for long enough is gone, once it has arrived. */
export const testClockExpired = timer(testClock, 'expire', {
  decide: ({ it }, { now }) => (it.status === 'advancing' ? at(now + hour, it, 'expire') : remove(it)),
});

/** The test clocks group. */
export const testClocks = [
  action('POST /v1/test_helpers/test_clocks', createTestClock, {
    about:
      'Creates a test clock, which stands still until it is advanced. Customers on it, with their subscriptions and payments, see only its time.',
  }),
  action('POST /v1/test_helpers/test_clocks/:id/advance', advanceTestClock, {
    about: 'Advances a test clock. Everything due by then happens in order; the status is `advancing` until it has.',
  }),
  testClockReached,
  testClockArrived,
  testClockFailed,
  testClockExpired,
  action('DELETE /v1/test_helpers/test_clocks/:id', deleteTestClock, { about: 'Deletes a test clock, and with it the customers on it.' }),
  retrieve(testClock, 'GET /v1/test_helpers/test_clocks/:id', { about: 'Retrieves a test clock.' }),
  list(testClock, 'GET /v1/test_helpers/test_clocks', {}, { about: 'Lists test clocks, newest first.' }),
] as const;
