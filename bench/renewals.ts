import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { advance, apiOf, renewed, subscribeAll } from './api.js';
import { type Generator, startGenerator } from './generator.js';
import { tallyOf } from './latencies.js';
import { payAtOnce } from './pay-at-once.js';
import { progressOf } from './progress.js';
import { environmentOf, type Running, startBuilt } from './service.js';

/** How many subscriptions renew each month of the year. */
const subscriptions = process.argv.includes('--quick') ? 100 : 1000;
const months = 12;
const year_days = 365;

async function run(service: Running, generator: Generator): Promise<string> {
  const progress = progressOf(subscriptions + 400);
  const { step } = progress;
  const [api, neighbour] = [apiOf(service, 'sk_test_benchrenewals'), apiOf(service, 'sk_test_benchneighbour')];
  const paid = await payAtOnce(service, generator);
  const shop = await subscribeAll(api, subscriptions, step);
  const calls_ms: number[] = [];
  const started_ms = performance.now();
  await advance(api, shop, year_days, {
    step,
    meanwhile: async () => {
      const called_ms = performance.now();
      await neighbour('customers', { name: 'besides' });
      calls_ms.push(performance.now() - called_ms);
    },
  });
  const elapsed_ms = performance.now() - started_ms;
  step('counting');
  const count = await renewed(api, shop);
  progress.done();
  if (count < subscriptions * (months - 1)) throw new Error(`Only ${count} renewals were paid`);
  const per_second = (count / elapsed_ms) * 1000;
  const beside = tallyOf(calls_ms, elapsed_ms);
  return [
    `A year over ${subscriptions} monthly subscriptions on one clock: ${count} invoices drafted, finalized and paid in ${(elapsed_ms / 1000).toFixed(1)} s.`,
    `${per_second.toFixed(0)} renewals/s beside ${paid.per_second.toFixed(0)} payments/s in the same run: ${(per_second / paid.per_second).toFixed(2)} (the goal is 0.3).`,
    `Another account at the same time: ${beside.count} customers made, p50 ${beside.p50_ms.toFixed(1)} ms, p99 ${beside.p99_ms.toFixed(1)} ms.`,
  ].join('\n');
}

const folder = mkdtempSync(join(tmpdir(), 'florin-renewals-'));
const service = await startBuilt({ ...environmentOf(folder), FLORIN_WORKER: 'on' });
const generator = startGenerator();
try {
  process.stdout.write(`${await run(service, generator)}\n`);
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : error}\n`);
  process.exitCode = 1;
} finally {
  generator.stop();
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
