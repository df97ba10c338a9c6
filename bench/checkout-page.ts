import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiOf } from './api.js';
import { startGenerator } from './generator.js';
import type { Tally } from './latencies.js';
import { requestText } from './requests.js';
import { environmentOf, startBuilt } from './service.js';
import { openSession } from './session.js';

/** How many payers look at once, and for how long. */
const payers = 16;
const warming_ms = 2000;
const duration_ms = 5000;
const key = 'sk_test_benchcheckout';

const goal_ms = 100;

const line = (what: string, { count, p50_ms, p99_ms, per_second, failure }: Tally): string =>
  failure
    ? `${what}: failed, ${failure}`
    : `${what}: ${per_second.toFixed(0)}/s, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms (${count} answers)`;

const folder = mkdtempSync(join(tmpdir(), 'florin-checkout-'));
const service = await startBuilt(environmentOf(folder));
const generator = startGenerator();
try {
  const { id, url } = await openSession(apiOf(service, key));
  const page = requestText({ key, method: 'GET', path: new URL(url).pathname });
  const read = requestText({ key, method: 'GET', path: `/v1/checkout/sessions/${id}` });
  const load = { port: service.port, connections: payers };
  await generator.generate({ ...load, requests: [page], duration_ms: warming_ms });
  const pages = await generator.generate({ ...load, requests: [page], duration_ms });
  const reads = await generator.generate({ ...load, requests: [read], duration_ms });
  process.stdout.write(`${line(`The page of a session, ${payers} payers at once`, pages)}; the goal is ${goal_ms} ms\n`);
  process.stdout.write(`${line('The session alone, by the API, beside it', reads)}\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  generator.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
