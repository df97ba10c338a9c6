import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { payment } from './bodies.js';
import { type Generator, startGenerator } from './generator.js';
import { type Tally, tallyOf } from './latencies.js';
import { progressOf } from './progress.js';
import { requestText } from './requests.js';
import { environmentOf, type Running, startBuilt } from './service.js';

/** How many subscriptions renew each month of the year. */
const subscriptions = process.argv.includes('--quick') ? 100 : 1000;
const months = 12;
const year_s = 365 * 86_400;
const payments_ms = 3000;
const connections = 64;
const pause_ms = 50;

/** An answer of the API, as far as this needs it. */
type Answer = {
  readonly id: string;
  readonly status?: string;
  readonly default_price?: string;
  readonly frozen_time?: number;
  readonly data?: readonly { readonly billing_reason: string }[];
  readonly invoice_settings?: { readonly default_payment_method: string };
  readonly status_details?: { readonly advancing: { readonly reached?: number } | null };
};

type Api = (path: string, body?: object) => Promise<Answer>;

/** The API as one sandbox sees it. */
const apiOf =
  ({ port }: Running, key: string): Api =>
  async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers,
    });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };

/** What payments by card come to in the same run, many at once. */
async function payAtOnce(service: Running, generator: Generator): Promise<Tally> {
  const key = 'sk_test_benchpayments';
  const { id: customer, invoice_settings } = await apiOf(service, key)('customers', {
    email: 'pay@example.com',
    payment_method: 'pm_card_visa',
  });
  const owner = { customer, payment_method: invoice_settings?.default_payment_method ?? '', email: 'pay@example.com' };
  const request = requestText({ key, method: 'POST', path: '/v1/payment_intents', idempotent: true, body: payment(owner as never) });
  const load = { port: service.port, connections, requests: [request] };
  await generator.generate({ ...load, duration_ms: payments_ms });
  return generator.generate({ ...load, duration_ms: payments_ms });
}

/** What renews: a clock, and the subscriptions of as many customers on it. */
type Shop = { readonly clock: Answer; readonly subscribed: readonly string[] };

/** Subscribes so many customers of one clock. */
async function subscribeAll(api: Api, step: (what: string) => void): Promise<Shop> {
  const clock = await api('test_helpers/test_clocks', { frozen_time: Math.floor(Date.UTC(2027, 0, 31) / 1000) });
  const monthly = { currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' } };
  const { default_price: price } = await api('products', { name: 'Gold', default_price_data: monthly });
  const subscribed: string[] = [];
  for (let number = 0; number < subscriptions; number++) {
    step(`subscribing ${number + 1} of ${subscriptions}`);
    const { id: customer } = await api('customers', {
      test_clock: clock.id,
      email: `s${number}@example.com`,
      payment_method: 'pm_card_visa',
    });
    subscribed.push((await api('subscriptions', { customer, items: [{ price }] })).id);
  }
  return { clock, subscribed };
}

/** Waits until a clock has arrived, while another account makes a customer now and then; how long each of those took, in milliseconds. */
async function besides(api: Api, neighbour: Api, clock: Answer, step: (what: string) => void): Promise<number[]> {
  const took: number[] = [];
  for (let looks = 0; ; looks++) {
    const started_ms = performance.now();
    await neighbour('customers', { name: 'besides' });
    took.push(performance.now() - started_ms);
    await new Promise((resolve) => setTimeout(resolve, pause_ms));
    if (looks % 10 > 0) continue;
    const { status, status_details } = await api(`test_helpers/test_clocks/${clock.id}`);
    const reached = status_details?.advancing?.reached;
    if (reached) step(`the clock shows ${new Date(reached * 1000).toISOString().slice(0, 10)}`);
    if (status === 'internal_failure') throw new Error('The clock has failed');
    if (status === 'ready') return took;
  }
}

/** How many invoices of renewals have been paid. */
async function renewed(api: Api, { subscribed }: Shop): Promise<number> {
  let count = 0;
  for (const id of subscribed) {
    const { data = [] } = await api(`invoices?subscription=${id}&status=paid&limit=100`);
    count += data.filter(({ billing_reason }) => billing_reason === 'subscription_cycle').length;
  }
  return count;
}

async function run(service: Running, generator: Generator): Promise<string> {
  const progress = progressOf(subscriptions + 400);
  const [api, neighbour] = [apiOf(service, 'sk_test_benchrenewals'), apiOf(service, 'sk_test_benchneighbour')];
  const paid = await payAtOnce(service, generator);
  const shop = await subscribeAll(api, progress.step);
  const { clock } = shop;
  const started_ms = performance.now();
  await api(`test_helpers/test_clocks/${clock.id}/advance`, { frozen_time: (clock.frozen_time ?? 0) + year_s });
  const calls = await besides(api, neighbour, clock, progress.step);
  const elapsed_ms = performance.now() - started_ms;
  progress.step('counting');
  const count = await renewed(api, shop);
  progress.done();
  if (count < subscriptions * (months - 1)) throw new Error(`Only ${count} renewals were paid`);
  const per_second = (count / elapsed_ms) * 1000;
  const beside = tallyOf(calls, elapsed_ms);
  return [
    `A year over ${subscriptions} monthly subscriptions on one clock: ${count} invoices drafted, finalized and paid in ${(elapsed_ms / 1000).toFixed(1)} s.`,
    `${per_second.toFixed(0)} renewals/s beside ${paid.per_second.toFixed(0)} payments/s in the same run: ${(per_second / paid.per_second).toFixed(2)} (the goal is 0.67).`,
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
