import { type DatabaseFault, isLostRace } from './database.js';
import type { Engine } from './engine.js';

const tries_max = 5;

/** Does something again whose transaction lost a race, at most five times, jittered so that rivals do not meet again. */
export async function untilWon<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isLostRace(error as DatabaseFault) || tried === tries_max) throw error;
      const jitter = (engine.ids.secret(1).charCodeAt(0) % 16) / 16;
      await new Promise((resolve) => setTimeout(resolve, (tried - 1) * 10 * jitter));
    }
  }
}
