import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startProxy } from '../../../test/support/proxy.js';
import { filters, now, objectRow, writeOf } from '../../../test/support/rows-to-store.js';
import { noted, type Stored, startStored } from '../../../test/support/stored.js';
import { type DatabaseFault, isUnavailable } from './database.js';
import type { Write } from './rows.js';
import { type Store, storing } from './writes.js';

/** A trigger whose effect on a statement is given by the secret of one of its objects. */
const ordeals = `create function ordeal() returns trigger language plpgsql as $$
begin
  if new.secret like 'fail %' then raise exception 'as requested' using errcode = substr(new.secret, 6); end if;
  if new.secret = 'wait' then
    perform pg_advisory_xact_lock(4242);
    while not exists (select from released) loop perform pg_sleep(0.01); end loop;
  end if;
  return new;
end $$`;

let stored: Stored;
let store: Store;

beforeAll(async () => {
  stored = await startStored(8);
  await stored.rows(ordeals);
  await stored.rows('create table released ()');
  await stored.rows('create trigger ordeal before insert on objects for each row execute function ordeal()');
  store = storing(stored.database, { group_commit: true, filters, together_min: 0 });
});
afterAll(() => stored.stop());
afterEach(() => {
  stored.sent.length = 0;
});

type Outcome = 'stored' | DatabaseFault;

/** The results of writes of one tick. */
const outcomes = async (writes: readonly Write[], by: Store = store): Promise<Outcome[]> =>
  (await Promise.allSettled(writes.map((write) => by(write)))).map((each) =>
    each.status === 'fulfilled' ? 'stored' : (each.reason as DatabaseFault),
  );

/** Some writes, one of which has a secret. */
const withOne = (account: string, count: number, secret: string): Write[] =>
  Array.from({ length: count }, (_, number) => writeOf(account, `cus_${number}`, 1, { secret: number === 5 ? secret : null }));

const countOf = async (account: string): Promise<number> => (await stored.rows('select from objects where account = $1', account)).length;

describe('a statement that the server refuses', () => {
  test.each(['21000', '22P02', '23502', '23505', '23514', '40001', '40P01', '55P03'])(
    'for %s of one of 32 stores the other 31, each in a separate statement',
    async (code) => {
      const found = await outcomes(withOne(`acct_${code}`, 32, `fail ${code}`));
      expect(found.filter((each) => each !== 'stored')).toEqual([expect.objectContaining({ code })]);
      expect(found[5]).not.toBe('stored');
      expect(stored.sent).toHaveLength(1 + 32);
      expect(await countOf(`acct_${code}`)).toBe(31);
    },
  );

  test.each(['57014', '57P01', '57P03', '08006', '53200', 'XX000'])('for %s is never sent again: all writes fail alike', async (code) => {
    const found = await outcomes(withOne(`acct_${code}`, 32, `fail ${code}`));
    expect(found).toEqual(Array(32).fill(expect.objectContaining({ code })));
    expect(stored.sent).toHaveLength(1);
    expect(await countOf(`acct_${code}`)).toBe(0);
  });

  test('for text that PostgreSQL refuses does not affect the others', async () => {
    const bad = { doc: '{"a":1}', columns: { email: 'a\0b' } };
    const writes = [0, 1, 2, 3].map((number) => writeOf('acct_nul', `cus_${number}`, 1, number === 2 ? bad : {}));
    expect(await outcomes(writes)).toEqual(['stored', 'stored', expect.objectContaining({ code: '22021' }), 'stored']);
  });

  test('that cannot be encoded fails only for the write that caused it', async () => {
    const entry = { id: 'entry_1', movement: 'payout_paid', debit: 'payouts_in_transit', credit: 'processor_clearing', currency: 'usd' };
    const broken = { ...entry, account: 'acct_broken', amount: 1.5 as unknown as bigint, source: 'po_1', posted_at: now };
    const writes = [0, 1, 2, 3].map((number) => ({
      ...writeOf('acct_broken', `cus_${number}`),
      entries: number === 2 ? [broken] : [],
    }));
    expect(await outcomes(writes)).toEqual(['stored', 'stored', expect.objectContaining({ code: '22P02' }), 'stored']);
  });

  test('for an outdated version fails that write alone; the next such write is sent apart from others', async () => {
    await store(writeOf('acct_race', 'cus_hot'));
    const late = (): Write => writeOf('acct_race', 'cus_hot', 7);
    const strangers = (from: number): Write[] => Array.from({ length: 6 }, (_, number) => writeOf('acct_race', `cus_${from + number}`));
    const [, lost] = await outcomes([writeOf('acct_race', 'cus_0'), late(), ...strangers(1)]);
    expect(lost).toMatchObject({ code: '23502', column: 'version' });
    stored.sent.length = 0;
    const again = await outcomes([writeOf('acct_race', 'cus_10'), late(), ...strangers(11)]);
    expect(again.filter((each) => each !== 'stored')).toHaveLength(1);
    expect(stored.sent.length).toBeLessThanOrEqual(3);
  });
});

