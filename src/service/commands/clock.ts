import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { momentOf } from './clock-words.js';
import { type Described, one_line } from './described.js';
import { progressOfDays } from './progress.js';
import { type OfResult, sayResult } from './result.js';
import { type Asking, asking, serviceAt } from './service.js';

type Options = Asking & OfResult & { readonly clock?: string };

const show = async (options: Options): Promise<void> => print(await clockAt(options).read(), options);

const showing = { json: one_line, add: (command: Command) => ofClock(command).action(show) };

/** `florin clock`: shows a clock or advances it, over the API of a running service. */
export const clocks: Described = {
  ...showing,
  examples: ['florin clock', 'florin clock advance 30d', 'florin clock advance 2027-01-01 --clock clock_123'],
  commands: {
    show: { ...showing, about: "show the clock's time", examples: ['florin clock show', 'florin clock show --clock clock_123 --json'] },
    'advance <to>': {
      about: 'to a date (2027-01-01, 2027-01-01T12:00:00Z) or by a span (90m, 12h, 30d, 2w)',
      json: one_line,
      examples: ['florin clock advance 30d', 'florin clock advance 2027-01-01 --clock clock_123'],
      add: (command) =>
        ofClock(command).action(async (to: string, options: Options) => print(await advance(clockAt(options), to), options)),
    },
  },
};

const ofClock = (command: Command): Command =>
  asking(command.option('--clock <id>', 'a test clock, clock_... (default: the clock of the sandbox)'));

const print = (shown: Shown, options: Options): void => sayResult(options, shown, told(shown));

type Advancing = { readonly target_frozen_time: number; readonly reached: number };
type Shown = {
  readonly frozen_time: number;
  readonly status: string;
  readonly status_details?: { readonly advancing?: Advancing | null };
};

/** A clock as the API exposes it. */
type Reached = { readonly read: () => Promise<Shown>; readonly advance: (frozen_time: number) => Promise<Shown> };

function clockAt({ clock, ...asked }: Options): Reached {
  const service = serviceAt(asked);
  const path = `/v1/test_helpers/${clock === undefined ? 'sandbox_clock' : `test_clocks/${encodeURIComponent(clock)}`}`;
  return {
    read: () => service('GET', path),
    advance: (frozen_time) => service('POST', `${path}/advance`, new URLSearchParams({ frozen_time: String(frozen_time) })),
  };
}

const look_ms = 250;

/** Advances a clock and returns when it has arrived; a terminal shows the progress. */
async function advance(clock: Reached, to: string): Promise<Shown> {
  const { frozen_time: from } = await clock.read();
  const target = momentOf(to, from);
  const bar = progressOfDays((target - from) / day_seconds);
  try {
    return await arrived(clock, clock.advance(target), (reached) => bar.reach((reached - from) / day_seconds, dated(reached)));
  } finally {
    bar.stop();
  }
}

const day_seconds = 86_400;

async function arrived(clock: Reached, asked: Promise<unknown>, show: (reached: number) => void): Promise<Shown> {
  let is_answered = false;
  const answer = asked.then(() => {
    is_answered = true;
  });
  for (;;) {
    await Promise.race([answer, pause(look_ms)]);
    const shown = await clock.read();
    show(shown.status_details?.advancing?.reached ?? shown.frozen_time);
    if (is_answered && shown.status !== 'advancing') return shown;
    if (is_answered) await pause(look_ms);
  }
}

function told({ status, frozen_time, status_details }: Shown): string {
  if (status === 'internal_failure')
    throw new Error(`Due work on this clock fails, so it is stuck at ${dated(frozen_time)}. See the service's log for the reason.`);
  const { advancing } = status_details ?? {};
  const going = advancing ? `, advancing to ${dated(advancing.target_frozen_time)}; reached ${dated(advancing.reached)}` : '';
  return `${status} ${dated(frozen_time)}${going}`;
}

const dated = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
