import { type Batches, sharesDuring } from './batches.js';
import type { EmptyRoute } from './empty-route.js';
import { type Footprint, footprintOf } from './footprint.js';
import type { Generator } from './generator.js';
import { median, type Tally } from './latencies.js';
import { busy_ms, busyMainThread_ms, busyWithChildren_ms, resident_mb } from './processes.js';
import type { Progress } from './progress.js';
import { requestText } from './requests.js';
import type { Scenario } from './scenarios.js';
import type { Running } from './service.js';
import { execute, type Script, type Statements } from './statements.js';

/** Everything that is running while the bench measures. */
export type Bench = {
  readonly services: Readonly<Record<Scenario['road'], Running>>;
  /** A service that makes each write a statement of its own. */
  readonly apart: Running;
  readonly generator: Generator;
  readonly statements: Statements;
  readonly empty: EmptyRoute;
  readonly postmaster_pid: number;
  readonly duration_ms: number;
  readonly progress: Progress;
};

/** A run in figures; CPU time is per request. */
export type Figures = {
  readonly per_second: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly node_us: number;
  /** Of it, what the main thread has used. */
  readonly main_thread_us: number;
  readonly postgres_us: number;
  readonly generator_us: number;
};

/** A scenario with its requests as bytes and as statements. */
export type Prepared = Scenario & { readonly requests: readonly string[]; readonly scripts: readonly Script[] };

/** A line of the result: medians over all rounds. `share` compares runs of the same round. */
export type Row = {
  readonly name: string;
  readonly connections: number;
  readonly statements: number;
  readonly http: Figures;
  readonly alone: Figures | null;
  readonly share: number | null;
  readonly goal?: Scenario['goal'];
  readonly beside?: string;
};

/** A scenario ready to be measured. */
export const prepare = async (statements: Statements, scenario: Scenario): Promise<Prepared> => ({
  ...scenario,
  requests: scenario.samples.map(requestText),
  scripts: await statements.record(scenario),
});

/** Measures scenarios over HTTP and as statements alone in turn, so that both meet one state of the database. */
export async function measure(
  bench: Bench,
  scenarios: readonly Prepared[],
  connections: readonly number[],
  rounds: number,
): Promise<Row[]> {
  const measured = scenarios.flatMap((scenario) => connections.map((count) => ({ scenario, count, runs: [] as Pair[] })));
  for (let round = 0; round < rounds; round++)
    for (const { scenario, count, runs } of measured) {
      bench.progress.step(`${scenario.name}, ${count} at once`);
      runs.push({
        http: await sustained(overHttp, bench, scenario, count),
        alone: await sustained(statementsAlone, bench, scenario, count),
      });
    }
  return measured.map(({ scenario, count, runs }) => rowOf(scenario, count, runs));
}

type Run = (bench: Bench, scenario: Prepared, connections: number) => Promise<Figures>;

/** A service that had a pause gets its memory and its compiled code back in the first moments; what comes after them is measured. */
async function sustained(run: Run, bench: Bench, scenario: Prepared, connections: number): Promise<Figures> {
  await run({ ...bench, duration_ms: bench.duration_ms / 2 }, scenario, connections);
  return run(bench, scenario, connections);
}

/** Long enough for some thousand requests, because tables grow by pages. */
const footprint_ms = 4000;
const warm_connections = 16;
const warm_slice_ms = 1000;
const warm_slices_max = 120;

/** Node needs 6,000 to 10,000 requests of a kind until its code is as fast as it gets, however long they take; the statements alone need few. */
export async function warmUp(bench: Bench, scenarios: readonly Prepared[], count: number): Promise<void> {
  for (const scenario of scenarios) {
    bench.progress.step(`warming up: ${scenario.name}`);
    await warmService(bench, bench.services[scenario.road], scenario, count);
    await statementsAlone({ ...bench, duration_ms: warm_slice_ms }, scenario, warm_connections);
  }
}

async function warmService({ generator }: Bench, { port }: Running, { requests }: Prepared, count: number): Promise<void> {
  let done = 0;
  for (let slice = 0; done < count && slice < warm_slices_max; slice++)
    done += (await generator.generate({ port, connections: warm_connections, duration_ms: warm_slice_ms, requests })).count;
}

/** What it is worth that writes which wait go together: the same requests at two services in turn, of which one sends each write by itself. */
export type Together = {
  readonly name: string;
  readonly connections: number;
  readonly together: Figures;
  readonly apart: Figures;
  /** Medians over pairs of one round: of the rates, and of the CPU time of node and PostgreSQL. */
  readonly rate_ratio: number;
  readonly cpu_ratio: number;
};

/** Measures scenarios with and without group commit, interleaved. */
export async function measureTogether(
  bench: Bench,
  scenarios: readonly Prepared[],
  { connections, rounds, warm }: { connections: readonly number[]; rounds: number; warm: number },
): Promise<Together[]> {
  const rows: Together[] = [];
  const separately = { ...bench, services: { ...bench.services, 'one write': bench.apart } };
  for (const scenario of scenarios) {
    bench.progress.step(`${scenario.name}, group commit on and off`);
    await warmService(bench, bench.apart, scenario, warm);
    for (const count of connections) {
      const together: Figures[] = [];
      const apart: Figures[] = [];
      for (let round = 0; round < rounds; round++) {
        together.push(await sustained(overHttp, bench, scenario, count));
        apart.push(await sustained(overHttp, separately, scenario, count));
      }
      rows.push(togetherOf(scenario.name, count, together, apart));
    }
  }
  return rows;
}

