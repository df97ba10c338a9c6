import { beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import type { Client, TestService } from './service.js';
import { commonInstallation, type Installation } from './services.js';

/** A local processor is asked before the one write of a request, any other one between two writes: the results must be equal. */
export const roads = ['in one write', 'in two writes'] as const;

/** One of them. */
export type Road = (typeof roads)[number];

/** Two processes on one database, with different write paths. */
export type Roads = {
  service(road: Road): TestService;
  /** A new sandbox. */
  client(road: Road): Client;
};

/** Gives a test file the two processes that all such files share. */
export function onBothRoads(): Roads {
  let installation: Installation;
  beforeAll(async () => {
    installation = await commonInstallation();
  });
  const service = (road: Road): TestService => installation.services[roads.indexOf(road)] as TestService;
  return { service, client: (road) => service(road).client() };
}

/** The last test of a file: an audit of the work of its tests, and of earlier ones in the same installation, and of the log. */
export const expectSoundBooks = ({ service }: Roads): void =>
  test('an audit afterwards finds no violation, and no process has logged a fault', async () => {
    expect(await audit(service('in one write').engine.database)).toEqual([]);
    expect(roads.flatMap((road) => service(road).lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
  });
