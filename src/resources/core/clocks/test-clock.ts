import { about, nullable } from '../../../kernel/base/fields.js';
import { textOf, timestamp } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { day } from '../../../kernel/base/moments.js';
import { resource } from '../../../kernel/base/resource.js';
import { forSdks } from '../for-sdks/for-sdks.js';

/** A clock that stands still until it is advanced, and that objects run on which name it, or whose customer does. */
export const testClock = resource({
  object: 'test_helpers.test_clock',
  title: 'test clock',
  prefix: 'clock',
  fields: {
    frozen_time: about('The time that the clock shows, in Unix seconds.', timestamp),
    deletes_after: about('When the clock and everything on it is deleted, in Unix seconds of the real time.', timestamp),
    name: about('Your name for the clock.', nullable(textOf(300))),
    /** While it is advanced: where to, and the moment before which everything has happened. */
    status_details: about(
      'The progress while the clock is advanced.',
      object({
        advancing: about(
          'The target and the progress; null while the clock stands still.',
          nullable(
            object({
              target_frozen_time: about('The time that the clock is advanced to, in Unix seconds.', timestamp),
              reached: about('Everything due before this time has happened; in Unix seconds.', timestamp),
            }),
          ),
        ),
      }),
    ),
  },
  for_sdks: forSdks,
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
