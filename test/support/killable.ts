import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { inject, onTestFinished } from 'vitest';
import './built.js';
import { administer, urlOf } from './database.js';
import { type Client, clientOf } from './service.js';
import { until } from './trial.js';

const root = resolve(import.meta.dirname, '../..');

/** A service in a separate process. */
export type Killable = { readonly client: Client; readonly kill: () => Promise<void>; readonly ended: Promise<unknown> };

/** Starts a process that dies at the failpoints of its environment, as by kill -9. */
export async function startKillable(
  { database_url, key }: { readonly database_url: string; readonly key: string },
  environment: NodeJS.ProcessEnv,
): Promise<Killable> {
  const child = spawn(process.execPath, ['test/support/killable-process.mjs'], {
    cwd: root,
    env: { PATH: process.env.PATH, DATABASE_URL: database_url, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.once('exit', done));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  // These run in reverse order, so a process ends before its database is dropped.
  onTestFinished(kill);
  const url = await new Promise<string>((found) => {
    createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => found(line.replace('API ', '')));
  });
  return { client: clientOf(url, key), kill, ended };
}

/** A new database, and a key for it. */
export async function openDatabase(): Promise<{ readonly database_url: string; readonly key: string }> {
  const name = `test_killed_${randomBytes(6).toString('hex')}`;
  const template_url = inject('template_url');
  await administer(template_url, `create database ${name} template template`);
  onTestFinished(() => administer(template_url, `drop database if exists ${name} with (force)`));
  return { database_url: urlOf(template_url, name), key: `sk_test_${randomBytes(12).toString('hex')}` };
}

const clocks = '/v1/test_helpers/test_clocks';

/** Whether a process has died before its test clock has arrived. */
export async function diesOnTheWay({ client, ended }: Killable, clock: string): Promise<boolean> {
  let died = false;
  void ended.then(() => {
    died = true;
  });
  const shown = async (): Promise<string | null> => (await client.get(`${clocks}/${clock}`).catch(() => null))?.body.status ?? null;
  await until(async () => died || (await shown()) === 'ready');
  return died;
}
