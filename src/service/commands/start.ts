import type { AddressInfo } from 'node:net';
import { ledger_rebased, rebase } from '../../kernel/ledger/balances.js';
import { isUnavailable } from '../../kernel/storage/database.js';
import { refuseUnsafe } from '../../kernel/storage/durable.js';
import { migrate } from '../../kernel/storage/migrate.js';
import { refuseForgetfulPooler } from '../../kernel/storage/poolers.js';
import { checkSchema } from '../../kernel/storage/schema.js';
import { settleKeys } from '../../kernel/vault/stored-keys.js';
import { type Config, readConfig } from '../config.js';
import { type Wired, wire } from '../main.js';
import { firstLinks, type InvitationLink } from '../wiring/invitations.js';
import { version } from '../wiring/version.js';
import { realWorld, type World } from '../wiring/world.js';
import { addressOf, loopback_of_all } from './address.js';
import type { Described } from './described.js';
import { cannotListen, isHopeless } from './explained.js';
import { sandboxKey } from './kept.js';
import { operator } from './operator.js';
import { openPlace, type Place } from './place.js';
import { refuseTakenPort } from './port.js';
import { type OfResult, sayResult } from './result.js';
import { type Clients, clientsOf } from './stop.js';

const drain_deadline_ms = 10_000;

type Options = OfResult & { readonly migrate: boolean; readonly port?: string; readonly host?: string; readonly data?: string };

/** `florin start`: database, migrations, API and worker in one process, until a stop signal. */
export const starting: Described = {
  json: 'print the address and the keys as a line of JSON, when it is ready',
  examples: ['florin start', 'florin start --port 4000 --data /tmp/shop', 'florin start --port 0 --json'],
  add: (command) =>
    command
      .option('--port <port>', 'the port to listen on; 0 takes a free one (PORT, by default 12111)')
      .option('--host <host>', 'the address to listen on (HOST, by default 127.0.0.1)')
      .option('--data <folder>', 'the folder of the embedded database and the generated keys (FLORIN_DATA, by default .florin)')
      .option('--no-migrate', 'refuse to start on an outdated schema, instead of migrating it')
      .action(({ migrate: migrates, port, host, data, json = false }: Options) =>
        start(
          readConfig({ ...process.env, ...(port && { PORT: port }), ...(host && { HOST: host }), ...(data && { FLORIN_DATA: data }) }),
          {
            migrates,
            json,
          },
        ),
      ),
};

type Asked = { readonly migrates: boolean; readonly json: boolean };

async function start(config: Config, asked: Asked): Promise<void> {
  const signal = stopSignal();
  const world = realWorld(config, { logs_to_error: asked.json });
  for (const problem of config.unknown) world.log.warn(problem);
  await refuseTakenPort(config);
  const place = await openPlace(config, (line) => world.log.info(line));
  try {
    await serve({ config, place, world, signal, ...asked });
  } finally {
    await place.leave();
  }
}

type Starting = Asked & {
  readonly config: Config;
  readonly place: Place;
  readonly world: World;
  readonly signal: AbortSignal;
};

/** If the start fails, everything that was started is stopped again. */
async function serve({ config, place, world, signal, migrates, json }: Starting): Promise<void> {
  const key = config.open_sandbox ? sandboxKey(config) : null;
  let url = config.public_url ?? '';
  const service = wire({ config, database_url: place.database_url, key_ring: place.key_ring, public_url: () => url, world });
  const { server, engine, work } = service;
  const clients = clientsOf(server.server);
  try {
    if (!config.unsafe_database) await untilReachable(() => refuseUnsafe(place.database_url), world, signal);
    if (config.database_url !== null && config.prepared_statements)
      await untilReachable(() => refuseForgetfulPooler(place.database_url), world, signal);
    await untilReachable(() => (migrates ? upToDate(place, world) : checkSchema(engine.database)), world, signal);
    await settleKeys(engine.database, engine.vault);
    if (await rebase(engine.database)) world.log.warn(ledger_rebased);
    await server.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw cannotListen(config, error);
    });
    const local = addressOf(config, server.server.address() as AddressInfo);
    url ||= local;
    work();
    const links = config.open_sandbox ? [] : await firstLinks(engine, url, () => operator(engine, 'florin start'));
    sayResult({ json }, { url: local, ...keysOf(key), links }, welcome({ key, links }, local, config));
    await told(signal);
    world.log.info({ signal: signal.reason }, 'stopping');
  } finally {
    await stop(service, clients);
  }
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

/** Aborted by the first stop signal, with its name as the reason; the second signal ends the process immediately. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort(name));
  return stopping.signal;
}

const told = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

async function stop({ server, retire, drain }: Wired, clients: Clients): Promise<void> {
  retire();
  await clients.seeOff(() => server.close(), drain_deadline_ms);
  await drain(drain_deadline_ms);
}

type Shown = { readonly key: string | null; readonly links: readonly InvitationLink[] };

const welcome = ({ key, links }: Shown, url: string, { host, public_url }: Config): string =>
  `${[
    '',
    `  Florin is running.   API ${url}   reference ${url}/docs`,
    ...(host in loopback_of_all && public_url === null
      ? ['', '  It listens on all addresses of this machine. Set PUBLIC_URL to the address that payers use: links to pages begin with it.']
      : []),
    ...(key ? sandbox(key, url) : ['', '  Create an account and its keys:  npx florin accounts create --name "My shop"']),
    ...links.flatMap(({ account, url: link }) => [
      '',
      `  Join the dashboard of ${account} as its first administrator (the link opens once, within three days):`,
      `  ${link}`,
    ]),
    '',
  ].join('\n')}`;

/** The keys of the sandbox that any client may open. */
const keysOf = (key: string | null): object => (key ? { secret_key: key, publishable_key: publishable(key) } : {});

const publishable = (key: string): string => key.replace('sk_', 'pk_');

const sandbox = (key: string, url: string): string[] => [
  '',
  `  Secret key       ${key}`,
  `  Publishable key  ${publishable(key)}`,
  '  (any other key, sk_test_ and 3 or more characters, opens a separate empty sandbox)',
  '',
  '  Try it:',
  `  curl -u ${key}: ${url}/v1/payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa`,
  `  curl -u ${key}: ${url}/v1/balance`,
  `  curl -u ${key}: ${url}/v1/events`,
];
