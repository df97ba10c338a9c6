import type { Later } from '../base/decision.js';
import type { Ask } from '../base/processor.js';
import type { Job } from './commit.js';
import { clockOffset, type Engine, type Tenant, type View } from './engine.js';
import type { Fold, Working } from './fold.js';
import type { Claim } from './idempotency.js';

/** How long an ask rests with the request that stored it before a worker takes it over. */
const ask_patience_ms = 30_000;

/** What is kept of an ask: all that a worker needs to send it again, and neither number nor code. */
export type StoredAsk = {
  readonly ask: Ask;
  readonly processor: string;
  readonly key: { readonly key: string; readonly owner: string; readonly fingerprint: string } | null;
  readonly view: View;
  readonly tenant: Tenant;
};

/** An ask as a job, for the case that this process dies or the processor does not answer in time. */
export function askJob(
  engine: Engine,
  tenant: Tenant,
  { job, ask, processor, claim, view }: { job: string; ask: Ask; processor: string; claim: Claim | null; view: View },
): Job {
  const key = claim && { key: claim.key, owner: claim.owner, fingerprint: claim.fingerprint.toString('base64') };
  const { cvc: _, payment_code: __, ...kept } = ask as Ask & { cvc?: unknown; payment_code?: unknown };
  const payload = JSON.stringify({ ask: kept as Ask, processor, key, view, tenant } satisfies StoredAsk);
  const { id } = ask.subject;
  return { id: job, queue: 'ask', subject: id, lane: id, due_ms: engine.now_ms() + ask_patience_ms * engine.time_scale, payload };
}

/** Writes down which processor is asked from now on, before it is. False where a worker has taken the ask over meanwhile. */
export async function nameNext({ database }: Engine, { account }: Tenant, job: string, processor: string): Promise<boolean> {
  const rows = await database.query({
    text: `update jobs set payload = jsonb_set(payload::jsonb, '{processor}', to_jsonb($3::text))::json
      where account = $1 and id = $2 and attempts = 0 returning id`,
    values: [account, job, processor],
  });
  return rows.length > 0;
}

/** What is kept of a timer. */
export type StoredTimer = Later & { readonly object: string; readonly tenant: Tenant };

/** Timers, set by the account's clock and kept by the service's. What is due already on a clock that was moved is due at once. */
export function dueJobs(engine: Engine, { later, tenant, now_ms, objects }: Fold): Job[] {
  const account_now_ms = Math.max(now_ms, engine.now_ms() + clockOffset(engine, tenant));
  return later.map(({ id, later: { name, at, about } }) => ({
    id: `${id} ${name} ${about ?? ''} ${at}`,
    queue: 'due',
    subject: id,
    lane: id,
    due_ms: engine.now_ms() + (at * 1000 - account_now_ms) * engine.time_scale,
    payload: JSON.stringify({
      object: (objects.get(id) as Working).resource.object,
      name,
      at,
      ...(about !== undefined && { about }),
      tenant,
    } satisfies StoredTimer),
  }));
}
