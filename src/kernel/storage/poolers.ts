import { explain, openDatabase } from './database.js';

const rounds = 5;

/**
 * Refuses a pooler that changes connections between transactions and does not prepare named statements in each: such a pooler answers some requests and
 * fails others. Before the second use of the statement, another client takes the connection on which it was prepared.
 */
export async function refuseForgetfulPooler(url: string): Promise<void> {
  const database = openDatabase({ url, connections: 2, log: () => {}, session: {} });
  try {
    const [one, other] = await Promise.all([database.pool.connect(), database.pool.connect()]);
    const named = { name: 'florin_pooler', text: 'select 1' };
    try {
      await one.query(named);
      // A busy pooler may give the other client another connection than that of the statement, so it is tried more than once.
      for (let round = 0; round < rounds; round++) {
        await other.query('begin');
        await other.query('select 2');
        await one.query(named);
        await other.query('rollback');
      }
    } finally {
      one.release(true);
      other.release(true);
    }
  } catch (fault) {
    explain(fault);
  } finally {
    await database.close();
  }
}
