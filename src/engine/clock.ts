import type { Engine } from './engine.js';

/** How far an account's own clock is ahead, as stored: in milliseconds. */
export async function storedOffset(engine: Pick<Engine, 'database'>, account: string): Promise<number> {
  const [row] = await engine.database.query<{ offset_ms: number }>({
    text: 'select offset_ms from clocks where account = $1',
    values: [account],
  });
  return row?.offset_ms ?? 0;
}
