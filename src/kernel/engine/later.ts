import type { AnyAsk, Subject } from '../base/question.js';
import type { Refusal } from '../base/refusal.js';
import { clock_kind } from '../base/resource.js';
import type { FinishedRow, JobRow } from '../storage/rows.js';
import type { Asking } from './ask.js';
import { clockOffset, type Engine, type Tenant, type View } from './engine.js';
import type { Claim } from './idempotency.js';
import { mailJobs } from './mail.js';
import { targetOn } from './on-clock.js';
import type { Timer, Unit } from './unit.js';

/** The job of a question, in the account that asks, which may differ from the account of the reply. */
export const jobOf = ({ tenant: { account }, job }: Pick<Asking, 'tenant' | 'job'>): FinishedRow => ({ account, id: job });

/** How long a question is left to its request before a worker takes it over. */
const ask_patience_ms = 30_000;

/** The stored part of a question: everything a worker needs to resend it, without numbers and codes. */
export type StoredAsk = {
  readonly ask: AnyAsk;
  readonly processor: string;
  /** The test clock of the question; absent for the account's own. */
  readonly clock?: string;
  readonly key: { readonly key: string; readonly owner: string; readonly fingerprint: string } | null;
  readonly view: View;
  readonly tenant: Tenant;
  /** The account of the reply; absent if the question is asked in the same account. */
  readonly reply_in?: Tenant;
  /** The object of the reply under the key; by default the question's subject. */
  readonly reply_to?: Subject | null;
  /** The refusals that the request has reported, by object. */
  readonly reports?: readonly (readonly [string, Refusal])[];
};

type Replying = {
  readonly tenant: Tenant;
  readonly claim: Claim | null;
  readonly view: View;
  readonly reply_to: Subject | null;
  readonly reports: ReadonlyMap<string, Refusal>;
};

/** Stores questions as jobs, in case this process dies or no answer comes in time. */
export function askJobs(
  engine: Engine,
  asking: readonly Asking[],
  { tenant: reply_in, claim, view, reply_to, reports }: Replying,
): JobRow[] {
  const key = claim && { key: claim.key, owner: claim.owner, fingerprint: claim.fingerprint.toString('base64') };
  const replying = { key, view, reply_to, ...(reports.size && { reports: [...reports] }) };
  const due_at = new Date(engine.now_ms() + ask_patience_ms * engine.time_scale);
  const at_once = new Date(engine.now_ms());
  return asking.map(({ job, ask, question, processor, tenant, clock }) => {
    const elsewhere = reply_in.account !== tenant.account && { reply_in };
    const stored: StoredAsk = {
      ask: kept(ask, question.transient),
      processor,
      ...(clock !== null && { clock }),
      ...replying,
      tenant,
      ...elsewhere,
    };
    const payload = JSON.stringify(stored);
    const { id } = ask.subject;
    const { account } = tenant;
    // A long question waits for the others of its account, so that one account does not occupy the workers.
    if (question.background) return { account, id: job, queue: 'background', subject: id, lane: account, due_at: at_once, payload };
    return { account, id: job, queue: 'ask', subject: id, lane: id, due_at, payload };
  });
}

const kept = (ask: AnyAsk, transient: readonly string[] = []): AnyAsk =>
  transient.length ? (Object.fromEntries(Object.entries(ask).filter(([name]) => !transient.includes(name))) as AnyAsk) : ask;

/** Stores the next processor before it is asked. False if a worker has taken the question over. */
export async function nameNext({ database }: Engine, { account }: Tenant, job: string, processor: string): Promise<boolean> {
  const rows = await database.query({
    text: `update jobs set payload = jsonb_set(payload::jsonb, '{processor}', to_jsonb($3::text))::json
      where account = $1 and id = $2 and attempts = 0 returning id`,
    values: [account, job, processor],
  });
  return rows.length > 0;
}

/** The stored part of a timer. */
export type StoredTimer = {
  readonly name: string;
  /** Seconds on the object's clock. */
  readonly at: number;
  readonly about?: string;
  /** The test clock of that time; absent for the account's own. */
  readonly clock?: string;
  readonly object: string;
  readonly tenant: Tenant;
};

/** The jobs of timers, messages, followers and clocks, except those of forgotten objects. */
export const followingJobs = (engine: Engine, unit: Unit): JobRow[] =>
  [...timerJobs(engine, unit), ...mailJobs(unit.mails, unit.service_ms), ...fanJobs(engine, unit), ...advanceJobs(engine, unit)].filter(
    ({ subject }) => !unit.forgotten.has(subject),
  );

