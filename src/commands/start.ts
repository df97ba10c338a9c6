import type { AddressInfo } from 'node:net';
import type { Config } from '../config.js';
import { rebase } from '../ledger/balances.js';
import { type Wired, wire } from '../main.js';
import { isUnavailable } from '../storage/database.js';
import { migrate } from '../storage/migrate.js';
import { checkSchema } from '../storage/schema.js';
import { realWorld } from '../wiring/world.js';
import { openPlace, type Place, sandboxKey } from './place.js';

const drain_deadline_ms = 10_000;
const answer_close_ms = 1000;

/** `florin start`: database, migrations, API and worker in one process, until it is told to stop. */
export async function start(config: Config, { migrates }: { migrates: boolean }): Promise<void> {
  const world = realWorld(config);
  const place = await openPlace(config, (line) => world.log.info(line));
  let url = config.public_url ?? '';
  const service = wire({ config, database_url: place.database_url, key_ring: place.key_ring, public_url: () => url, world });
  await untilReachable(() => (migrates ? upToDate(place, (line) => world.log.info(line)) : checkSchema(service.engine.database)));
  if (await rebase(service.engine.database)) world.log.warn('the ledger was restored from another cluster; its totals were summed up anew');
  await service.server.listen({ host: config.host, port: config.port });
  const { port } = service.server.server.address() as AddressInfo;
  const local = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
  url ||= local;
  service.work();
  process.stdout.write(welcome(config, local));
  const signal = await stopSignal();
  world.log.info({ signal }, 'stopping');
  await stop(service);
  await place.leave();
}

/** Whoever has started the PostgreSQL of a folder is alone there: no process of an older version can need anything any more. */
const upToDate = ({ database_url: url, embedded }: Place, log: (line: string) => void): Promise<unknown> =>
  migrate({ url, log, contracts: embedded?.started === true });

const tries_max = 50;

/** A database that is starting or recovering refuses for some seconds (promises, trap 6). */
async function untilReachable<T>(work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || tried === tries_max) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });

/**
 * Says on every answer that the connection closes, gives clients a moment to hear it, and only then closes: Node would cut a
 * connection whose next request it has not read yet (promises, trap 5).
 */
async function stop({ server, retire, drain }: Wired): Promise<void> {
  retire();
  server.server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  await new Promise((resolve) => setTimeout(resolve, answer_close_ms));
  const closed = server.close();
  const deadline = setTimeout(() => server.server.closeAllConnections(), drain_deadline_ms);
  await closed;
  clearTimeout(deadline);
  await drain(drain_deadline_ms);
}

function welcome(config: Config, url: string): string {
  const key = config.open_sandbox ? sandboxKey(config) : null;
  const lines = [
    '',
    `  Florin is running.   API ${url}   reference ${url}/docs`,
    ...(key ? sandbox(key, url) : ['', '  Make an account and its keys:  npx florin accounts create --name "My shop"']),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

const sandbox = (key: string, url: string): string[] => [
  '',
  `  Secret key       ${key}`,
  `  Publishable key  ${key.replace('sk_', 'pk_')}`,
  '  (any other key of sk_test_ and 3 characters or more opens an empty sandbox of its own)',
  '',
  '  Try it:',
  `  curl -u ${key}: ${url}/v1/payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa`,
  `  curl -u ${key}: ${url}/v1/balance`,
  `  curl -u ${key}: ${url}/v1/events`,
];
