import type { Subject } from '../base/question.js';
import type { Refusal } from '../base/refusal.js';
import type { Held } from '../jobs/jobs.js';
import { isTaken, lostRace } from '../storage/database.js';
import type { FinishedRow, ProgressedRow } from '../storage/rows.js';
import { type Answered, type Asking, answersTo, askedIn, localAnswer } from './ask.js';
import { type Engine, own_view, type Reply, type Tenant, type View } from './engine.js';
import { tellAs } from './events.js';
import { boundsOf, readGuarded, refusalOfTaken } from './guards.js';
import { type Claim, claimed, replay } from './idempotency.js';
import { askJobs, jobOf } from './later.js';
import { refusedReply, replyOf } from './reply.js';
import { untilWon } from './retry.js';
import { denied, isDenied, refusalIn, resultOf, takeStep } from './step.js';
import { type AskedBy, type Foretold, inHand, keyOf, leftBy, type Step, savepoint, startUnit, type Unit } from './unit.js';
import { type Audited, type Postponed, store } from './write.js';

/** A request or job for the engine to carry out, and its reply. */
export type Drive = {
  readonly tenant: Tenant;
  /** Awaited before anything is stored; rejects if the caller is no longer valid. */
  readonly sure?: Promise<void>;
  /** The first steps. Called again with a new unit after a lost race. */
  readonly begin: (unit: Unit) => readonly Step[];
  /** The object to show in the reply, or `instead` the object of that kind that was `named` or has changed; null if no caller waits. */
  readonly reply_to: (Subject & { readonly instead?: string | undefined; readonly named?: readonly string[] | undefined }) | null;
  readonly view: View;
  /** The request, for events. */
  readonly request?: AskedBy | undefined;
  readonly claim: Claim | null;
  /** The privileged request; the first write stores its audit record. */
  readonly audit?: Audited | null;
  /** Shows the result and stores nothing. */
  readonly is_preview?: boolean;
  /** Jobs that end with the write. */
  readonly finished: readonly FinishedRow[];
  /** A job to retry later. */
  readonly postponed?: Postponed;
  /** The job to carry out, unless another process has done it: a lease may have expired. */
  readonly of_job?: Held | null;
  /** The progress of the job that this is a part of; stored with the first write. */
  readonly progressed?: ProgressedRow | null;
  /** Refusals that an earlier unit of the same request has reported. */
  readonly reports?: Unit['reports'];
  /** Objects from an earlier unit of the same request, which replace reads; if they are outdated, the write is refused. */
  readonly in_hand?: Unit['objects'] | undefined;
  /** The time of a timer on its clock in milliseconds; a request uses the current time. */
  readonly as_of_ms?: number | undefined;
  /** The clock that this process is advancing: it cannot arrive during the unit. */
  readonly held_clock?: string | null | undefined;
};

/** For work without a caller and a finished job. */
export const unasked = { reply_to: null, view: own_view, claim: null, finished: [] } as const;

/** The result: the reply, whether every question was answered, and the next due work. */
export type Driven = {
  readonly reply: Reply;
  readonly known: boolean;
  /** The earliest time of new timers and followers, in milliseconds on the object's clock. */
  readonly soonest_ms: number;
  /** Another process has taken over the job, so nothing was done. */
  readonly overtaken: boolean;
};

/** Takes the steps and writes once, then asks the questions and takes the steps of their answers, until there are no more questions. */
export async function drive(engine: Engine, driving: Drive): Promise<Driven> {
  const { unit, asking, reply } = await written(engine, driving);
  if (reply) return { reply, known: true, soonest_ms: soonestOf(unit), overtaken: unit.overtaken };
  await engine.failpoint('after_ask_stored');
  const answers = await engine.database.apart(() => answersTo(engine, asking));
  const known = answers.filter(({ answer }) => answer !== null);
  const next = await drive(engine, {
    ...driving,
    ...answered(engine, driving, known),
    progressed: null,
    audit: null,
    of_job: null,
    claim: claimed(driving.claim),
    reports: unit.reports,
    in_hand: known.length ? leftBy(unit) : undefined,
  });
  const soonest_ms = Math.min(soonestOf(unit), next.soonest_ms);
  return { reply: next.reply, known: next.known && known.length === answers.length, soonest_ms, overtaken: false };
}

const soonestOf = ({ timers, fans }: Unit): number => Math.min(...timers.map(({ at }) => at * 1000), ...fans.map(({ now_ms }) => now_ms));

/** The steps of the known answers, and the jobs that end with them. */
const answered = (engine: Engine, { as_of_ms }: Drive, known: readonly Answered[]): Pick<Drive, 'begin' | 'finished'> => ({
  begin: (unit) => known.map((each) => resultOf(engine, unit, each, as_of_ms)),
  finished: known.map(({ asked }) => jobOf(asked)),
});

/** The result of a write: the reply, or the questions to ask first. */
type Written = { readonly unit: Unit; readonly asking: readonly Asking[]; readonly reply: Reply | null };

/** First tries with the objects of the previous unit; if they are outdated, the write is refused and everything is read again. */
async function written(engine: Engine, driving: Drive): Promise<Written> {
  let { in_hand } = driving;
  return untilWon(engine, async () => {
    const hand = in_hand;
    in_hand = undefined;
    return (
      (hand && (await attempt(engine, { ...driving, in_hand: hand }))) || (await attempt(engine, { ...driving, in_hand })) || unchanged()
    );
  });
}

/** An attempt without objects in hand always returns a result. */
function unchanged(): never {
  throw new Error('Nothing was in hand');
}

