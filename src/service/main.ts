import type { FastifyInstance } from 'fastify';
import { type Claims, claims } from '../delivery/webhooks/claims.js';
import { type Deliveries, deliver } from '../delivery/webhooks/deliver.js';
import { guardedAgent } from '../delivery/webhooks/guard.js';
import type { IsHeld } from '../delivery/webhooks/holding.js';
import { outgoing } from '../delivery/webhooks/outgoing.js';
import { outcomes } from '../delivery/webhooks/send.js';
import { runAdvance } from '../kernel/engine/advance.js';
import { runAsk, runBackground, runDue } from '../kernel/engine/due.js';
import type { Engine } from '../kernel/engine/engine.js';
import { lease_seconds } from '../kernel/jobs/jobs.js';
import { oldestOf, startWorker, type Worker } from '../kernel/jobs/worker.js';
import { printer } from '../pages/paper/printing.js';
import { reporter } from '../reports/reporter.js';
import { deliveryAttempted } from '../resources/core/webhook-endpoints/index.js';
import { backlogReader } from './operation/backlog.js';
import { type Metrics, metrics } from './operation/metrics.js';
import { startUpkeep } from './operation/upkeep.js';
import { dated } from './wiring/dated-events.js';
import { makeContents, makeEngine } from './wiring/engine.js';
import { ratesChore } from './wiring/exchange-rates.js';
import { holdingOf } from './wiring/holding.js';
import { told } from './wiring/logging-faults.js';
import { type MailWork, mailWork } from './wiring/mail.js';
import { merchants } from './wiring/merchants.js';
import { monthsChore } from './wiring/months.js';
import { openProcessors } from './wiring/processors.js';
import { logoReader, makeServer } from './wiring/server.js';
import { version } from './wiring/version.js';
import type { Parts } from './wiring/world.js';

/** A complete service that is not listening yet. */
export type Wired = {
  readonly server: FastifyInstance;
  readonly engine: Engine;
  /** Reports readiness, and starts the worker if it is enabled. */
  readonly work: () => void;
  /** Reports that the process is no longer ready. */
  readonly retire: () => void;
  /** Finishes running work, returns the remaining jobs, and closes the database connections. */
  readonly drain: (deadline_ms: number) => Promise<void>;
};

/** Wires a complete service. */
export function wire(parts: Parts): Wired {
  let ready = false;
  let worker: Worker | null = null;
  let upkeep: Upkeep | null = null;
  const { senders, known, close, ...routing } = openProcessors(
    parts,
    [merchants(() => ({ engine, agent, dated, wait: parts.wait })), reporter(() => ({ engine, contents }))],
    (answer) => measured.processorAnswered(answer),
  );
  const engine = makeEngine(parts, {
    ...routing,
    wake: (queues) => worker?.wake(queues),
    measured: () => measured,
  });
  const measured = metrics(engine.database, { version, processors: known, outcomes, isRunning: () => ready });
  const contents = makeContents(parts);
  const { print, close: endPrinter } = printer();
  const server = makeServer(parts, engine, { measured, senders, contents, print, isRunning: () => ready });
  const isHeld = holdingOf(parts, measured);
  const agent = guardedAgent(parts.config.webhook_allow);
  const mail = mailWork(parts, engine, { logo: logoReader(server), print, isHeld });
  return {
    server,
    engine,
    work: () => {
      ready = true;
      if (!parts.config.worker) return;
      worker = workerOf(parts, engine, measured, { agent, mail, isHeld });
      upkeep = upkeepOf(parts, engine, measured);
    },
    retire: () => {
      ready = false;
    },
    drain: async (deadline_ms) => {
      await Promise.all([worker?.stop(deadline_ms), upkeep?.stop(deadline_ms)]);
      await Promise.all([mail.close(), agent.close(), close(), endPrinter()]);
      await Promise.all([engine.reads.close(), contents.close()]);
    },
  };
}

type Upkeep = ReturnType<typeof startUpkeep>;

/** How often a process looks at the queues, for its metrics. */
const backlog_every_seconds = 5;

function upkeepOf(parts: Parts, engine: Engine, { checked, backlog }: Metrics): Upkeep {
  const read = backlogReader(engine.database, engine.now_ms);
  return startUpkeep(
    engine,
    {
      checked,
      linked: (head) => parts.world.log.info(head, 'audit records linked'),
      warn: (what) => parts.world.log.warn(what),
      onError: told(parts, 'upkeep failed and will be repeated'),
    },
    [
      ...ratesChore(parts, engine.database),
      monthsChore(parts, engine),
      { every_seconds: backlog_every_seconds, work: async () => backlog(await read()) },
    ],
  );
}

type Listening = { readonly agent: Deliveries['agent']; readonly claims: Claims };

const deliveriesOf = ({ config, world }: Parts, engine: Engine, { attempted }: Metrics, { agent, claims }: Listening): Deliveries => ({
  engine,
  agent,
  read: outgoing(engine.database),
  ended: claims.ended,
  timeout_ms: config.webhook_timeout_ms,
  attempted: deliveryAttempted,
  jitter: () => (world.random(1)[0] ?? 0) / 255,
  measured: attempted,
  dated,
});

const claimsOf = ({ config }: Parts, isHeld: IsHeld): Claims =>
  claims({
    slots: config.webhook_concurrency,
    per_endpoint: { min: config.webhook_per_endpoint_min, max: config.webhook_per_endpoint_max },
    lease_seconds: config.webhook_timeout_ms / 1000 + 30,
    isHeld,
  });

/** The outgoing connections of the process. */
type Outgoings = { readonly agent: Deliveries['agent']; readonly mail: MailWork; readonly isHeld: IsHeld };

const one_each = { per_lane: 1, lease_seconds } as const;

function workerOf(parts: Parts, engine: Engine, measured: Metrics, { agent, mail, isHeld }: Outgoings): Worker {
  const { config } = parts;
  const claims = claimsOf(parts, isHeld);
  const failed = told(parts, 'a job failed and will be repeated');
  const deliveries = deliveriesOf(parts, engine, measured, { agent, claims });
  return startWorker({
    engine,
    queues: {
      webhook: { run: (job) => deliver(deliveries, job), concurrency: config.webhook_concurrency, claim: claims.claim },
      ask: { run: (job) => runAsk(engine, job), concurrency: 8, claim: oldestOf('ask', one_each) },
      background: { run: (job) => runBackground(engine, job), concurrency: 2, claim: oldestOf('background', one_each) },
      advance: { run: (job, isStopping) => runAdvance(engine, job, isStopping), concurrency: 4, claim: oldestOf('advance', one_each) },
      mail: mail.work,
      due: { run: (job) => runDue(engine, job), concurrency: 4, claim: oldestOf('due', one_each) },
    },
    onError: (error, job) => {
      if (job) measured.jobFailed(job.queue);
      failed(error, { job: job?.id, queue: job?.queue });
    },
  });
}
