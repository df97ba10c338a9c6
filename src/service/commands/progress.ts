import { Presets, SingleBar } from 'cli-progress';

/** The progress of a command with many requests, or rows; a step is one of them, or `by` of them. */
export type Progress = { readonly step: (what: string, by?: number) => void; readonly stop: () => void };

/** A bar with the rate and the remaining time, on a terminal only: it is drawn on the error output. */
export function progressOf(total: number, shows = true): Progress {
  if (!shows || !process.stderr.isTTY) return { step: () => {}, stop: () => {} };
  const format = '{bar} {percentage} %  {value} of {total}  {rate}/s  {left} left  {what}';
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 24, etaBuffer: 100 }, Presets.shades_classic);
  const began_ms = Date.now();
  let done = 0;
  bar.start(total, 0, { rate: '0', left: '-', what: '' });
  return {
    step: (what, by = 1) => {
      done += by;
      const per_second = done / Math.max(0.001, (Date.now() - began_ms) / 1000);
      bar.setTotal(Math.max(total, done));
      bar.update(done, { what, rate: per_second.toFixed(per_second < 10 ? 1 : 0), left: spanOf(Math.max(0, total - done) / per_second) });
    },
    stop: () => bar.stop(),
  };
}

/** `95` seconds are `1 min 35 s`. */
function spanOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
