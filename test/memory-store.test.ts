import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DatabaseFault } from '../src/kernel/storage/database.js';
import { type Load, loader, type Row, type Want } from '../src/kernel/storage/load.js';
import type { JobRow, ObjectRow, Write } from '../src/kernel/storage/rows.js';
import { type Store, storing } from '../src/kernel/storage/writes.js';
import { memoryStore } from './support/memory-store.js';
import { doneWith, everyChange, everyRow, filters, now, objectRow, putOff, writeOf } from './support/rows-to-store.js';
import { type Stored, startStored } from './support/stored.js';

/** A trial in memory must have the same result in PostgreSQL. */
let stored: Stored;
let roads: readonly { readonly load: Load; readonly store: Store }[];
const memory = memoryStore();

beforeAll(async () => {
  stored = await startStored();
  const store = storing(stored.database, { group_commit: false, filters, together_min: 0 });
  roads = [memory, { load: loader(stored.database), store }];
});
afterAll(() => stored.stop());

/** The results of writes, one after the other: stored, or the reason. */
async function fates({ store }: { readonly store: Store }, writes: readonly Write[]): Promise<string[]> {
  const fates: string[] = [];
  for (const write of writes) {
    const fault = ({ code, constraint, column }: DatabaseFault): string => [code, constraint ?? column].join(' ');
    fates.push(await store(write).then(() => 'kept', fault));
  }
  return fates;
}

/** The results of writes, which must be the same in both stores. */
async function expectFates(writes: readonly Write[], expected: readonly string[]): Promise<void> {
  const found = await Promise.all(roads.map((road) => fates(road, writes)));
  expect(found).toEqual([expected, expected]);
}

/** A row for comparison, without the members that a want leaves open. */
const comparable = (row: Row | null): unknown =>
  row && {
    id: row.id,
    version: row.version,
    doc: row.doc ? JSON.parse(row.doc) : null,
    secret: row.secret,
    bytes: row.bytes,
    deleted: row.deleted,
  };

/** The rows that are read, which must be the same in both stores. */
async function readAlike(...wants: readonly Want[]): Promise<unknown[]> {
  const [here, there] = await Promise.all(roads.map(async ({ load }) => (await load(wants)).map(comparable)));
  expect(here).toEqual(there);
  return here ?? [];
}

const jobsOf = (account: string): JobRow[] => [...memory.jobs.values()].filter((job) => job.account === account);

/** The jobs of an account, which must be the same in both stores. */
async function jobsAlike(account: string): Promise<unknown[]> {
  const here = jobsOf(account).map(({ id, due_at }) => ({ id, due_at }));
  expect(here).toEqual(await stored.rows('select id, due_at from jobs where account = $1 order by id', account));
  return here;
}

describe('a write is refused as by the database', () => {
  test('for a version that does not follow the stored one', () =>
    expectFates(
      [writeOf('acct_version', 'cus_1'), writeOf('acct_version', 'cus_1', 3), writeOf('acct_version', 'cus_1', 2)],
      ['kept', '23502 version', 'kept'],
    ));

  test('for an object that exists', () =>
    expectFates([writeOf('acct_made', 'cus_1'), { now, objects: [objectRow('acct_made', 'cus_1')] }], ['kept', '23505 objects_pkey']));

  test('for a guard that another write has raised', () => {
    const guarded = (guard: number): Write => ({
      now,
      guards: [{ account: 'acct_guard', ledger_account: 'merchant_available', currency: 'usd', guard }],
    });
    return expectFates([guarded(1), guarded(1), guarded(2)], ['kept', '23502 guard', 'kept']);
  });

  test('for a key in use, and then nothing of it is stored', async () => {
    const claims = [{ account: 'acct_key', key: 'one', owner: 'req_1', fingerprint: Buffer.from([1]), status: null, reply: null }];
    await expectFates(
      [
        { now, claims },
        { ...writeOf('acct_key', 'cus_1'), claims },
      ],
      ['kept', '23505 idempotency_pkey'],
    );
    expect(await readAlike({ of: 'object', account: 'acct_key', object: 'customer', id: 'cus_1' })).toEqual([null]);
  });

  test('for a timer that is set twice with its object', () => {
    const job: JobRow = { account: 'acct_twice', id: 'job', queue: 'due', subject: 'cus_1', lane: 'cus_1', due_at: now, payload: null };
    const twice = { ...writeOf('acct_twice', 'cus_1'), jobs: [job, job] };
    return expectFates([twice, writeOf('acct_twice', 'cus_1'), { now, jobs: [job, job] }], ['23505 jobs_pkey', 'kept', 'kept']);
  });
});

