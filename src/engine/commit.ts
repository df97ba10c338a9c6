import type { AnyResource, Document } from '../base/resource.js';
import { movementOf } from '../ledger/movements.js';
import type { Database } from '../storage/database.js';
import { type Columns, insertion, type Part, statement } from '../storage/statement.js';
import { sealContents, type Vault } from '../vault/vault.js';
import { type Fold, textOf, type Working } from './fold.js';
import { searchChanges, searches } from './searches.js';

/** A key's claim or the reply that belongs to it; all in the transaction of the effect (promise 15). */
export type Idempotent = {
  readonly key: string;
  readonly owner: string;
  readonly fingerprint: Buffer;
  /** Null while a processor is being asked. */
  readonly reply: { readonly status: number; readonly sealed: Buffer } | null;
  /** The row is there already: fill it. */
  readonly claimed: boolean;
};

/** A job to be stored. */
export type Job = {
  readonly id: string;
  readonly queue: 'ask' | 'due' | 'webhook';
  readonly subject: string;
  readonly lane: string;
  readonly due_ms: number;
  readonly payload: string | null;
};

/** Everything one write stores. */
export type Write = {
  readonly fold: Fold;
  /** Milliseconds since the Unix epoch on the service's clock; jobs obey this one. */
  readonly service_ms: number;
  readonly jobs: readonly Job[];
  /** The job that this write finishes. */
  readonly finished: string | null;
  /** The job that goes on later, at a moment of the service's clock. */
  readonly postponed?: { readonly job: string; readonly due_ms: number } | null | undefined;
  readonly idempotent: Idempotent | null;
  /** Bounded ledger accounts and the guard each was read with. */
  readonly guards: readonly { readonly ledger_account: string; readonly currency: string; readonly guard: number }[];
  /** Keys of an account being opened. */
  readonly keys?: readonly NewKey[];
};

/** An API key about to be stored: only its hash is. */
export type NewKey = {
  readonly hash: Buffer;
  readonly id: string;
  readonly account_id: string;
  readonly livemode: boolean;
  readonly kind: 'secret' | 'publishable' | 'restricted';
  readonly permissions: readonly string[];
  readonly name: string;
  readonly hint: string;
};

/** Makes a Decision real: one statement, one round trip, all or nothing. A lost race is refused by NOT NULL, a taken key by 23505. */
export async function commit(database: Database, vault: Vault, write: Write): Promise<void> {
  const parts = partsOf(vault, write);
  if (parts.length) await database.query(statement(write.fold.tenant.account, new Date(write.service_ms), parts));
}

function partsOf(vault: Vault, { fold, service_ms, jobs, finished, postponed, idempotent, guards, keys = [] }: Write): Part[] {
  const changed = [...fold.objects.values()].filter((working) => working.changed).sort(byKey);
  const documents = changed.filter(({ resource }) => resource.table !== 'events');
  const sealed = changed.filter((working) => working.vault);
  const asks = jobs.some(({ queue }) => queue === 'ask');
  const searched = changed.filter((working) => searchChanges(working, asks));
  return [
    ...(documents.length ? [objects(documents)] : []),
    ...(fold.events.length ? [events(fold), deliveries] : []),
    ...(sealed.length ? [vaulted(vault, fold.tenant.account, sealed)] : []),
    ...(searched.length ? [searches(fold.tenant.account, searched)] : []),
    ...(fold.postings.length ? [entries(fold, service_ms)] : []),
    ...(guards.length ? [guarded(guards)] : []),
    ...(jobs.length ? [stored(jobs, fold)] : []),
    ...(keys.length ? [keyRows(keys, service_ms)] : []),
    ...(finished ? [finish(finished)] : []),
    ...(postponed ? [postpone(postponed)] : []),
    ...(idempotent ? [idempotent.claimed ? answered(idempotent) : claim(idempotent)] : []),
  ];
}

// Two writers with the same objects must lock them in one order.
const byKey = (a: Working, b: Working): number => (a.doc.object + a.doc.id < b.doc.object + b.doc.id ? -1 : 1);

const column_types: Record<string, string> = { enabled_events: 'text[]' };

function objects(changed: readonly Working[]): Part {
  const filters = [...new Set(changed.flatMap(({ resource }) => (resource.columns ?? []) as string[]))].sort();
  const columns: Columns = {
    object: 'text',
    id: 'text',
    version: 'int',
    doc: 'json',
    secret: 'text',
    deleted: 'boolean',
    ...Object.fromEntries(filters.map((name) => [name, column_types[name] ?? 'text'])),
  };
  const rows = changed.map((working) => [
    working.doc.object,
    working.doc.id,
    working.version + 1,
    textOf(working),
    working.secret,
    'deleted' in working.doc,
    ...filters.map((name) => columnOf(working.resource, working.doc, name)),
  ]);
  const fresh = changed.every(({ version }) => version === 0);
  return insertion('object', 'objects as it', columns, rows, fresh ? '' : upsert(['doc', 'secret', 'deleted', ...filters]));
}

const columnOf = (resource: AnyResource, doc: Document, name: string): unknown =>
  resource.columns?.includes(name) ? (doc[name] ?? null) : null;

