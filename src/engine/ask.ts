import { type Answer, type Ask, isUnreached, type Notification, type Processor } from '../base/processor.js';
import type { AskedOf } from '../base/resource.js';
import { askProcessor } from './asking.js';
import { type Engine, own_view, type Reply, resourceOf, type Tenant } from './engine.js';
import { startFold, take } from './fold.js';
import { gather } from './gather.js';
import { handOver } from './later.js';
import { type Asked, askedOf, decideSettle, type Intention, isAsked, realize } from './realize.js';
import { untilWon } from './retry.js';

/** How long a request waits for a processor before it answers with what is known; the ask goes on without it. */
const answer_deadline_ms = 15_000;

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
  for (const processor of candidates) {
    if (processor !== candidates[0]) await handOver(engine, tenant, asked.job, processor.name);
    try {
      return {
        answer: await inTime(askProcessor(engine, processor, tenant, asked.ask, asked.contents)),
        asked: askedOf(asked.ask, processor),
      };
    } catch (error) {
      engine.fault(error, asked.job);
      if (!isUnreached(error)) return null;
    }
  }
  return asked.resumed || !isWaitedFor(asked.ask)
    ? null
    : { answer: nothing_happened, asked: askedOf(asked.ask, candidates[0] as Processor) };
}

/** A payer is told at once and can try again; everything else is asked again until it is known. */
const isWaitedFor = ({ verb }: Ask): boolean => verb === 'charge' || verb === 'set_up';

const nothing_happened: Answer = { result: 'declined', code: 'processing_error' };

function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, fail) => {
    timer = setTimeout(fail, answer_deadline_ms, new Error('The processor has not answered in time'));
  });
  return Promise.race([answer, deadline]).finally(() => clearTimeout(timer));
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
  const gathering = { ...tenant, resource, id: subject.id, fields: {}, params: {}, needs, key: null, balance: null };
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