describe('a unique value', () => {
  const code = { account: 'acct_code', object: 'customer', member: 'code', value: 'SPRING' } as const;
  const want = { of: 'unique', account: code.account, object: code.object, member: code.member, id: code.value } as const;
  const taking = (owner: string, previous: string | null = null): Write => ({ now, uniques: [{ ...code, owner, previous }] });

  test('belongs to the first object that takes it, until it is transferred or released', async () => {
    await expectFates(
      [writeOf('acct_code', 'cus_1'), writeOf('acct_code', 'cus_2'), taking('cus_1'), taking('cus_2')],
      ['kept', 'kept', 'kept', '23502 owner'],
    );
    expect(await readAlike(want)).toMatchObject([{ id: 'cus_1' }]);
    await expectFates([taking('cus_2', 'cus_1')], ['kept']);
    expect(await readAlike(want)).toMatchObject([{ id: 'cus_2' }]);
    await expectFates([{ now, released: [{ ...code, owner: 'cus_1', previous: null }] }], ['kept']);
    expect(await readAlike(want)).toMatchObject([{ id: 'cus_2' }]);
    await expectFates([{ now, released: [{ ...code, owner: 'cus_2', previous: null }] }], ['kept']);
    expect(await readAlike(want)).toEqual([null]);
  });

  test('of a series cannot be used twice', async () => {
    const counted = (value: number): Write => ({
      now,
      sequences: [{ account: 'acct_series', name: 'invoice', value, previous: value - 1 }],
    });
    await expectFates([counted(1), counted(1), counted(2)], ['kept', '23502 value', 'kept']);
    expect(await readAlike({ of: 'sequence', account: 'acct_series', id: 'invoice' })).toMatchObject([{ version: 2 }]);
  });
});

