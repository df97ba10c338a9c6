import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, copyCluster, makeCluster, startServer } from './support/bare-postgres.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { type Client, serve, type TestService } from './support/service.js';

const root = mkdtempSync(join(room, 'florin-drill-'));
const servers: ChildProcess[] = [];
const services: TestService[] = [];

afterAll(async () => {
  for (const service of services) await service.stop();
  for (const { pid } of servers) if (pid) killGroup(pid);
  rmSync(root, { recursive: true, force: true });
});

const key = 'sk_test_restore_drill';
const params = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };

async function paid(client: Client, count: number): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => client.post('/v1/payment_intents', params)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  return answers.map(({ body }) => body.id);
}

/** Copies a running server, as pg_basebackup does. */
async function backUp(cluster: Cluster, directory: string): Promise<Cluster> {
  const client = new pg.Client({ connectionString: addressOf(cluster) });
  await client.connect();
  await client.query(`select pg_backup_start('drill', true)`);
  const copy = copyCluster(cluster, directory);
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
  await client.end();
  const { uid, gid } = statSync(cluster.folder);
  writeFileSync(join(copy.folder, 'backup_label'), rows[0]?.labelfile ?? '');
  chownSync(join(copy.folder, 'backup_label'), uid, gid);
  return copy;
}

test('a base backup and archived WAL restore a point in time: everything acknowledged before it, and nothing after', async () => {
  chmodSync(root, 0o755);
  const cluster = await makeCluster(join(root, 'original'));
  const archive = join(root, 'archive');
  mkdirSync(archive);
  const { uid, gid } = statSync(cluster.folder);
  chownSync(archive, uid, gid);
  servers.push(startServer(cluster, { archive_mode: 'on', archive_command: `cp %p ${archive}/%f` }));
  await askServer(cluster, 'select 1 as one');
  const original = await serve(addressOf(cluster));
  services.push(original);
  const client = original.client(key);
  const before_backup = await paid(client, 10);
  const restored = await backUp(cluster, join(root, 'restored'));
  const after_backup = await paid(client, 20);
  const point = await askServer(cluster, `select pg_walfile_name(pg_create_restore_point('drill')) as wal`);
  const too_late = await paid(client, 5);
  await askServer(cluster, 'select pg_switch_wal()');
  await askServer(cluster, 'select last_archived_wal as wal from pg_stat_archiver', ({ wal }) => String(wal ?? '') >= String(point.wal));
  await services.pop()?.stop();
  killGroup(servers[0]?.pid as number);

  const begun = performance.now();
  appendFileSync(
    join(restored.folder, 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_name = 'drill'\nrecovery_target_action = 'promote'\n`,
  );
  writeFileSync(join(restored.folder, 'recovery.signal'), '');
  servers.push(startServer(restored));
  await askServer(restored, 'select pg_is_in_recovery() as recovering', ({ recovering }) => recovering === false);
  const second = await serve(addressOf(restored));
  services.push(second);
  const again = second.client(key);
  const statusOf = async (id: string): Promise<string | number> => {
    const { status, body } = await again.get(`/v1/payment_intents/${id}`);
    return status === 200 ? body.status : status;
  };
  const kept = await Promise.all([...before_backup, ...after_backup].map(statusOf));
  expect(new Set(kept)).toEqual(new Set(['succeeded']));
  expect(new Set(await Promise.all(too_late.map(statusOf)))).toEqual(new Set([404]));
  expect(await audit(second.engine.database)).toEqual([]);
  await paid(again, 5);
  console.log(`restored ${kept.length} payments to a point in time in ${Math.round(performance.now() - begun)} ms`);
});
