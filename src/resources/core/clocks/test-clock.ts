import { nullable } from '../../../kernel/base/fields.js';
import { textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { resource } from '../../../kernel/base/resource.js';

/** A clock that stands still until it is advanced, and that objects run on which name it, or whose customer does. */
export const testClock = resource({
  object: 'test_helpers.test_clock',
  title: 'test clock',
  prefix: 'clock',
  fields: {
    frozen_time: timestamp,
    deletes_after: timestamp,
    name: nullable(textOf(300)),
    /** While it is advanced: where to, and the moment before which everything has happened. */
    status_details: object({ advancing: nullable(object({ target_frozen_time: timestamp, reached: timestamp })) }),
  },
  start: { ready: 'test_helpers.test_clock.created' },
  states: {
    ready: { advancing: 'test_helpers.test_clock.advancing' },
    advancing: { ready: 'test_helpers.test_clock.ready', internal_failure: 'test_helpers.test_clock.internal_failure' },
    internal_failure: {},
  },
  events: { removed: 'test_helpers.test_clock.deleted' },
  unexpected: 'test_clock_unexpected_state',
  timers: ['reach', 'arrive', 'fail', 'expire'],
  removable: true,
});

/** Why no clock is moved to a moment from where it stands now; null where it is. Any two years of the calendar fit. */
export function unreachable(moment: number, now: number): string | null {
  if (moment < now) return `A clock only moves forward; it shows ${now} now.`;
  return moment > now + 731 * day ? 'A clock is moved by at most two years at a time.' : null;
}
