import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import pino, { type Logger } from 'pino';
import { idSource } from './base/ids.js';
import type { Config } from './config.js';
import { openDatabase } from './engine/database.js';
import { runAsk, runDue } from './engine/due.js';
import { type Engine, indexOf } from './engine/engine.js';
import { failpoints } from './engine/failpoints.js';
import { loader } from './engine/load.js';
import { startUpkeep } from './engine/upkeep.js';
import { startWorker, type Worker } from './engine/worker.js';
import { authenticator } from './http/authenticate.js';
import { keyLimit, wrongKeyLimit } from './http/limits.js';
import { type Metrics, metrics } from './http/metrics.js';
import { openApi } from './http/openapi.js';
import { registerOperation } from './http/operation.js';
import { pageTokens } from './http/page-token.js';
import { inSeconds, presenter } from './http/present.js';
import { refusalReply } from './http/reply.js';
import { faultOf, httpServer } from './http/server.js';
import { findKey, openSandbox } from './keys/keys.js';
import { processorFor } from './processors/index.js';
import { access } from './resources/access.js';
import { accountParts } from './resources/accounts/open.js';
import { catalogue } from './resources/index.js';
import { webhookAttempt, webhookEndpoint } from './resources/webhook-endpoints/webhook-endpoint.js';
import { type KeyRing, openVault } from './vault/vault.js';
import { type Api, registerChallenge } from './web/challenge-routes.js';
import { deliver } from './webhooks/deliver.js';
import { guardedAgent, refusalOfUrl } from './webhooks/guard.js';

/** The version of this program. */
export const version = '0.1.0';

/** What the outside world gives a process; a test gives its own. */
export type World = { readonly now_ms: () => number; readonly random: (bytes: number) => Uint8Array; readonly log: Logger };

/** The world as it is. */
export const realWorld = (config: Config): World => ({
  now_ms: Date.now,
  random: randomBytes,
  log: pino({ level: config.log_level, base: null }),
});

/** What a process is started with: its configuration, its database, the keys of its vault. */
export type Parts = {
  readonly config: Config;
  readonly database_url: string;
  readonly key_ring: KeyRing;
  readonly public_url: () => string;
  readonly world: World;
};

/** A service, not yet listening. */
export type Wired = {
  readonly server: FastifyInstance;
  readonly engine: Engine;
  readonly work: () => void;
  readonly drain: (deadline_ms: number) => Promise<void>;
};

/** The engine alone, for commands that need no server. */
export function makeEngine({ config, database_url, key_ring, public_url, world }: Parts, wake: () => void = () => {}): Engine {
  const { now_ms, random, log } = world;
  const database = openDatabase({
    url: database_url,
    connections: config.database_connections,
    log: (error) => log.warn({ fault: faultOf(error) }, 'a database connection was lost'),
  });
  const vault = openVault(key_ring, random);
  const chance = (): number => (random(1)[0] ?? 0) / 256;
  const requireHttps = !config.open_sandbox;
  const index = indexOf(catalogue);
  const load = loader(database);
  return {
    database,
    load,
    vault,
    ids: idSource(random),
    now_ms,
    index,
    moved_clocks: new Map(),
    processorFor,
    one_write: config.one_write,
    pageUrl: (account, subject, attempt) => `${public_url()}/challenge/${pageTokens(vault).sign(account, subject, attempt)}`,
    refusalOfUrl: (url) => refusalOfUrl(url, { allow: config.webhook_allow, requireHttps }),
    time_scale: config.time_scale,
    wake,
    failpoint: failpoints(config.failpoints, chance, () => process.kill(process.pid, 'SIGKILL')),
    render: {
      object: (shown, account, view) => presenter(indexOf(catalogue), loader(database))(shown, account, view),
      refusal: refusalReply,
    },
  };
}

