import type pg from 'pg';
import type { Database } from '../../../kernel/storage/database.js';

/** Settings of a role or database must not change how values are printed and read. */
const plain_texts = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 3; set local bytea_output = 'hex'`;

/** Runs work in a transaction of a kind on one connection, which COPY needs. After an error the connection is closed, and the transaction with it. */
export async function inTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  kind: 'read write' | 'isolation level repeatable read, read only',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let is_over = false;
  try {
    await client.query(`begin ${kind}`);
    await client.query(plain_texts);
    const result = await work(client);
    await client.query('commit');
    is_over = true;
    return result;
  } finally {
    client.release(!is_over);
  }
}
