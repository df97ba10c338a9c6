import type { Told } from '../base/question.js';
import type { AnyRule } from '../base/rules.js';
import { finishJob, type Held, type Job, lease_seconds, leaseJob, postponeJob } from '../jobs/jobs.js';
import { type Answered, answerAtLength, answerTo, contentsOf } from './ask.js';
import { storedClock } from './clock.js';
import { type Drive, drive, unasked } from './drive.js';
import type { Engine, Tenant } from './engine.js';
import { fanOut } from './fan-out.js';
import { jobOf, type StoredAsk, type StoredFanOut, type StoredTimer } from './later.js';
import { firstStep, resultOf } from './step.js';
import { isClockGone } from './test-clock.js';

/** Runs due work: a timer, or the followers of an event. */
export async function runDue(engine: Engine, job: Job): Promise<void> {
  const stored = JSON.parse(job.payload ?? '{}') as StoredTimer | StoredFanOut;
  if (stored.clock !== undefined && (await isClockGone(engine, stored.tenant, stored.clock))) return finishJob(engine.database, job);
  await happen(engine, await tenantNow(engine, stored.tenant), job, stored);
}

/** The key of a due job. */
export type DueJob = Held & Pick<Job, 'subject'>;

/** Runs one due job. Returns the earliest time of the work that it stored, in milliseconds on the clock. */
export async function happen(
  engine: Engine,
  tenant: Tenant,
  job: DueJob,
  stored: StoredTimer | StoredFanOut,
  held_clock: string | null = null,
): Promise<number> {
  if ('event' in stored) {
    const { at_ms = engine.now_ms() + tenant.clock_offset_ms } = stored;
    await fanOut(engine, tenant, job, stored, momentOf(engine, tenant, stored.clock, at_ms));
    return at_ms;
  }
  const { object, name, at, about = null, clock = null } = stored;
  const now_ms = momentOf(engine, tenant, clock, at * 1000);
  const rule = ruleOf(engine.index.timers, object, name);
  const step = firstStep(rule, { tenant, subject: job.subject, given: { input: {}, about }, now_ms, clock });
  const { soonest_ms } = await drive(engine, {
    ...{ ...unasked, tenant, begin: () => [step], finished: [job], of_job: job, as_of_ms: now_ms, held_clock },
  });
  return soonest_ms;
}

function ruleOf(rules: ReadonlyMap<string, AnyRule>, object: string, name: string): AnyRule {
  const found = rules.get(`${object} ${name}`);
  if (!found) throw new Error(`${object} has no rule for the due job ${name}`);
  return found;
}

/** On a clock that is frozen, advanced or scaled, a timer runs at its own time, so that dates are the same as on a real clock. */
function momentOf(engine: Engine, { clock_offset_ms }: Tenant, clock: string | null | undefined, at_ms: number): number {
  if (clock) return at_ms;
  const now_ms = engine.now_ms() + clock_offset_ms;
  // At the end of its second, because it is after everything created in the same second.
  return clock_offset_ms > 0 || at_ms > now_ms ? Math.max(at_ms, Math.min(now_ms, at_ms + 999)) : now_ms;
}

const tenantNow = async (engine: Engine, then: Tenant): Promise<Tenant> => ({ ...then, ...(await storedClock(engine, then.account)) });

const background_tries_max = 5;

/** Asks a background question. The job is repeated if its process ends or its work fails, but not forever. */
export async function runBackground(engine: Engine, job: Job): Promise<void> {
  const { tenant: then, ask, processor } = JSON.parse(job.payload ?? '{}') as StoredAsk;
  const tenant = await tenantNow(engine, then);
  const question = engine.index.questions.get(ask.verb);
  if (!question) throw new Error(`No question has the verb ${ask.verb}`);
  const now_ms = engine.now_ms() + tenant.clock_offset_ms;
  const asking = { question, ask, tenant, job: job.id, depth: 1, now_ms, clock: null, processor, resumed: false, contents: {} };
  const renewing = setInterval(() => void leaseJob(engine.database, job, lease_seconds).catch(() => {}), (lease_seconds * 1000) / 3);
  try {
    const abandoned = job.attempts > background_tries_max ? (question.unreached?.(ask) ?? null) : null;
    const answered = abandoned ? { asked: asking, answer: abandoned, by: processor } : await answerAtLength(engine, asking);
    await drive(engine, { ...unasked, tenant, ...resumed(engine, answered) });
  } finally {
    clearInterval(renewing);
  }
}

/** Resends a question whose request has ended, with the same key. The job remains until the result is known. */
export async function runAsk(engine: Engine, job: Job): Promise<void> {
  const stored = JSON.parse(job.payload ?? '{}') as StoredAsk;
  const { processor, key, view: asked, clock = null, reply_to = stored.ask.subject } = stored;
  const tenant = await tenantNow(engine, stored.tenant);
  // A frozen clock shows the time of the first ask.
  const now_ms = clock === null ? engine.now_ms() + tenant.clock_offset_ms : stored.ask.now * 1000;
  const question = engine.index.questions.get(stored.ask.verb);
  if (!question) throw new Error(`No question has the verb ${stored.ask.verb}`);
  const ask = { ...stored.ask, now: Math.floor(now_ms / 1000) };
  const contents = await contentsOf(engine, tenant, question, ask);
  const answered = await answerTo(engine, {
    question,
    ask,
    tenant,
    job: job.id,
    depth: 1,
    now_ms,
    clock: null,
    processor,
    resumed: true,
    contents,
  });
  const claim = key && { ...key, fingerprint: Buffer.from(key.fingerprint, 'base64'), claimed: true };
  // No caller waits for this answer, unless its reply is stored under a key.
  const request = key ? { id: key.owner, idempotency_key: key.key } : undefined;
  const waiting = key ? { reply_to, view: asked, claim, request, reports: new Map(stored.reports ?? []) } : unasked;
  const reply_in = stored.reply_in ? await tenantNow(engine, stored.reply_in) : tenant;
  const { known } = await drive(engine, { ...unasked, ...waiting, tenant: reply_in, ...resumed(engine, answered) });
  if (!known || answered.answer === null) await postponeJob(engine.database, job, engine.now_ms() + 60_000 * engine.time_scale);
}

/** The step of an answer, and the job that ends with it; while the result is unknown, only the reply is stored. */
const resumed = (engine: Engine, answered: Answered): Pick<Drive, 'begin' | 'finished'> =>
  answered.answer === null
    ? { begin: () => [], finished: [] }
    : { begin: (unit) => [resultOf(engine, unit, answered)], finished: [jobOf(answered.asked)] };

/** A notification from a processor. An object that was settled in the meantime stays as it is. */
export async function notified(engine: Engine, tenant: Tenant, processor: string, notification: Told): Promise<void> {
  const { subject, verb, attempt, answer } = notification;
  const question = engine.index.questions.get(verb);
  if (!question) throw new Error(`No question has the verb ${verb}`);
  const now_ms = engine.now_ms() + tenant.clock_offset_ms;
  const ask = { verb, subject, attempt, now: Math.floor(now_ms / 1000) } as Answered['asked']['ask'];
  const asked = { question, ask, tenant, job: '', depth: 0, now_ms, clock: null };
  await drive(engine, { ...unasked, tenant, begin: (unit) => [resultOf(engine, unit, { asked, answer, by: processor })] });
}
