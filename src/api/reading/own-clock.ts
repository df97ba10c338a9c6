import { accountOf } from '../../kernel/base/books.js';
import type { ClockShown } from '../../kernel/base/handler.js';
import { advanceClock } from '../../kernel/engine/advance.js';
import type { Clock } from '../../kernel/engine/clock.js';
import { type Engine, otherTenant, type Tenant } from '../../kernel/engine/engine.js';

type Stored = Clock & { readonly advancing_to: Date | null; readonly next: Date | null };

/** The time on an account's own clock. While it advances, `reached` is the moment of the first remaining job. */
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

/** How many clocks are advanced concurrently, so that a platform with many accounts does not use every database connection. */
const at_once = 8;

/** Advances the clocks of an account and of its connected accounts, which follow it. */
export async function advanceWithConnected(engine: Engine, tenant: Tenant, to_ms: number): Promise<void> {
  const text = 'select account from connections where platform = $1';
  const connected = await engine.database.query<{ account: string }>({ text, values: [tenant.account] });
  const others = connected.map(({ account }) => otherTenant(tenant, accountOf(account)));
  const clocks = [tenant, ...others];
  const patience = AbortSignal.timeout(engine.answer_deadline_ms);
  const isOver = (): boolean => patience.aborted;
  for (let first = 0; first < clocks.length; first += at_once)
    await Promise.all(clocks.slice(first, first + at_once).map((each) => advanceClock(engine, each, to_ms, isOver)));
}