/** One unit of work and its write; null if objects in hand were read and not changed, because the write could not detect that they are outdated. */
async function attempt(engine: Engine, driving: Drive): Promise<Written | null> {
  const { tenant, claim, begin, in_hand, request } = driving;
  const unit = startUnit(engine, tenant, in_hand, request);
  if (claim && !claim.claimed) wantKey(unit, claim.key);
  if (driving.of_job) wantJob(unit, driving.of_job);
  unit.held_clock = driving.held_clock ?? null;
  unit.asked_for = driving.reply_to && keyOf(driving.reply_to);
  for (const [id, refusal] of driving.reports ?? []) unit.reports.set(id, refusal);
  try {
    unit.queue.push(...begin(unit));
    if (in_hand && unit.queue.some(({ rule }) => rule.afresh)) return null;
    await work(engine, unit);
    for (const each of unit.foretold) await foretell(engine, unit, each);
    if (claim && unit.replayed)
      return { unit: startUnit(engine, tenant), asking: [], reply: replay(engine, tenant.account, claim, unit.replayed) };
    if (in_hand && !isRefusedIfStale(unit)) return null;
    await driving.sure;
    if (driving.is_preview) return { unit: startUnit(engine, tenant), asking: [], reply: await replyOf(engine, unit, driving) };
    await readGuarded(engine, unit);
    const bounds = await boundsOf(engine, unit);
    if (!bounds) throw denied(overdrawn);
    const asking = await Promise.all(unit.asks.map((asked) => askedIn(engine, unit, asked)));
    const awaited = asking.filter(({ question }) => !question.background);
    const reply = awaited.length ? null : await replyOf(engine, unit, driving);
    const jobs = askJobs(engine, asking, { ...driving, reports: unit.reports });
    // A process that has lost the job must not end it.
    const along = unit.overtaken ? { ...driving, finished: [], progressed: null } : driving;
    await store(engine, unit, { ...along, bounds, reply, jobs }).catch((error) => explain(engine, unit, error));
    return { unit, asking: awaited, reply };
  } catch (error) {
    // An external result cannot be refused: the job remains, and an operator must look into it.
    if (!isDenied(error) || !unit.refusable) throw error;
    await driving.sure;
    return { unit: startUnit(engine, tenant), asking: [], reply: await refusedReply(engine, driving, error.denied) };
  }
}

/** A unique value of another object is a refusal; if it is free again, the unit is retried. */
async function explain(engine: Engine, unit: Unit, error: unknown): Promise<never> {
  if (!isTaken(error)) throw error;
  const refusal = await refusalOfTaken(engine, unit);
  throw refusal ? denied(refusal) : lostRace();
}

/** Whether the unit changes an object in hand, so that an outdated one refuses the write. */
const isRefusedIfStale = ({ objects }: Unit): boolean => [...objects.values()].some(({ changed, version }) => changed && version > 0);

const overdrawn: Refusal = { code: 'balance_insufficient' };

function wantKey(unit: Unit, key: string): void {
  unit.besides.push({
    want: { of: 'key', account: unit.tenant.account, id: key },
    take: (row) => {
      unit.replayed = row;
    },
  });
}

function wantJob(unit: Unit, { account, id, attempts = null }: Held): void {
  unit.besides.push({
    want: { of: 'job', account, id },
    take: (row) => {
      unit.overtaken = row === null || (attempts !== null && row.version !== attempts);
    },
  });
}

/** Tells what there would be by now. It is looked for in a unit of its own, of which nothing is stored; where it is refused there is nothing to tell. */
async function foretell(engine: Engine, unit: Unit, { step, event: type }: Foretold): Promise<void> {
  const aside = startUnit(engine, unit.tenant);
  aside.held_clock = unit.held_clock;
  aside.queue.push(step);
  try {
    await work(engine, aside);
  } catch (error) {
    if (refusalIn(error)) return;
    throw error;
  }
  const tracked = inHand(aside, { object: step.rule.resource.object, id: step.subject });
  unit.events.push(tellAs(engine, unit, { tracked, type, now_ms: step.now_ms, previous: undefined }));
}

/** Takes one step after another: what follows from one comes before those that waited along with it. */
async function takeAll(engine: Engine, unit: Unit): Promise<void> {
  for (let step = unit.queue.shift(); step; step = unit.queue.shift()) {
    const waiting = unit.queue.splice(0);
    if (step.otherwise) await takeOrElse(engine, unit, step, step.otherwise);
    else await takeStep(engine, unit, step);
    unit.queue.push(...waiting);
  }
}

/** Takes a step with all that follows from it. Where any of that is refused nothing of it has happened, and what takes the refusal comes instead. */
async function takeOrElse(engine: Engine, unit: Unit, step: Step, otherwise: NonNullable<Step['otherwise']>): Promise<void> {
  const { now_ms, clock, depth } = step;
  const undo = savepoint(unit);
  try {
    await takeStep(engine, unit, step);
    await takeAll(engine, unit);
  } catch (error) {
    const refusal = refusalIn(error);
    if (!refusal) throw error;
    undo();
    if (otherwise !== 'ignore')
      unit.queue.push({ ...otherwise, now_ms, clock, given: { input: { refusal } }, otherwise: null, depth: depth + 1 });
  }
}

/** Decides step by step; local answers come once all else is done, so that both roads tell their events in one order. */
async function work(engine: Engine, unit: Unit): Promise<void> {
  const silent = new Set<string>();
  for (;;) {
    await takeAll(engine, unit);
    if (unit.replayed) return;
    const [asked, answer] = (await localAnswer(engine, unit, silent)) ?? [];
    if (!asked) return;
    // One that says nothing is asked again by the road of the others.
    if (!answer) silent.add(asked.job);
    else {
      unit.asks.splice(unit.asks.indexOf(asked), 1);
      unit.queue.push(resultOf(engine, unit, answer, asked.now_ms));
    }
  }
}
