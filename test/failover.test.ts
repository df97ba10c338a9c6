import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, copyCluster, makeCluster, startServer } from './support/bare-postgres.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { serve, type TestService } from './support/service.js';

const root = mkdtempSync(join(room, 'florin-failover-'));
const servers: ChildProcess[] = [];
let standby: Cluster;
let service: TestService;

beforeAll(async () => {
  chmodSync(root, 0o755);
  const primary = await makeCluster(join(root, 'primary'));
  standby = copyCluster(primary, join(root, 'standby'));
  appendFileSync(join(standby.folder, 'postgresql.auto.conf'), `primary_conninfo = 'host=${primary.folder} port=5432 user=postgres'\n`);
  writeFileSync(join(standby.folder, 'standby.signal'), '');
  servers.push(startServer(primary));
  await askServer(primary, 'select 1 as one');
  servers.push(startServer(standby));
  await askServer(primary, 'select state from pg_stat_replication', ({ state }) => state === 'streaming');
  await askServer(primary, `alter system set synchronous_standby_names = '*'`);
  await askServer(primary, 'select pg_reload_conf()');
  await askServer(primary, 'select sync_state from pg_stat_replication', ({ sync_state }) => sync_state === 'sync');
  service = await serve(`${addressOf(primary, standby)}&target_session_attrs=read-write`);
});
afterAll(async () => {
  await service?.stop();
  for (const { pid } of servers) if (pid) killGroup(pid);
  rmSync(root, { recursive: true, force: true });
});

test('the primary is killed under load and its synchronous standby takes over: no acknowledged payment is lost', async () => {
  const client = service.client();
  const acknowledged: string[] = [];
  let refused = 0;
  let is_over = false;
  const pay = async (): Promise<void> => {
    while (!is_over) {
      const params = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
      const { status, body } = await client.post('/v1/payment_intents', params);
      if (status === 200) acknowledged.push(body.id);
      else {
        expect([status, body.error?.type]).toEqual([503, 'api_error']);
        refused += 1;
      }
    }
  };
  const paying = Array.from({ length: 4 }, pay);
  await service.until(async () => acknowledged.length >= 40);
  const [primary] = servers;
  killGroup(primary?.pid as number);
  const killed_at = performance.now();
  const before = acknowledged.length;
  await askServer(standby, 'select pg_promote()');
  await service.until(async () => acknowledged.length > before);
  const back_after = performance.now() - killed_at;
  await service.until(async () => acknowledged.length >= before + 40);
  is_over = true;
  await Promise.all(paying);
  const found = await Promise.all(acknowledged.map((id) => client.get(`/v1/payment_intents/${id}`)));
  expect(found.filter(({ body }) => body.status !== 'succeeded')).toEqual([]);
  expect(await audit(service.engine.database)).toEqual([]);
  console.log(
    `failover: ${acknowledged.length} payments acknowledged, none lost; ${refused} answered 503; the next one after ${Math.round(back_after)} ms`,
  );
});
