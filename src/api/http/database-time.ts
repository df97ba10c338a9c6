import type { Database, Ways } from '../../kernel/storage/database.js';

/** The time that one request waits for the database. Waits that overlap count once. */
export type DatabaseTime = {
  readonly spent_ms: () => number;
  /** Counts the time until an answer. */
  readonly during: <T>(answer: Promise<T>) => Promise<T>;
};

/** Starts with no time. `clock_ms` is a clock of real time in milliseconds. */
export function databaseTime(clock_ms: () => number): DatabaseTime {
  let [waits, began_ms, spent_ms] = [0, 0, 0];
  const end = (): void => {
    waits -= 1;
    if (waits === 0) spent_ms += clock_ms() - began_ms;
  };
  return {
    spent_ms: () => (waits > 0 ? spent_ms + clock_ms() - began_ms : spent_ms),
    during: (answer) => {
      if (waits === 0) began_ms = clock_ms();
      waits += 1;
      answer.then(end, end);
      return answer;
    },
  };
}

/** All ways to access the database, with the time of each answer counted. */
export function timed<W extends Ways>(ways: W, { during }: DatabaseTime): W {
  const { load, list, store } = ways;
  const database = timedDatabase(ways.database, during);
  return {
    ...ways,
    database,
    reads: ways.reads === ways.database ? database : timedDatabase(ways.reads, during),
    load: (wants, deadline) => during(load(wants, deadline)),
    list: (listing, deadline) => during(list(listing, deadline)),
    store: (write, deadline) => during(store(write, deadline)),
  };
}

const timedDatabase = (database: Database, during: DatabaseTime['during']): Database => ({
  ...database,
  query: (statement, isWanted) => during(database.query(statement, isWanted)),
  transaction: (work, deadline) => during(database.transaction(work, deadline)),
});
