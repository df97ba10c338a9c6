import type { Wait } from '../../src/delivery/webhooks/send.js';
import type { Answered } from './receiver.js';

/** Endpoints that say nothing: their time is over when they have been asked, and no clock is waited for. */
export type Silence = {
  /** How a service waits for endpoints. */
  readonly wait: Wait;
  /** How long it has been told to wait, in milliseconds, once each. */
  readonly times: ReadonlySet<number>;
  /** What a receiver answers that does not. */
  readonly silent: () => Promise<Answered>;
};

/** Silence of its own for a test file. */
export function silence(): Silence {
  const waiting = new Set<() => void>();
  const times = new Set<number>();
  return {
    times,
    wait: (ms, over) => {
      times.add(ms);
      waiting.add(over);
      return () => void waiting.delete(over);
    },
    silent: () => {
      for (const over of waiting) over();
      return new Promise<Answered>(() => {});
    },
  };
}
