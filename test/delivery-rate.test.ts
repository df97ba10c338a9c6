import { afterAll, beforeAll, expect, test } from 'vitest';
import { is_campaign, repeats } from './support/campaign.js';
import { endpointAt } from './support/deliveries.js';
import { type Receiver, startReceiver } from './support/receiver.js';
import { type Client, startService, type TestService } from './support/service.js';

let service: TestService;
let receiver: Receiver;
/** The time from each event to its first attempt, by its id, in milliseconds. */
const arrived = new Map<string, Map<string, number>>();
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'warn', FLORIN_WEBHOOK_ENDPOINTS_MAX: '40', FLORIN_DATABASE_CONNECTIONS: '12' });
  receiver = await startReceiver(({ path, body }) => {
    const { id, created } = JSON.parse(body) as { id: string; created: number };
    const times = arrived.get(path) ?? new Map<string, number>();
    arrived.set(path, times);
    if (!times.has(id)) times.set(id, service.now() - created);
    if (path.startsWith('/hangs')) return new Promise(() => {});
    return new Promise((resolve) => setTimeout(() => resolve(200), ordinary_ms));
  });
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

/** The response time of an ordinary receiver. */
const ordinary_ms = 50;
const events_a_second = 100;

/** Creates an event of a client every hundredth of a second, whether or not the service keeps up. */
async function events(client: Client, count: number): Promise<void> {
  const begun_ms = Date.now();
  const made: Promise<unknown>[] = [];
  for (let number = 0; number < count; number++) {
    const early_ms = begun_ms + (number * 1000) / events_a_second - Date.now();
    if (early_ms > 0) await new Promise((resolve) => setTimeout(resolve, early_ms));
    made.push(client.post('/v1/customers', { name: String(number) }));
  }
  await Promise.all(made);
}

const atPath = (path: string): number[] => [...(arrived.get(path)?.values() ?? [])].sort((a, b) => a - b);
const at = (share: number, sorted: readonly number[]): number => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.POSITIVE_INFINITY;

/** Events reach a path; in a campaign, nearly all of them within a second. */
async function keepsUp(path: string, count: number): Promise<void> {
  await service.until(async () => atPath(path).length >= count);
  const times = atPath(path);
  expect(times).toHaveLength(count);
  if (!is_campaign) return;
  process.stdout.write(`${path}: ${count} events, p50 ${at(0.5, times)} ms, p99 ${at(0.99, times)} ms, longest ${times.at(-1)} ms\n`);
  expect(at(0.99, times)).toBeLessThan(1000);
}

test('an ordinary receiver gets a hundred events a second as they happen', async () => {
  const client = service.client();
  await endpointAt(client, receiver.url('/ordinary'), ['customer.created'], { api_version: 'native' });
  await events(client, repeats('deliveries'));
  await keepsUp('/ordinary', repeats('deliveries'));
});

test('forty hanging endpoints of one account delay no other account', async () => {
  const [ill, well] = [service.client(), service.client()];
  for (let number = 0; number < 40; number++)
    await endpointAt(ill, receiver.url(`/hangs/${number}`), ['customer.created'], { api_version: 'native' });
  await endpointAt(well, receiver.url('/beside'), ['customer.created'], { api_version: 'native' });
  const count = Math.ceil(repeats('deliveries') / 5);
  for (let number = 0; number < 5; number++) await ill.post('/v1/customers', {});
  await service.until(async () => [...arrived.keys()].some((path) => path.startsWith('/hangs')));
  await events(well, count);
  await keepsUp('/beside', count);
});
