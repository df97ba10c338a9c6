import type pg from 'pg';
import { type Deadline, late } from './deadline.js';
import type { Servers } from './servers.js';
import { isReadOnly } from './session.js';

/** Work on a connection, and whether a connection on which it has failed can be used again. */
type Borrowing<T> = {
  readonly work: (client: pg.PoolClient) => Promise<T>;
  readonly isUsable: (fault: unknown) => boolean;
  /** Whether somebody still waits for it, once there is a connection. */
  readonly isWanted?: (() => boolean) | undefined;
};

/**
 * Borrows a connection until a deadline. Whatever is under way on it then is cut off with the connection, so that nothing of it lingers; so is
 * one on which something failed, because nobody knows what state it is in.
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

/** A connection that comes when nobody waits for it any more goes back unused. */
async function connected(servers: Servers, isWanted: () => boolean): Promise<pg.PoolClient> {
  const client = await servers.connect();
  if (isWanted()) return client;
  client.release();
  throw late();
}
