import type { Database } from '../storage/database.js';
import type { ProgressedRow } from '../storage/rows.js';

/** The number of followers of an event per page. */
export const followers_page = 100;

/** The followers of a cause: objects of a kind whose column refers to it, after an id. */
type Following = {
  readonly account: string;
  readonly object: string;
  readonly column: string;
  readonly cause: string;
  readonly after: string;
};

/** The ids of the next page. `column` comes from the resource, never from a caller. */
export async function followersAfter(database: Database, { account, object, column, cause, after }: Following): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = $2 and ${column} = $3 and id > $4 and not deleted order by id limit ${followers_page}`,
    values: [account, object, cause, after],
  });
  return rows.map(({ id }) => id);
}

/** Moves a follower that fails to a separate job on the same clock; the shared job's progress is stored in the same write. */
export const followLater = (
  database: Database,
  { account, id, payload: rest, attempts }: ProgressedRow,
  { only, payload }: { readonly only: string; readonly payload: string },
): Promise<object[]> =>
  database.query({
    text: `with rest as (update jobs set payload = $3 where account = $1 and id = $2 and attempts = coalesce($6::int, attempts) returning *)
      insert into jobs (account, id, queue, subject, lane, due_at, runs_at, clock, payload)
      select account, id || ' ' || $4, queue, subject, $4, due_at, runs_at, clock, $5 from rest on conflict (account, id) do nothing`,
    values: [account, id, rest, only, payload, attempts],
  });
