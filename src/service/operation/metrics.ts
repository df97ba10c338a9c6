import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Finished } from '../../api/http/server.js';
import type { LedgerCheck } from '../../kernel/ledger/checks.js';
import type { AnsweredBy } from '../../kernel/storage/replica.js';

/** Counters and measurements, in Prometheus' naming (base units, `_total`). */
export type Metrics = {
  readonly registry: Registry;
  readonly finished: (finished: Finished) => void;
  readonly attempted: (outcome: string) => void;
  readonly jobFailed: (queue: string) => void;
  readonly checked: (checks: readonly LedgerCheck[]) => void;
  readonly held: (is_held: boolean) => void;
  readonly tampered: () => void;
  readonly sent: (writes: number) => void;
  readonly read: (by: AnsweredBy) => void;
  readonly logsLost: (rows: number) => void;
};

/** This process's database connections: the pool changes with the server that takes writes. */
export type Connected = { readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number } };

/** Metrics of this process. */
export function metrics(database: Connected): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'florin_processes', help: 'The processes of this service that these metrics are of.', registers }).set(1);
  connectionGauge(database, registers);
  const observe = observing(registers);
  const counter = (name: string, help: string, ...labelNames: readonly string[]): Counter =>
    new Counter({ name, help, labelNames, registers });
  const replays = counter('florin_idempotency_replays_total', 'Requests answered with a stored response.');
  const attempts = counter('florin_webhook_attempts_total', 'Delivery attempts by outcome.', 'outcome');
  const failed = counter('florin_jobs_failed_total', 'Job runs that failed and are retried.', 'queue');
  const checked = checkGauges(registers);
  const tampered = counter('florin_vault_tampered_total', 'Sealed content that was changed or swapped in the database; must be 0.');
  const held_help = '1 while deliveries and mail are held, in a restored or copied database.';
  const held = new Gauge({ name: 'florin_deliveries_held', help: held_help, registers, aggregator: 'max' });
  const sent = sentHistogram(registers);
  const read = counter(
    'florin_replica_reads_total',
    'Lists, searches and reports with a replica, by the server that answered.',
    'answered_by',
  );
  const lost = counter('florin_request_logs_lost_total', 'Logs of requests that could not be stored in time.');
  return {
    registry,
    finished: (finished) => {
      observe(finished);
      if (finished.replayed) replays.inc();
    },
    attempted: (outcome) => attempts.inc({ outcome }),
    jobFailed: (queue) => failed.inc({ queue }),
    checked,
    held: (is_held) => held.set(Number(is_held)),
    tampered: () => tampered.inc(),
    sent: (writes) => sent.observe(writes),
    read: (answered_by) => read.inc({ answered_by }),
    logsLost: (rows) => lost.inc(rows),
  };
}

/** The checks of the ledger: what they found, and when they ended. */
function checkGauges(registers: Registry[]): (checks: readonly LedgerCheck[]) => void {
  const name = 'florin_ledger_imbalance';
  const imbalance = new Gauge({ name, help: 'Ledger rows that violate an invariant; must be 0.', registers, aggregator: 'max' });
  const help = 'When the check of the new ledger entries, and of all, ended, in Unix seconds; 0 before the first.';
  const ended = new Gauge({ name: 'florin_ledger_checked_timestamp_seconds', help, labelNames: ['entries'], registers, aggregator: 'max' });
  for (const of of ['new', 'all']) ended.set({ entries: of }, 0);
  return (checks) => {
    // A wrong total is found by both.
    imbalance.set(Math.max(0, ...checks.map(({ violations }) => violations)));
    for (const { of, finished_at } of checks) ended.set({ entries: of }, finished_at ?? 0);
  };
}

/** One duration histogram per group of routes, and a counter of requests by status: series per route would make the scrape too large. */
function observing(registers: Registry[]): (finished: Finished) => void {
  const durations = new Histogram({
    name: 'florin_http_server_request_duration_seconds',
    help: 'Duration of requests by group of routes.',
    labelNames: ['group'],
    buckets: [0.01, 0.025, 0.1, 0.5, 2.5, 10],
    registers,
  });
  const requests = new Counter({
    name: 'florin_http_server_requests_total',
    help: 'Requests by group of routes and status.',
    labelNames: ['group', 'status'],
    registers,
  });
  const seriesOf = ({ route, status }: Finished): Series => {
    const group = groupOf(route);
    return { duration: durations.labels({ group }), count: requests.labels({ group, status }) };
  };
  // Looking up a series by its labels costs more than counting.
  const known = new Map<string, Series>();
  return (finished) => {
    const name = `${finished.status} ${finished.route}`;
    const series = known.get(name) ?? seriesOf(finished);
    known.set(name, series);
    series.duration.observe(finished.duration_ms / 1000);
    series.count.inc();
  };
}

type Series = { readonly duration: { observe(seconds: number): void }; readonly count: { inc(): void } };

/** `payment_intents` for all paths below /v1/payment_intents; the first segment of any other path. */
function groupOf(route: string): string {
  const name = /\/(?:v1\/)?([\w.-]+)/.exec(route)?.[1] ?? 'other';
  return same_group[name] ?? name;
}

/** Paths that belong to a group with another name. */
const same_group: Readonly<Record<string, string>> = {
  account: 'accounts',
  account_links: 'accounts',
  confirmation_tokens: 'tokens',
  country_specs: 'accounts',
  customer_sessions: 'customers',
  ephemeral_keys: 'customers',
  file_links: 'files',
  invoice_payments: 'invoices',
  invoiceitems: 'invoices',
  member_sessions: 'members',
  payment_links: 'checkout',
  payment_pages: 'checkout',
  plans: 'prices',
  promotion_code: 'promotion_codes',
  setup_attempts: 'setup_intents',
  shipping_rates: 'checkout',
  subscription_items: 'subscriptions',
  webhook_attempts: 'webhook_endpoints',
};

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

const sentHistogram = (registers: Registry[]): Histogram =>
  new Histogram({
    name: 'florin_db_writes_per_statement',
    help: 'Writes that were stored by one statement.',
    buckets: [1, 2, 4, 8, 16, 32],
    registers,
  });
