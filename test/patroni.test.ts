import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { openDatabase } from '../src/kernel/storage/database.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { debian_programs } from './support/debian-postgres.js';
import { describeWith } from './support/installed.js';
import { type Machine, type PatroniCluster, startPatroni } from './support/patroni.js';
import { type Course, expectMadeOnce, type Seen, whilePaying } from './support/payers.js';
import { type Client, serve, type TestService } from './support/service.js';

const server = join(debian_programs ?? '/usr/lib/postgresql/15/bin', 'postgres');
const with_role = 'florin_owner:change-this-5';

describeWith(['patroni', 'etcd', server], 'three machines with Patroni and etcd, as ops configures them, under load', () => {
  let cluster: PatroniCluster;
  let service: TestService;
  let client: Client;

  const leader = (): Promise<Machine> => service.until(() => cluster.leader());
  const standby = (): Promise<Machine> => service.until(() => cluster.standby());
  const untilAnother = (former: Machine): Promise<unknown> =>
    service.until(async () => {
      const now = await cluster.leader();
      return now !== null && now !== former;
    });
  /** Waits until this many machines follow the leader, one of them synchronously. */
  const untilFollowed = (by: number): Promise<unknown> =>
    service.until(async () => {
      const { rows } = await service.engine.database.pool
        .query(`select sync_state from pg_stat_replication where state = 'streaming'`)
        .catch(() => ({ rows: [] }));
      return rows.length === by && rows.some(({ sync_state }) => sync_state === 'sync') && (await cluster.standby()) !== null;
    });
  const during = async (happening: string, happen: (seen: Seen) => Promise<unknown>): Promise<Course> => {
    const course = await whilePaying(service, client, happen);
    await expectMadeOnce(service.engine.database, course);
    expect(await audit(service.engine.database)).toEqual([]);
    const { acknowledged, refused, gap_ms } = course;
    const gap = `the longest time without an accepted payment ${(gap_ms / 1000).toFixed(1)} s`;
    console.log(`Patroni, ${happening}: ${gap}; ${acknowledged.length} payments acknowledged, none lost or doubled; ${refused} refusals`);
    return course;
  };

  beforeAll(async () => {
    cluster = await startPatroni();
    const owner = openDatabase({ url: cluster.address('postgres:change-this-2', 'postgres'), connections: 1, log: () => {} });
    const [login, password] = with_role.split(':');
    for (const text of [`create role ${login} login password '${password}'`, `create database florin owner ${login}`])
      await owner.query({ text, values: [] });
    await owner.query({ text: `grant pg_monitor to ${login}`, values: [] });
    await owner.close();
    const url = cluster.address(with_role, 'florin');
    await migrate({ url, log: () => {} });
    service = await serve(url);
    client = service.client();
    await untilFollowed(2);
  });
  afterAll(async () => {
    await service?.stop();
    await cluster?.stop();
  });

  test('a switchover: the synchronous standby becomes the leader, and no acknowledged payment is lost', async () => {
    const [former, next] = [await leader(), await standby()];
    await during('a switchover', async () => {
      await cluster.switchOver();
      await untilAnother(former);
    });
    expect(await leader()).toBe(next);
    await untilFollowed(2);
  });

  test('the leader is lost with its etcd: the synchronous standby becomes the leader, and no acknowledged payment is lost', async () => {
    const [former, next] = [await leader(), await standby()];
    await during('the loss of the leader', async () => {
      former.lose();
      await untilAnother(former);
    });
    expect(await leader()).toBe(next);
    former.start();
    await untilFollowed(2);
  });

  test('the leader is cut off from etcd: it stops accepting payments before another does, and no acknowledged payment is lost', async () => {
    const former = await leader();
    await during('the leader cut off from etcd', async () => {
      await former.cutOff();
      await untilAnother(former);
    });
    await former.reconnect();
    await untilFollowed(2);
  });

  test('the Patroni of the leader hangs and no watchdog ends its PostgreSQL: that one acknowledges nothing more', async () => {
    const former = await leader();
    await during('a leader whose Patroni hangs', async ({ refusals }) => {
      former.hang();
      await untilAnother(former);
      await service.until(async () => refusals().length > 0);
    });
    former.resume();
    await untilFollowed(2);
  });

  test('two machines are left and the standby is lost: payments are refused rather than unprotected, until it is back', async () => {
    const [present, follower] = [await leader(), await standby()];
    const third = cluster.machines.find((each) => each !== present && each !== follower) as Machine;
    third.lose();
    await untilFollowed(1);
    const { acknowledged, refused } = await during('the standby of two lost', async ({ acknowledged, refusals }) => {
      follower.lose();
      await service.until(async () => refusals().length > 0);
      const until_then = acknowledged();
      await service.until(async () => refusals().length > 40);
      expect(acknowledged()).toBe(until_then);
      for (const each of [follower, third]) each.start();
    });
    expect(refused).toBeGreaterThan(40);
    expect(acknowledged.length).toBeGreaterThan(0);
    await untilFollowed(2);
  });
});
