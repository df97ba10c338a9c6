import { idBound } from '../src/kernel/base/ids.js';
import type { Database, Statement } from '../src/kernel/storage/database.js';
import { openPlace } from '../src/service/commands/place.js';
import { readConfig } from '../src/service/config.js';
import type { Environment } from '../src/service/environment.js';
import { type Wired, wire } from '../src/service/main.js';
import { realWorld } from '../src/service/wiring/world.js';
import { type Tally, tallyOf } from './latencies.js';
import { headersOf, placeholder, type Sample } from './requests.js';
import type { Road, Scenario } from './scenarios.js';
import { growthBy } from './stored.js';

/** The statements a request comes to, in their order; each execution writes objects with ids of its own. */
export type Script = readonly { readonly text: string; readonly valuesAt: (time_code: string) => unknown[] }[];

/** The statements alone: the service without HTTP, validation, decisions and presentation. */
export type Statements = {
  readonly database: Database;
  record(scenario: Scenario): Promise<Script[]>;
  stop(): Promise<void>;
};

/** Milliseconds as they stand at the beginning of ids. */
const timeCode = (time_ms: number): string => idBound('', time_ms).slice(1);

/**
 * Opens the service a second time in this process, once for each road and without a socket, to note the very statements that it
 * sends to its pool. All ids of a scenario begin with one moment, so that they are found in the noted values and replaced.
 */
export async function openStatements(environments: Readonly<Record<Road, Environment>>): Promise<Statements> {
  const config = readConfig(environments['one write']);
  const { database_url, key_ring, leave } = await openPlace(config, () => {});
  let moment_ms = Date.now();
  const world = { ...realWorld(config), now_ms: () => moment_ms };
  const open = (road: Road): Wired =>
    wire({ config: readConfig(environments[road]), database_url, key_ring, public_url: () => 'http://127.0.0.1', world });
  const services = { 'one write': open('one write'), 'two writes': open('two writes'), 'remote processor': open('remote processor') };
  let recorded = 0;
  return {
    database: services['one write'].engine.database,
    record: (scenario) => {
      moment_ms = Date.now();
      const code = timeCode(moment_ms);
      const unique = (): string => code + String(recorded++).padStart(placeholder.length - code.length, '0');
      return record(services[scenario.road], scenario, code, unique);
    },
    stop: async () => {
      for (const service of Object.values(services)) await service.drain(1000);
      await leave();
    },
  };
}

async function record(service: Wired, scenario: Scenario, code: string, unique: () => string): Promise<Script[]> {
  const { database } = service.engine;
  const scripts: Script[] = [];
  const requested = await growthBy(database, async () => {
    for (const sample of scenario.samples) scripts.push(await scriptOf(service, scenario, sample, { code, unique: unique() }));
  });
  // Statements that store less than their request did, because an id or a key of theirs was not replaced, would falsify the comparison.
  const replayed = await growthBy(database, async () => {
    for (const script of scripts) await play(database, script);
  });
  if (JSON.stringify(requested) !== JSON.stringify(replayed))
    throw new Error(`${scenario.name} stored ${JSON.stringify(requested)}, its statements alone ${JSON.stringify(replayed)}`);
  return scripts;
}

async function scriptOf(
  service: Wired,
  { name, page }: Scenario,
  sample: Sample,
  { code, unique }: { code: string; unique: string },
): Promise<Script> {
  // A first request of a key looks the key up; the service then remembers it.
  await inject(service, { key: sample.key, method: 'GET', path: '/v1/account' }, '');
  const noted: Statement[] = [];
  const release = note(service.engine.database, noted);
  const { status, body } = await inject(service, sample, unique);
  release();
  const listed = page === undefined || (body as { data: unknown[] }).data.length === page;
  if (status !== 200 || !listed) throw new Error(`${name} was answered with ${status}: ${JSON.stringify(body).slice(0, 500)}`);
  return noted.map(({ text, values }) => ({ text, valuesAt: filled(values, code) as (code: string) => unknown[] }));
}

async function inject({ server }: Wired, sample: Sample, unique: string): Promise<{ status: number; body: unknown }> {
  const put = (text: string): string => text.replaceAll(placeholder, unique);
  const headers = Object.fromEntries(Object.entries(headersOf(sample)).map(([name, value]) => [name, put(value)]));
  const { method, path: url, body } = sample;
  const answer = await server.inject({ method, url, headers, ...(body && { payload: put(JSON.stringify(body)) }) });
  return { status: answer.statusCode, body: JSON.parse(answer.payload) };
}

/** Notes what goes to the database until it is released; everything is also executed. */
function note(database: Database, noted: Statement[]): () => void {
  const send = database.query;
  const query: Database['query'] = (statement) => {
    noted.push(statement);
    return send(statement);
  };
  Object.assign(database, { query });
  return () => void Object.assign(database, { query: send });
}

/** A value with the moment of its ids replaced, also where search has them in lower case. */
function filled(value: unknown, code: string): (now: string) => unknown {
  if (Array.isArray(value)) {
    const each = value.map((member) => filled(member, code));
    return (now) => each.map((fill) => fill(now));
  }
  const lower = code.toLowerCase();
  if (typeof value !== 'string' || !value.toLowerCase().includes(lower)) return () => value;
  const parts = value.split(code).map((part) => part.split(lower));
  return (now) => parts.map((part) => part.join(now.toLowerCase())).join(now);
}

/** Executes a script once, as a request of this moment. */
async function play(database: Database, script: Script): Promise<void> {
  const code = timeCode(Date.now());
  for (const { text, valuesAt } of script) await database.query({ text, values: valuesAt(code) });
}

/** Executes scripts in turn, so many at once as there would be connections, through the service's own pool. */
export async function execute(database: Database, scripts: readonly Script[], at_once: number, duration_ms: number): Promise<Tally> {
  const durations_ms: number[] = [];
  let taken = 0;
  const started_ms = performance.now();
  const work = async (): Promise<void> => {
    for (let from_ms = started_ms; from_ms < started_ms + duration_ms; ) {
      await play(database, scripts[taken++ % scripts.length] ?? []);
      const now_ms = performance.now();
      durations_ms.push(now_ms - from_ms);
      from_ms = now_ms;
    }
  };
  await Promise.all(Array.from({ length: at_once }, work));
  return tallyOf(durations_ms, performance.now() - started_ms);
}
