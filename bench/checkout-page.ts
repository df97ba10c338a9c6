import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGenerator } from './generator.js';
import type { Tally } from './latencies.js';
import { requestText } from './requests.js';
import { environmentOf, type Running, startBuilt } from './service.js';

/** How many payers look at once, and for how long. */
const payers = 16;
const warming_ms = 2000;
const duration_ms = 5000;
const key = 'sk_test_benchcheckout';

const goal_ms = 100;

/** A session with three things, one of which payers may choose how many of, and a customer who has saved a card. */
async function openSession({ port }: Running): Promise<{ readonly url: string; readonly id: string }> {
  const post = async (path: string, body: object): Promise<{ id: string; url: string }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
    return (await response.json()) as { id: string; url: string };
  };
  const { id: customer } = await post('customers', { email: 'jo@example.com', payment_method: 'pm_card_visa' });
  const sold = (name: string) => ({ price_data: { currency: 'usd', unit_amount: 1000, product_data: { name } }, quantity: 1 });
  return post('checkout/sessions', {
    allow_promotion_codes: true,
    customer,
    line_items: [{ ...sold('Mug'), adjustable_quantity: { enabled: true } }, sold('Plate'), sold('Spoon')],
    mode: 'payment',
    shipping_address_collection: { allowed_countries: ['DE', 'FR', 'US'] },
    shipping_options: [{ shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } } }],
    success_url: 'https://shop.example/thanks',
  });
}

const line = (what: string, { count, p50_ms, p99_ms, per_second, failure }: Tally): string =>
  failure
    ? `${what}: failed, ${failure}`
    : `${what}: ${per_second.toFixed(0)}/s, p50 ${p50_ms.toFixed(1)} ms, p99 ${p99_ms.toFixed(1)} ms (${count} answers)`;

const folder = mkdtempSync(join(tmpdir(), 'florin-checkout-'));
const service = await startBuilt(environmentOf(folder));
const generator = startGenerator();
try {
  const { id, url } = await openSession(service);
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
