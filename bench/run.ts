import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { serveEmptyRoute } from './empty-route.js';
import { startGenerator } from './generator.js';
import { type Copying, copy, type Exemplar, exemplar, type Fillers, type Owner, openAccounts, settleAccounts } from './population.js';
import { machineTime, parentOf, resident_mb, stolenShare } from './processes.js';
import { startProcessor } from './processor.js';
import { progressOf } from './progress.js';
import { machineOf, type Results, reportOf, type StartUp } from './report.js';
import {
  type Bench,
  measure,
  measureBatches,
  measureEmpty,
  measureFootprint,
  measureMemory,
  measureTogether,
  type Prepared,
  prepare,
  type Row,
  warmUp,
} from './rounds.js';
import { reads, type Scenario, writes } from './scenarios.js';
import { environmentOf, type Running, startBuilt } from './service.js';
import { openStatements } from './statements.js';

/** How much is measured: all of it in about twenty minutes, a quick look in about two. `warm_count` is of each kind. */
const extents = {
  full: {
    duration_ms: 1000,
    warm_count: 15_000,
    rounds: 3,
    accounts: 1000,
    samples: 250,
    small: 10_000,
    large: 1_000_000,
    memory_requests: 200_000,
  },
  quick: {
    duration_ms: 300,
    warm_count: 1500,
    rounds: 1,
    accounts: 300,
    samples: 100,
    small: 10_000,
    large: 100_000,
    memory_requests: 20_000,
  },
};

type Extent = (typeof extents)['full'];
type Environment = Readonly<Record<string, string>>;

const connections = [1, 16, 64];
const sized_connections = [1, 64];
const together_connections = [16, 64];

/** What is measured with group commit on and off. */
const together_names = ['pay by card, one write', 'create a setup intent'];
/** What is measured in bytes. */
const stored_name = 'pay by card, one write';
/** What is repeated until a leak would show. */
const growth_name = 'retrieve a payment';
const listed_accounts = 90;
const copy_batch = 100_000;

/** What must be stopped, whatever happens; the last one first. */
const closers: (() => unknown)[] = [];

/** Notes how to stop something that has just been started. */
function opened<T extends { stop(): unknown }>(started: T): T {
  closers.push(() => started.stop());
  return started;
}

const write_count = 6;
const read_count = 6;
const sized_count = read_count - 1;

/** Recording, warming up, measuring, filling and measuring again, as many steps as they announce. */
const progressFor = ({ rounds, small, large }: Extent): ReturnType<typeof progressOf> =>
  progressOf(
    2 +
      (write_count + read_count) * (2 + connections.length * rounds) +
      connections.length +
      together_names.length * (1 + connections.length) +
      2 +
      Math.ceil((large - small) / copy_batch) +
      sized_count * sized_connections.length * rounds,
  );

/** Starts the service twice, because the first start makes the database; the second keeps running. */
async function startUp(environment: Environment): Promise<{ service: Running; start_up: StartUp }> {
  const first = await startBuilt(environment);
  await first.stop();
  const service = opened(await startBuilt(environment));
  const idle_resident_mb = resident_mb(service.pid);
  return { service, start_up: { first_start_ms: first.first_answer_ms, later_start_ms: service.first_answer_ms, idle_resident_mb } };
}

async function openBench(service: Running, environment: Environment, rest: Pick<Bench, 'duration_ms' | 'progress'>): Promise<Bench> {
  const { settings } = opened(await startProcessor());
  const environments = {
    'one write': environment,
    'two writes': { ...environment, FLORIN_ONE_WRITE: 'off' },
    'remote processor': { ...environment, FLORIN_PROCESSORS: settings },
  };
  const statements = opened(await openStatements(environments));
  const [backend] = await statements.database.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid', values: [] });
  return {
    ...rest,
    services: {
      'one write': service,
      'two writes': opened(await startBuilt(environments['two writes'])),
      'remote processor': opened(await startBuilt(environments['remote processor'])),
    },
    apart: opened(await startBuilt({ ...environment, FLORIN_GROUP_COMMIT: 'off' })),
    generator: opened(startGenerator()),
    statements,
    empty: opened(await serveEmptyRoute()),
    postmaster_pid: parentOf(backend?.pid ?? 0),
  };
}

/** A connection without the service's settings, which refuse the long statements and the scans that copying needs. */
async function connectPlainly({ statements }: Bench): Promise<pg.Client> {
  const { connectionString } = statements.database.pool.options;
  const client = new pg.Client({ connectionString });
  await client.connect();
  opened({ stop: () => client.end() });
  return client;
}

