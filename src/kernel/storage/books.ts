import type { Database } from './database.js';

type Query = Database['query'];

/** Columns that the vault has sealed: a snapshot stores them apart from their row, so that a rotation of its keys finds them (vault/rotate). */
type Sealed = {
  /** The column with the id under which they are sealed. */
  readonly subject: string;
  /** The stored bytes; null where a row is not sealed. */
  readonly bytes: string;
  /** What stays in the row of each column. */
  readonly rest: Readonly<Record<string, string>>;
  /** Each column again, from the stored bytes `sealed` and the row `it`. */
  readonly restored: Readonly<Record<string, string>>;
};

type Table = {
  /** It has rows of members and their sessions, which are neither removed nor saved: like keys, they decide who has access. */
  readonly of_members?: true;
  /** Sums of entries, which are added up again after a load. */
  readonly derived?: true;
  /** Columns that have their default after a load. */
  readonly renewed?: readonly string[];
  readonly sealed?: Sealed;
};

/**
 * The tables of which a row belongs to one account, except those that outlive a reset: API keys, audit records, snapshots and sessions of the Stripe
 * CLI. Clocks are kept too, with their epochs, and only set.
 */
export const book_tables = {
  activity: { derived: true },
  archived_events: { renewed: ['written_in'] },
  // A total counts entries of earlier transactions, and none are.
  balances: { renewed: ['total'] },
  connections: {},
  contents: {},
  entries: { renewed: ['written_in'] },
  events: { renewed: ['written_in'] },
  idempotency: { sealed: { subject: 'key', bytes: 'reply', rest: { reply: 'null::bytea' }, restored: { reply: 'sealed' } } },
  jobs: { renewed: ['leased_until'] },
  // The sums of the check of the ledger, as those of balances.
  ledger_checked: { derived: true },
  mails: {},
  objects: {
    of_members: true,
    sealed: {
      subject: 'id',
      bytes: `case when object = 'webhook_endpoint' then convert_to(secret, 'UTF8') end`,
      rest: { secret: `case when object = 'webhook_endpoint' then null else secret end` },
      restored: { secret: `coalesce(convert_from(sealed, 'UTF8'), (it).secret)` },
    },
  },
  pieces: {},
  request_logs: {},
  searches: { of_members: true },
  sequences: {},
  uniques: { of_members: true },
  usage: {},
  vault: {
    sealed: {
      subject: 'id',
      // As replies are stored (vault/replies).
      bytes: `convert_to(key_id, 'UTF8') || '\\x00'::bytea || sealed`,
      rest: { key_id: `''`, sealed: 'null::bytea' },
      restored: {
        key_id: `convert_from(substring(sealed from 1 for position('\\x00'::bytea in sealed) - 1), 'UTF8')`,
        sealed: `substring(sealed from position('\\x00'::bytea in sealed) + 1)`,
      },
    },
  },
} as const satisfies Readonly<Record<string, Table>>;

const tables: readonly (readonly [name: string, table: Table])[] = Object.entries(book_tables);

/** The rows of a table that belong to a sandbox, by the parameter with its accounts. */
const rowsOf = (name: string, { of_members }: Table, accounts: string): string =>
  `${name} where account = any (${accounts})${of_members ? ` and object not in ('member', 'member_session')` : ''}`;

/** Those whose rows a snapshot has. */
const saved = tables.filter(([, { derived }]) => !derived);

/** The accounts whose books are one with those of an account: its own, and those of the accounts that are connected to it. */
export async function membersOf(query: Query, account: string): Promise<string[]> {
  const text = 'select account from connections where platform = $1 order by account';
  const connected = await query<{ account: string }>({ text, values: [account] });
  return [account, ...connected.map((each) => each.account)];
}

/** The last migration, and the columns of each table in their order. */
export type Form = { readonly schema: number; readonly columns: ReadonlyMap<string, readonly string[]> };

/** Reads the form of the tables. */
export async function formOf(query: Query): Promise<Form> {
  const names = [...tables.map(([name]) => name), 'clocks'];
  const text = `select attrelid::regclass::text as name, array_agg(quote_ident(attname) order by attnum) as columns, (select max(number) from migrations) as schema
    from pg_attribute where attrelid = any ($1::regclass[]) and attnum > 0 and not attisdropped group by attrelid`;
  const rows = await query<{ name: string; columns: string[]; schema: number }>({ text, values: [names] });
  return { schema: rows[0]?.schema ?? 0, columns: new Map(rows.map(({ name, columns }) => [name, columns])) };
}

/** A large sandbox takes longer than a request may. */
const patient = { text: `set local statement_timeout = '10min'; set local enable_seqscan = on`, values: [] };

/** The key of a snapshot. */
export type SnapshotKey = { readonly account: string; readonly id: string };

