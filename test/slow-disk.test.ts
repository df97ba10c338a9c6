import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import type { Cluster } from '../src/service/embedded-postgres/cluster.js';
import { addressOf, askServer, makeCluster, startServer } from './support/bare-postgres.js';
import { repeats } from './support/campaign.js';
import { describeWith } from './support/installed.js';
import { expectMadeOnce, whilePaying } from './support/payers.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { serve, type TestService } from './support/service.js';

const times = repeats('slow_disks');

/** Delays each write to the disk of a server and of the sessions it starts, as a disk does that is at its limit. Answers with how to end it. */
async function slowDown(server: ChildProcess, delay_ms: number): Promise<() => Promise<void>> {
  const children = execFileSync('pgrep', ['-P', String(server.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');
  const processes = [String(server.pid), ...children].flatMap((pid) => ['-p', pid]);
  const calls = 'fsync,fdatasync,sync_file_range';
  const delays = ['-e', `trace=${calls}`, '-e', `inject=${calls}:delay_enter=${delay_ms * 1000}`];
  const tracer = spawn('strace', ['-f', '-o', '/dev/null', ...delays, ...processes], { stdio: ['ignore', 'ignore', 'pipe'] });
  await once(tracer.stderr, 'data'); // attached
  return async () => {
    tracer.kill('SIGINT');
    await once(tracer, 'exit');
  };
}

describeWith(['strace', 'pgrep'], 'a database whose disk is slow', () => {
  const root = mkdtempSync(join(room, 'florin-slow-'));
  let server: ChildProcess;
  let service: TestService;

  beforeAll(async () => {
    chmodSync(root, 0o755);
    const cluster: Cluster = await makeCluster(join(root, 'data'));
    server = startServer(cluster);
    await askServer(cluster, 'select 1 as one');
    service = await serve(addressOf(cluster));
  });
  afterAll(async () => {
    await service?.stop();
    if (server?.pid) killGroup(server.pid);
    rmSync(root, { recursive: true, force: true });
  });

  test(`${times} times each write takes 300 ms: payments are accepted, each once`, async () => {
    const client = service.client();
    for (let time = 0; time < times; time++) {
      const course = await whilePaying(service, client, async ({ acknowledged }) => {
        const end = await slowDown(server, 300);
        const enough = acknowledged() + 20;
        await service.until(async () => acknowledged() >= enough);
        await end();
      });
      await expectMadeOnce(service.engine.database, course);
      expect(course.refused).toBe(0);
    }
    expect(await audit(service.engine.database)).toEqual([]);
  });

  test(`${times} times each write takes 20 s: payments are refused, none that was acknowledged is lost, and they are accepted when it is fast again`, async () => {
    const client = service.client();
    for (let time = 0; time < times; time++) {
      const course = await whilePaying(service, client, async ({ refusals }) => {
        const end = await slowDown(server, 20_000);
        await service.until(async () => refusals().length > 20);
        await end();
      });
      await expectMadeOnce(service.engine.database, course);
      const gap = `${(course.gap_ms / 1000).toFixed(1)} s without an accepted payment`;
      console.log(
        `slow disk: ${gap}; ${course.acknowledged.length} payments acknowledged, none lost or doubled; ${course.refused} refusals`,
      );
    }
    expect(await audit(service.engine.database)).toEqual([]);
  });
});
