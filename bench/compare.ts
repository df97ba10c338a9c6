import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import pg from 'pg';
import { type Api, advance, apiOf, renewed, subscribeAll } from './api.js';
import { payment, setupIntent } from './bodies.js';
import { type Footprint, footprintOf } from './footprint.js';
import { type Generator, startGenerator } from './generator.js';
import { median } from './latencies.js';
import { busy_ms, busyMainThread_ms, busyWithChildren_ms, machineTime, resident_mb, stolenShare } from './processes.js';
import { progressOf } from './progress.js';
import { requestText, type Sample } from './requests.js';
import { environmentOf, type Running, startBuilt } from './service.js';
import { openSession } from './session.js';

/**
 * Compares this checkout with another one that is built: `npm run bench:compare -- ../other`. Each has a service and a database; slices of one
 * alternate with slices of the other, so that both meet the same machine. The worker is on.
 */
const quick = process.argv.includes('--quick');
const other = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length);
const rounds = quick ? 3 : 8;
const slice_ms = quick ? 1000 : 2000;
const warm_ms = quick ? 4000 : 10_000;
const accounts = 60;
const listed = 300;
const subscriptions = quick ? 64 : 200;
const year_days = 365;

/** A running service of one checkout. */
type Side = { readonly service: Running; readonly database: pg.Client; readonly postmaster_pid: number; readonly owners: readonly Owner[] };

type Owner = { readonly key: string; readonly customer: string; readonly payment_method: string };

/** CPU time of one request in microseconds, and requests per second. */
type Figures = { readonly per_second: number; readonly main_us: number; readonly node_us: number; readonly postgres_us: number };

type Scenario = {
  readonly name: string;
  readonly connections: readonly number[];
  readonly requests: (side: Side) => Promise<readonly string[]>;
};

/** The program of a checkout with the options of its `npm start`. */
function programOf(root: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const words = scripts.start.split(' ').slice(1, -1);
  return [join(root, words.at(-1) ?? ''), ...words.slice(0, -1)];
}

/** The process of the embedded server, and the folder with its socket. */
function serverOf(folder: string): { pid: number; host: string } {
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('postmaster.pid')) ?? '';
  const [pid = '', , , , host = ''] = readFileSync(join(folder, name), 'utf8').split('\n');
  return { pid: Number(pid), host: isAbsolute(host) ? host : dirname(join(folder, name)) };
}

async function settle({ port }: Running, number: number): Promise<Owner> {
  const key = `sk_test_compare${number}`;
  const api = apiOf({ port }, key);
  const { id: customer, invoice_settings } = await api('customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' });
  const payment_method = invoice_settings?.default_payment_method ?? '';
  await api('setup_intents', { customer, payment_method, confirm: true });
  return { key, customer, payment_method };
}

async function open(root: string, folder: string, closers: (() => unknown)[]): Promise<Side> {
  const service = await startBuilt({ ...environmentOf(folder), FLORIN_WORKER: 'on' }, programOf(root));
  closers.push(service.stop);
  const { pid, host } = serverOf(folder);
  const database = new pg.Client({ host, user: 'postgres', database: 'florin' });
  await database.connect();
  closers.push(() => database.end());
  const owners: Owner[] = [];
  for (let number = 0; number < accounts; number++) owners.push(await settle(service, number));
  return { service, database, postmaster_pid: pid, owners };
}

const posts = (owners: readonly Owner[], path: string, body: (owner: Owner) => object): string[] =>
  owners.map((owner) => requestText({ key: owner.key, method: 'POST', path, idempotent: true, body: body(owner) }));

const firstOf = ({ owners }: Side): Owner => owners[0] as Owner;
const apiOfFirst = (side: Side): Api => apiOf(side.service, firstOf(side).key);

/** Payments of the first account, which lists show. */
async function fill(side: Side): Promise<void> {
  const owner = firstOf(side);
  for (let number = 0; number < listed; number++) await apiOfFirst(side)('payment_intents', payment(owner, `order-${number}`));
}

const gets = async (side: Side, path: string): Promise<string[]> => {
  const sample: Sample = { key: firstOf(side).key, method: 'GET', path };
  return [requestText(sample)];
};

const all = [1, 16, 64];