describe('a connection that is cut between a statement and its answer', () => {
  test('leaves the whole batch without a result, and nothing is sent again', async () => {
    const between = await startProxy(stored.url);
    const far = noted(between.url, 4);
    const through = storing(far.database, { group_commit: true, filters, together_min: 0 });
    try {
      const found = outcomes(withOne('acct_cut', 12, 'wait'), through);
      const isAtWork = async () => (await stored.rows(`select from pg_locks where locktype = 'advisory' and objid = 4242`)).length > 0;
      await until(isAtWork);
      await between.cut();
      const others = await found;
      expect(others).toHaveLength(12);
      expect(others.filter((each) => each === 'stored' || !isUnavailable(each))).toEqual([]);
      await stored.rows('insert into released default values');
      await until(async () => !(await isAtWork()));
      expect(far.sent).toHaveLength(1);
      expect(await stored.rows(`select id from objects where account = 'acct_cut' group by id having count(*) > 1`)).toEqual([]);
    } finally {
      await far.database.close();
      await between.stop();
    }
  });
});

describe('a lock of another session', () => {
  test('blocks the one write that needs it, and none of its batch', async () => {
    await store(writeOf('acct_lock', 'cus_held'));
    let held: Promise<unknown> = Promise.resolve();
    let isHeld = true;
    await stored.database.transaction(async (query) => {
      await query({ text: `select from objects where account = 'acct_lock' and id = 'cus_held' for update`, values: [] });
      const strangers = Array.from({ length: 10 }, (_, number) => store(writeOf('acct_lock', `cus_${number}`)));
      held = store(writeOf('acct_lock', 'cus_held', 2)).finally(() => {
        isHeld = false;
      });
      await Promise.all(strangers);
      expect(isHeld).toBe(true);
    });
    await held;
    expect(await countOf('acct_lock')).toBe(11);
  });

  test('blocks no later write of others, however many locks are held', async () => {
    const held = ['cus_held_1', 'cus_held_2', 'cus_held_3'];
    for (const id of held) await store(writeOf('acct_locks', id));
    let waiting: Promise<Outcome[]> = Promise.resolve([]);
    await stored.database.transaction(async (query) => {
      await query({ text: `select from objects where account = 'acct_locks' for update`, values: [] });
      waiting = outcomes(held.map((id) => writeOf('acct_locks', id, 2)));
      for (let number = 0; number < 5; number++) await store(writeOf('acct_strangers', `cus_${number}`));
    });
    expect(await waiting).toEqual(['stored', 'stored', 'stored']);
    expect(await countOf('acct_strangers')).toBe(5);
  });

  test('blocks the one write of a batch that needs it, while the next writes of the others are stored', async () => {
    const ids = Array.from({ length: 6 }, (_, number) => `cus_${number}`);
    for (const id of ids) await store(writeOf('acct_next', id));
    let held: Promise<Outcome[]> = Promise.resolve([]);
    await stored.database.transaction(async (query) => {
      await query({ text: `select from objects where account = 'acct_next' and id = 'cus_2' for update`, values: [] });
      held = outcomes([writeOf('acct_other', 'cus_0'), writeOf('acct_next', 'cus_2', 2)]);
      await Promise.all(ids.filter((id) => id !== 'cus_2').map((id) => store(writeOf('acct_next', id, 2))));
      await Promise.all(ids.filter((id) => id !== 'cus_2').map((id) => store(writeOf('acct_next', id, 3))));
    });
    expect(await held).toEqual(['stored', 'stored']);
    expect(await stored.rows(`select from objects where account = 'acct_next' and version = 3`)).toHaveLength(5);
  });

  test('delays a single write of two accounts', async () => {
    await store(writeOf('acct_both', 'cus_held'));
    let both: Promise<Outcome[]> = Promise.resolve([]);
    await stored.database.transaction(async (query) => {
      await query({ text: `select from objects where account = 'acct_both' for update`, values: [] });
      both = outcomes([{ now, objects: [objectRow('acct_both', 'cus_held', 2), objectRow('acct_far', 'cus_far')] }]);
      await until(async () => (await stored.rows(`select from pg_stat_activity where wait_event_type = 'Lock'`)).length > 0);
    });
    expect(await both).toEqual(['stored']);
    expect(stored.sent.at(-1)?.text).not.toContain('lock_timeout');
  });

  test('of two processes with batches of the same objects never causes a deadlock', async () => {
    const shared = Array.from({ length: 12 }, (_, number) => `cus_${number}`);
    await Promise.all(shared.map((id) => store(writeOf('acct_dead', id))));
    const other = noted(stored.url, 4);
    const stores = [store, storing(other.database, { group_commit: true, filters, together_min: 0 })] as const;
    const met: string[] = [];
    const work = async (turn: number): Promise<void> => {
      for (let round = 0; round < 12; round++) {
        const versions = await stored.rows<{ id: string; version: number }>(`select id, version from objects where account = 'acct_dead'`);
        const chosen = [turn, turn * 5 + round * 7, turn + round * 3].map((place) => shared[place % shared.length]);
        const rows = versions.filter(({ id }) => chosen.includes(id)).sort((a, b) => chosen.indexOf(a.id) - chosen.indexOf(b.id));
        const write = { now, objects: rows.map(({ id, version }) => objectRow('acct_dead', id, version + 1)) };
        await stores[turn % 2]?.(write).then(
          () => met.push('stored', ...rows.map(() => 'version')),
          ({ code }: DatabaseFault) => met.push(code ?? 'none'),
        );
      }
    };
    await Promise.all(Array.from({ length: 24 }, (_, turn) => work(turn)));
    await other.database.close();
    expect([...new Set(met)].sort()).toEqual(['23502', 'stored', 'version']);
    const [sum] = await stored.rows<{ versions: number }>(`select sum(version)::int as versions from objects where account = 'acct_dead'`);
    expect(sum?.versions).toBe(shared.length + met.filter((each) => each === 'version').length);
  });
});

