import type { Client } from 'pg';
import { prepareCluster } from './cluster.js';
import { codeOf } from './folder.js';
import { idle, joinServer, stayPresent, urlOf } from './presence.js';

/** A real PostgreSQL, kept in a directory and shared by all processes that use the directory. */
export type EmbeddedPostgres = {
  /** A connection string for `pg`, `psql` and other clients on this machine. It stays the same after a restart of the server. */
  readonly url: string;
  /** False if this process joined a running server. */
  readonly started: boolean;
  /** Leaves the server, and shuts it down cleanly if no other process uses it. Call it after the last query: a shutdown ends all connections. */
  stop(): Promise<void>;
};

/** The options of `startEmbeddedPostgres`. */
export type EmbeddedPostgresOptions = {
  /** The folder for all data and logs. Created if missing. */
  directory: string;
  /** The database of the connection string. Created if missing. */
  database: string;
  log: (line: string) => void;
  /** Off: data may be lost in a crash of the machine. For tests. */
  durable?: boolean;
};

/** Joins the PostgreSQL of a directory, or starts it if it is not running. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { directory, database, log, durable = true } = options;
  const cluster = prepareCluster(directory, { log, durable });
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
    // Another process may create it concurrently: then the database or its catalog row already exists.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  }
}
