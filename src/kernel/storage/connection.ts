import type pg from 'pg';
import { type Deadline, late } from './deadline.js';
import type { Servers } from './servers.js';
import { isReadOnly } from './session.js';

/** Work on a connection, and whether the connection is reusable after an error. */
type Borrowing<T> = {
  readonly work: (client: pg.PoolClient) => Promise<T>;
  readonly isUsable: (fault: unknown) => boolean;
  /** Whether the result is still wanted once there is a connection. */
  readonly isWanted?: (() => boolean) | undefined;
};

/**
 * Runs work on a pooled connection until a deadline. If work is still running then, the connection is closed with it; likewise after an error,
 * because the connection's state is unknown.
 */
export async function borrow<T>(servers: Servers, deadline: Deadline, { work, isUsable, isWanted }: Borrowing<T>): Promise<T> {
  const { pool } = servers;
  const client = await deadline.within(connected(servers, () => !deadline.isOver() && (isWanted?.() ?? true)));
  let unusable = false;
  try {
    return await deadline.within(work(client));
  } catch (fault) {
    unusable = !isUsable(fault);
    if (isReadOnly(fault)) servers.refused(pool);
    throw fault;
  } finally {
    client.release(unusable);
  }
}

/** A connection that arrives after the deadline is returned unused. */
async function connected(servers: Servers, isWanted: () => boolean): Promise<pg.PoolClient> {
  const client = await servers.connect();
  if (isWanted()) return client;
  client.release();
  throw late();
}