describe('stored data is read as from the database', () => {
  test('rows of every kind, and the rows after them', async () => {
    const account = 'acct_every';
    await expectFates([everyRow(account), everyChange(account)], ['kept', 'kept']);
    const found = await readAlike(
      { of: 'object', account, object: 'customer', id: 'cus_every' },
      { of: 'event', account, id: 'evt_cus_every_1' },
      { of: 'balance', account, object: 'payouts_in_transit', id: 'usd' },
      { of: 'balance', account, object: 'merchant_available', id: 'usd' },
      { of: 'key', account, id: 'key_every' },
      { of: 'sequence', account, id: 'invoice' },
      { of: 'object', account: 'acct_other', object: 'customer', id: 'cus_every' },
    );
    expect(found).toMatchObject([
      { version: 2 },
      { version: 0 },
      { doc: -12, version: 0 },
      { doc: 0, version: 2 },
      { version: 200 },
      null,
      null,
    ]);
  });

  test('by a member of another object, and all that name one', async () => {
    const account = 'acct_paths';
    const of = (id: string, more: object): ObjectRow[] => [
      objectRow(account, id, 1, { object: 'charge', doc: JSON.stringify({ id, ...more }), columns: { customer: 'cus_1', status: 'paid' } }),
    ];
    const gone = objectRow(account, 'ch_0', 1, { object: 'charge', deleted: true, columns: { customer: 'cus_1', status: 'paid' } });
    const sealed = [{ account, id: 'cus_1', key_id: 'k1', sealed: Buffer.from([5]) }];
    await expectFates(
      [
        { ...writeOf(account, 'cus_1'), sealed },
        { now, objects: of('ch_2', { deep: { customer: 'cus_1' } }) },
        { now, objects: of('ch_1', { deep: null }) },
        { now, objects: [gone] },
      ],
      Array(4).fill('kept'),
    );
    const many = { of: 'many', account, target: 'charge', by: 'customer', where: { status: 'paid' }, newest: false } as const;
    const deep = { account, object: 'charge', id: 'ch_2', member: 'deep.customer' } as const;
    const found = await readAlike(
      { of: 'follow', ...deep, target: 'customer' },
      { of: 'follow', ...deep, id: 'ch_1', target: 'customer' },
      { of: 'vault', ...deep },
      { ...many, object: '', id: 'cus_1', member: '', limit: 9 },
      { ...many, ...deep, limit: 1 },
      { ...many, ...deep, limit: 1, newest: true },
      { ...many, object: '', id: 'cus_1', member: '', where: { status: null }, limit: 9 },
    );
    expect(found).toMatchObject([
      { id: 'cus_1' },
      null,
      { id: 'cus_1', secret: 'k1' },
      { doc: [{ id: 'ch_1' }, { id: 'ch_2' }] },
      { doc: [{ id: 'ch_1' }] },
      { doc: [{ id: 'ch_2' }] },
      { doc: [] },
    ]);
  });

  test('by boolean columns, as text', async () => {
    const account = 'acct_flags';
    const item = (id: string, pending: boolean): ObjectRow =>
      objectRow(account, id, 1, { object: 'invoiceitem', columns: { customer: 'cus_1', pending } as never });
    await expectFates([writeOf(account, 'cus_1'), { now, objects: [item('ii_1', true), item('ii_2', false)] }], ['kept', 'kept']);
    const items = {
      of: 'many',
      account,
      target: 'invoiceitem',
      by: 'customer',
      object: '',
      id: 'cus_1',
      member: '',
      limit: 9,
      newest: false,
    } as const;
    const found = await readAlike({ ...items, where: { pending: 'true' } }, { ...items, where: { pending: 'false' } });
    expect(found).toMatchObject([{ doc: [{ id: 'ii_1' }] }, { doc: [{ id: 'ii_2' }] }]);
  });

  test('a timer keeps its first time until it is postponed or done, and setting it again in the same write sets it', async () => {
    const account = 'acct_timer';
    const again = everyChange(account).jobs ?? [];
    const moved = again.map((job) => ({ ...job, due_at: new Date(0) }));
    await expectFates([everyRow(account), { now, jobs: moved }], ['kept', 'kept']);
    expect(await jobsAlike(account)).toEqual([{ id: 'job_every', due_at: now }]);
    await expectFates([putOff(account)], ['kept']);
    expect(await jobsAlike(account)).toEqual([{ id: 'job_every', due_at: new Date(now.getTime() + 60_000) }]);
    await expectFates([{ ...doneWith(account), jobs: moved }], ['kept']);
    expect(await jobsAlike(account)).toEqual([{ id: 'job_every', due_at: new Date(0) }]);
    await expectFates([doneWith(account)], ['kept']);
    expect(await jobsAlike(account)).toEqual([]);
  });
});

describe('usage', () => {
  const recorded = fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: 6 }),
      hundredths: fc.integer({ min: -300, max: 900 }),
      replaces: fc.boolean(),
      is_canceled: fc.integer({ min: 0, max: 5 }).map((of_six) => of_six === 0),
    }),
    { maxLength: 12 },
  );
  const formulas = ['sum', 'count', 'last', 'last_ever', 'max'] as const;
  let accounts = 0;

  test('has the same total by every formula, with replaced and canceled records, and is never negative', async () => {
    await fc.assert(
      fc.asyncProperty(recorded, async (all) => {
        const account = `acct_usage_${accounts++}`;
        const about = { account, metered: 'mtr_1', customer: 'cus_1' };
        const rows = all.map(({ at, hundredths, replaces }, place) => {
          const value = (hundredths / 100).toFixed(2);
          return { ...about, at, id: `mtrevt_${String(place).padStart(2, '0')}`, value, replaces };
        });
        for (const row of rows) await expectFates([{ now, usage: [row] }], ['kept']);
        for (const [place, { is_canceled }] of all.entries()) {
          const row = rows[place];
          if (is_canceled && row) await expectFates([{ now, usage: [{ ...row, value: null }] }], ['kept']);
        }
        const asked = { of: 'usage', account, object: 'cus_1', id: 'mtr_1', member: '2', target: '5' } as const;
        const found = (await readAlike(...formulas.map((formula) => ({ ...asked, formula })))) as { readonly doc: number }[];
        expect(found.filter(({ doc }) => doc < 0)).toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
