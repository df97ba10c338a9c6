import type { ClientBase } from 'pg';
import { deadlineIn } from './deadline.js';

/** What a connection is asked to be like, spelled as PostgreSQL says it when it is asked. */
export type Session = Readonly<Record<string, string>>;

/**
 * Of connections that serve requests. Generic plans at once: a text is otherwise planned anew for its first five uses on every connection.
 * Every statement finds its rows by key, so a plan made while the tables were still small must not stay with a scan or a hash of all of them.
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

/** Of connections that change the schema: as long as it takes, but nobody waits for long behind a lock that is not to be had. */
export const migrating: Session = {
  statement_timeout: '0',
  lock_timeout: '500ms',
  idle_in_transaction_session_timeout: '0',
  synchronous_commit: 'on',
  client_min_messages: 'warning',
};

/** The same as the options that a connection begins with. */
export const optionsOf = (session: Session): string =>
  Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/** PostgreSQL's own code for a statement that a read-only server refuses. */
const read_only_code = '25006';

/** A server that stores nothing. */
export const readOnly = (): Error =>
  Object.assign(
    new Error(
      'The PostgreSQL of DATABASE_URL is read-only: it is a standby, or default_transaction_read_only is on. Name the primary, or all ' +
        'servers and let Florin find it: postgres://florin@one:5432,two:5432/florin?target_session_attrs=read-write',
    ),
    { code: read_only_code },
  );

/** Whether a statement, or a connection, was refused for that. */
export const isReadOnly = (fault: unknown): boolean => (fault as { readonly code?: unknown }).code === read_only_code;

/** How a new connection is judged: whether it must write, and for how long it may say nothing. */
type Judging = { readonly writes: boolean; readonly timeout_ms: number };

/** Compares what a new connection is like with what was asked of it: a pooler in between may have kept that to itself. */
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
    `A connection is not what it was asked to be: ${ignored.map(([name, value]) => `${name} is ${has.get(name)} and not ${value}`).join(', ')}. ` +
      'A pooler between Florin and PostgreSQL keeps the options of connections to itself. Connect past it, or set them for the role: ' +
      ignored.map(([name, value]) => `alter role ${role} set ${name} = '${value}';`).join(' '),
  );
