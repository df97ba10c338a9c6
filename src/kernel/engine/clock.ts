import type { Engine, Tenant } from './engine.js';

/** The offsets of an account's own clock and ids, and the epoch that they belong to; a tenant contains them. */
export type Clock = Pick<Tenant, 'clock_offset_ms' | 'id_offset_ms' | 'epoch'>;

/** The clock of an account that was never advanced. */
export const real_clock: Clock = { clock_offset_ms: 0, id_offset_ms: 0, epoch: 0 };

/** The stored clock of an account. */
export async function storedClock(engine: Pick<Engine, 'database'>, account: string): Promise<Clock> {
  const [row] = await engine.database.query<Clock>({
    text: 'select offset_ms as clock_offset_ms, id_offset_ms, epoch from clocks where account = $1',
    values: [account],
  });
  return row ?? real_clock;
}
