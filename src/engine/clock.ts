import type { ClockShown } from '../base/handler.js';
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

type Stored = Clock & { readonly advancing_to: Date | null; readonly next: Date | null };

/** What an account's own clock shows. While it is advanced, all has happened that is due before the first thing that is left. */
export async function clockShown(engine: Engine, { account }: Pick<Tenant, 'account'>): Promise<ClockShown> {
  const [row] = await engine.database.query<Stored>({
    text: `select offset_ms as clock_offset_ms, advancing_to,
        (select min(runs_at) from jobs where account = clocks.account and clock = '' and runs_at <= advancing_to) as next
      from clocks where account = $1`,
    values: [account],
  });
  const now = Math.floor((engine.now_ms() + (row?.clock_offset_ms ?? 0)) / 1000);
  if (!row?.advancing_to) return { now, advancing: null };
  return { now, advancing: { to: secondsOf(row.advancing_to), reached: secondsOf(row.next ?? row.advancing_to) } };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