/** Wires a whole service together. */
export function wire(parts: Parts): Wired {
  const { config, world } = parts;
  let worker: Worker | null = null;
  let ready = false;
  let upkeep: { stop(): Promise<void> } | null = null;
  const engine = makeEngine(parts, () => worker?.wake());
  const measured = metrics(engine.database.pool);
  const server = makeServer(parts, engine, measured, () => ready);
  const agent = guardedAgent(config.webhook_allow);
  return {
    server,
    engine,
    work: () => {
      ready = true;
      if (!config.worker) return;
      worker = makeWorker(parts, engine, measured, agent);
      upkeep = startUpkeep(engine.database, {
        imbalance: measured.imbalance,
        onError: (error) => world.log.error({ fault: faultOf(error) }, 'upkeep failed'),
      });
    },
    retire: () => {
      ready = false;
    },
    drain: async (deadline_ms) => {
      await Promise.all([worker?.stop(deadline_ms), upkeep?.stop()]);
      await agent.close();
      await engine.database.close();
      world.log.debug('stopped');
    },
  };
}

function makeServer({ config, world }: Parts, engine: Engine, measured: Metrics, ready: () => boolean): FastifyInstance {
  const tokens = pageTokens(engine.vault);
  const open = config.open_sandbox ? (key: string) => openSandbox(engine, key, accountParts) : null;
  const keys = { find: (key: string) => findKey(engine, key), open, page: tokens.callerOf, wrong: wrongKeyLimit(), now_ms: world.now_ms };
  const server = httpServer({
    engine,
    present: presenter(engine.index, engine.load),
    authenticate: authenticator(keys),
    access,
    limit: keyLimit(config.rate_limit),
    catalogue,
    requestId: () => engine.ids.fresh('req', world.now_ms()),
    log: world.log,
    retry_after_seconds: 1,
    finished: (finished, request_id) => {
      measured.finished(finished);
      const { caller, ...rest } = finished;
      world.log.info({ request_id, ...rest, account: caller?.account, key_id: caller?.key_id }, 'request');
    },
  });
  const isReady = async (): Promise<boolean> =>
    ready() &&
    engine.database.query({ text: 'select 1', values: [] }).then(
      () => true,
      () => false,
    );
  registerOperation(server, { metrics: measured, version, description: () => openApi(catalogue, access, version), isReady });
  const nonce = (): string => Buffer.from(world.random(16)).toString('base64');
  registerChallenge(server, { api: apiOf(server), nonce, https: config.public_url?.startsWith('https:') ?? false });
  return server;
}

/** The public API as a client sees it, without a socket between. */
const apiOf =
  (server: FastifyInstance): Api =>
  async ({ method, url, token, body }) => {
    const headers = { authorization: `Bearer page_${token}`, 'content-type': 'application/json' };
    const { statusCode, payload } = await server.inject({ method, url, headers, ...(body && { payload: JSON.stringify(body) }) });
    return { status: statusCode, body: JSON.parse(payload) };
  };

function makeWorker({ config, world }: Parts, engine: Engine, measured: Metrics, agent: ReturnType<typeof guardedAgent>): Worker {
  const jitter = (): number => (world.random(1)[0] ?? 0) / 255;
  const deliveries = {
    engine,
    agent,
    timeout_ms: config.webhook_timeout_ms,
    endpoint: webhookEndpoint,
    attempt: webhookAttempt,
    jitter,
    attempted: measured.attempted,
    dated: inSeconds,
  };
  const lease_seconds = 60;
  return startWorker({
    engine,
    queues: {
      webhook: { run: (job) => deliver(deliveries, job), concurrency: 32, per_lane: 4, lease_seconds },
      ask: { run: (job) => runAsk(engine, job), concurrency: 8, per_lane: 1, lease_seconds },
      due: { run: (job) => runDue(engine, job), concurrency: 4, per_lane: 1, lease_seconds },
    },
    onError: (error, job) => {
      if (job) measured.jobFailed(job.queue);
      world.log.error({ fault: faultOf(error), job: job?.id, queue: job?.queue }, 'a job failed and will be repeated');
    },
  });
}
