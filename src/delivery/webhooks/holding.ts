import type { Database } from '../../kernel/storage/database.js';
import { comeHome, type Home } from '../../kernel/storage/home.js';

/** Whether deliveries and mail are held, at that time. */
export type IsHeld = (database: Database, now_ms: number) => Promise<boolean>;

/** What a worker does with the place where it finds the database. */
export type Holding = {
  /** `FLORIN_SITE`. */
  readonly site: string | null;
  /** Receives the place when deliveries are held or released, each hour while they are held, and when the database has moved. */
  readonly found: (home: Home) => void;
};

const look_ms = 10_000;
const remind_ms = 3_600_000;

/** Looks before the first delivery and every ten seconds, because a database may be restored under a running process. */
export function holding({ site, found }: Holding): IsHeld {
  let is_held = false;
  let looked_ms = Number.NEGATIVE_INFINITY;
  let told_ms = Number.NEGATIVE_INFINITY;
  return async (database, now_ms) => {
    if (now_ms - looked_ms < look_ms) return is_held;
    const home = await comeHome(database, site);
    const was_held = is_held;
    [is_held, looked_ms] = [home.held_since !== null, now_ms];
    if (was_held !== is_held || home.moved || (is_held && now_ms - told_ms >= remind_ms)) {
      told_ms = now_ms;
      found(home);
    }
    return is_held;
  };
}
