import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Finished } from '../http/server.js';

/** What is counted and measured, in Prometheus' words (base units, `_total`). */
export type Metrics = {
  readonly registry: Registry;
  readonly finished: (finished: Finished) => void;
  readonly attempted: (outcome: string) => void;
  readonly jobFailed: (queue: string) => void;
  readonly imbalance: (rows: number) => void;
};

/** The database's connections of this process: to another server when that is the one that takes writes. */
export type Connected = { readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number } };

/** Metrics of this process. */
export function metrics(database: Connected): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  connectionGauge(database, registers);
  const observe = observing(durationHistogram(registers));
  const replays = new Counter({ name: 'florin_idempotency_replays_total', help: 'Requests answered with a stored reply.', registers });
  const attempts = new Counter({
    name: 'florin_webhook_attempts_total',
    help: 'Deliveries tried, by outcome.',
    labelNames: ['outcome'],
    registers,
  });
  const failed = new Counter({
    name: 'florin_jobs_failed_total',
    help: 'Runs of jobs that failed and are repeated.',
    labelNames: ['queue'],
    registers,
  });
  const imbalance = new Gauge({ name: 'florin_ledger_imbalance', help: 'Ledger rows that violate an invariant; must be 0.', registers });
  return {
    registry,
    finished: ({ method, route, status, duration_ms, replayed }) => {
      observe(`${status} ${method} ${route}`, { method, route: route.replace(/^\w+ /, ''), status }, duration_ms / 1000);
      if (replayed) replays.inc();
    },
    attempted: (outcome) => attempts.inc({ outcome }),
    jobFailed: (queue) => failed.inc({ queue }),
    imbalance: (rows) => imbalance.set(rows),
  };
}

type Durations = Histogram<'method' | 'route' | 'status'>;

/** Remembers the series of each combination of labels, because finding it anew costs more than counting. */
function observing(
  duration: Durations,
): (name: string, labels: { method: string; route: string; status: number }, seconds: number) => void {
  const series = new Map<string, ReturnType<Durations['labels']>>();
  return (name, labels, seconds) => {
    const found = series.get(name) ?? duration.labels(labels);
    series.set(name, found);
    found.observe(seconds);
  };
}

const durationHistogram = (registers: Registry[]): Histogram<'method' | 'route' | 'status'> =>
  new Histogram({
    name: 'florin_http_server_request_duration_seconds',
    help: 'Duration of requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });

function connectionGauge(database: Connected, registers: Registry[]): void {
  const name = 'florin_db_pool_connections';
  const collect = (): void => {
    const { pool } = database;
    gauge.set({ state: 'in_use' }, pool.totalCount - pool.idleCount);
    gauge.set({ state: 'idle' }, pool.idleCount);
    gauge.set({ state: 'waiting' }, pool.waitingCount);
  };
  const gauge = new Gauge({ name, help: 'Database connections by state.', labelNames: ['state'], registers, collect });
}
