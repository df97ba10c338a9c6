import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { causes } from '../../api/http/cause.js';
import type { Finished } from '../../api/http/server.js';
import type { LedgerCheck } from '../../kernel/ledger/checks.js';
import type { AnsweredBy } from '../../kernel/storage/replica.js';
import type { Write } from '../../kernel/storage/rows.js';
import { type Backlog, worked_queues } from './backlog.js';
import { limit_names } from './limits.js';
import { moneyMetrics } from './money-metrics.js';
import { type Answering, backlogMetrics, type ProcessorAnswer, processorMetrics } from './work-metrics.js';

/** Counters and measurements, in Prometheus' naming (base units, `_total`). */
export type Metrics = {
  readonly registry: Registry;
  readonly finished: (finished: Finished) => void;
  readonly attempted: (outcome: string) => void;
  readonly jobFailed: (queue: string) => void;
  readonly checked: (checks: readonly LedgerCheck[]) => void;
  readonly backlog: (backlog: Backlog) => void;
  readonly held: (is_held: boolean) => void;
  readonly ready: (is_ready: boolean) => void;
  readonly tampered: () => void;
  readonly sent: (writes: number) => void;
  readonly stored: (write: Write) => void;
  readonly processorAnswered: (answer: ProcessorAnswer) => void;
  readonly read: (by: AnsweredBy) => void;
  readonly logsLost: (rows: number) => void;
};

/** This process's database connections: the pool changes with the server that takes writes. */
export type Connected = { readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number } };

/** What the series of a process depend on; each series exists from the start. */
export type Measuring = {
  readonly version: string;
  readonly processors: readonly Answering[];
  /** The outcomes of deliveries. */
  readonly outcomes: readonly string[];
  /** Whether the process has started and received no stop signal. */
  readonly isRunning: () => boolean;
};

/** Metrics of this process. */
export function metrics(database: Connected, { version, processors, outcomes, isRunning }: Measuring): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'florin_processes', help: 'The processes of this service that these metrics are of.', registers }).set(1);
  connectionGauge(database, registers);
  buildGauge(registers, version);
  const counter = counters(registers);
  const replays = counter('idempotency_replays_total', 'Requests answered with a stored response.');
  const attempts = counter('webhook_attempts_total', 'Delivery attempts by outcome.', { outcome: outcomes });
  const failed = counter('jobs_failed_total', 'Job runs that failed and are retried.', { queue: worked_queues });
  const tampered = counter('vault_tampered_total', 'Sealed content that was changed or swapped in the database; must be 0.');
  const held = gaugeOf(registers, 'deliveries_held', '1 while deliveries and mail are held, in a restored or copied database.');
  const of_replica = 'Lists, searches and reports with a replica, by the server that answered.';
  const read = counter('replica_reads_total', of_replica, { answered_by: ['primary', 'replica'] });
  const lost = counter('request_logs_lost_total', 'Logs of requests that could not be stored in time.');
  const finishing = [observing(registers), failing(counter)];
  const sent = sentHistogram(registers);
  return {
    registry,
    finished: (finished) => {
      for (const observe of finishing) observe(finished);
      if (finished.replayed) replays.inc();
    },
    attempted: (outcome) => attempts.inc({ outcome }),
    jobFailed: (queue) => failed.inc({ queue }),
    checked: checkGauges(registers),
    backlog: backlogMetrics(registers),
    held: (is_held) => held.set(Number(is_held)),
    ready: readyGauge(registers, isRunning),
    tampered: () => tampered.inc(),
    sent: (writes) => sent.observe(writes),
    stored: moneyMetrics(registers),
    processorAnswered: processorMetrics(registers, processors),
    read: (answered_by) => read.inc({ answered_by }),
    logsLost: (rows) => lost.inc(rows),
  };
}

type MakeCounter = (name: string, help: string, values?: Readonly<Record<string, readonly string[]>>) => Counter;

/** Makes counters with at most one label, whose series exist at 0 from the start: an alert sees the first increase. */
const counters =
  (registers: Registry[]): MakeCounter =>
  (name, help, values = {}) => {
    const made = new Counter({ name: `florin_${name}`, help, labelNames: Object.keys(values), registers });
    for (const [label, each] of Object.entries(values)) for (const value of each) made.inc({ [label]: value }, 0);
    return made;
  };

/** Of several processes that share a port, the page of metrics has the highest value. */
const gaugeOf = (registers: Registry[], name: string, help: string): Gauge =>
  new Gauge({ name: `florin_${name}`, help, registers, aggregator: 'max' });

function buildGauge(registers: Registry[], version: string): void {
  const name = 'florin_build_info';
  const build = new Gauge({
    name,
    help: 'The version of this process, and of its Node; always 1.',
    labelNames: ['version', 'node'],
    registers,
    aggregator: 'max',
  });
  build.set({ version, node: process.versions.node }, 1);
}

/** Only load balancers ask the database whether a process is ready: a scrape shows their last answer. */
function readyGauge(registers: Registry[], isRunning: () => boolean): (is_ready: boolean) => void {
  let answered = true;
  const help = '1 while the process accepts requests: from its start to a stop signal, and by its last answer at /readyz.';
  const ready: Gauge = new Gauge({
    name: 'florin_ready',
    help,
    registers,
    aggregator: 'min',
    collect: (): void => ready.set(Number(isRunning() && answered)),
  });
  return (is_ready) => {
    answered = is_ready;
  };
}

/**
 * Requests that were refused with 429, and those that the service could not answer. Limits without a name are those of concurrent requests, and of
 * payers' declined attempts. 503 of /readyz is no failure: it is the answer.
 */
function failing(counter: MakeCounter): (finished: Finished) => void {
  const counted = causes.filter((cause) => cause !== 'not_ready');
  const unavailable = counter('http_server_unavailable_total', 'Requests answered with 503, by the cause.', { cause: counted });
  const internal = counter('http_server_internal_errors_total', 'Requests answered with 500: an internal error.');
  const limited = counter('rate_limit_refusals_total', 'Requests refused with 429, by the limit.', { limit: [...limit_names, 'other'] });
  return ({ status, cause, limit = 'other' }) => {
    if (status === 429) limited.inc({ limit });
    if (status === 500) internal.inc();
    if (cause && cause !== 'not_ready') unavailable.inc({ cause });
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
  const waits = new Histogram({
    name: 'florin_http_server_database_seconds',
    help: 'The part of the duration of requests in which they wait for the database.',
    buckets: [0.005, 0.01, 0.025, 0.1, 0.5, 2.5],
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
    if (finished.database_ms > 0) waits.observe(finished.database_ms / 1000);
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
  account_sessions: 'accounts',
  balance_settings: 'balance',
  confirmation_tokens: 'tokens',
  country_specs: 'accounts',
  customer_sessions: 'customers',
  elements: 'checkout',
  embed: 'onboarding',
  ephemeral_keys: 'customers',
  file_links: 'files',
  invoice_payments: 'invoices',
  invoice_rendering_templates: 'invoices',
  invoiceitems: 'invoices',
  member_sessions: 'members',
  oauth: 'accounts',
  payment_attempt_records: 'payment_records',
  payment_links: 'checkout',
  payment_method_configurations: 'payment_methods',
  payment_method_domains: 'payment_methods',
  payment_pages: 'checkout',
  plans: 'prices',
  promotion_code: 'promotion_codes',
  reviews: 'radar',
  setup_attempts: 'setup_intents',
  shipping_rates: 'checkout',
  subscription_items: 'subscriptions',
  tax_codes: 'tax',
  'v0.1': 'js',
  'v1.0': 'js',
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
