import { about, required } from '../../../kernel/base/fields.js';
import { type ClockShown, handler } from '../../../kernel/base/handler.js';
import { timestamp } from '../../../kernel/base/kinds.js';
import { unreachable } from './test-clock.js';
import { testClocks } from './test-clocks.js';

const shown = ({ now, advancing }: ClockShown, livemode: boolean): object => ({
  object: 'test_helpers.sandbox_clock',
  frozen_time: now,
  livemode,
  status: advancing ? 'advancing' : 'ready',
  ...(advancing && { status_details: { advancing: { target_frozen_time: advancing.to, reached: advancing.reached } } }),
});

/** A sandbox's own time, which runs like the real one and can be moved ahead; and beside it clocks that stand still. */
export const clocks = [
  ...testClocks,
  handler(
    'GET /v1/test_helpers/sandbox_clock',
    {},
    'Retrieve the clock of this sandbox',
    async ({ read, livemode }) => shown(await read.clock(), livemode),
    { about: 'Retrieves the clock of this sandbox, which runs like the real time and can be advanced.' },
  ),
  handler(
    'POST /v1/test_helpers/sandbox_clock/advance',
    { frozen_time: about('The time to advance to, in Unix seconds; at most two years ahead.', required(timestamp)) },
    'Advance the clock of this sandbox',
    async ({ params, read, now, livemode, refuse }) => {
      const { frozen_time } = params;
      const reason = unreachable(frozen_time, now);
      if (reason) return refuse({ code: 'parameter_invalid', param: 'frozen_time', message: reason });
      return shown(await read.advanceClock(frozen_time), livemode);
    },
    { about: 'Advances the clock of this sandbox. Everything due by then happens in order: renewals, retries, expirations.' },
  ),
] as const;
