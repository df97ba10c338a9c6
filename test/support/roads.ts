import { beforeAll, expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import type { Client, TestService } from './service.js';
import { commonInstallation, type Installation } from './services.js';

/** A local processor is asked before the one write of a request, any other one between two writes: what comes of it must be the same. */
export const roads = ['in one write', 'in two writes'] as const;

/** One of them. */
export type Road = (typeof roads)[number];

/** Two processes on one database, which take different roads. */
export type Roads = {
  service(road: Road): TestService;
  /** A sandbox of its own. */
  client(road: Road): Client;
};

/** Gives a test file the two processes that all such files have in common. */
export function onBothRoads(): Roads {
  let installation: Installation;
  beforeAll(async () => {
    installation = await commonInstallation();
  });
  const service = (road: Road): TestService => installation.services[roads.indexOf(road)] as TestService;
  return { service, client: (road) => service(road).client() };
}

/** The last test of a file: an audit of all that its tests have done, and those before it in the same installation, and of the log. */
export const expectSoundBooks = ({ service }: Roads): void =>
  test('afterwards an audit finds nothing, and no process has logged a fault', async () => {
    expect(await audit(service('in one write').engine.database)).toEqual([]);
    expect(roads.flatMap((road) => service(road).lines.filter((line) => /"level":[56]0/.test(line)))).toEqual([]);
  });
