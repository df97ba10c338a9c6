import { createServer } from 'node:net';
import type { Config } from '../config.js';
import { cannotListen } from './explained.js';

/** Tries the port before anything is made or started for it; it is let go again at once. */
export function refuseTakenPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(cannotListen(config, error)));
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  });
}
