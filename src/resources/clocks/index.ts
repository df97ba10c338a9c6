import { required } from '../../base/fields.js';
import { type ClockShown, handler } from '../../base/handler.js';
import { timestamp } from '../../base/kinds.js';
import { refused } from '../../base/refusal.js';
import { advanceTestClock, createTestClock, deleteTestClock, testClockArrived, testClockFailed } from './test-clock.js';

const shown = ({ now, advancing }: ClockShown, livemode: boolean): object => ({
  object: 'test_helpers.sandbox_clock',
  frozen_time: now,
  livemode,
  status: advancing ? 'advancing' : 'ready',
  ...(advancing && { status_details: { advancing: { target_frozen_time: advancing.to, reached: advancing.reached } } }),
});

const year = 31_536_000;

/** A sandbox's own time: it runs like the real one and can be moved ahead. Beside it the rules of clocks that stand still, which have no routes of their own. */
export const clocks = [
  createTestClock,
  advanceTestClock,
  testClockArrived,
  testClockFailed,
  deleteTestClock,
  handler('GET /v1/test_helpers/sandbox_clock', {}, 'Read the clock of this sandbox', async ({ read, livemode }) =>
    shown(await read.clock(), livemode),
  ),
  handler(
    'POST /v1/test_helpers/sandbox_clock/advance',
    { frozen_time: required(timestamp) },
    'Move the clock of this sandbox ahead; everything due by then happens, in order',
    async ({ params, read, now, livemode }) => {
      const { frozen_time } = params;
      if (frozen_time < now)
        throw refused({ code: 'parameter_invalid', param: 'frozen_time', message: `A clock only moves forward; it shows ${now} now.` });
      if (frozen_time > now + 2 * year)
        throw refused({ code: 'parameter_invalid', param: 'frozen_time', message: 'A clock is moved by at most two years at a time.' });
      return shown(await read.advanceClock(frozen_time), livemode);
    },
  ),
] as const;
