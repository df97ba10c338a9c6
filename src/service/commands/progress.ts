import { Presets, SingleBar } from 'cli-progress';

/** A bar on a terminal; elsewhere it draws nothing. */
export type Bar = { readonly reach: (done: number, what: string) => void; readonly stop: () => void };

/** The progress of a command with many requests, or rows; a step is one of them, or `by` of them. */
export type Progress = { readonly step: (what: string, by?: number) => void; readonly stop: () => void };

/** The unit of the rate, and the text beside the bar. */
type Shape = { readonly unit: string; readonly counted: string };

/** A bar of requests, with their rate and the remaining time, on a terminal only: it is drawn on the error output. */
export function progressOf(total: number): Progress {
  const bar = barOf(total, { unit: '', counted: '{value} of {total}  ' });
  let done = 0;
  const step: Progress['step'] = (what, by = 1) => {
    done += by;
    bar.reach(done, what);
  };
  return { step, stop: bar.stop };
}

/** A bar of simulated days. */
export const progressOfDays = (days: number): Bar => barOf(days, { unit: ' days', counted: '' });

function barOf(total: number, { unit, counted }: Shape): Bar {
  if (!process.stderr.isTTY) return { reach: () => {}, stop: () => {} };
  const format = `{bar} {percentage} %  ${counted}{rate}${unit}/s  {left} left  {what}`;
  const bar = new SingleBar({ format, stream: process.stderr, hideCursor: true, barsize: 24 }, Presets.shades_classic);
  const began_ms = Date.now();
  bar.start(total, 0, { rate: '0', left: '-', what: '' });
  return {
    reach: (done, what) => {
      const per_second = done / Math.max(0.001, (Date.now() - began_ms) / 1000);
      bar.setTotal(Math.max(total, done));
      bar.update(done, { what, rate: per_second.toFixed(per_second < 10 ? 1 : 0), left: leftOf(Math.max(0, total - done) / per_second) });
    },
    stop: () => bar.stop(),
  };
}

/** `95` seconds are `1 min 35 s`; without any progress the time is unknown. */
function leftOf(seconds: number): string {
  if (!Number.isFinite(seconds)) return '-';
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
