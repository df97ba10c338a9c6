import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { room } from './support/room.js';
import { type Running, startProcess } from './support/running.js';
import { type Client, card, clientOf } from './support/service.js';

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: number } }[];
};

const root = mkdtempSync(join(room, 'florin-traces-'));
const spans: Span[] = [];
let sent = '';
let waiting: (() => void)[] = [];

/** A collector of OpenTelemetry, and the endpoint of a merchant. */
const collector = createServer(async (request, response) => {
  const body = await text(request);
  if (request.url === '/v1/traces') {
    sent += body;
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      expect(JSON.stringify(resource)).toContain('"florin-of-a-test"');
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    const now = waiting;
    waiting = [];
    for (const wake of now) wake();
  }
  response.setHeader('content-type', 'application/json').end('{}');
});

let service: Running;
let client: Client;
let address = '';
beforeAll(async () => {
  await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_BSP_SCHEDULE_DELAY: '20', OTEL_SERVICE_NAME: 'florin-of-a-test' };
  service = await startProcess(join(root, 'data'), environment);
  client = clientOf(service.url, 'sk_test_traces');
});
afterAll(async () => {
  await service?.stop();
  collector.close();
  rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** The first span that fits, once the collector has it. */
async function spanOf(fits: (span: Span) => boolean): Promise<Span> {
  for (;;) {
    const found = spans.find(fits);
    if (found) return found;
    await new Promise<void>((wake) => waiting.push(wake));
  }
}

const attributesOf = ({ attributes }: Span): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test('a request is a span within that of its caller, with its rules and statements in it, and nothing of what was sent', async () => {
  const [trace, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
  const sending = { amount: 1234, currency: 'usd', confirm: true, payment_method_data: card() };
  const { body, headers } = await client.post('/v1/payment_intents', sending, { headers: { traceparent: `00-${trace}-${caller}-01` } });
  expect(body.status).toBe('succeeded');
  const request = await spanOf(({ name, traceId }) => name === 'POST /v1/payment_intents' && traceId === trace);
  expect(request).toMatchObject({ parentSpanId: caller, kind: 2 });
  expect(attributesOf(request)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/payment_intents',
    'http.response.status_code': 200,
    'florin.request_id': headers.get('request-id'),
  });
  const parts = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(['payment_intent create', 'with']));
  expect(parts.every(({ traceId }) => traceId === trace)).toBe(true);
  for (const secret of ['4242424242424242', client.key, body.client_secret, body.id]) expect(sent).not.toContain(secret);
});

test('a delivery is a span, with the host of its endpoint', async () => {
  await client.post('/v1/webhook_endpoints', { url: `${address}/hooks/a-secret-path`, enabled_events: ['customer.created'] });
  await client.post('/v1/customers', { name: 'Traced' });
  const delivery = await spanOf(({ name }) => name === 'deliver');
  const job = await spanOf(({ spanId }) => spanId === delivery.parentSpanId);
  expect([job.name, job.parentSpanId ?? '']).toEqual(['job webhook', '']);
  expect(attributesOf(delivery)).toEqual({ 'server.address': address.slice('http://'.length), 'florin.attempt': 1 });
  expect(sent).not.toContain('a-secret-path');
});

test('a refusal is no error of the service, and an unknown address has no name of its own', async () => {
  expect((await client.post('/v1/payment_intents', { amount: 'much', currency: 'usd' })).status).toBe(400);
  const refused = await spanOf((span) => attributesOf(span)['http.response.status_code'] === 400);
  expect([refused.name, refused.status.code ?? 0]).toEqual(['POST /v1/payment_intents', 0]);
  await client.get('/v1/nothing/sk_test_typed_into_an_address');
  await spanOf((span) => attributesOf(span)['http.response.status_code'] === 404);
  expect(sent).not.toContain('typed_into_an_address');
});
