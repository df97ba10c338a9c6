import { type Columns, type Part, putArrays, putScalars, type StoredRow, unnested } from './statement.js';

/** A part that changes stored rows: with scalars for a single row, which is the usual case. */
const change =
  (
    name: string,
    columns: Columns,
    one: (first: number) => string,
    many: (from: string) => string,
  ): ((rows: readonly StoredRow[]) => Part) =>
  (rows) => ({
    name,
    shape: '',
    rows,
    scalars_max: 1,
    scalars: { put: putScalars(Object.keys(columns), rows), text: one },
    arrays: { put: putArrays(columns, rows), text: (first) => many(unnested(columns, first)) },
  });

/** Deletes finished jobs. */
export const finish = change(
  'finished',
  { id: 'text' },
  (first) => `delete from jobs where account = $1 and id = $${first}`,
  (from) => `delete from jobs using ${from} where jobs.account = u.account and jobs.id = u.id`,
);

/** Postpones jobs. */
export const postpone = change(
  'postponed',
  { id: 'text', due_at: 'timestamptz', tried: 'int' },
  (first) => `update jobs set due_at = $${first + 1}, tried = $${first + 2}, leased_until = null where account = $1 and id = $${first}`,
  (from) =>
    `update jobs set due_at = u.due_at, tried = u.tried, leased_until = null from ${from} where jobs.account = u.account and jobs.id = u.id`,
);

/** A process that has lost its lease would set `attempts` to null, which the column refuses. */
const progressedBy = (payload: string, attempts: string, lease_seconds: string): string => `update jobs it set payload = ${payload},
  leased_until = coalesce(clock_timestamp() + make_interval(secs => ${lease_seconds}::int), leased_until), attempts = case when it.attempts = coalesce(${attempts}::int, it.attempts) then it.attempts end`;
/** Stores the progress of jobs that take several writes. */
export const progress = change(
  'progressed',
  { id: 'text', payload: 'json', attempts: 'int', lease_seconds: 'int' },
  (first) => `${progressedBy(`$${first + 1}`, `$${first + 2}`, `$${first + 3}`)} where account = $1 and id = $${first}`,
  (from) => `${progressedBy('u.payload', 'u.attempts', 'u.lease_seconds')} from ${from} where it.account = u.account and it.id = u.id`,
);

/** Verifies an unchanged object: if its version has changed, this sets it to null, which the column refuses. */
export const pin = change(
  'pinned',
  { object: 'text', id: 'text', version: 'int' },
  (first) =>
    `update objects set version = case when version = $${first + 2} then version end where account = $1 and object = $${first} and id = $${first + 1}`,
  (from) => `update objects it set version = case when it.version = u.version then it.version end from ${from}
      where it.account = u.account and it.object = u.object and it.id = u.id`,
);

/**
 * Prevents the deletion of objects: a shared lock waits for a running deletion and blocks later ones. It is an insert because a CTE that only selects
 * is not executed; a deleted object would insert a connection without a platform, which the column refuses.
 */
export const hold = change(
  'held',
  { object: 'text', id: 'text' },
  (first) => holding('', `account = $1 and object = $${first} and id = $${first + 1}`),
  (from) => holding(`${from}, `, 'it.account = u.account and it.object = u.object and it.id = u.id'),
);

const holding = (from: string, is_it: string): string => `insert into connections (account, platform)
      select account, null from (select it.account, it.deleted from ${from}objects it where ${is_it} for share of it) held where deleted`;

/** Closes deleted accounts. Inserts nothing, like `hold`. */
export const close = change(
  'closed',
  { id: 'text', ledger_accounts: 'text[]' },
  (first) => `insert into connections (account, platform) select $1, null where not close_books($1, $${first}, $${first + 1}::text[])`,
  (from) => `insert into connections (account, platform) select u.account, null from ${from}
      where not close_books(u.account, u.id, u.ledger_accounts::text[])`,
);

/** Removes all events of objects. Inserts nothing, like `hold`. */
export const forget = change(
  'forgotten',
  { id: 'text' },
  (first) => `insert into connections (account, platform) select $1, null where not forget_events($1, $${first})`,
  (from) => `insert into connections (account, platform) select u.account, null from ${from} where not forget_events(u.account, u.id)`,
);

/** Ends the connection of an account with its platform; this write still delivers its events to the platform. */
export const disconnect = change(
  'disconnected',
  {},
  () => 'delete from connections where account = $1',
  (from) => `delete from connections it using ${from} where it.account = u.account`,
);

/** Deletes unique values that their owners release. */
export const release = change(
  'released',
  { object: 'text', member: 'text', value: 'text', owner: 'text' },
  (first) =>
    `delete from uniques where account = $1 and object = $${first} and member = $${first + 1} and value = $${first + 2} and owner = $${first + 3}`,
  (from) => `delete from uniques it using ${from}
      where it.account = u.account and it.object = u.object and it.member = u.member and it.value = u.value and it.owner = u.owner`,
);

/** Stores a reply: only for the key's owner, which is its request or the worker that finishes it, and only once. */
export const answer = change(
  'answer',
  { status: 'int', reply: 'bytea', key: 'text', owner: 'text' },
  (first) =>
    `update idempotency set status = $${first}, reply = $${first + 1} where account = $1 and key = $${first + 2} and owner = $${first + 3} and reply is null`,
  (from) => `update idempotency it set status = u.status, reply = u.reply from ${from}
      where it.account = u.account and it.key = u.key and it.owner = u.owner and it.reply is null`,
);
