import { refused } from '../base/refusal.js';
import { type DatabaseFault, isLostRace } from '../storage/database.js';
import type { Engine } from './engine.js';

/** Serialization failures and deadlocks are retried five times (design 5); races for one object more often, so that every writer gets a turn. */
const faults_max = 5;
const races_max = 40;
const pause_max_ms = 200;

/** Retries work that lost a race, with jitter so that the same writers do not collide again. */
export async function untilWon<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const fault = error as DatabaseFault;
      if (!isLostRace(fault) || (fault.code?.startsWith('40') && tried >= faults_max)) throw error;
      if (tried >= races_max) throw refused({ code: 'lock_timeout' });
      const jitter = (engine.ids.secret(1).charCodeAt(0) % 32) / 32;
      const pause_ms = Math.min((tried - 1) * 10, pause_max_ms) * jitter;
      // A pause after a lost race does not count as database time.
      await engine.database.apart(() => new Promise((resolve) => setTimeout(resolve, pause_ms)));
    }
  }
}
