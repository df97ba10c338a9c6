import type { Database } from './database.js';
import type { Deadline } from './deadline.js';
import type { ReadList } from './list.js';
import type { Load } from './load.js';
import type { Store } from './writes.js';

/** All ways to access the database. */
export type Ways = { readonly database: Database; readonly load: Load; readonly list: ReadList; readonly store: Store };

/** The database with a deadline: afterwards nothing is sent and no wait continues. */
export const databaseUntil = (database: Database, deadline: Deadline): Database => ({
  ...database,
  query: (statement, isWanted = () => !deadline.isOver()) => deadline.within(database.query(statement, isWanted)),
  transaction: (work) => deadline.within(database.transaction(work, deadline)),
  apart: deadline.apart,
});

/** Runs all database work of a request with one deadline. */
export async function inTime<W extends Ways, T>(ways: W, work: (ways: W) => Promise<T>, times = 1): Promise<T> {
  const deadline = ways.database.deadline(times);
  return deadline.within(work({ ...ways, ...waysUntil(ways, deadline) })).finally(deadline.end);
}

const waysUntil = ({ database, load, list, store }: Ways, deadline: Deadline): Ways => ({
  database: databaseUntil(database, deadline),
  load: (wants) => deadline.within(load(wants, deadline)),
  list: (listing) => deadline.within(list(listing, deadline)),
  store: (write) => deadline.within(store(write, deadline)),
});
