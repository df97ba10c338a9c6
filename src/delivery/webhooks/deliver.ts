import type { Agent } from 'undici';
import { native_version, newest_version } from '../../kernel/base/api-version.js';
import { accountOf } from '../../kernel/base/books.js';
import type { Document } from '../../kernel/base/resource.js';
import type { AnyRule } from '../../kernel/base/rules.js';
import { traced } from '../../kernel/base/traced.js';
import { drive, unasked } from '../../kernel/engine/drive.js';
import { clockOffset, type Engine, tenantFrom } from '../../kernel/engine/engine.js';
import { firstStep } from '../../kernel/engine/step.js';
import { finishJob, type Job } from '../../kernel/jobs/jobs.js';
import { signingSecrets } from '../../kernel/vault/secrets.js';
import type { Claims } from './claims.js';
import { type Outgoing, tenantTold } from './outgoing.js';
import { delayBefore, failing_seconds_max } from './schedule.js';
import { type Attempt, send } from './send.js';
import { signatureHeaders } from './sign.js';

/** The dependencies of deliveries. */
export type Deliveries = {
  readonly engine: Engine;
  readonly agent: Agent;
  readonly timeout_ms: number;
  readonly read: (job: Job) => Promise<Outgoing | null>;
  /** The rule that stores an attempt, and disables an endpoint that only fails. */
  readonly attempted: AnyRule;
  /** From 0 to 1, so that retries of many deliveries spread. */
  readonly jitter: () => number;
  readonly measured: (outcome: Attempt['outcome']) => void;
  /** Receives the duration of each delivery, for the endpoint's pace. */
  readonly ended: Claims['ended'];
  /** An event in the shape of a pinned version. */
  readonly dated: (doc: Document, version: string) => object;
};

/** An endpoint, as deliveries need it. */
export type Endpoint = Document & { readonly url: string; readonly api_version: string | null };

/** Delivers one event to one endpoint: at least once, signed for each attempt, every attempt stored (design 9). */
export async function deliver(deliveries: Deliveries, job: Job): Promise<void> {
  const { engine } = deliveries;
  const row = await deliveries.read(job);
  if (!row) return finishJob(engine.database, job);
  const endpoint = JSON.parse(row.doc) as Endpoint;
  const body = bodyFor(deliveries, endpoint, row, tenantTold(job.payload));
  const now = engine.now_ms();
  const secrets = signingSecrets(engine, job.account, job.lane, row.secret, Math.floor((now + row.clock_offset_ms) / 1000));
  await engine.failpoint('before_delivery');
  const headers = signatureHeaders({ secrets, id: job.subject, body, now });
  const began_ms = engine.now_ms();
  const { agent, timeout_ms } = deliveries;
  const about = () => ({ name: 'deliver', attributes: { 'server.address': new URL(endpoint.url).host, 'florin.attempt': job.tried + 1 } });
  const attempt = await traced('delivery', about, () => send({ url: endpoint.url, headers, body, agent, timeout_ms }));
  await engine.failpoint('after_delivery');
  // A shutdown is not an attempt: the lease is given back and another process delivers.
  if (attempt.outcome === 'agent_closed') return;
  deliveries.measured(attempt.outcome);
  deliveries.ended(job, { ...attempt, began_ms, ended_ms: engine.now_ms() });
  await record(deliveries, job, row, endpoint, attempt);
}

/**
 * Timestamps are in seconds, unless the endpoint asks for native events (spec README, decision 7). An event for a platform names the connected
 * account.
 */
export function bodyFor(
  { dated }: Pick<Deliveries, 'dated'>,
  { api_version }: Pick<Endpoint, 'api_version'>,
  { event }: Pick<Outgoing, 'event'>,
  of: string | null = null,
): string {
  if (api_version === native_version && !of) return event;
  const told = { ...JSON.parse(event), ...(of && { account: accountOf(of) }) };
  return JSON.stringify(api_version === native_version ? told : dated({ ...told, pending_webhooks: 1 }, api_version ?? newest_version));
}

/** Stores the attempt, and ends or postpones the job in the same write; the endpoint's rule disables it if necessary. */
async function record(deliveries: Deliveries, job: Job, row: Outgoing, endpoint: Endpoint, attempt: Attempt): Promise<void> {
  const { engine, attempted } = deliveries;
  const tenant = tenantFrom(job.account, row);
  const offset_ms = clockOffset(engine, tenant);
  const tried_ms = engine.now_ms();
  const tried = job.tried + 1;
  const delay_ms = delayAfter(deliveries, tried, attempt);
  const next_ms = delay_ms === null ? null : tried_ms + delay_ms;
  const next_attempt = next_ms === null ? null : Math.floor((next_ms + offset_ms) / 1000);
  const failing = { moment: Math.floor(tried_ms / 1000), patience: failing_seconds_max * engine.time_scale };
  const input = { attempt: { ...attemptOf(job, tried, endpoint, attempt), next_attempt }, ...failing };
  const step = firstStep(attempted, { tenant, subject: job.lane, given: { input }, now_ms: tried_ms + offset_ms });
  const ending =
    next_ms === null
      ? { finished: [{ account: job.account, id: job.id }] }
      : { finished: [], postponed: { job: job.id, due_at: new Date(next_ms), tried } };
  await drive(engine, { ...unasked, tenant, begin: () => [step], ...ending });
}

const attemptOf = (job: Job, tried: number, { url }: Endpoint, { outcome, body, status }: Attempt): object => ({
  attempt: tried,
  event: job.subject,
  outcome,
  response_body: body || null,
  response_status: status,
  url,
});

/** The wait before the next attempt; null after the last one, a success or a 410. */
function delayAfter({ engine, jitter }: Deliveries, tried: number, { outcome, status, retry_after_seconds }: Attempt): number | null {
  if (outcome === 'delivered' || status === status_gone) return null;
  return delayBefore(tried + 1, { scale: engine.time_scale, jitter: jitter(), retry_after_seconds });
}

/** 410 Gone: the endpoint wants no more attempts. */
const status_gone = 410;