/** Prepares and warms up. */
async function ready(bench: Bench, scenarios: readonly Scenario[], warm_count: number): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  for (const scenario of scenarios) {
    bench.progress.step(`recording: ${scenario.name}`);
    prepared.push(await prepare(bench.statements, scenario));
  }
  await warmUp(bench, prepared, warm_count);
  return prepared;
}

async function copyAll(bench: Bench, fillers: Fillers, of: Exemplar, { owners, first, count }: Copying): Promise<void> {
  for (let done = 0; done < count; done += copy_batch) {
    bench.progress.step(`filling the table: ${first + done} payments`);
    await copy(fillers, of, { owners, first: first + done, count: Math.min(copy_batch, count - done) });
  }
  await Promise.all(Object.entries(fillers).map(([table, client]) => client.query(`vacuum analyze ${table}`)));
  // Otherwise what was just filled is still being written out while it is measured.
  await fillers.objects.query('checkpoint');
}

async function run(extent: Extent, folder: string): Promise<Omit<Results, 'quick' | 'stolen'>> {
  const progress = progressFor(extent);
  opened({ stop: () => progress.done() });
  const environment = environmentOf(folder);
  progress.step('starting');
  const { service, start_up } = await startUp(environment);
  const bench = await openBench(service, environment, { duration_ms: extent.duration_ms, progress });
  const fillers = { objects: await connectPlainly(bench), searches: await connectPlainly(bench) };
  progress.step(`opening ${extent.accounts} accounts`);
  await openAccounts(fillers.objects, extent.accounts);
  const sandboxes = [service.port, bench.services['two writes'].port];
  const owners = await settleAccounts(sandboxes, extent.accounts);
  const measured = await measureAll(bench, fillers, owners, extent);
  const { rows: versions } = await fillers.objects.query<{ server_version: string }>('show server_version');
  return { machine: machineOf(versions[0]?.server_version ?? ''), ...measured, start_up };
}

/** Reads come before writes, so that the small tables are small; then again, when the tables are large. */
async function measureAll(
  bench: Bench,
  fillers: Fillers,
  owners: readonly Owner[],
  extent: Extent,
): Promise<Pick<Results, 'batches' | 'memory_mb' | 'rows' | 'sizes' | 'together' | 'footprint'>> {
  const { rounds, samples, small, large, memory_requests } = extent;
  const listing = owners.slice(0, listed_accounts);
  const of = await exemplar(bench.services['one write'].port, owners[0] as Owner);
  await copyAll(bench, fillers, of, { owners: listing, first: 0, count: small });
  const reading = await ready(bench, reads(listing, small, samples), extent.warm_count);
  const read = await measure(bench, reading, connections, rounds);
  const writing = await ready(bench, writes(owners.slice(0, samples)), extent.warm_count);
  const written = await measure(bench, writing, connections, rounds);
  const together = await measureTogether(
    bench,
    writing.filter(({ name }) => together_names.includes(name)),
    { connections: together_connections, rounds, warm: extent.warm_count },
  );
  const batches = await measureBatches(
    bench,
    writing.filter(({ name }) => together_names.includes(name)),
    connections,
  );
  const footprint = await measureFootprint(
    bench,
    writing.find(({ name }) => name === stored_name) as Prepared,
    connections.at(-1) as number,
  );
  const memory_mb = await measureMemory(bench, reading.find(({ name }) => name === growth_name) as Prepared, memory_requests);
  const rows = [...written, ...read, ...(await measureEmpty(bench, connections))];
  await copyAll(bench, fillers, of, { owners, first: small, count: large - small });
  const sized = reading.filter(({ page }) => page !== undefined);
  const isSized = ({ name, connections }: Row): boolean =>
    sized.some((scenario) => scenario.name === name) && sized_connections.includes(connections);
  const at_large = await measure(bench, sized, sized_connections, rounds);
  return { rows, together, batches, footprint, memory_mb, sizes: { small, large, at_small: read.filter(isSized), at_large } };
}

const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new Error(`Ended by ${signal}`)));
});

const quick = process.argv.includes('--quick');
const folder = mkdtempSync(join(tmpdir(), 'florin-bench-'));
try {
  const before = machineTime();
  const measured = await Promise.race([run(quick ? extents.quick : extents.full, folder), interrupted]);
  const stolen = stolenShare(before, machineTime());
  const results: Results = { quick, ...measured, stolen: Number.isNaN(stolen) ? null : stolen };
  writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`${reportOf(results)}\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {});
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}