const upsert = (columns: readonly string[]): string =>
  `on conflict (account, object, id) do update set version = case when it.version = excluded.version - 1 then excluded.version end, ` +
  columns.map((name) => `${name} = excluded.${name}`).join(', ');

const event_columns = { id: 'text', type: 'text', object_id: 'text', doc: 'json' };

const events = (fold: Fold): Part =>
  insertion(
    'event',
    'events',
    event_columns,
    fold.events.map(({ id, type, object_id, text }) => [id, type, object_id, text]),
    'returning id, type',
  );

/** A delivery for every endpoint that wants the event, in the transaction of its cause (promise 18). */
const deliveries: Part = {
  name: 'delivery',
  shape: '',
  values: [],
  text: () => `insert into jobs (account, id, queue, subject, lane, due_at)
    select $1, event.id || ' ' || endpoint.id, 'webhook', event.id, endpoint.id, $2 from event
    join objects endpoint on endpoint.account = $1 and endpoint.object = 'webhook_endpoint' and endpoint.status = 'enabled'
      and (event.type = any (endpoint.enabled_events) or '*' = any (endpoint.enabled_events))`,
};

function vaulted(vault: Vault, account: string, changed: readonly Working[]): Part {
  const rows = changed.map(({ doc, vault: contents }) => {
    const { key_id, sealed } = sealContents(vault, account, doc.id, contents ?? {});
    return [doc.id, key_id, sealed];
  });
  return insertion(
    'sealed',
    'vault',
    { id: 'text', key_id: 'text', sealed: 'bytea' },
    rows,
    'on conflict (account, id) do update set key_id = excluded.key_id, sealed = excluded.sealed',
  );
}

const entry_columns = {
  id: 'text',
  movement: 'text',
  debit: 'text',
  credit: 'text',
  currency: 'text',
  amount: 'bigint',
  source: 'text',
  posted_at: 'timestamptz',
};

function entries(fold: Fold, service_ms: number): Part {
  const rows = fold.postings.map(({ movement, amount, currency, source }) => {
    const { debit, credit } = movementOf(movement);
    return [fold.ids.fresh('entry', service_ms), movement, debit, credit, currency, amount, source, new Date(fold.now_ms)];
  });
  return insertion('entry', 'entries', entry_columns, rows);
}

/** Two movements that must not overdraw one account cannot both have seen the same guard. */
const guarded = (guards: Write['guards']): Part =>
  insertion(
    'guarded',
    'balances as it',
    { ledger_account: 'text', currency: 'text', guard: 'int' },
    guards.map(({ ledger_account, currency, guard }) => [ledger_account, currency, guard + 1]),
    'on conflict (account, ledger_account, currency) do update set guard = case when it.guard = excluded.guard - 1 then excluded.guard end',
  );

const job_columns = {
  id: 'text',
  queue: 'text',
  subject: 'text',
  lane: 'text',
  due_at: 'timestamptz',
  payload: 'json',
};

/** A timer that is set twice is one timer; an object just made has none yet. */
function stored(jobs: readonly Job[], { objects }: Fold): Part {
  const rows = jobs.map(({ id, queue, subject, lane, due_ms, payload }) => [id, queue, subject, lane, new Date(due_ms), payload]);
  const first = jobs.every(({ subject }) => objects.get(subject)?.before === null);
  return insertion('job', 'jobs', job_columns, rows, first ? '' : 'on conflict (account, id) do nothing');
}

const key_columns = {
  hash: 'bytea',
  id: 'text',
  account_id: 'text',
  livemode: 'boolean',
  kind: 'text',
  permissions: 'text[]',
  name: 'text',
  hint: 'text',
  created_at: 'timestamptz',
};

const keyRows = (keys: readonly NewKey[], service_ms: number): Part =>
  insertion(
    'key',
    'keys',
    key_columns,
    keys.map(({ hash, id, account_id, livemode, kind, permissions, name, hint }) => [
      hash,
      id,
      account_id,
      livemode,
      kind,
      permissions,
      name,
      hint,
      new Date(service_ms),
    ]),
  );

const finish = (job: string): Part => ({
  name: 'finished',
  shape: '',
  values: [job],
  text: (first) => `delete from jobs where account = $1 and id = $${first}`,
});

const postpone = ({ job, due_ms }: NonNullable<Write['postponed']>): Part => ({
  name: 'postponed',
  shape: '',
  values: [job, new Date(due_ms)],
  text: (first) => `update jobs set due_at = $${first + 1}, leased_until = null where account = $1 and id = $${first}`,
});

const claim = ({ key, owner, fingerprint, reply }: Idempotent): Part =>
  insertion('claim', 'idempotency', { key: 'text', owner: 'text', fingerprint: 'bytea', status: 'int', reply: 'bytea' }, [
    [key, owner, fingerprint, reply?.status ?? null, reply?.sealed ?? null],
  ]);

/** Only the request that claimed the key, or the worker that finishes for it, may answer, and only once. */
const answered = ({ key, owner, reply }: Idempotent): Part => ({
  name: 'answer',
  shape: '',
  values: [reply?.status, reply?.sealed, key, owner],
  text: (first) =>
    `update idempotency set status = $${first}, reply = $${first + 1} where account = $1 and key = $${first + 2} and owner = $${first + 3} and reply is null`,
});
