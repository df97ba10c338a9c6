import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { isRoot } from '../src/service/embedded-postgres/folder.js';
import { addressOf, askServer, makeCluster, startServer } from './support/bare-postgres.js';
import { repeats } from './support/campaign.js';
import { expectMadeOnce, whilePaying } from './support/payers.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { serve, type TestService } from './support/service.js';

const times = repeats('full_disks');
/** Room for the database and what these payments add; little enough to be filled quickly. */
const size = '400m';
const can_mount = isRoot() && spawnSync('unshare', ['-m', 'true']).status === 0;
const name = 'a database whose disk has no room left';

describe.skipIf(!can_mount)(can_mount ? name : `${name} (skipped: only root can mount a small disk)`, () => {
  const root = mkdtempSync(join(room, 'florin-full-'));
  const ballast = join(root, 'ballast');
  let cluster: Cluster;
  let server: ChildProcess;
  let service: TestService;
  let is_over = false;

  /** Starts the server, again when it ends: without room for its log PostgreSQL ends itself. */
  const start = (): void => {
    server = startServer(cluster, { max_wal_size: '64MB', min_wal_size: '32MB' });
    server.once('exit', () => {
      if (!is_over) start();
    });
  };
  const fill = (): void => {
    const file = openSync(ballast, 'w');
    for (const bytes of [2 ** 20, 2 ** 12]) while (hasWritten(file, bytes));
    closeSync(file);
  };

  beforeAll(async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', root]);
    chmodSync(root, 0o755);
    cluster = await makeCluster(join(root, 'data'));
    start();
    await askServer(cluster, 'select 1 as one');
    service = await serve(addressOf(cluster));
  });
  afterAll(async () => {
    is_over = true;
    await service?.stop();
    if (server?.pid) killGroup(server.pid);
    if (can_mount) spawnSync('umount', ['-l', root]);
    rmSync(root, { recursive: true, force: true });
  });

  test(`${times} times: payments are refused, none that was acknowledged is lost, and they are accepted when there is room again`, async () => {
    const client = service.client();
    for (let time = 0; time < times; time++) {
      const course = await whilePaying(service, client, async ({ refusals }) => {
        fill();
        await service.until(async () => refusals().length > 20);
        rmSync(ballast);
      });
      await expectMadeOnce(service.engine.database, course);
      expect(await audit(service.engine.database)).toEqual([]);
      const gap = `${(course.gap_ms / 1000).toFixed(1)} s without an accepted payment`;
      console.log(
        `full disk: ${gap}; ${course.acknowledged.length} payments acknowledged, none lost or doubled; ${course.refused} refusals`,
      );
    }
  });
});

/** Writes bytes to a file while the disk has room for them. */
function hasWritten(file: number, bytes: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(bytes, 1)) === bytes;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    return false;
  }
}
