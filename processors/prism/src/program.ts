#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { checked } from './check.js';
import { type Configuration, readConfiguration } from './configuration.js';
import { connections } from './exchange.js';
import { keep } from './keeper.js';
import { type Library, openLibrary } from './library.js';
import { settle, unknownLine } from './operator.js';
import { sealWith } from './sealing.js';
import { serve } from './server.js';
import { openStore } from './store.js';
import type { World } from './world.js';

const help = `florin-processor <command> <configuration.json>

  serve <configuration.json>     answer Florin's questions
  check <configuration.json>     verify the configuration and the credentials of each connector, without moving money
  unknown <configuration.json>   list the questions whose outcome the connector could not tell
  settle <configuration.json> <connector> <verb> <attempt> --result approved|declined [--reference ID] [--code CODE]
                                 answer one of them, after you have looked it up at the connector

The README has a configuration. Credentials are in the environment or in files, never in arguments.`;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function nativeLibrary(): Library {
  try {
    return openLibrary();
  } catch (error) {
    throw new Error(
      `The library of the connectors does not load: ${(error as Error).message}. It needs Linux with glibc 2.38 or newer (x64, arm64), or macOS (arm64)`,
    );
  }
}

const storeOf = ({ database_url, sealing_key }: Configuration) => openStore(database_url, sealWith(sealing_key));

async function run(configuration: Configuration): Promise<void> {
  const secrets = ['authorization', 'cookie', 'card', 'account_number', ...configuration.hidden];
  const log = pino({
    level: configuration.log_level,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`]), censor: '[concealed]' },
  });
  const store = storeOf(configuration);
  await store.prepare();
  const token = () => randomBytes(16).toString('hex');
  const world: World = {
    configuration,
    library: nativeLibrary(),
    store,
    agent: connections(),
    log,
    now_ms: Date.now,
    token,
    tokens: new Map(),
  };
  const { server, stop } = serve(world);
  server.listen(configuration.port, configuration.host);
  await once(server, 'listening');
  const address = server.address();
  say(`florin-processor listens on ${typeof address === 'object' ? address?.port : address}`);
  const ending = new AbortController();
  const keeping = keep(world, ending.signal);
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  ending.abort();
  await Promise.all([stop(), keeping]);
  await world.agent.close();
  await store.close();
}

async function check(configuration: Configuration): Promise<void> {
  const world = { library: nativeLibrary(), agent: connections() };
  const store = storeOf(configuration);
  await store.prepare().then(
    () => say('ok     database: the tables are there'),
    (error: Error) => {
      say(`WRONG  database: ${error.message}. Check database_url`);
      process.exitCode = 1;
    },
  );
  await store.close();
  for (const connector of configuration.connectors) {
    const { name, is_well, said } = await checked(world, connector);
    say(`${is_well ? 'ok    ' : 'WRONG '} ${name}: ${said}`);
    if (!is_well) process.exitCode = 1;
  }
  await world.agent.close();
}

async function unknown(configuration: Configuration): Promise<void> {
  const store = storeOf(configuration);
  const found = await store.unknown();
  await store.close();
  for (const row of found) say(unknownLine(row));
  if (found.length === 0) say('No outcome is unknown.');
}

async function main(): Promise<void> {
  const options = {
    result: { type: 'string' },
    reference: { type: 'string' },
    code: { type: 'string' },
    help: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [command, file = '', ...more] = positionals;
  if (values.help || command === undefined || command === 'help') return say(help);
  if (!['serve', 'check', 'unknown', 'settle'].includes(command)) throw new Error(`florin-processor has no command ${command}.\n\n${help}`);
  const configuration = readConfiguration(file, process.env);
  if (command === 'serve') return run(configuration);
  if (command === 'check') return check(configuration);
  if (command === 'unknown') return unknown(configuration);
  const store = storeOf(configuration);
  const { result = '', reference, code } = values;
  await settle(store, configuration, more, { result, ...(reference && { reference }), ...(code && { code }) }).finally(() => store.close());
  say('Settled. A running program tells Florin within seconds.');
}

await main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
