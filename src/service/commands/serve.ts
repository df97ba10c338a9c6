import type { AddressInfo } from 'node:net';
import type { Engine } from '../../kernel/engine/engine.js';
import { ledger_rebased, rebase } from '../../kernel/ledger/balances.js';
import { isUnavailable } from '../../kernel/storage/database.js';
import { refuseUnsafe } from '../../kernel/storage/durable.js';
import { migrate } from '../../kernel/storage/migrate.js';
import { refuseForgetfulPooler } from '../../kernel/storage/poolers.js';
import { checkSchema } from '../../kernel/storage/schema.js';
import { settleKeys } from '../../kernel/vault/stored-keys.js';
import type { Config } from '../config.js';
import { type Wired, wire } from '../main.js';
import { startTraces } from '../wiring/traces.js';
import { version } from '../wiring/version.js';
import type { World } from '../wiring/world.js';
import { addressOf } from './address.js';
import { cannotListen, isHopeless } from './explained.js';
import type { Place } from './place.js';
import { type Clients, clientsOf } from './stop.js';

const drain_deadline_ms = 10_000;

/** What a start has: settings, a database with the vault keys, and the signal that stops it. */
export type Starting = {
  readonly config: Config;
  readonly place: Place;
  readonly world: World;
  readonly signal: AbortSignal;
};

type Served = {
  /** Runs before the service listens. */
  readonly prepared: (engine: Engine) => Promise<void>;
  /** Runs once it listens; `url` is where payers reach it, `local` its address on this machine. */
  readonly listening: (engine: Engine, url: string, local: string) => Promise<void>;
};

/** Serves the API and works until the stop signal. If the start fails, everything that was started is stopped again. */
export async function serve({ config, place, world, signal }: Starting, { prepared, listening }: Served): Promise<void> {
  let url = config.public_url ?? '';
  const traces = config.traces ? await startTraces(world.log) : null;
  const { database_url, key_ring } = place;
  const service = wire({ config, database_url, key_ring, public_url: () => url, world, follow: traces?.follow });
  const { server, engine, work } = service;
  const clients = clientsOf(server.server);
  try {
    await prepared(engine);
    await server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw cannotListen(config, error);
    });
    const local = addressOf(config, server.server.address() as AddressInfo);
    url ||= local;
    work();
    await listening(engine, url, local);
    await told(signal);
    world.log.info({ signal: signal.reason }, 'stopping');
  } finally {
    await stop(service, clients);
    await traces?.close();
  }
}

/** Brings a database up to date and refuses one that would lose payments. A start does this once, however many processes it has. */
export async function prepare({ config, place, world, signal }: Starting, engine: Engine, migrates: boolean): Promise<void> {
  if (!config.unsafe_database) await untilReachable(() => refuseUnsafe(place.database_url), world, signal);
  if (config.database_url !== null && config.prepared_statements)
    await untilReachable(() => refuseForgetfulPooler(place.database_url), world, signal);
  await untilReachable(() => (migrates ? upToDate(place, world) : checkSchema(engine.database)), world, signal);
  await settleKeys(engine.database, engine.vault);
  if (await rebase(engine.database)) world.log.warn(ledger_rebased);
}

/** The process that started a folder's PostgreSQL is its only user, so no older process still needs the old schema. */
const upToDate = ({ database_url: url, embedded }: Place, { log }: World): Promise<unknown> =>
  migrate({ url, version, log: (line) => log.info(line), contracts: embedded?.started === true });

const patience_ms = 10_000;
const pause_ms = 200;

/** A database that is starting or recovering refuses connections for some seconds (promises, trap 6). */
async function untilReachable<T>(work: () => Promise<T>, { log, now_ms }: World, signal: AbortSignal): Promise<T> {
  const until_ms = now_ms() + patience_ms;
  for (let is_told = false; ; is_told = true) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || isHopeless(error) || now_ms() >= until_ms || signal.aborted) throw error;
      if (!is_told) log.warn(`the database does not answer yet; retrying for ${patience_ms / 1000} seconds`);
      await new Promise((resolve) => setTimeout(resolve, pause_ms));
    }
  }
}

/** Resolves when the signal is aborted. */
export const told = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function stop({ server, retire, drain }: Wired, clients: Clients): Promise<void> {
  retire();
  await clients.seeOff(() => server.close(), drain_deadline_ms);
  await drain(drain_deadline_ms);
}
