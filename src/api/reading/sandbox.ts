import { auditRow, type Privileged, recording } from '../../kernel/audit/record.js';
import type { Sandbox } from '../../kernel/base/handler.js';
import { refused } from '../../kernel/base/refusal.js';
import { type Caller, clockOffset, type Engine } from '../../kernel/engine/engine.js';
import { foldBeside } from '../../kernel/engine/fold.js';
import { around } from '../../kernel/engine/step.js';
import { startUnit } from '../../kernel/engine/unit.js';
import { store } from '../../kernel/engine/write.js';
import { forgetBooks, formOf, ownersIn, replaceBooks, restoreBooks, saveBooks } from '../../kernel/storage/books.js';
import type { Database, Statement } from '../../kernel/storage/database.js';
import { unconditional } from '../../kernel/storage/writes.js';

type Query = Database['query'];
type Parts = Parameters<Sandbox['reset']>[0];

const snapshots_max = 100;

/** Replaces and saves the sandbox of a caller, each in one transaction with its audit record. */
export function sandboxOf(engine: Engine, caller: Caller, audit: Privileged | null): Sandbox {
  const { account } = caller;
  // A large sandbox takes longer than a request may wait for the database.
  const inOne = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    engine.database.apart(() =>
      engine.database.transaction(async (query) => {
        const done = await work(query);
        if (audit) await query(recording(auditRow(caller, { ...audit, subject: caller.account_id, outcome: 'succeeded' })));
        return done;
      }),
    );
  return {
    reset: async (parts) => {
      refuseConnected(caller);
      const opened = await opening(engine, caller, parts);
      await inOne((query) => replaceBooks(query, account, [], () => query(opened)));
    },
    save: async (prefix, name, shown) => {
      refuseConnected(caller);
      const created_ms = engine.now_ms();
      const saving = { account, id: engine.ids.fresh(prefix, created_ms), name, created_ms };
      return inOne((query) => save(query, saving, created_ms + clockOffset(engine, caller), shown));
    },
    load: async (id) => {
      refuseConnected(caller);
      await inOne((query) => load(query, { account, id }));
      engine.wake();
    },
    forget: (id) =>
      inOne(async (query) => {
        if (!(await forgetBooks(query, { account, id }))) throw missing(id);
      }),
  };
}

/** The books of a connected account and of its platform contain the same transfers, so one of them cannot be replaced alone. */
function refuseConnected({ is_connected }: Caller): void {
  if (!is_connected) return;
  const message = 'A connected account is reset, saved and restored together with its platform. Send this request without Stripe-Account.';
  throw refused({ code: 'account_invalid', message });
}

/** The statement that stores what an account begins with. */
async function opening(engine: Engine, caller: Caller, parts: Parts): Promise<Statement> {
  const { account, account_id } = caller;
  const [row] = await engine.load([{ of: 'object', account, object: 'account', id: account_id }]);
  const { business_profile } = JSON.parse(row?.doc ?? '{}') as { readonly business_profile?: { readonly name?: string | null } };
  const tenant = { ...caller, clock_offset_ms: 0, id_offset_ms: 0 };
  const unit = startUnit(engine, tenant);
  const beginning = { tenant, now_ms: engine.now_ms(), clock: null };
  foldBeside(engine, unit, beginning, parts(account_id, business_profile?.name ?? 'Sandbox', around(engine, unit, beginning)));
  let statement: Statement | null = null;
  const composing: Engine = {
    ...engine,
    store: async (write) => {
      statement = unconditional(write);
      return [];
    },
  };
  await store(composing, unit, { tenant, claim: null, reply: null, finished: [], jobs: [], bounds: [] });
  if (statement === null) throw new Error('An account begins with at least one object');
  return statement;
}

type Saving = { readonly account: string; readonly id: string; readonly name: string | null; readonly created_ms: number };

/** Saves the rows, and the snapshot in place of the one of the same name. `now_ms` is the time on the sandbox's clock. */
async function save(
  query: Query,
  { account, id, name, created_ms }: Saving,
  now_ms: number,
  shown: Parameters<Sandbox['save']>[2],
): Promise<object> {
  await query({ text: 'set transaction isolation level repeatable read', values: [] });
  const counts = await saveBooks(query, { account, id });
  const [created, now] = [Math.floor(created_ms / 1000), Math.floor(now_ms / 1000)];
  const doc = shown({ id, created, now, objects: counts.get('objects') ?? 0, events: counts.get('events') ?? 0 });
  const { schema } = await formOf(query);
  const [former] = await query<{ id: string }>({
    text: 'select id from snapshots where account = $1 and name = $2',
    values: [account, name],
  });
  if (former) await forgetBooks(query, { account, id: former.id });
  const text = `insert into snapshots (account, id, name, schema, created_at, doc)
    select $1, $2, $3, $4, $5, $6 where (select count(*) from snapshots where account = $1) < ${snapshots_max} returning 1`;
  const stored = await query({ text, values: [account, id, name, schema, new Date(created_ms), JSON.stringify(doc)] });
  if (stored.length === 0) throw refused({ code: 'snapshots_exceeded' });
  return doc;
}

const missing = (id: string): Error => refused({ code: 'resource_missing', param: 'id', message: `No such snapshot: '${id}'` });

async function load(query: Query, key: { readonly account: string; readonly id: string }): Promise<void> {
  const form = await formOf(query);
  const text = 'select schema from snapshots where account = $1 and id = $2 for share';
  const [snapshot] = await query<{ schema: number }>({ text, values: [key.account, key.id] });
  if (!snapshot) throw missing(key.id);
  if (snapshot.schema !== form.schema) throw refused({ code: 'snapshot_outdated' });
  await replaceBooks(query, key.account, await ownersIn(query, key), () => restoreBooks(query, key, form));
}
