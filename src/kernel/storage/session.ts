import type { ClientBase } from 'pg';
import { deadlineIn } from './stalled.js';

/** The settings of a connection, in PostgreSQL's spelling of the values. */
export type Session = Readonly<Record<string, string>>;

/**
 * For connections that serve requests. Generic plans from the start: otherwise a text is planned for each of its first five uses per connection.
 * Every statement finds its rows by key, so a plan from when the tables were small must not keep a sequential scan or a hash join.
 */
export const serving: Session = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  statement_timeout: '5s',
  synchronous_commit: 'on',
  client_min_messages: 'warning',
};

/** For connections that change the schema: no statement timeout, but a short lock timeout, so that others do not queue behind a blocked lock. */
export const migrating: Session = {
  statement_timeout: '0',
  lock_timeout: '500ms',
  idle_in_transaction_session_timeout: '0',
  synchronous_commit: 'on',
  client_min_messages: 'warning',
};

/** The settings as startup options of a connection. */
export const optionsOf = (session: Session): string =>
  Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** PostgreSQL's code for a write on a read-only server. */
const read_only_code = '25006';

/** The error for a read-only server. */
export const readOnly = (): Error =>
  Object.assign(
    new Error(
      'The PostgreSQL of DATABASE_URL is read-only: it is a standby, or default_transaction_read_only is on. Name the primary, or all ' +
        'servers and let Florin find it: postgres://florin@one:5432,two:5432/florin?target_session_attrs=read-write',
    ),
    { code: read_only_code },
  );

/** Whether a statement or connection was refused as read-only. */
export const isReadOnly = (fault: unknown): boolean => (fault as { readonly code?: unknown }).code === read_only_code;

/** The checks of a new connection: whether it must be writable, and the timeout. */
type Judging = { readonly writes: boolean; readonly timeout_ms: number };

/** Compares a new connection's settings with the requested ones: a pooler in between may have dropped them. */
export async function verify(client: ClientBase, session: Session, { writes, timeout_ms }: Judging): Promise<void> {
  const until = deadlineIn(timeout_ms);
  const answer = client.query<{ name: string; value: string; role: string }>({
    text: 'select name, current_setting(name) as value, quote_ident(current_user) as role from unnest($1::text[]) name',
    values: [[...Object.keys(session), 'transaction_read_only']],
  });
  const { rows } = await until.within(answer).finally(until.end);
  const has = new Map(rows.map(({ name, value }) => [name, value]));
  const ignored = Object.entries(session).filter(([name, value]) => has.get(name) !== value);
  if (ignored.length) throw unheard(ignored, rows[0]?.role ?? 'florin', has);
  if (writes && has.get('transaction_read_only') === 'on') throw readOnly();
}

const unheard = (ignored: readonly (readonly [string, string])[], role: string, has: ReadonlyMap<string, string>): Error =>
  new Error(
    `A connection lacks its settings: ${ignored.map(([name, value]) => `${name} is ${has.get(name)} and not ${value}`).join(', ')}. ` +
      'A pooler between Florin and PostgreSQL drops the startup options of connections. Connect without it, or set them for the role: ' +
      ignored.map(([name, value]) => `alter role ${role} set ${name} = '${value}';`).join(' '),
  );
