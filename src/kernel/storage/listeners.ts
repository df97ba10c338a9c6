import type { Database } from './database.js';

/** What the socket of a session receives: events, or logs of requests. */
export type Feature = 'webhooks' | 'request_logs';

/** A session of the Stripe CLI. */
export type Listener = {
  /** The hash of its secret. */
  readonly hash: string;
  readonly account: string;
  readonly id: string;
  readonly feature: Feature;
  /** The filters of request logs, as JSON. */
  readonly filters: string | null;
};

/** What a socket has sent: nothing before the bound, and these ids after it. */
export type Position = { readonly bound: string; readonly seen: readonly string[] };

/** A session whose socket opens. `position` is that of an earlier socket, which closed recently. */
export type Opened = Listener & { readonly position: Position | null; readonly id_offset_ms: number };

type Queries = Pick<Database, 'query'>;

/** The maximum of open sockets per account and mode. */
export const open_max = 20;
const unopened_max = 100;
const lease = `interval '30 seconds'`;
const recent = `interval '5 minutes'`;

const is_over = `coalesce(open_until, created_at) < clock_timestamp() - interval '1 day'`;
const is_open = 'coalesce(open_until > clock_timestamp(), false)';

/** Stores a session. False if too many sockets of the account are open. */
export async function addListener(database: Queries, listener: Listener & { readonly key_id: string }): Promise<boolean> {
  const { hash, account, id, key_id, feature, filters } = listener;
  const rows = await database.query({
    text: `with gone as (delete from listeners where account = $2 and (${is_over} or hash in (
        select hash from listeners where account = $2 and not ${is_open} order by created_at desc offset ${unopened_max})))
      insert into listeners (hash, account, id, key_id, feature, filters) select $1, $2, $3, $4, $5, $6::json
      where (select count(*) from listeners where account = $2 and ${is_open}) < ${open_max} returning 1`,
    values: [hash, account, id, key_id, feature, filters],
  });
  return rows.length > 0;
}

/** Deletes sessions without a socket for a day. */
export const forgetListeners = (database: Queries): Promise<object[]> =>
  database.query({ text: `delete from listeners where ${is_over}`, values: [] });

/** The key of a session is valid at a time of the service's clock. */
const isValid = (now: string): string =>
  `exists (select from keys where keys.id = it.key_id and (keys.expires_at is null or keys.expires_at > ${now}))`;

/** Gives a session to a socket, and takes it from an earlier one. Null if there is no such session, or its key is no longer valid. */
export async function openListener(database: Queries, hash: string, holder: string, now_ms: number): Promise<Opened | null> {
  const [row] = await database.query<Omit<Opened, 'position'> & { position: string | null }>({
    text: `update listeners it set holder = $2, open_until = clock_timestamp() + ${lease}
      from (select hash, open_until > clock_timestamp() - ${recent} as is_recent from listeners where hash = $1) before
      where it.hash = before.hash and not ${is_over} and ${isValid('$3')}
      returning it.hash, it.account, it.id, it.feature, it.filters, case when before.is_recent then it.position end as position,
        coalesce((select id_offset_ms from clocks where clocks.account = it.account), 0)::bigint as id_offset_ms`,
    values: [hash, holder, new Date(now_ms)],
  });
  return row ? { ...row, position: row.position === null ? null : (JSON.parse(row.position) as Position) } : null;
}

/** A session that a socket holds, and what it has sent. */
export type Held = { readonly hash: string; readonly holder: string; readonly position: Position };

/** Keeps sessions open, and returns their sockets. The others have lost their session to another socket, or its key is no longer valid. */
export async function keepListeners(database: Queries, held: readonly Held[], now_ms: number): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ holder: string }>({
    text: `update listeners it set open_until = clock_timestamp() + ${lease}, position = u.position
      from unnest($1::text[], $2::text[], $3::json[]) u (hash, holder, position)
      where it.hash = u.hash and it.holder = u.holder and ${isValid('$4')} returning it.holder`,
    values: [...columnsOf(held), new Date(now_ms)],
  });
  return new Set(rows.map(({ holder }) => holder));
}

/** Stores what sockets have sent when they close, so that the next ones continue there. */
export const closeListeners = (database: Queries, held: readonly Held[]): Promise<object[]> =>
  database.query({
    text: `update listeners it set open_until = clock_timestamp(), position = u.position
      from unnest($1::text[], $2::text[], $3::json[]) u (hash, holder, position) where it.hash = u.hash and it.holder = u.holder`,
    values: columnsOf(held),
  });

const columnsOf = (held: readonly Held[]): unknown[][] => [
  held.map(({ hash }) => hash),
  held.map(({ holder }) => holder),
  held.map(({ position }) => JSON.stringify(position)),
];

/** The ids of an account, and of the accounts connected to it, that follow a bound. */
export type Following = { readonly account: string; readonly bound: string };

/** An event or a log of a request, by its id and the account that it belongs to. */
export type Found = { readonly n: number; readonly account: string; readonly id: string };

/** The maximum of ids that are read at once, for each account. */
export const ids_max = 5000;

const tables: Readonly<Record<Feature, string>> = {
  webhooks: `lateral (select u.account as books union all select connections.account from connections where platform = u.account) its,
    lateral (select account, id from events where account = its.books and id >= u.bound and not deleted order by id limit ${ids_max} offset 0) it`,
  request_logs: `lateral (select account, id from request_logs where account = u.account and id >= u.bound order by id limit ${ids_max} offset 0) it`,
};

/** The ids that follow each bound, oldest first; `n` is the position of the bound, from 1. */
export const idsAfter = (database: Queries, feature: Feature, asked: readonly Following[]): Promise<Found[]> =>
  database.query<Found>({
    text: `select u.n::int, it.account, it.id from unnest($1::text[], $2::text[]) with ordinality u (account, bound, n), ${tables[feature]}
      order by it.id`,
    values: [asked.map(({ account }) => account), asked.map(({ bound }) => bound)],
  });

const resent_max = 100;

/** Sends an event again to the open sockets of an account; the event is its own, or that of a connected account. */
export async function resendToListeners(database: Queries, account: string, event: Omit<Found, 'n'>): Promise<number> {
  const rows = await database.query({
    text: `update listeners set resent = array_append(resent[greatest(1, cardinality(resent) - ${resent_max - 2}):], $2)
      where account = $1 and feature = 'webhooks' and ${is_open} returning 1`,
    values: [account, `${event.account} ${event.id}`],
  });
  return rows.length;
}

/** Takes the events to send again from sessions; `n` is the position of the session, from 1. */
export const takeResent = (database: Queries, hashes: readonly string[]): Promise<Found[]> =>
  database.query<Found>({
    text: `with taken as (select u.n::int, it.hash, it.resent from unnest($1::text[]) with ordinality u (hash, n)
        join listeners it on it.hash = u.hash and it.resent <> '{}' for update of it),
        cleared as (update listeners it set resent = '{}' from taken where it.hash = taken.hash)
      select n, split_part(event, ' ', 1) as account, split_part(event, ' ', 2) as id from taken, unnest(resent) event`,
    values: [hashes],
  });
