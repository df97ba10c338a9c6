import { type Answer, type Ask, isUnreached, type Notification, type Processor } from '../base/processor.js';
import type { AskedOf } from '../base/resource.js';
import { askProcessor } from './asking.js';
import { type Engine, own_view, type Reply, resourceOf, type Tenant } from './engine.js';
import { type Fold, startFold, take, type Working } from './fold.js';
import { areInHand, type Gathered, gather } from './gather.js';
import { nameNext } from './later.js';
import { type Asked, askedOf, decideSettle, type Intention, isAsked, realize } from './realize.js';
import { untilWon } from './retry.js';

/** What came of sending an ask: the reply so far, and whether the outcome is known. */
export type Sent = { readonly reply: Reply; readonly known: boolean };

/** Sends a stored ask and settles its object. An outcome that is not known in time stays unknown: the object as it is, still processing. */
export async function sendAsk(engine: Engine, tenant: Tenant, asked: Asked): Promise<Sent> {
  const answered = await answerOf(engine, tenant, asked);
  const { claim, view, job, now_ms, left } = asked;
  const settling = { subject: asked.ask.subject, answered, claim, view, finished: answered && job, now_ms, left };
  return { reply: await settle(engine, tenant, settling), known: answered !== null };
}

/** An answer that a processor sends by itself. What has been settled meanwhile stays as it is. */
export const notified = (
  engine: Engine,
  tenant: Tenant,
  processor: string,
  { subject, verb, attempt, answer }: Notification,
): Promise<Reply | null> =>
  settle(engine, tenant, {
    subject,
    answered: { answer, asked: { verb, attempt, processor, amount: null } },
    claim: null,
    view: own_view,
    finished: null,
  });

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
    timer = setTimeout(() => fail(new Error('The processor has not answered in time')), ms);
  });
  // Between two of them nobody waits for it.
  passed.catch(() => {});
  return { passed, end: () => clearTimeout(timer) };
}

type Settling = Pick<Intention, 'claim' | 'view' | 'finished'> &
  Pick<Asked, 'now_ms' | 'left'> & { readonly subject: Ask['subject']; readonly answered: Answered | null };

/**
 * Stops 4 and 5 again, with an answer. The ask's job ends with this write, unless the outcome is still unknown. Whoever has just asked
 * still has in hand what a read would find; if it is not that any more, the write is refused and the objects are read after all.
 */
async function settle(engine: Engine, tenant: Tenant, settling: Settling): Promise<Reply> {
  let { left } = settling;
  const result = await untilWon(engine, async () => {
    const intention = left && settledInHand(engine, tenant, left, settling);
    left = undefined;
    return realize(engine, intention ?? (await settledAsStored(engine, tenant, settling)));
  });
  return isAsked(result) ? (await sendAsk(engine, tenant, result)).reply : result;
}

/** Null where more than what is in hand is needed, or where no step is taken: such a write would not be refused. */
function settledInHand(engine: Engine, tenant: Tenant, left: Fold['objects'], settling: Settling): Intention | null {
  const { subject, answered } = settling;
  const working = left.get(subject.id);
  const entry = engine.index.settles.get(subject.object);
  if (!answered || !working || !entry || entry.afresh || !areInHand(left, entry.needs, working.doc)) return null;
  const intention = intentionOf(engine, { ...startFold(engine, tenant), objects: left }, working, {}, settling);
  return intention.decision.to === undefined ? null : intention;
}

async function settledAsStored(engine: Engine, tenant: Tenant, settling: Settling): Promise<Intention> {
  const { subject } = settling;
  const resource = resourceOf(engine.index, subject.object);
  const whole = { id: subject.id, fields: {}, params: {}, key: null, balance: null, without_vault: true as const };
  const needs = engine.index.settles.get(subject.object)?.needs ?? {};
  const gathered = await gather(engine, { ...tenant, ...whole, resource, needs });
  if (!gathered.target) throw new Error(`An answer came for ${subject.id}, which does not exist`);
  const fold = startFold(engine, tenant);
  return intentionOf(engine, fold, take(fold, resource, gathered.target), gathered.needed, settling);
}

function intentionOf(
  engine: Engine,
  now: Fold,
  working: Working,
  needed: Gathered['needed'],
  { answered, claim, view, finished, now_ms = now.now_ms }: Settling,
): Intention {
  const fold = { ...now, now_ms };
  const decision = answered ? decideSettle(engine, fold, working, answered, needed) : {};
  return { fold, working, decision, contents: new Map(), claim, view, finished, guards: [] };
}