/** Stores the rows of an account and its connected accounts under a snapshot, all as of one moment. Returns how many each table has. */
export async function saveBooks(query: Query, { account, id }: SnapshotKey): Promise<ReadonlyMap<string, number>> {
  await query(patient);
  const members = await membersOf(query, account);
  const { columns } = await formOf(query);
  const counts = new Map<string, number>();
  for (const [name, table] of [...saved, ['clocks', {}] as const]) {
    const { sealed } = table as Table;
    const row = columns.get(name)?.map((column) => sealed?.rest[column] ?? column);
    const text = `with stored as (insert into snapshot_rows (account, snapshot, of, place, owner, subject, content, sealed)
        select $1, $2, '${name}', row_number() over (), account, ${sealed?.subject ?? 'null'}, row(${row?.join(', ')})::text, ${sealed?.bytes ?? 'null'}
        from ${rowsOf(name, table, '$3')} returning 1) select count(*)::int as count from stored`;
    const [stored] = await query<{ count: number }>({ text, values: [account, id, members] });
    counts.set(name, stored?.count ?? 0);
  }
  return counts;
}

/**
 * Removes everything that belongs to an account in test mode and its connected accounts, and lets `fill` store other rows in the same transaction.
 * Requests and jobs that were decided before are refused from then on, by their epoch; those that are being stored are waited for.
 */
export async function replaceBooks(query: Query, account: string, others: readonly string[], fill: () => Promise<unknown>): Promise<void> {
  await query(patient);
  const lock = `select pg_advisory_xact_lock(hashtextextended('florin books ' || account, 0)) from unnest($1::text[]) account`;
  await query({ text: lock, values: [[account]] });
  // An account is connected by a write of its platform, so none is added from here on.
  const members = [...new Set([...(await membersOf(query, account)), ...others])];
  await query({ text: lock, values: [members.filter((each) => each !== account)] });
  // Entries must not be added to the totals while they are removed.
  for (const watermark of ['ledger_watermark', 'activity_watermark'])
    await query({ text: `select from ${watermark} for share`, values: [] });
  const text = `insert into clocks as it (account, offset_ms, epoch) select account, 0, 1 from unnest($1::text[]) account order by account
    on conflict (account) do update set offset_ms = 0, id_offset_ms = 0, advancing_to = null, epoch = it.epoch + 1`;
  await query({ text, values: [members] });
  for (const [name, table] of tables) {
    const text = name === 'entries' ? 'select remove_entries($1)' : `delete from ${rowsOf(name, table, '$1')}`;
    await query({ text, values: [members] });
  }
  await fill();
  await query({ text: orphaned, values: [members, account] });
}

/** Keys of connected accounts that no longer exist. A key is never restored, because it may have been revoked. */
const orphaned = `delete from keys where account = any ($1) and account <> $2
  and not exists (select from connections where connections.account = keys.account)`;

/** Puts the rows of a snapshot back, after everything else was removed. */
export async function restoreBooks(query: Query, { account, id }: SnapshotKey, { columns }: Form): Promise<void> {
  for (const [name, { renewed = [], sealed }] of saved) {
    const stored = columns.get(name)?.filter((column) => !renewed.includes(column)) ?? [];
    const values = stored.map((column) => sealed?.restored[column] ?? `(it).${column}`);
    // Each row is read once, not for each of its columns.
    const text = `insert into ${name} (${stored.join(', ')}) select ${values.join(', ')} from (
      select content::${name} as it, sealed from snapshot_rows where account = $1 and snapshot = $2 and of = '${name}' order by place offset 0) stored`;
    await query({ text, values: [account, id] });
  }
  const text = `update clocks set offset_ms = (it).offset_ms, id_offset_ms = (it).id_offset_ms, advancing_to = (it).advancing_to from (
      select content::clocks as it from snapshot_rows where account = $1 and snapshot = $2 and of = 'clocks' offset 0) stored
    where clocks.account = (it).account`;
  await query({ text, values: [account, id] });
}

/** The accounts whose rows a snapshot has. */
export async function ownersIn(query: Query, { account, id }: SnapshotKey): Promise<string[]> {
  const text = 'select distinct owner from snapshot_rows where account = $1 and snapshot = $2';
  return (await query<{ owner: string }>({ text, values: [account, id] })).map(({ owner }) => owner);
}

/** Deletes a snapshot; false if it does not exist. */
export async function forgetBooks(query: Query, { account, id }: SnapshotKey): Promise<boolean> {
  const text = `with gone as (delete from snapshot_rows where account = $1 and snapshot = $2)
    delete from snapshots where account = $1 and id = $2 returning 1`;
  return (await query({ text, values: [account, id] })).length > 0;
}
