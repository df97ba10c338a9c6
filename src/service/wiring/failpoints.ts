import type { Failpoint } from '../../kernel/base/failpoint.js';
import type { Engine } from '../../kernel/engine/engine.js';

/** An enabled failpoint. */
export type Armed = { readonly name: string; readonly effect: 'crash' | 'error' | 'stall'; readonly probability: number };

const stall_ms = 20_000;

/** Breaks the process on purpose in tests: it dies as by kill -9, throws, or hangs. Production arms none. */
export function failpoints(armed: readonly Armed[], chance: () => number, crash: () => void): Engine['failpoint'] {
  if (armed.length === 0) return () => done;
  return async (name: Failpoint) => {
    const hit = armed.find((each) => each.name === name && chance() < each.probability);
    if (hit?.effect === 'crash') crash();
    if (hit?.effect === 'error') throw new Error(`The failpoint ${name} was hit`);
    if (hit?.effect === 'stall') await new Promise((resolve) => setTimeout(resolve, stall_ms));
  };
}

const done = Promise.resolve();
