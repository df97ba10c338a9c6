import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { freePort, type Line, secret, startLine } from './acquirer.js';
import { administer, queryIn, urlOf } from './database.js';
import { type Client, startService, type TestService } from './service.js';

/** The folder of the processor program. */
export const prism_folder = resolve(import.meta.dirname, '../../processors/prism');

/** The words that start node: another C library than the system's is possible (`.ci/run`). */
const node = process.env.PRISM_NODE?.split(' ') ?? [process.execPath];

const run = (...args: readonly string[]): string =>
  execFileSync(node[0] as string, [...node.slice(1), ...args], { encoding: 'utf8', stdio: 'pipe' });

/** Why the program cannot run here; null if it can. The reason is printed, because its tests are then skipped. */
export function whyNoPrism(): string | null {
  if (!existsSync(join(prism_folder, 'node_modules/hyperswitch-prism')))
    return 'processors/prism is not installed: npm ci --prefix processors/prism';
  try {
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: prism_folder, stdio: 'pipe' });
    run('--input-type=module', '-e', `(await import('${join(prism_folder, 'dist/library.js')}')).openLibrary()`);
    return null;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    const reason = `${stderr ?? ''}${message}`.split('\n').find((line) => /GLIBC|error|Error/.test(line)) ?? message;
    return `the native library does not load: ${reason.trim()}`;
  }
}

/** A running program. */
export type Prism = {
  readonly url: string;
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** A merchant's Florin whose payments go through the program to a second Florin in test mode, which is the acquirer. */
export type Chain = {
  readonly merchant: TestService;
  readonly shop: Client;
  readonly acquirer: TestService;
  /** The sandbox of the program at the acquirer. */
  readonly acquired: Client;
  readonly prism: Prism;
  /** Between the program and the acquirer. */
  readonly line: Line;
  /** Reads the program's tables. */
  readonly rows: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Runs a command of the program. */
  readonly command: (...args: readonly string[]) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** What happens to exchanges: `question` sees those of the merchant with the program, `request` those of the program with the acquirer. */
export type Disorder = { readonly question?: () => void; readonly request?: Parameters<typeof startLine>[1] };

/** Starts both services and the program between them. */
export async function startChain({ question, request }: Disorder = {}): Promise<Chain> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-prism-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const acquirer = await startService();
  const acquired = acquirer.client();
  const line = await startLine(() => acquirer.url, request);
  const questions = await startLine(
    () => url,
    () => {
      question?.();
      return 'none';
    },
  );
  const route = { processor: 'stripe', modes: ['test'] };
  const verbs = ['set_up', 'charge', 'capture', 'increment', 'void', 'refund', 'contest', 'pay_out'];
  const processors = [{ name: 'stripe', url: `${questions.url}/stripe`, secret, verbs }];
  const merchant = await startService({ FLORIN_PROCESSORS: JSON.stringify({ processors, routes: [route] }) });
  const events = { url: `${url}/webhooks/stripe`, enabled_events: ['*'], api_version: '2022-11-15' };
  const endpoint = await acquired.post('/v1/webhook_endpoints', events);
  const name = `prism_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(inject('template_url'), `create database ${name}`);
  const database = urlOf(inject('template_url'), name);
  const environment = {
    PATH: process.env.PATH,
    PRISM_DATABASE_URL: database,
    PRISM_SEALING_KEY: randomBytes(32).toString('base64'),
    PRISM_FLORIN_SECRET: secret,
    PRISM_WEBHOOK_SECRET: String(endpoint.body.secret),
    PRISM_STRIPE_KEY: acquired.key,
  };
  const file = join(folder, 'prism.json');
  writeFileSync(file, configurationFor(port, merchant.url, line.url));
  const prism = programAt(url, file, environment);
  await prism.start();
  return {
    merchant,
    shop: merchant.client(),
    acquirer,
    acquired,
    prism,
    line,
    rows: (text) => queryIn(database, text),
    // The services run in this process, so it must not block.
    command: async (command = '', ...args) => {
      const words = [...node.slice(1), join(prism_folder, 'dist/program.js'), command, file, ...args];
      return (await promisify(execFile)(node[0] as string, words, { env: environment })).stdout;
    },
    stop: async () => {
      await prism.stop();
      await merchant.stop();
      await Promise.all([line.stop(), questions.stop()]);
      await acquirer.stop();
      await administer(inject('template_url'), `drop database if exists ${name} with (force)`);
      rmSync(folder, { recursive: true });
    },
  };
}

const configurationFor = (port: number, florin_url: string, baseUrl: string): string =>
  JSON.stringify(
    {
      port,
      public_url: `http://127.0.0.1:${port}`,
      florin_url,
      database_url: { env: 'PRISM_DATABASE_URL' },
      sealing_key: { env: 'PRISM_SEALING_KEY' },
      log: { level: process.env.PRISM_LOG ?? 'warn', redact: ['billing_details'] },
      connectors: [
        {
          name: 'stripe',
          connector: 'stripe',
          florin_secret: { env: 'PRISM_FLORIN_SECRET' },
          webhook_secret: { env: 'PRISM_WEBHOOK_SECRET' },
          settings: { apiKey: { env: 'PRISM_STRIPE_KEY' }, baseUrl: `${baseUrl}/` },
        },
      ],
    },
    null,
    2,
  );

function programAt(url: string, file: string, environment: Readonly<Record<string, string | undefined>>): Prism {
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };
  return {
    url,
    start: async () => {
      const args = [...node.slice(1), join(prism_folder, 'dist/program.js'), 'serve', file];
      child = spawn(node[0] as string, args, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
      await listening(child);
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Waits until the program listens. Its log is read on, because a full pipe would stop it. */
async function listening(child: ChildProcess): Promise<void> {
  const lines = createInterface(child.stdout as NodeJS.ReadableStream);
  const ended = once(child, 'exit').then(() => {
    throw new Error('The program ended before it listened');
  });
  const begun = new Promise<void>((settle) => {
    lines.on('line', (line) => {
      if (line.includes('listens on')) settle();
      else if (process.env.PRISM_LOG) process.stderr.write(`${line}\n`);
    });
  });
  ended.catch(() => {});
  await Promise.race([begun, ended]);
}