describe('too many writes', () => {
  test('are refused at once above 5,000 waiting, and the waiting ones are stored', async () => {
    const found = await outcomes(
      Array.from({ length: 5100 }, (_, number) => ({ now, objects: [objectRow('acct_flood', `cus_${number}`)] })),
    );
    const refused = found.filter((each) => each !== 'stored');
    expect(refused).toHaveLength(100);
    expect(refused.every(isUnavailable)).toBe(true);
    expect(await countOf('acct_flood')).toBe(5000);
  });

  test('are refused after the time limit of a request', async () => {
    await store(writeOf('acct_slow', 'cus_held'));
    let earlier: Promise<Outcome[]> = Promise.resolve([]);
    await stored.database.transaction(async (query) => {
      await query({ text: `select from objects where account = 'acct_slow' for update`, values: [] });
      earlier = outcomes([writeOf('acct_slow', 'cus_held', 2)]);
      const [late] = await outcomes([writeOf('acct_slow', 'cus_held', 3)]);
      expect(late).toMatchObject({ code: 'ETIMEDOUT' });
      expect(late !== 'stored' && isUnavailable(late)).toBe(true);
    });
    // It was sent and is not awaited further: it may still be stored.
    expect(await earlier).toEqual([expect.objectContaining({ code: 'ETIMEDOUT' })]);
  });
});

/** Polls until the condition holds, or the test times out. */
async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 10));
}
