import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase, type Statement } from '../../src/kernel/storage/database.js';
import { administer, urlOf } from './database.js';

/** A separate database for a test file, and the statements sent to it. */
export type Stored = {
  readonly url: string;
  readonly database: Database;
  /** Every statement sent through `database.query`, in order. */
  readonly sent: Statement[];
  rows<Row extends object>(text: string, ...values: readonly unknown[]): Promise<Row[]>;
  stop(): Promise<void>;
};

/** Opens a fresh database. */
export async function startStored(connections = 6): Promise<Stored> {
  const template_url = inject('template_url');
  const name = `test_stored_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(template_url, `create database ${name} template template`);
  const url = urlOf(template_url, name);
  const { database, sent } = noted(url, connections);
  const past = openDatabase({ url, connections: 2, log: () => {} });
  return {
    url,
    database,
    sent,
    rows: (text, ...values) => past.query({ text, values }),
    stop: async () => {
      await Promise.all([database.close(), past.close()]);
      await administer(template_url, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A pool that records its statements. */
export function noted(url: string, connections: number): { readonly database: Database; readonly sent: Statement[] } {
  const database = openDatabase({ url, connections, log: () => {} });
  const sent: Statement[] = [];
  const query: Database['query'] = (statement, isWanted) => {
    sent.push(statement);
    return database.query(statement, isWanted);
  };
  return { database: { ...database, query }, sent };
}