function togetherOf(name: string, connections: number, together: readonly Figures[], apart: readonly Figures[]): Together {
  const ratio = (of: (figures: Figures) => number): number =>
    median(together.map((figures, round) => of(figures) / of(apart[round] ?? figures)));
  const rate_ratio = ratio(({ per_second }) => per_second);
  const cpu_ratio = ratio(({ node_us, postgres_us }) => node_us + postgres_us);
  return { name, connections, together: medians(together), apart: medians(apart), rate_ratio, cpu_ratio };
}

/** What a request of a scenario writes: full pages of the log after a checkpoint are part of it, as in production. */
export function measureFootprint(bench: Bench, { road, requests }: Prepared, connections: number): Promise<Footprint> {
  bench.progress.step('bytes of a payment');
  const load = { port: bench.services[road].port, connections, duration_ms: footprint_ms, requests };
  return footprintOf(bench.statements.database, () => bench.generator.generate(load));
}

/** How many writes the statements of a scenario carry. */
export async function measureBatches(bench: Bench, scenarios: readonly Prepared[], connections: readonly number[]): Promise<Batches[]> {
  const rows: Batches[] = [];
  for (const scenario of scenarios)
    for (const count of connections) {
      bench.progress.step(`${scenario.name}, writes of a statement`);
      const shares = await sharesDuring(bench.services[scenario.road].port, () => overHttp(bench, scenario, count));
      rows.push({ name: scenario.name, connections: count, shares });
    }
  return rows;
}

/** The memory of the service's process in MB before, and after each quarter of so many requests. Growth from quarter to quarter is a leak. */
export async function measureMemory(bench: Bench, scenario: Prepared, requests: number): Promise<number[]> {
  const service = bench.services[scenario.road];
  const sizes = [resident_mb(service.pid)];
  for (let quarter = 1; quarter <= 4; quarter++) {
    bench.progress.step(`memory after ${(quarter * requests) / 4} requests`);
    await warmService(bench, service, scenario, requests / 4);
    sizes.push(resident_mb(service.pid));
  }
  return sizes;
}

/** Measures the empty route. */
export async function measureEmpty(bench: Bench, connections: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of connections) {
    bench.progress.step(`empty route, ${count} at once`);
    const { port, sample } = bench.empty;
    const load = { port, connections: count, duration_ms: bench.duration_ms, requests: [requestText(sample)] };
    const http = await metered(bench, process.pid, () => bench.generator.generate(load));
    rows.push({ name: 'empty route of Fastify', connections: count, statements: 0, http, alone: null, share: null });
  }
  return rows;
}

type Pair = { readonly http: Figures; readonly alone: Figures };

function overHttp(bench: Bench, { road, requests }: Prepared, connections: number): Promise<Figures> {
  const { pid, port } = bench.services[road];
  return metered(bench, pid, () => bench.generator.generate({ port, connections, duration_ms: bench.duration_ms, requests }));
}

const statementsAlone = (bench: Bench, { scripts }: Prepared, at_once: number): Promise<Figures> =>
  metered(bench, process.pid, () => execute(bench.statements.database, scripts, at_once, bench.duration_ms));

async function metered(bench: Bench, node_pid: number, run: () => Promise<Tally>): Promise<Figures> {
  const readings = (): number[] => [
    busy_ms(node_pid),
    busyMainThread_ms(node_pid),
    busyWithChildren_ms(bench.postmaster_pid),
    busy_ms(bench.generator.pid),
  ];
  const before = readings();
  const { count, per_second, p50_ms, p99_ms } = await run();
  const [node_us = 0, main_thread_us = 0, postgres_us = 0, generator_us = 0] = readings().map(
    (now, place) => ((now - (before[place] ?? 0)) / count) * 1000,
  );
  return { per_second, p50_ms, p99_ms, node_us, main_thread_us, postgres_us, generator_us };
}

const names = ['per_second', 'p50_ms', 'p99_ms', 'node_us', 'main_thread_us', 'postgres_us', 'generator_us'] as const;

const medians = (runs: readonly Figures[]): Figures =>
  Object.fromEntries(names.map((name) => [name, median(runs.map((run) => run[name]))])) as Figures;

const rowOf = ({ name, scripts, goal, beside }: Prepared, connections: number, runs: readonly Pair[]): Row => ({
  name,
  connections,
  statements: scripts.at(-1)?.length ?? 0,
  http: medians(runs.map(({ http }) => http)),
  alone: medians(runs.map(({ alone }) => alone)),
  share: median(runs.map(({ http, alone }) => http.per_second / alone.per_second)),
  ...(goal && connections === 64 && { goal }),
  ...(beside && { beside }),
});
