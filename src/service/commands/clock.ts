import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { momentOf, progressBar } from './clock-words.js';
import { type Asking, asking, serviceAt } from './service.js';

type Options = Asking & { readonly clock?: string; readonly json?: boolean };

/** `florin clock`: shows a clock or advances it, over the API of a running service. */
export function clockCommands(clock: Command): void {
  ofClock(clock.command('show', { isDefault: true }).description("show the clock's time")).action(async (options: Options) =>
    print(said(await clockAt(options).read(), options)),
  );
  ofClock(
    clock.command('advance <to>').description('to a date (2027-01-01, 2027-01-01T12:00:00Z) or by a span (90m, 12h, 30d, 2w)'),
  ).action(async (to: string, options: Options) => print(said(await advance(clockAt(options), to), options)));
}

const ofClock = (command: Command): Command =>
  asking(
    command
      .option('--clock <id>', 'a test clock, clock_... (default: the clock of the sandbox)')
      .option('--json', 'print the clock as a line of JSON'),
  );

const said = (shown: Shown, { json }: Options): string => {
  const line = told(shown);
  return json ? JSON.stringify(shown) : line;
};

const print = (line: string): void => void process.stdout.write(`${line}\n`);

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
  let is_answered = false;
  const asked = clock.advance(target).then(() => {
    is_answered = true;
  });
  for (;;) {
    await Promise.race([asked, pause(look_ms)]);
    const shown = await clock.read();
    draw(shown, { from, target });
    if (is_answered && shown.status !== 'advancing') return shown;
    if (is_answered) await pause(look_ms);
  }
}

function draw({ status, status_details }: Shown, { from, target }: { readonly from: number; readonly target: number }): void {
  if (!process.stderr.isTTY) return;
  const reached = status === 'advancing' ? (status_details?.advancing?.reached ?? from) : target;
  process.stderr.write(`\r${progressBar({ from, reached, target })}${status === 'advancing' ? '' : '\n'}`);
}

function told({ status, frozen_time, status_details }: Shown): string {
  if (status === 'internal_failure')
    throw new Error(`Due work on this clock fails, so it is stuck at ${dated(frozen_time)}. See the service's log for the reason.`);
  const { advancing } = status_details ?? {};
  const going = advancing ? `, advancing to ${dated(advancing.target_frozen_time)}; reached ${dated(advancing.reached)}` : '';
  return `${status} ${dated(frozen_time)}${going}`;
}

const dated = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
