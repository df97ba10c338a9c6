import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { readConfig } from '../../src/service/config.js';
import { wire } from '../../src/service/main.js';
import type { Parts } from '../../src/service/wiring/world.js';

/** Serves with the process's environment until it is killed. Prints its address. */
export async function serveUntilKilled(parts: Pick<Parts, 'besides'>): Promise<void> {
  const { DATABASE_URL: database_url = '', ...environment } = process.env;
  const config = readConfig({ ...environment, FLORIN_OPEN_SANDBOX: 'true', LOG_LEVEL: 'error' });
  const world = { now_ms: Date.now, random: randomBytes, log: pino({ level: 'error', base: null }) };
  let url = '';
  const key_ring = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
  const { server, work } = wire({ config, database_url, key_ring, public_url: () => url, world, ...parts });
  await server.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  work();
  process.stdout.write(`API ${url}\n`);
}
