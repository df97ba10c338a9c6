import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, makeCluster, startServer } from './support/bare-postgres.js';
import { repeats } from './support/campaign.js';
import { describeWith } from './support/installed.js';
import { expectMadeOnce, whilePaying } from './support/payers.js';
import { room } from './support/room.js';
import { killGroup, startProcess } from './support/running.js';
import { clientOf, ringText, serve, startService, type TestService } from './support/service.js';

const jumps = repeats('clock_jumps');
const hour_ms = 3_600_000;

/** Jumps by turns ahead and back, by up to two days. */
const hoursOf = (jump: number): number => (jump % 2 === 0 ? 1 : -1) * randomInt(1, 48);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test(`${jumps} times the clock of Florin jumps ahead or back under load: each payment is made once, and the ledger is right`, async () => {
  const client = service.client();
  const course = await whilePaying(service, client, async ({ acknowledged }) => {
    for (let jump = 0; jump < jumps; jump++) {
      service.advance(hoursOf(jump) * hour_ms);
      const enough = acknowledged() + 20;
      await service.until(async () => acknowledged() >= enough);
    }
  });
  expect(course.refused).toBe(0);
  await expectMadeOnce(service.engine.database, course);
  expect(await audit(service.engine.database)).toEqual([]);
});

const libraries = '/usr/lib';
const faketime =
  (existsSync(libraries) ? readdirSync(libraries) : [])
    .map((machine) => join(libraries, machine, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? 'faketime';

describeWith([faketime], 'a PostgreSQL whose clock jumps', () => {
  const root = mkdtempSync(join(room, 'florin-clock-'));
  const fakedBy = (file: string): NodeJS.ProcessEnv => ({
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    // As on a machine whose clock is set: timers go on.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const [of_server, of_florin] = ['server', 'florin'].map((name) => join(root, name)) as [string, string];
  const setClock = (file: string, hours: number): void => writeFileSync(file, `${hours < 0 ? '' : '+'}${hours}h`);
  let cluster: Cluster;
  let server: ChildProcess;
  let on_it: TestService;

  beforeAll(async () => {
    chmodSync(root, 0o755);
    cluster = await makeCluster(join(root, 'data'));
    for (const file of [of_server, of_florin]) setClock(file, 0);
    server = startServer(cluster, {}, fakedBy(of_server));
    await askServer(cluster, 'select 1 as one');
    on_it = await serve(addressOf(cluster));
  });
  afterAll(async () => {
    await on_it?.stop();
    if (server?.pid) killGroup(server.pid);
    rmSync(root, { recursive: true, force: true });
  });

  test('ahead and back under load: each payment is made once, and the ledger is right', async () => {
    const hourOf = async (): Promise<number> => {
      const { rows } = await on_it.engine.database.pool.query(`select extract(epoch from clock_timestamp()) / 3600 as hour`);
      return Number(rows[0].hour);
    };
    const course = await whilePaying(on_it, on_it.client(), async ({ acknowledged }) => {
      for (let jump = 0; jump < jumps; jump++) {
        const hours = hoursOf(jump);
        setClock(of_server, hours);
        await on_it.until(async () => Math.abs((await hourOf()) - Date.now() / hour_ms - hours) < 0.5);
        const enough = acknowledged() + 20;
        await on_it.until(async () => acknowledged() >= enough);
      }
    });
    await expectMadeOnce(on_it.engine.database, course);
    expect(await audit(on_it.engine.database)).toEqual([]);
  });

  test('and a process of Florin whose machine jumps, beside one whose clock is right: the same', async () => {
    setClock(of_server, 0);
    const environment = { FLORIN_VAULT_KEYS: ringText(), FLORIN_OPEN_SANDBOX: 'on', DATABASE_URL: addressOf(cluster) };
    const process = await startProcess(join(root, 'astray'), { ...environment, ...fakedBy(of_florin) });
    try {
      const client = clientOf(process.url, on_it.client().key);
      const hourOf = async (): Promise<number> => {
        const { headers } = await client.get('/v1/balance');
        return Date.parse(headers.get('date') ?? '') / hour_ms;
      };
      const course = await whilePaying(on_it, client, async ({ acknowledged }) => {
        for (let jump = 0; jump < jumps; jump++) {
          const hours = hoursOf(jump);
          setClock(of_florin, hours);
          await on_it.until(async () => Math.abs((await hourOf()) - Date.now() / hour_ms - hours) < 0.5);
          const enough = acknowledged() + 20;
          await on_it.until(async () => acknowledged() >= enough);
        }
      });
      expect(course.refused).toBe(0);
      await expectMadeOnce(on_it.engine.database, course);
      expect(await audit(on_it.engine.database)).toEqual([]);
    } finally {
      process.kill();
    }
  });
});
