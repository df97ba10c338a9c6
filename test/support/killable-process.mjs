import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { readConfig } from '../../dist/service/config.js';
import { wire } from '../../dist/service/main.js';

// A service in a separate process, so that it can be killed. It runs the built program, which starts in a third of the time of its sources.
const { DATABASE_URL: database_url = '', ...environment } = process.env;
const config = readConfig({ ...environment, FLORIN_OPEN_SANDBOX: 'true', LOG_LEVEL: 'error' });
const world = { now_ms: Date.now, random: randomBytes, log: pino({ level: 'error', base: null }) };
let url = '';
const key_ring = [{ id: 'k1', key: Buffer.alloc(32, 7) }];
const { server, work } = wire({ config, database_url, key_ring, public_url: () => url, world });
await server.listen({ host: '127.0.0.1', port: 0 });
url = `http://127.0.0.1:${server.server.address().port}`;
work();
process.stdout.write(`API ${url}\n`);
