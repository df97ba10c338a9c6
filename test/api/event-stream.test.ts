import { afterEach, expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { openMerchant } from '../support/keyholders.js';
import { type Client, startService } from '../support/service.js';

type Message = { readonly id?: string; readonly event?: string; readonly data?: string };

type Stream = { readonly messages: readonly Message[]; readonly status: number; readonly over: Promise<void>; close(): void };

const open: AbortController[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.abort();
});

/** A stream of events that a key follows. */
async function streamOf(url: string, key: string, headers: Readonly<Record<string, string>> = {}): Promise<Stream> {
  const ending = new AbortController();
  open.push(ending);
  const response = await fetch(`${url}/v1/events/stream`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: ending.signal,
  });
  const messages: Message[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) messages.push(Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s, 2))));
    }
  };
  const over = response.ok ? read().catch(() => {}) : Promise.resolve();
  return { messages, status: response.status, over, close: () => ending.abort() };
}

const service = await auditedService();

const eventsIn = ({ messages }: Stream): readonly string[] => messages.flatMap(({ event }) => event ?? []);

const pay = (client: Client): Promise<{ body: { id: string } }> =>
  client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });

test('each new event comes with its type and its object, and none from before or of another account', async () => {
  const client = service.client();
  await client.post('/v1/customers', { name: 'Before' });
  const stream = await streamOf(service.url, client.key);
  await service.client().post('/v1/customers', { name: 'Of another account' });
  const { body } = await pay(client);
  await service.until(async () => eventsIn(stream).length >= 3);
  expect([...eventsIn(stream)].sort()).toEqual(['charge.succeeded', 'payment_intent.created', 'payment_intent.succeeded']);
  const paid = stream.messages.find(({ event }) => event === 'payment_intent.succeeded');
  expect(JSON.parse(paid?.data ?? '')).toEqual({ object: 'payment_intent', id: body.id });
  expect((await client.get(`/v1/events/${paid?.id}`)).body.type).toBe('payment_intent.succeeded');
});

test('with Last-Event-ID it continues after that event', async () => {
  const client = service.client();
  await client.post('/v1/customers', { name: 'One' });
  const { body } = await client.get('/v1/events', { type: 'customer.created', limit: '1' });
  await client.post('/v1/products', { name: 'Two' });
  const stream = await streamOf(service.url, client.key, { 'last-event-id': body.data[0].id });
  await service.until(async () => eventsIn(stream).includes('product.created'));
  expect(eventsIn(stream)).not.toContain('customer.created');
});

test('a key that may not list events has no stream', async () => {
  const { restricted } = await openMerchant(service);
  expect((await streamOf(service.url, (await restricted('customers_read')).key)).status).toBe(403);
  expect((await streamOf(service.url, (await restricted('events_read')).key)).status).toBe(200);
  expect((await streamOf(service.url, 'sk_live_unknown')).status).toBe(401);
});

test('the server ends streams before it stops', async () => {
  const other = await startService();
  const stream = await streamOf(other.url, other.client().key);
  await other.stop();
  await stream.over;
  expect(stream.status).toBe(200);
});
