import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { inject } from 'vitest';
import type { Engine } from '../../src/kernel/engine/engine.js';
import type { KeyRing } from '../../src/kernel/vault/key-ring.js';
import { settleKeys } from '../../src/kernel/vault/stored-keys.js';
import { readConfig } from '../../src/service/config.js';
import type { Environment } from '../../src/service/environment.js';
import { wire } from '../../src/service/main.js';
import type { Parts } from '../../src/service/wiring/world.js';
import { administer, urlOf } from './database.js';

/** An answer of the API. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Answer = { readonly status: number; readonly headers: Headers; readonly text: string; readonly body: any };

type Params = Readonly<Record<string, unknown>>;
type Extra = { readonly headers?: Readonly<Record<string, string>>; readonly key?: string };

/** Calls the API as one caller, over a real socket. */
export type Client = {
  readonly key: string;
  readonly publishable_key: string;
  get(path: string, query?: Params, extra?: Extra): Promise<Answer>;
  post(path: string, params?: Params, extra?: Extra): Promise<Answer>;
  del(path: string, params?: Params, extra?: Extra): Promise<Answer>;
};

/** A separate service for a test file: its own database, cloned from the template; its own clock, which moves only on request. */
export type TestService = {
  readonly url: string;
  readonly port: number;
  readonly engine: Engine;
  readonly lines: string[];
  /** A sandbox that no other test sees. */
  client(key?: string): Client;
  /** Moves the service's clock ahead. */
  advance(ms: number): void;
  /** Holds the service's clock while a function runs. */
  atOneMoment<T>(work: () => Promise<T>): Promise<T>;
  /** Milliseconds on the service's clock. */
  now(): number;
  /** Waits until `look` finds something; the worker runs due work. */
  until<T>(look: () => Promise<T | null | undefined | false>): Promise<T>;
  stop(): Promise<void>;
};

/** The keys of every test service's vault; commands on its database get them as text. */
export const key_ring: KeyRing = [{ id: 'k1', key: Buffer.from('thirty-two bytes for tests alone') }];

/** A key ring as `FLORIN_VAULT_KEYS` has it. */
export const ringText = (ring: KeyRing = key_ring): string => ring.map(({ id, key }) => `${id}:${key.toString('base64')}`).join();

let databases = 0;

/** Settings for tests only. */
export type Patience = Partial<Pick<Parts, 'answer_deadline_ms' | 'besides' | 'key_ring' | 'wait'>>;

/** Starts a service. `environment` has the settings of `src/service/config.ts`. */
export async function startService(environment: Environment = {}, patience: Patience = {}): Promise<TestService> {
  const template_url = inject('template_url');
  const name = `test_${process.pid}_${databases++}_${randomBytes(4).toString('hex')}`;
  await administer(template_url, `create database ${name} template template`);
  const service = await serve(urlOf(template_url, name), environment, patience);
  return {
    ...service,
    stop: async () => {
      await service.stop();
      await administer(template_url, `drop database if exists ${name} with (force)`);
    },
  };
}

/** A service on an existing database; several can share one. */
export async function serve(database_url: string, environment: Environment = {}, patience: Patience = {}): Promise<TestService> {
  const config = readConfig({ LOG_LEVEL: 'info', FLORIN_DATABASE_CONNECTIONS: '6', ...environment });
  const lines: string[] = [];
  let ahead_ms = 0;
  let held_ms: number | null = null;
  const now_ms = (): number => held_ms ?? Date.now() + ahead_ms;
  const log = pino({ level: config.log_level, base: null }, { write: (line: string) => void lines.push(line) });
  let url = '';
  const world = { now_ms, random: randomBytes, log };
  const service = wire({ config, database_url, key_ring, public_url: () => config.public_url ?? url, world, ...patience });
  await settleKeys(service.engine.database, service.engine.vault);
  // Client and server share a thread: after a long computation the server would close a connection that the client is about to use.
  service.server.server.keepAliveTimeout = 0;
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  service.work();
  return {
    url,
    port,
    engine: service.engine,
    lines,
    client: (key = `sk_test_${randomBytes(12).toString('hex')}`) => clientOf(url, key),
    advance: (ms) => {
      ahead_ms += ms;
      service.engine.wake();
    },
    atOneMoment: async (work) => {
      held_ms = now_ms();
      return work().finally(() => {
        held_ms = null;
      });
    },
    now: now_ms,
    until: (look) => until(look).catch(async (error) => Promise.reject(new Error(`${error.message}\n${await underWay(service.engine)}`))),
    stop: async () => {
      service.server.server.closeAllConnections();
      await service.server.close();
      await service.drain(5000);
    },
  };
}

const pause_ms = 15;
const patience_ms = 60_000;

/** Calls `look` until it finds something. Without a result before the timeout, it fails and reports `look`. */
async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + patience_ms;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Nothing was found within ${patience_ms} ms by ${look}`);
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
  }
}

/** The jobs of a database, and what its sessions do: why something that was waited for has not come. */
async function underWay({ database }: TestService['engine']): Promise<string> {
  const sessions = await database.query({
    text: `select pid, state, wait_event, clock_timestamp() - query_start as since, left(query, 200) as query from pg_stat_activity
      where datname = current_database() order by state = 'idle', query_start`,
    values: [],
  });
  const jobs = await database.query({
    text: `select queue, lane, attempts, tried, due_at, runs_at, leased_until, clock_timestamp() as now, count(*) over (partition by queue) as count
      from jobs order by queue = 'frozen', due_at limit 20`,
    values: [],
  });
  return [...sessions, ...jobs].map((row) => JSON.stringify(row)).join('\n');
}

/** A client of the API at `url`. */
export function clientOf(url: string, key: string): Client {
  const call = async (method: string, path: string, body: Params | undefined, extra: Extra = {}): Promise<Answer> => {
    const headers = {
      authorization: `Basic ${Buffer.from(`${extra.key ?? key}:`).toString('base64')}`,
      ...(body && { 'content-type': 'application/json' }),
      ...extra.headers,
    };
    const response = await fetch(`${url}${path}`, { method, headers, redirect: 'manual', ...(body && { body: JSON.stringify(body) }) });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  return {
    key,
    publishable_key: key.replace('sk_', 'pk_'),
    get: (path, query, extra) =>
      call('GET', query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path, undefined, extra),
    post: (path, params = {}, extra) => call('POST', path, params, extra),
    del: (path, params, extra) => call('DELETE', path, params, extra),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A card that succeeds, as a caller sends it. */
export const card = (number = '4242424242424242'): object => ({
  type: 'card',
  card: { number, exp_month: '12', exp_year: '2034', cvc: number.startsWith('3') && number.length === 15 ? '1234' : '123' },
});
