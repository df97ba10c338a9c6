import { idBound } from '../base/ids.js';
import type { Database } from './database.js';

/** How long events stay in their table, and in the archive, in days; 0 is for ever. */
export type Retention = { readonly events_days: number; readonly archive_days: number };

/** What a run has changed: the number of months added, and the names of the partitions archived and dropped. */
export type Months = { readonly added: number; readonly archived: readonly string[]; readonly dropped: readonly string[] };

const months_ahead = 2;
const day_ms = 86_400_000;
const moved_max = 24; // partitions of one run

/** One event by its id, archived or not: for `from`, with the SQL of its account and id. A lookup in the archive follows only if there is none. */
export const eventByKey = (account: string, id: string): string =>
  `lateral (select * from events where account = ${account} and id = ${id}
    union all select * from archived_events where account = ${account} and id = ${id} limit 1)`;

/**
 * Adds the partitions of this month and the next two, archives months whose events are all older than `events_days`, and drops archived ones older than
 * `archive_days` (docs/decisions/0093). The next run handles a partition whose locks were not available within 200 ms, so that requests wait no longer than that.
 */
export async function keepMonths(
  { query }: Pick<Database, 'query'>,
  { events_days, archive_days }: Retention,
  now_ms: number,
): Promise<Months> {
  let added = 0;
  for (let ahead = 0; ahead <= months_ahead; ahead++) {
    const text = `select add_month_of_events(to_timestamp($1 / 1000.0) + make_interval(months => $2)) as added`;
    const [row] = await query<{ added: boolean }>({ text, values: [now_ms, ahead] });
    if (row?.added) added += 1;
  }
  const moved = async (name: string, days: number): Promise<string[]> => {
    const parts: string[] = [];
    while (days > 0 && parts.length < moved_max) {
      const [row] = await query<{ part: string | null }>({
        text: `select ${name}(to_timestamp($1 / 1000.0)) as part`,
        values: [now_ms - days * day_ms],
      });
      if (!row?.part) break;
      parts.push(row.part);
    }
    return parts;
  };
  return {
    added,
    archived: await moved('archive_month_of_events', events_days),
    dropped: await moved('drop_month_of_events', archive_days),
  };
}

const forgotten_max = 5000;

const accounts = `with recursive books as ((select account from objects order by account limit 1)
  union all select (select account from objects where account > books.account order by account limit 1) from books where books.account is not null)`;

/** Deletes delivery attempts that are older than `events_days`, account by account in the order of their ids. */
export async function forgetAttempts({ query }: Pick<Database, 'query'>, { events_days }: Retention, now_ms: number): Promise<void> {
  if (events_days === 0) return;
  const bound = idBound('wa', now_ms - events_days * day_ms);
  for (let gone = forgotten_max; gone === forgotten_max; ) {
    const text = `${accounts} delete from objects where (account, object, id) in (
      select it.account, it.object, it.id from books, lateral (select account, object, id from objects
        where account = books.account and object = 'webhook_attempt' and id < $1 order by id limit ${forgotten_max}) it limit ${forgotten_max}) returning 1`;
    gone = (await query({ text, values: [bound] })).length;
  }
}
