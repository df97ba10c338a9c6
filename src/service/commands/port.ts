import { createServer } from 'node:net';
import type { Config } from '../config.js';
import { cannotListen } from './explained.js';

/** Binds the port briefly, so that a taken port is refused before anything is created or started. */
export function refuseTakenPort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(cannotListen(config, error)));
    probe.listen({ host: config.host, port: config.port }, () => probe.close(() => resolve()));
  });
}
