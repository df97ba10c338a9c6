import { commit } from './commit.js';
import type { Caller, Engine, Reply } from './engine.js';
import { startFold } from './fold.js';
import { type Key, replay, sealReply } from './idempotency.js';
import { untilWon } from './retry.js';

/** Does something that is no Decision, and keeps its reply under the key; of two at once the one that is kept first is answered to both. */
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
    const idempotent = { ...key, owner: request_id, claimed: false, reply: sealReply(engine.vault, caller.account, key.key, reply) };
    const write = { fold: startFold(engine, caller), service_ms: engine.now_ms(), jobs: [], finished: null, idempotent, guards: [] };
    await commit(engine, write);
    return reply;
  });
}