const scenarios: readonly Scenario[] = [
  { name: 'payment, many accounts', connections: all, requests: async ({ owners }) => posts(owners, '/v1/payment_intents', payment_of) },
  { name: 'payment, one account', connections: all, requests: async (side) => posts([firstOf(side)], '/v1/payment_intents', payment_of) },
  { name: 'setup intent', connections: all, requests: async ({ owners }) => posts(owners, '/v1/setup_intents', setupIntent) },
  {
    name: 'retrieve a payment',
    connections: [64],
    requests: async (side) => {
      const { data = [] } = (await apiOfFirst(side)('payment_intents?limit=1')) as { data?: readonly { id?: string }[] };
      return gets(side, `/v1/payment_intents/${data[0]?.id}`);
    },
  },
  { name: 'list of 10', connections: [64], requests: (side) => gets(side, '/v1/payment_intents?limit=10') },
  { name: 'list of 100', connections: [64], requests: (side) => gets(side, '/v1/payment_intents?limit=100') },
  {
    name: 'search by metadata',
    connections: [64],
    requests: (side) => gets(side, `/v1/payment_intents/search?query=${encodeURIComponent('metadata["order"]:"order-7"')}`),
  },
  {
    name: 'checkout page',
    connections: [16],
    requests: async (side) => gets(side, new URL((await openSession(apiOfFirst(side))).url).pathname),
  },
];

function payment_of(owner: Owner): object {
  return payment(owner);
}

/** CPU time of a side so far in milliseconds: main thread, node, PostgreSQL. */
const busyOf = ({ service, postmaster_pid }: Side): readonly number[] => [
  busyMainThread_ms(service.pid),
  busy_ms(service.pid),
  busyWithChildren_ms(postmaster_pid),
];

async function metered(side: Side, work: () => Promise<{ count: number; per_second: number }>): Promise<Figures> {
  const before = busyOf(side);
  const { count, per_second } = await work();
  const [main_us = 0, node_us = 0, postgres_us = 0] = busyOf(side).map((now, place) => ((now - (before[place] ?? 0)) / count) * 1000);
  return { per_second, main_us, node_us, postgres_us };
}

const sumOf = ({ node_us, postgres_us }: Figures): number => node_us + postgres_us;

type Pair = readonly [here: Figures, there: Figures];

const middle = (pairs: readonly Pair[], place: 0 | 1, name: keyof Figures): number => median(pairs.map((pair) => pair[place][name]));

function lineOf(name: string, pairs: readonly Pair[]): string {
  const cell = (place: 0 | 1): string => {
    const [rate, main, node, postgres] = (['per_second', 'main_us', 'node_us', 'postgres_us'] as const).map((each) =>
      middle(pairs, place, each).toFixed(0),
    );
    return `${rate} | ${main} | ${node} + ${postgres}`;
  };
  const rates = median(pairs.map(([here, there]) => here.per_second / there.per_second));
  const work = median(pairs.map(([here, there]) => sumOf(there) / sumOf(here)));
  return `| ${name} | ${cell(0)} | ${cell(1)} | ${rates.toFixed(2)} | ${work.toFixed(2)} |`;
}

const head = [
  '| | requests/s | main thread µs | node + PostgreSQL µs | other: requests/s | main thread µs | node + PostgreSQL µs | rate, here/other | CPU, other/here |',
  '|---|---|---|---|---|---|---|---|---|',
].join('\n');

async function compare(
  sides: readonly [Side, Side],
  generator: Generator,
  scenario: Scenario,
  print: (line: string) => void,
): Promise<void> {
  const loads: (readonly string[])[] = [];
  for (const side of sides) loads.push(await scenario.requests(side));
  const run = (place: 0 | 1, connections: number, duration_ms: number): Promise<Figures> =>
    metered(sides[place], () =>
      generator.generate({ port: sides[place].service.port, connections, duration_ms, requests: loads[place] ?? [] }),
    );
  for (const place of [0, 1] as const) await run(place, 16, warm_ms);
  for (const connections of scenario.connections) {
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round++) pairs.push([await run(0, connections, slice_ms), await run(1, connections, slice_ms)]);
    print(lineOf(`${scenario.name}, ${connections} at once`, pairs));
  }
}

