import type { Client } from 'pg';
import { prepareCluster } from './cluster.js';
import { codeOf } from './folder.js';
import { idle, joinServer, stayPresent, urlOf } from './presence.js';

/** A real PostgreSQL of our own, kept in a directory and shared by all processes that name this directory. */
export type EmbeddedPostgres = {
  /** A connection string for `pg`, `psql` and others on this machine. It stays the same when the server is started again. */
  readonly url: string;
  /** False when a server was already running and we joined it. */
  readonly started: boolean;
  /**
   * Leaves the server, and shuts it down in good order when no other process is present. To be called after the last query: a
   * shutdown ends all connections.
   */
  stop(): Promise<void>;
};

/** What `startEmbeddedPostgres` is told. */
export type EmbeddedPostgresOptions = {
  /** Where everything is kept. Made when absent. */
  directory: string;
  /** The database of the connection string. Made when absent. */
  database: string;
  log: (line: string) => void;
};

/** Joins the PostgreSQL of a directory, or starts it when it does not run. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, database, log } = options;
  const cluster = prepareCluster(directory, log);
  const presence = await joinServer(cluster);
  const stop = stayPresent(cluster, presence, log);
  try {
    await makeDatabase(presence.client, database);
  } catch (error) {
    await stop();
    throw error;
  }
  idle(presence);
  log(`${presence.started ? 'started' : 'joined'} the PostgreSQL in ${cluster.directory}`);
  return { url: urlOf(cluster, database), started: presence.started, stop };
}

async function makeDatabase(client: Client, database: string): Promise<void> {
  const found = await client.query('select from pg_database where datname = $1', [database]);
  if (found.rowCount) return;
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    // Another process may make it at the same time: it then exists, or its row in the catalog does.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  }
}
