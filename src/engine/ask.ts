import { type Answer, type Ask, isUnreached, type Notification, type Processor } from '../base/processor.js';
import type { AskedOf } from '../base/resource.js';
import { askProcessor } from './asking.js';
import { type Engine, own_view, type Reply, resourceOf, type Tenant } from './engine.js';
import { startFold, take } from './fold.js';
import { gather } from './gather.js';
import { nameNext } from './later.js';
import { type Asked, askedOf, decideSettle, type Intention, isAsked, realize } from './realize.js';
import { untilWon } from './retry.js';

/** What came of sending an ask: the reply so far, and whether the outcome is known. */
export type Sent = { readonly reply: Reply; readonly known: boolean };

/** Sends a stored ask and settles its object. An outcome that is not known in time stays unknown: the object as it is, still processing. */
export async function sendAsk(engine: Engine, tenant: Tenant, asked: Asked): Promise<Sent> {
  const answered = await answerOf(engine, tenant, asked);
  const { claim, view, job, now_ms } = asked;
  const settling = { claim, view, finished: answered && job, ...(now_ms !== undefined && { now_ms }) };
  return { reply: await settle(engine, tenant, asked.ask.subject, answered, settling), known: answered !== null };
}

/** An answer that a processor sends by itself. What has been settled meanwhile stays as it is. */
export const notified = (
  engine: Engine,
  tenant: Tenant,
  processor: string,
  { subject, verb, attempt, answer }: Notification,
): Promise<Reply | null> =>
  settle(
    engine,
    tenant,
    subject,
    { answer, asked: { verb, attempt, processor, amount: null } },
    { claim: null, view: own_view, finished: null },
  );

type Answered = { readonly answer: Answer; readonly asked: AskedOf };

/**
 * The answer, or null where it is unknown. A processor that was certainly not reached hands over to the next one, but only the first
 * time: later nobody can say whether an earlier try got through.
 */
async function answerOf(engine: Engine, tenant: Tenant, asked: Asked): Promise<Answered | null> {
  const all = engine.processorsFor(tenant, asked.ask);
  const candidates = asked.resumed ? all.filter(({ name }) => name === asked.processor) : all;
  const deadline = deadlineIn(engine.answer_deadline_ms);
  try {
    for (const processor of candidates) {
      if (processor !== candidates[0] && !(await nameNext(engine, tenant, asked.job, processor.name))) return null;
      const answer = Promise.race([askProcessor(engine, processor, tenant, asked.ask, asked.contents), deadline.passed]);
      const known = await answer.catch((error) => nothingOf(error, engine, asked));
      if (known !== 'unreached') return known && { answer: known, asked: askedOf(asked.ask, processor) };
    }
  } finally {
    deadline.end();
  }
  return asked.resumed || !isWaitedFor(asked.ask)
    ? null
    : { answer: nothing_happened, asked: askedOf(asked.ask, candidates[0] as Processor) };
}

function nothingOf(error: unknown, engine: Engine, { job }: Asked): 'unreached' | null {
  engine.fault(error, job);
  return isUnreached(error) ? 'unreached' : null;
}

/** A payer who tries is told at once and can try again; everything else is asked again until it is known. */
const isWaitedFor = (ask: Ask): boolean => (ask.verb === 'charge' || ask.verb === 'set_up') && ask.finished_step === null;

const nothing_happened: Answer = { result: 'declined', code: 'processing_error' };

/** One deadline for all who are asked in turn, so that a worker does not take over an ask that is still being handed on. */
function deadlineIn(ms: number): { readonly passed: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, ms, new Error('The processor has not answered in time'));
  });
  // Between two of them nobody waits for it.
  passed.catch(() => {});
  return { passed, end: () => clearTimeout(timer) };
}

type Settling = Pick<Intention, 'claim' | 'view' | 'finished'> & { readonly now_ms?: number };

/** Stops 4 and 5 again, with an answer. The ask's job ends with this write, unless the outcome is still unknown. */
async function settle(
  engine: Engine,
  tenant: Tenant,
  subject: Ask['subject'],
  answered: Answered | null,
  { claim, view, finished, now_ms }: Settling,
): Promise<Reply> {
  const resource = resourceOf(engine.index, subject.object);
  const needs = engine.index.settles.get(subject.object)?.needs ?? {};
  const gathering = {
    ...tenant,
    resource,
    id: subject.id,
    fields: {},
    params: {},
    needs,
    key: null,
    balance: null,
    without_vault: true as const,
  };
  const result = await untilWon(engine, async () => {
    const gathered = await gather(engine, gathering);
    if (!gathered.target) throw new Error(`An answer came for ${subject.id}, which does not exist`);
    const fold = { ...startFold(engine, tenant), ...(now_ms !== undefined && { now_ms }) };
    const working = take(fold, resource, gathered.target);
    const decision = answered ? decideSettle(engine, fold, working, answered, gathered.needed) : {};
    return realize(engine, { fold, working, decision, contents: gathered.contents, claim, view, finished, guards: [] });
  });
  return isAsked(result) ? (await sendAsk(engine, tenant, result)).reply : result;
}
