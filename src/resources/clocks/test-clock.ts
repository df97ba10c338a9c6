import { refuse, remove, set } from '../../base/effects.js';
import { nullable, object, required } from '../../base/fields.js';
import { text, timestamp } from '../../base/kinds.js';
import { day } from '../../base/moments.js';
import { resource } from '../../base/resource.js';
import { creation, rule, timer } from '../../base/rules.js';

/** A clock that stands still until it is advanced, and that objects run on which name it, or whose customer does. */
export const testClock = resource({
  object: 'test_helpers.test_clock',
  title: 'test clock',
  prefix: 'clock',
  fields: {
    frozen_time: timestamp,
    deletes_after: timestamp,
    name: nullable(text),
    status_details: object({ advancing: nullable(object({ target_frozen_time: timestamp })) }),
  },
  start: { ready: 'test_helpers.test_clock.created' },
  states: {
    ready: { advancing: 'test_helpers.test_clock.advancing' },
    advancing: { ready: 'test_helpers.test_clock.ready', internal_failure: 'test_helpers.test_clock.internal_failure' },
    internal_failure: {},
  },
  events: { removed: 'test_helpers.test_clock.deleted' },
  unexpected: 'test_clock_unexpected_state',
  timers: ['arrive', 'fail'],
  removable: true,
  tombstone: true,
});

const lasts_days = 30;

/** A clock that shows a moment. */
export const createTestClock = creation(testClock, {
  takes: { frozen_time: required(timestamp), name: text },
  decide: ({ it, input: { frozen_time, name = null } }, around) =>
    set(it, { status: 'ready', frozen_time, name, deletes_after: around.now + lasts_days * day, status_details: { advancing: null } }),
});

/** Moves a clock ahead: it arrives when everything has happened that is due by then. */
export const advanceTestClock = rule(testClock, 'advance', {
  from: ['ready'],
  takes: { frozen_time: required(timestamp) },
  decide: ({ it, input: { frozen_time } }) =>
    frozen_time <= it.frozen_time
      ? refuse({ code: 'parameter_invalid', param: 'frozen_time', message: `A clock only moves forward; it shows ${it.frozen_time} now.` })
      : set(it, { status: 'advancing', status_details: { advancing: { target_frozen_time: frozen_time } } }),
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

/** Takes a clock away. */
export const deleteTestClock = rule(testClock, 'delete', { decide: ({ it }) => remove(it) });
