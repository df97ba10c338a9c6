import { expect, test } from 'vitest';
import { catalogue } from '../../resources/index.js';
import { metrics } from './metrics.js';

const routes = [...catalogue.flatMap((entry) => ('routes' in entry ? entry.routes : [])), 'GET /docs', 'GET /metrics', 'unknown'];
const idle = { pool: { totalCount: 1, idleCount: 1, waitingCount: 0 } };
const measuring = { version: '1.2.3', processors: [], outcomes: ['delivered'], isRunning: () => true };
const statuses = [200, 400, 404, 429, 503];

test('the metrics of every route with every usual status take less than 80 kB', async () => {
  const { registry, finished } = metrics(idle, measuring);
  for (const route of routes)
    for (const status of statuses)
      finished({
        method: route.split(' ')[0] ?? '',
        route,
        status,
        duration_ms: 3,
        database_ms: 2,
        caller: null,
        address: '127.0.0.1',
        replayed: false,
        exchange: null,
      });
  const text = await registry.metrics();
  expect(text.length).toBeLessThan(80_000);
  expect(text).toMatch(/florin_http_server_requests_total\{group="payment_intents",status="503"\} \d+/);
  expect(text).toMatch(/florin_http_server_request_duration_seconds_count\{group="payment_intents"\} \d+/);
  expect(text).toMatch(/requests_total\{group="docs",status="200"\} 1/);
});

test('an idempotent replay is counted as a replay', async () => {
  const { registry, finished } = metrics(idle, measuring);
  for (const replayed of [true, false, true])
    finished({
      method: 'POST',
      route: 'POST /v1/refunds',
      status: 200,
      duration_ms: 3,
      database_ms: 2,
      caller: null,
      address: '127.0.0.1',
      replayed,
      exchange: null,
    });
  expect(await registry.metrics()).toContain('florin_idempotency_replays_total 2');
});

test('statements are counted by the number of their writes', async () => {
  const { registry, sent } = metrics(idle, measuring);
  for (const writes of [1, 1, 3, 32]) sent(writes);
  const text = await registry.metrics();
  for (const [size, count] of [
    ['1', 2],
    ['2', 2],
    ['4', 3],
    ['16', 3],
    ['32', 4],
  ])
    expect(text).toContain(`florin_db_writes_per_statement_bucket{le="${size}"} ${count}\n`);
});
