import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, copyCluster, makeCluster, startServer } from './support/bare-postgres.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { type Client, serve, type TestService } from './support/service.js';

const root = mkdtempSync(join(room, 'florin-replica-'));
const servers: ChildProcess[] = [];
let replica: Cluster;
let services: readonly TestService[] = [];

beforeAll(async () => {
  chmodSync(root, 0o755);
  const primary = await makeCluster(join(root, 'primary'));
  replica = copyCluster(primary, join(root, 'replica'));
  appendFileSync(join(replica.folder, 'postgresql.auto.conf'), `primary_conninfo = 'host=${primary.folder} port=5432 user=postgres'\n`);
  writeFileSync(join(replica.folder, 'standby.signal'), '');
  servers.push(startServer(primary));
  await askServer(primary, 'select 1 as one');
  servers.push(startServer(replica));
  await askServer(primary, 'select state from pg_stat_replication', ({ state }) => state === 'streaming');
  const environment = { FLORIN_REPLICA_URL: addressOf(replica) };
  services = [await serve(addressOf(primary), environment), await serve(addressOf(primary), { ...environment, FLORIN_WORKER: 'off' })];
});
afterAll(async () => {
  for (const service of services) await service.stop();
  for (const { pid } of servers) if (pid) killGroup(pid);
  rmSync(root, { recursive: true, force: true });
});

/** The number of reads that a server has answered for a process, by default the second one. */
async function readsBy(server: 'replica' | 'primary', process = services[1]): Promise<number> {
  const text = await (await fetch(`${process?.url}/metrics`)).text();
  return Number(new RegExp(`^florin_replica_reads_total\\{answered_by="${server}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
}

/** The ids of the newest customers, as the other process lists and finds them. */
async function seenBy(reader: Client, email: string): Promise<string[]> {
  const listed = await reader.get('/v1/customers', { email });
  const found = await reader.get('/v1/customers/search', { query: `email:"${email}"` });
  expect([listed.status, found.status]).toEqual([200, 200]);
  return [listed, found].map(({ body }) => body.data.map(({ id }: { id: string }) => id).join());
}

/** Creates customers in one process; each is listed and searched at once in the other one. Answers with those that were not seen. */
async function unseen(count: number): Promise<string[]> {
  const [writer, reader] = services as [TestService, TestService];
  const { key } = writer.client();
  const missing: string[] = [];
  for (let number = 0; number < count; number++) {
    const email = `${number}_${missing.length}_${await readsBy('primary')}@example.com`;
    const { body } = await writer.client(key).post('/v1/customers', { email });
    const seen = await seenBy(reader.client(key), email);
    if (seen.some((ids) => ids !== body.id)) missing.push(body.id);
  }
  return missing;
}

test('lists and searches are answered by the replica, and contain what another process wrote before', async () => {
  expect(await unseen(1)).toEqual([]);
  const before = await readsBy('replica');
  expect(await unseen(30)).toEqual([]);
  expect(await readsBy('replica')).toBeGreaterThan(before);
});

test('a report is written from the replica', async () => {
  const [writer] = services as [TestService];
  const client = writer.client();
  await client.post('/v1/payment_intents', { amount: 2000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' });
  const { body: paid } = await client.get('/v1/balance_transactions', { limit: '1' });
  const { created } = paid.data[0];
  const before = await readsBy('replica', writer);
  const parameters = { interval_start: created - 86_400, interval_end: created };
  const { body: run } = await client.post('/v1/reporting/report_runs', { report_type: 'balance.summary.1', parameters });
  await writer.until(async () => (await client.get(`/v1/reporting/report_runs/${run.id}`)).body.status === 'succeeded');
  expect(await readsBy('replica', writer)).toBe(before + 1);
});

test('while the replica replays nothing, the primary answers, and no write is missing', async () => {
  await askServer(replica, 'select pg_wal_replay_pause()');
  await askServer(replica, 'select pg_get_wal_replay_pause_state() as state', ({ state }) => state === 'paused');
  const before = await readsBy('primary');
  expect(await unseen(5)).toEqual([]);
  expect(await readsBy('primary')).toBeGreaterThan(before);
  await askServer(replica, 'select pg_wal_replay_resume()');
});

test('after the replica is killed, the primary answers', async () => {
  killGroup(servers[1]?.pid as number);
  expect(await unseen(5)).toEqual([]);
});
