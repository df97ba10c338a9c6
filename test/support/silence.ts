import type { Wait } from '../../src/delivery/webhooks/send.js';
import type { Answered } from './receiver.js';

/** Endpoints that never answer: their timeout passes once they have been asked, without waiting for a clock. */
export type Silence = {
  /** A service's wait for endpoints. */
  readonly wait: Wait;
  /** The requested waits, in milliseconds, once each. */
  readonly times: ReadonlySet<number>;
  /** The answer of a receiver that never answers. */
  readonly silent: () => Promise<Answered>;
};

/** A separate silence for a test file. */
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
