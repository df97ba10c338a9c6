import type { Engine, Tenant } from './engine.js';

/** What is known of an account's own clock and ids, as far as a tenant tells of them. */
export type Clock = Pick<Tenant, 'clock_offset_ms' | 'id_offset_ms'>;

/** The clock of an account that has never been moved. */
export const real_clock: Clock = { clock_offset_ms: 0, id_offset_ms: 0 };

/** An account's own clock, as stored. */
export async function storedClock(engine: Pick<Engine, 'database'>, account: string): Promise<Clock> {
  const [row] = await engine.database.query<Clock>({
    text: 'select offset_ms as clock_offset_ms, id_offset_ms from clocks where account = $1',
    values: [account],
  });
  return row ?? real_clock;
}
