import { readdir, readFile } from 'node:fs/promises';
import type { Database } from './database.js';

const folder = new URL('../../migrations/', import.meta.url);

/** The plain SQL files of the package, in their order. */
async function migrations(): Promise<{ number: number; name: string; text: string }[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.*\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      text: await readFile(new URL(name, folder), 'utf8'),
    })),
  );
}

/**
 * Brings the schema up to date, forward only, under a lock: of several processes starting at once one migrates, the others wait.
 * A schema newer than this program is refused, because it cannot know what it would break. Answers the names of what it ran.
 */
export async function migrate(database: Pick<Database, 'transaction'>): Promise<string[]> {
  const known = await migrations();
  return database.transaction(async (query) => {
    // An index of a large table takes longer than any request may, and whoever waits for another's migration waits as long.
    await query({ text: 'set local statement_timeout = 0', values: [] });
    await query({ text: `select pg_advisory_xact_lock(hashtext('florin migrate'))`, values: [] });
    await query({
      text: 'create table if not exists migrations (number int primary key, name text not null, ran_at timestamptz not null default now())',
      values: [],
    });
    const ran = await query<{ number: number; name: string }>({
      text: 'select number, name from migrations order by number',
      values: [],
    });
    const newest = ran.at(-1);
    if (newest && newest.number > (known.at(-1)?.number ?? 0)) {
      throw new Error(
        `The database has the schema ${newest.name}, which is newer than this program. Run a newer florin, or restore a backup taken before the upgrade.`,
      );
    }
    const pending = known.filter(({ number }) => !ran.some((each) => each.number === number));
    for (const { number, name, text } of pending) {
      await query({ text, values: [] });
      await query({ text: 'insert into migrations (number, name) values ($1, $2)', values: [number, name] });
    }
    return pending.map(({ name }) => name);
  });
}
