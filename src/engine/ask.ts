import type { Answer } from '../base/processor.js';
import { askProcessor } from './asking.js';
import type { Engine, Reply, Tenant } from './engine.js';
import { resourceOf } from './engine.js';
import { startFold, take } from './fold.js';
import { gather } from './gather.js';
import { type Asked, decideSettle, realize } from './realize.js';
import { untilWon } from './retry.js';

/** How long a request waits for a processor before it answers with what is known; the ask goes on without it. */
const answer_deadline_ms = 15_000;

/** What came of sending an ask: the reply so far, and whether the outcome is known. */
export type Sent = { readonly reply: Reply; readonly known: boolean };

/** Sends a stored ask and settles its object. An outcome that is not known in time stays unknown: the object as it is, still processing. */
export async function sendAsk(engine: Engine, tenant: Tenant, asked: Asked): Promise<Sent> {
  const answer = await answerOf(engine, tenant, asked);
  return { reply: await settle(engine, tenant, asked, answer), known: answer !== null };
}

async function answerOf(engine: Engine, tenant: Tenant, asked: Asked): Promise<Answer | null> {
  const processor = engine.processorFor(asked.ask.verb, tenant.livemode);
  if (!processor) return null;
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, answer_deadline_ms, null);
  });
  const answer = askProcessor(engine, processor, tenant, asked.ask, asked.contents).catch((error) => {
    engine.fault(error, asked.job);
    return null;
  });
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
}

/** Stops 4 and 5 again, with an answer. The ask's job ends with this write, unless the outcome is still unknown. */
async function settle(engine: Engine, tenant: Tenant, asked: Asked, answer: Answer | null): Promise<Reply> {
  const { subject } = asked.ask;
  const resource = resourceOf(engine.index, subject.object);
  const needs = engine.index.settles.get(subject.object)?.needs ?? {};
  const gathering = { ...tenant, resource, id: subject.id, fields: {}, params: {}, needs, key: null, balance: null };
  const result = await untilWon(engine, async () => {
    const gathered = await gather(engine, gathering);
    if (!gathered.target) throw new Error(`An ask was stored for ${subject.id}, which does not exist`);
    const fold = { ...startFold(engine, tenant), ...(asked.now_ms !== undefined && { now_ms: asked.now_ms }) };
    const working = take(fold, resource, gathered.target);
    const decision = answer ? decideSettle(engine, fold, working, answer, gathered.needed) : {};
    const { claim, view } = asked;
    return realize(engine, {
      fold,
      working,
      decision,
      contents: gathered.contents,
      claim,
      view,
      finished: answer && asked.job,
      guards: [],
    });
  });
  return result as Reply;
}
