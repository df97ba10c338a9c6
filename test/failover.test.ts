import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, copyCluster, makeCluster, startServer } from './support/bare-postgres.js';
import { expectMadeOnce, whilePaying } from './support/payers.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { serve, type TestService } from './support/service.js';

const folders: string[] = [];
const servers: ChildProcess[] = [];
const services: TestService[] = [];

type Pair = { readonly primary: ChildProcess; readonly standby: Cluster; readonly service: TestService };

/** A primary with a synchronous standby, and a service that knows both. */
async function replicated(): Promise<Pair> {
  const root = mkdtempSync(join(room, 'florin-failover-'));
  folders.push(root);
  chmodSync(root, 0o755);
  const first = await makeCluster(join(root, 'primary'));
  const standby = copyCluster(first, join(root, 'standby'));
  appendFileSync(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = 'host=${first.folder} port=5432 user=postgres'\n`);
  writeFileSync(join(standby.folder, 'standby.signal'), '');
  const primary = startServer(first);
  servers.push(primary);
  await askServer(first, 'select 1 as one');
  servers.push(startServer(standby));
  await askServer(first, 'select state from pg_stat_replication', ({ state }) => state === 'streaming');
  await askServer(first, `alter system set synchronous_standby_names = '*'`);
  await askServer(first, 'select pg_reload_conf()');
  await askServer(first, 'select sync_state from pg_stat_replication', ({ sync_state }) => sync_state === 'sync');
  const service = await serve(`${addressOf(first, standby)}&target_session_attrs=read-write`);
  services.push(service);
  return { primary, standby, service };
}

afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  for (const { pid } of servers.splice(0)) if (pid) killGroup(pid);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

test('the primary is killed under load and its synchronous standby takes over: no acknowledged payment is lost', async () => {
  const { primary, standby, service } = await replicated();
  const course = await whilePaying(service, service.client(), async () => {
    killGroup(primary.pid as number);
    await askServer(standby, 'select pg_promote()');
  });
  await expectMadeOnce(service.engine.database, course);
  expect(await audit(service.engine.database)).toEqual([]);
  console.log(
    `failover: ${course.acknowledged.length} payments acknowledged, none lost; ${course.refused} answered 503; the next one after ${Math.round(course.gap_ms)} ms`,
  );
});

test('the standby is promoted while the primary goes on, and its commits stall: Florin leaves it, and no acknowledged payment is lost', async () => {
  const { standby, service } = await replicated();
  const course = await whilePaying(service, service.client(), async () => {
    await askServer(standby, 'select pg_promote()');
  });
  await expectMadeOnce(service.engine.database, course);
  const { rows } = await service.engine.database.pool.query('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline');
  expect(rows).toEqual([{ timeline: '00000002' }]);
  expect(await audit(service.engine.database)).toEqual([]);
});
