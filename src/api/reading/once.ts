import type { Caller, Engine, Reply } from '../../kernel/engine/engine.js';
import { type Key, replay } from '../../kernel/engine/idempotency.js';
import { untilWon } from '../../kernel/engine/retry.js';
import { startUnit } from '../../kernel/engine/unit.js';
import { store } from '../../kernel/engine/write.js';

/** Runs work outside a unit and stores its reply under the key; of two concurrent requests both get the reply that is stored first. */
export async function once(
  engine: Engine,
  caller: Caller,
  { key, request_id }: { key: Key | null; request_id: string },
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (!key) return work();
  return untilWon(engine, async () => {
    const [row] = await engine.load([{ of: 'key', account: caller.account, id: key.key }]);
    if (row) return replay(engine, caller.account, key, row);
    const reply = await work();
    const claim = { ...key, owner: request_id, claimed: false };
    await store(engine, startUnit(engine, caller), { tenant: caller, claim, reply, finished: [], jobs: [], bounds: [] });
    return reply;
  });
}
