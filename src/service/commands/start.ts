import cluster from 'node:cluster';
import type { Command } from 'commander';
import type { Engine } from '../../kernel/engine/engine.js';
import { checkSchema } from '../../kernel/storage/schema.js';
import { type Config, readConfig } from '../config.js';
import { makeEngine } from '../wiring/engine.js';
import { firstLinks, type InvitationLink } from '../wiring/invitations.js';
import { realWorld } from '../wiring/world.js';
import { addressOf, loopback_of_all } from './address.js';
import { sandboxKey } from './kept.js';
import { operator } from './operator.js';
import { openPlace } from './place.js';
import { refuseTakenPort } from './port.js';
import { prepare, type Starting, serve, told } from './serve.js';
import { supervise } from './supervise.js';

type Options = {
  readonly migrate: boolean;
  readonly port?: string;
  readonly host?: string;
  readonly data?: string;
  readonly processes?: string;
};

/** `florin start`: database, migrations, API and worker, in one process or several, until a stop signal. */
export const startCommand = (command: Command): void =>
  void command
    .option('--port <port>', 'the port to listen on; 0 takes a free one (PORT, by default 12111)')
    .option('--host <host>', 'the address to listen on (HOST, by default 127.0.0.1)')
    .option('--data <folder>', 'the folder of the embedded database and the generated keys (FLORIN_DATA, by default .florin)')
    .option('--processes <number>', 'how many processes serve (FLORIN_PROCESSES, by default one for each core but one; 1 in a sandbox)')
    .option('--no-migrate', 'refuse to start on an outdated schema, instead of migrating it')
    .addHelpText('after', '\nExamples:\n  florin start\n  florin start --port 4000 --data /tmp/shop\n  florin start --processes 4')
    .action(({ migrate: migrates, port, host, data, processes }: Options) => {
      const given = { PORT: port, HOST: host, FLORIN_DATA: data, FLORIN_PROCESSES: processes };
      // The processes of a start read the same settings.
      for (const [name, value] of Object.entries(given)) if (value !== undefined) process.env[name] = value;
      return start(readConfig(process.env), migrates);
    });

async function start(config: Config, migrates: boolean): Promise<void> {
  const signal = stopSignal();
  const world = realWorld(config);
  if (cluster.isWorker) {
    const place = await openPlace(config, (line) => world.log.info(line));
    return serveSupervised({ config, place, world, signal }).finally(place.leave);
  }
  for (const problem of config.unknown) world.log.warn(problem);
  await refuseTakenPort(config);
  const place = await openPlace(config, (line) => world.log.info(line));
  const starting: Starting = { config, place, world, signal };
  try {
    await (config.processes === 1 ? serveAlone(starting, migrates) : serveTogether(starting, migrates));
  } finally {
    await place.leave();
  }
}

const serveAlone = (starting: Starting, migrates: boolean): Promise<void> =>
  serve(starting, {
    prepared: (engine) => prepare(starting, engine, migrates),
    listening: (engine, url, local) => greet(starting.config, engine, url, local),
  });

/** Prepares the database, starts the processes that serve, and replaces those that end. */
async function serveTogether(starting: Starting, migrates: boolean): Promise<void> {
  const { config, place, world, signal } = starting;
  const engine = makeEngine({ config, ...place, public_url: () => config.public_url ?? '', world });
  const processes = supervise({ ...config, log: world.log, signal });
  try {
    try {
      await prepare(starting, engine, migrates);
      const local = addressOf(config, await processes.start());
      await greet(config, engine, config.public_url ?? local, local);
    } finally {
      await engine.reads.close();
    }
    await told(signal);
  } finally {
    await processes.stop();
  }
}

/** One process of several: the first process has prepared the database. */
const serveSupervised = (starting: Starting): Promise<void> =>
  serve(starting, { prepared: ({ database }) => checkSchema(database), listening: async () => {} }).finally(() =>
    cluster.worker?.disconnect(),
  );

/** Aborted by the first stop signal, with its name as the reason; the second signal ends the process immediately. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => stopping.abort(name));
  return stopping.signal;
}

/** Prints where the service is, with the keys of a sandbox or the links of the first administrators. */
async function greet(config: Config, engine: Engine, url: string, local: string): Promise<void> {
  const key = config.open_sandbox ? sandboxKey(config) : null;
  const links = config.open_sandbox ? [] : await firstLinks(engine, url, () => operator(engine, 'florin start'));
  process.stdout.write(welcome({ key, links }, local, config));
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
  ].join('\n')}\n`;

const sandbox = (key: string, url: string): string[] => [
  '',
  `  Secret key       ${key}`,
  `  Publishable key  ${key.replace('sk_', 'pk_')}`,
  '  (any other key, sk_test_ and 3 or more characters, opens a separate empty sandbox)',
  '',
  '  Try it:',
  `  curl -u ${key}: ${url}/v1/payment_intents -d amount=2000 -d currency=usd -d confirm=true -d payment_method=pm_card_visa`,
  `  curl -u ${key}: ${url}/v1/balance`,
  `  curl -u ${key}: ${url}/v1/events`,
];