/** Renews subscriptions for a year; the rate is that of renewals. */
async function renewAll(side: Side): Promise<{ figures: Figures; footprint: Footprint }> {
  const api = apiOf(side.service, `sk_test_renewing${Date.now()}`);
  const shop = await subscribeAll(api, subscriptions, () => {});
  let figures: Figures | undefined;
  const footprint = await footprintOf(queriesOf(side), async () => {
    let count = 0;
    figures = await metered(side, async () => {
      const started_ms = performance.now();
      await advance(api, shop, year_days, { step: () => {} });
      const elapsed_ms = performance.now() - started_ms;
      count = await renewed(api, shop);
      return { count, per_second: (count / elapsed_ms) * 1000 };
    });
    return { count };
  });
  return { figures: figures as Figures, footprint };
}

const queriesOf = ({ database }: Side): Parameters<typeof footprintOf>[0] => ({
  query: async <Row extends object>({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await database.query<Row & pg.QueryResultRow>(text, values);
    return rows;
  },
});

const bytesOf = ({ tables, indexes, wal }: Footprint): string => [tables, indexes, wal].map((each) => (each / 1000).toFixed(1)).join(', ');

async function run(root: string, folders: readonly [string, string], closers: (() => unknown)[]): Promise<void> {
  const progress = progressOf((scenarios.length + 2) * 2);
  const generator = startGenerator();
  closers.push(generator.stop);
  const print = (line: string): void => {
    progress.done();
    process.stdout.write(`${line}\n`);
  };
  const started = async (place: 0 | 1): Promise<Side> => {
    progress.step(place === 0 ? 'starting' : 'starting the other');
    const side = await open(place === 0 ? resolve(import.meta.dirname, '..') : root, folders[place], closers);
    await fill(side);
    return side;
  };
  const sides = [await started(0), await started(1)] as const;
  const before = machineTime();
  const wanted = scenarios.filter(({ name }) => only === undefined || name.includes(only));
  print(head);
  for (const scenario of wanted) {
    progress.step(scenario.name);
    await compare(sides, generator, scenario, print);
  }
  if (only === undefined || 'renewal'.includes(only)) await compareRenewals(sides, print);
  if (only === undefined) await compareBytes(sides, generator, print);
  print(`Memory: ${sides.map(({ service }) => `${resident_mb(service.pid).toFixed(0)} MB`).join(', the other ')}.`);
  print(`CPU time stolen by the hypervisor: ${(stolenShare(before, machineTime()) * 100).toFixed(1)} %.`);
}

async function compareRenewals(sides: readonly [Side, Side], print: (line: string) => void): Promise<void> {
  const pairs: Pair[] = [];
  const footprints: [Footprint, Footprint][] = [];
  for (let round = 0; round < 3; round++) {
    const [here, there] = [await renewAll(sides[0]), await renewAll(sides[1])];
    pairs.push([here.figures, there.figures]);
    footprints.push([here.footprint, there.footprint]);
  }
  print(lineOf('renewal', pairs));
  const [here, there] = footprints.at(-1) as [Footprint, Footprint];
  print(`\nkB of a renewal in tables, indexes, WAL: ${bytesOf(here)}; the other ${bytesOf(there)}.`);
}

async function compareBytes(sides: readonly [Side, Side], generator: Generator, print: (line: string) => void): Promise<void> {
  const [here, there] = await Promise.all(
    sides.map((side) =>
      footprintOf(queriesOf(side), () =>
        generator.generate({
          ...{ port: side.service.port, connections: 64, duration_ms: slice_ms * 2 },
          requests: posts(side.owners, '/v1/payment_intents', payment_of),
        }),
      ),
    ),
  );
  if (here && there) print(`kB of a payment in tables, indexes, WAL: ${bytesOf(here)}; the other ${bytesOf(there)}.`);
}

if (!other) {
  process.stderr.write('Name the other checkout, which is built: npm run bench:compare -- ../other [--quick] [--only=payment]\n');
  process.exit(2);
}
const closers: (() => unknown)[] = [];
const folders = [mkdtempSync(join(tmpdir(), 'florin-here-')), mkdtempSync(join(tmpdir(), 'florin-other-'))] as const;
try {
  await run(resolve(other), folders, closers);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  for (const close of closers.reverse()) await Promise.resolve(close()).catch(() => {});
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.exit();
}
