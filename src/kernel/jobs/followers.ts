import type { Database } from '../storage/database.js';
import type { ProgressedRow } from '../storage/rows.js';

/** How many of those who follow an event are looked for at once. */
export const followers_page = 100;

/** Whoever follows something: objects of a kind whose column names it, from an id on. */
type Following = {
  readonly account: string;
  readonly object: string;
  readonly column: string;
  readonly cause: string;
  readonly after: string;
};

/** The ids of the next page. `column` is one of the resource's own, so it is a word of ours and not of a caller's. */
export async function followersAfter(database: Database, { account, object, column, cause, after }: Following): Promise<string[]> {
  const rows = await database.query<{ id: string }>({
    text: `select id from objects where account = $1 and object = $2 and ${column} = $3 and id > $4 and not deleted order by id limit ${followers_page}`,
    values: [account, object, cause, after],
  });
  return rows.map(({ id }) => id);
}

/** Leaves one who cannot follow to a job of their own that waits for the same clock; the rest is how far the job of all is. */
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
