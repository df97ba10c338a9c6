import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { Environment } from '../../src/service/environment.js';
import { administer, urlOf } from './database.js';
import { serve, type TestService } from './service.js';

/** Services that share a database, as processes of one installation do. Each has its own clock. */
export type Installation = {
  readonly services: readonly TestService[];
  /** Starts one more process. */
  join(environment?: Environment): Promise<TestService>;
  stop(): Promise<void>;
};

/** Starts a service for each environment, all on one new database. */
export async function startInstallation(...environments: readonly Environment[]): Promise<Installation> {
  const template_url = inject('template_url');
  const name = `test_shared_${process.pid}_${randomBytes(4).toString('hex')}`;
  await administer(template_url, `create database ${name} template template`);
  const services: TestService[] = [];
  const join = async (environment?: Environment): Promise<TestService> => {
    const service = stoppedOnce(await serve(urlOf(template_url, name), environment));
    services.push(service);
    return service;
  };
  for (const environment of environments) await join(environment);
  return {
    services,
    join,
    stop: async () => {
      await Promise.all(services.map((service) => service.stop()));
      await administer(template_url, `drop database if exists ${name} with (force)`);
    },
  };
}

let common: Promise<Installation> | undefined;

/**
 * The installation that the files of one worker share: two processes with the two write paths. It is for tests that need no more than a separate
 * sandbox: they move no process's clock, change no row outside the API, and read no rows but their own. It ends with the worker.
 */
export function commonInstallation(): Promise<Installation> {
  common ??= startInstallation({ FLORIN_ONE_WRITE: 'on' }, { FLORIN_ONE_WRITE: 'off' });
  return common;
}

/** Its first process, which has default settings. */
export const commonService = async (): Promise<TestService> => (await commonInstallation()).services[0] as TestService;

/** A process may stop before the others. */
function stoppedOnce(service: TestService): TestService {
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= service.stop();
    return stopped;
  };
  return { ...service, stop };
}

/** Runs a statement on a service's database, outside the API. */
export const rowsOf = <Row extends object>({ engine }: TestService, text: string, ...values: readonly unknown[]): Promise<Row[]> =>
  engine.database.query<Row>({ text, values });