/** Timers are set in the time of the object's clock and stored in the service's. One that is already due on an advanced clock is due at once. */
function timerJobs(engine: Engine, unit: Unit): JobRow[] {
  const jobs = new Map<string, JobRow>();
  for (const timer of unit.timers) {
    const job = timerJob(engine, unit, timer);
    // A timer that is set twice keeps its first values, like a stored one.
    if (!jobs.has(job.id)) jobs.set(job.id, job);
  }
  return [...jobs.values()];
}

function timerJob(engine: Engine, unit: Unit, { tenant, subject, object, timer: name, at, about, now_ms, clock }: Timer): JobRow {
  const payload: StoredTimer = { object, name, at, ...(about !== null && { about }), ...(clock !== null && { clock }), tenant };
  return {
    account: tenant.account,
    id: `${subject} ${name} ${about ?? ''} ${at}`,
    subject,
    lane: subject,
    ...waitingBy(engine, unit, { tenant, clock, at_ms: at * 1000, now_ms }),
    payload: JSON.stringify(payload),
  };
}

type Waiting = Pick<JobRow, 'queue' | 'due_at' | 'runs_at' | 'clock'>;

/**
 * How a job waits: for the service's clock, or for the advance of a frozen one. In live mode clocks are never advanced, so nothing is stored for
 * that.
 */
function waitingBy(
  engine: Engine,
  unit: Unit,
  { tenant, clock, at_ms, now_ms }: Pick<Timer, 'tenant' | 'clock' | 'now_ms'> & { readonly at_ms: number },
): Waiting {
  const runs_at = tenant.livemode ? null : new Date(at_ms);
  if (clock !== null) {
    const is_due = at_ms <= now_ms && targetOn(unit.objects.get(clock)?.doc) === null;
    return is_due
      ? { queue: 'due', due_at: new Date(engine.now_ms()), runs_at, clock }
      : { queue: 'frozen', due_at: new Date(at_ms), runs_at, clock };
  }
  const account_now_ms = Math.max(now_ms, engine.now_ms() + clockOffset(engine, tenant));
  return { queue: 'due', due_at: new Date(engine.now_ms() + (at_ms - account_now_ms) * engine.time_scale), runs_at, clock: '' };
}

/** The stored part of an event with many followers: the progress is the last id of a page. */
export type StoredFanOut = {
  readonly event: string;
  readonly cause: string;
  /** The kind of the followers. */
  readonly object: string;
  readonly by: object;
  readonly after: string;
  /** A single follower that failed before. */
  readonly only?: string;
  /** The event's time on its clock, in milliseconds. */
  readonly at_ms?: number;
  readonly clock?: string;
  readonly tenant: Tenant;
};

/** Events with many followers, as jobs. */
const fanJobs = (engine: Engine, unit: Unit): JobRow[] =>
  unit.fans.map(({ tenant, event, event_id, rule, by, now_ms: at_ms, clock }) => {
    const of_clock = clock !== null && { clock };
    const stored: StoredFanOut = { event, cause: by.object, object: rule.resource.object, by, after: '', at_ms, ...of_clock, tenant };
    return {
      account: tenant.account,
      id: `${by.id} ${event} ${rule.resource.object} ${event_id}`,
      subject: by.id,
      lane: by.id,
      ...waitingBy(engine, unit, { tenant, clock, at_ms, now_ms: at_ms }),
      ...(clock === null && { due_at: new Date(engine.now_ms()) }),
      payload: JSON.stringify(stored),
    };
  });

/** The stored part of an advancing clock: the account's own, unless a test clock is given. */
export type StoredAdvance = { readonly tenant: Tenant; readonly clock?: string };

/** Test clocks that start to advance, or are deleted, as jobs. */
const advanceJobs = (engine: Engine, { objects }: Unit): JobRow[] =>
  [...objects.values()]
    .filter(
      ({ resource, before, doc, deleted, changed }) =>
        resource.object === clock_kind && changed && (deleted || (targetOn(doc) !== null && targetOn(before ?? undefined) === null)),
    )
    .map(({ tenant, doc: { id } }) => ({
      account: tenant.account,
      id: `advance ${id}`,
      queue: 'advance',
      subject: id,
      lane: id,
      due_at: new Date(engine.now_ms()),
      payload: JSON.stringify({ tenant, clock: id } satisfies StoredAdvance),
    }));
