import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { AddressInfo, Socket } from 'node:net';
import pg from 'pg';
import type { Engine } from '../../kernel/engine/engine.js';
import { settleKeys } from '../../kernel/vault/stored-keys.js';
import { readConfig } from '../config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.js';
import { wire } from '../main.js';
import { realWorld } from '../wiring/world.js';
import { copyTemplate, privateFolder, template } from './template.js';
import type { StartOptions } from './types.js';

/** A service with a database of its own. */
export type Hosted = {
  readonly url: string;
  readonly deliver: () => Promise<{ readonly waiting: number }>;
  readonly close: () => Promise<void>;
};

type Server = {
  readonly embedded: EmbeddedPostgres;
  readonly watcher: ChildProcess;
  /** A database for the next service, which is created while the one before it is used. */
  spare: Promise<string>;
};

/** One PostgreSQL for all services of the process. */
let server: Promise<Server> | undefined;
let running = 0;
let databases = 0;

/** Starts a service on a copy of the template. */
export async function startOnCopy({ environment = {}, cache }: StartOptions): Promise<Hosted> {
  running += 1;
  server ??= startServer(cache);
  try {
    const started = await server;
    const { embedded, spare } = started;
    started.spare = createDatabase(embedded, spare);
    const name = await spare;
    const service = await serve(embedded.url.replace(`/${template}?`, `/${name}?`), environment);
    const close = async (): Promise<void> => {
      await service.close();
      await leave(() => administer(embedded, `drop database if exists ${name} with (force)`));
    };
    return { ...service, close };
  } catch (error) {
    await leave(async () => {});
    throw error;
  }
}

/** After the one before, because a template serves one at a time. */
function createDatabase(embedded: EmbeddedPostgres, after: Promise<unknown>): Promise<string> {
  const name = `florin_${++databases}`;
  const created = after.then(() => administer(embedded, `create database ${name} template ${template}`)).then(() => name);
  // It may fail because the last service has stopped the server.
  created.catch(() => {});
  return created;
}

/** The last service stops the server, and its data is removed. Of services that end together, each drops its database before the last one stops. */
async function leave(otherwise: () => Promise<void>): Promise<void> {
  try {
    if (running > 1) await otherwise();
  } finally {
    running -= 1;
    if (running === 0) await stopServer();
  }
}

async function stopServer(): Promise<void> {
  const stopped = server;
  server = undefined;
  const last = await stopped?.catch(() => undefined);
  await last?.embedded.stop();
  last?.watcher.stdin?.end();
}

async function startServer(cache: string | undefined): Promise<Server> {
  const directory = privateFolder();
  const watcher = watch(directory);
  try {
    await copyTemplate(directory, cache);
    const embedded = await startEmbeddedPostgres({ directory, database: template, log: () => {}, durable: false });
    return { embedded, watcher, spare: createDatabase(embedded, Promise.resolve()) };
  } catch (error) {
    watcher.stdin?.end();
    throw error;
  }
}

/**
 * Ends the server and removes its data when this process has ended, however it did: its end of the pipe is closed then. Nothing of the data is
 * needed, so the server does not have to store it.
 */
function watch(directory: string): ChildProcess {
  const script = 'cat > /dev/null; kill -QUIT "$(head -n 1 "$1/postgres/postmaster.pid")"; sleep 0.2; rm -rf "$1"';
  const watcher = spawn('/bin/sh', ['-c', script, 'florin', directory], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  (watcher.stdin as Socket).unref();
  return watcher;
}

async function administer({ url }: EmbeddedPostgres, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace(`/${template}?`, '/postgres?') });
  // The server may end first.
  client.on('error', () => {});
  await client.connect();
  await client.query(text).finally(() => client.end());
}

const key_ring = [{ id: 'k1', key: randomBytes(32) }];

async function serve(database_url: string, environment: StartOptions['environment']): Promise<Hosted> {
  const defaults = { LOG_LEVEL: 'silent', FLORIN_DATABASE_CONNECTIONS: '6', FLORIN_OPEN_SANDBOX: 'on', PORT: '0' };
  const config = readConfig({ ...defaults, ...environment });
  let url = config.public_url ?? '';
  const world = realWorld(config);
  const { server, engine, work, retire, drain } = wire({ config, database_url, key_ring, public_url: () => url, world });
  await settleKeys(engine.database, engine.vault);
  await server.listen({ host: config.host, port: config.port });
  const local = `http://${config.host}:${(server.server.address() as AddressInfo).port}`;
  url ||= local;
  work();
  return {
    url: local,
    deliver: () => deliver(engine),
    close: async () => {
      retire();
      server.server.closeAllConnections();
      await server.close();
      await drain(1000);
    },
  };
}

const look_ms = 10;

/** Sends every waiting delivery now, and waits until each was attempted once more. */
async function deliver({ database, now_ms, wake }: Engine): Promise<{ readonly waiting: number }> {
  const jobs = await database.query<{ account: string; id: string; tried: number }>({
    text: `update jobs set due_at = least(due_at, $1) where queue = 'webhook' returning account, id, tried`,
    values: [new Date(now_ms())],
  });
  const values = [jobs.map(({ account }) => account), jobs.map(({ id }) => id), jobs.map(({ tried }) => tried)];
  const text = `select count(*) filter (where jobs.tried = u.tried)::int as untried, count(*)::int as waiting
    from unnest($1::text[], $2::text[], $3::int[]) u (account, id, tried) join jobs using (account, id)`;
  for (;;) {
    wake(['webhook']);
    const [counts = { untried: 0, waiting: 0 }] = await database.query<{ untried: number; waiting: number }>({ text, values });
    if (counts.untried === 0) return { waiting: counts.waiting };
    await new Promise((resolve) => setTimeout(resolve, look_ms));
  }
}
