import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { addressOf, askServer, makeCluster, startServer } from './support/bare-postgres.js';
import { repeats } from './support/campaign.js';
import { describeWith } from './support/installed.js';
import { expectMadeOnce, whilePaying } from './support/payers.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { serve, startService, type TestService } from './support/service.js';

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
  await expectMadeOnce(service, course);
  expect(await audit(service.engine.database)).toEqual([]);
});

const libraries = '/usr/lib';
const faketime =
  (existsSync(libraries) ? readdirSync(libraries) : [])
    .map((machine) => join(libraries, machine, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? 'faketime';

describeWith([faketime], 'a PostgreSQL whose clock jumps', () => {
  const root = mkdtempSync(join(room, 'florin-clock-'));
  const offset = join(root, 'offset');
  let server: ChildProcess;
  let on_it: TestService;

  beforeAll(async () => {
    chmodSync(root, 0o755);
    const cluster = await makeCluster(join(root, 'data'));
    writeFileSync(offset, '+0h');
    server = startServer(
      cluster,
      {},
      {
        LD_PRELOAD: faketime,
        FAKETIME_TIMESTAMP_FILE: offset,
        FAKETIME_CACHE_DURATION: '1',
        // As on a machine whose clock is set: timers go on.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      },
    );
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
        writeFileSync(offset, `${hours > 0 ? '+' : ''}${hours}h`);
        await on_it.until(async () => Math.abs((await hourOf()) - Date.now() / hour_ms - hours) < 0.5);
        const enough = acknowledged() + 20;
        await on_it.until(async () => acknowledged() >= enough);
      }
    });
    await expectMadeOnce(on_it, course);
    expect(await audit(on_it.engine.database)).toEqual([]);
  });
});
