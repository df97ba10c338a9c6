import type { ChildProcess } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../src/kernel/ledger/balances.js';
import { migrate } from '../src/kernel/storage/migrate.js';
import { debian_programs, ownFolder, runAs, spawnAs, untilAnswered } from './support/debian-postgres.js';
import { describeWith } from './support/installed.js';
import { room } from './support/room.js';
import { killGroup } from './support/running.js';
import { type Client, serve, type TestService } from './support/service.js';

const ops = resolve(import.meta.dirname, '../ops/pgbackrest');
const paid = { amount: 1000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
const programs = debian_programs ?? '/usr/lib/postgresql/15/bin';

describeWith(['pgbackrest', join(programs, 'initdb')], 'a database that pgBackRest archives, as ops configures it', () => {
  const root = mkdtempSync(join(room, 'florin-pgbackrest-'));
  const data = join(root, 'data');
  const configuration = join(root, 'pgbackrest.conf');
  const url = `postgresql:///florin?host=${root}/socket&port=5432&user=postgres&sslmode=disable`;
  const services: TestService[] = [];
  let server: ChildProcess;

  const pgbackrest = (...words: readonly string[]): string =>
    runAs('pgbackrest', [`--config=${configuration}`, '--stanza=florin', ...words]);
  let is_killed = false;
  /** Starts the server, again if it ends by itself: children of a killed one may still hold its memory for a moment. */
  const spawnServer = (): void => {
    server = spawnAs(join(programs, 'postgres'), ['-D', data]);
    server.once('exit', () => {
      if (!is_killed) spawnServer();
    });
  };
  const start = async (): Promise<void> => {
    is_killed = false;
    spawnServer();
    await untilAnswered(
      url.replace('/florin', '/postgres'),
      'select pg_is_in_recovery() as recovering',
      ({ recovering }) => recovering === false,
    );
  };
  /** The machine is lost with its disk. */
  const loseEverything = async (): Promise<void> => {
    is_killed = true;
    const ended = new Promise((done) => server.once('exit', done));
    killGroup(server.pid as number);
    await ended;
    rmSync(data, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    ownFolder(data);
  };
  const pay = async (client: Client, count: number): Promise<string[]> => {
    const answers = await Promise.all(Array.from({ length: count }, () => client.post('/v1/payment_intents', paid)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    return answers.map(({ body }) => body.id);
  };
  const serving = async (): Promise<TestService> => {
    const service = await serve(url);
    services.push(service);
    return service;
  };
  const statusesOf = (client: Client, ids: readonly string[]): Promise<number[]> =>
    Promise.all(ids.map(async (id) => (await client.get(`/v1/payment_intents/${id}`)).status));

  beforeAll(async () => {
    chmodSync(root, 0o755);
    for (const name of ['socket', 'repository', 'lock', 'spool']) ownFolder(join(root, name));
    ownFolder(data);
    const conf = readFileSync(join(ops, 'pgbackrest.conf'), 'utf8')
      .replace('/var/lib/pgbackrest', join(root, 'repository'))
      .replace('/var/lib/postgresql/15/main', data)
      .replace('/var/run/postgresql', join(root, 'socket'))
      .replace('[global]', `[global]\nlock-path=${root}/lock\nspool-path=${root}/spool`);
    writeFileSync(configuration, conf);
    runAs(join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--data-checksums']);
    const settings = readFileSync(join(ops, 'postgresql.conf'), 'utf8').replace('pgbackrest --', `pgbackrest --config=${configuration} --`);
    appendFileSync(join(data, 'postgresql.conf'), `${settings}\nlisten_addresses = ''\nunix_socket_directories = '${root}/socket'\n`);
    await start();
    await untilAnswered(url.replace('/florin', '/postgres'), 'create database florin');
    await migrate({ url, log: () => {} });
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    is_killed = true;
    if (server?.pid) killGroup(server.pid);
    rmSync(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  test('after the loss of all data it is restored to a point in time: with everything acknowledged before it, and nothing after', async () => {
    const service = await serving();
    const client = service.client('sk_test_pgbackrest');
    pgbackrest('stanza-create');
    const in_backup = await pay(client, 10);
    pgbackrest('backup', '--type=full');
    // Backups are found by the second in which they have ended: the chosen moment is in a later one.
    const { ended } = await untilAnswered(url, 'select clock_timestamp()::text as ended');
    const in_archive = await pay(client, 20);
    const later = `select date_trunc('second', clock_timestamp()) > '${ended}'::timestamptz as is_later`;
    await untilAnswered(url, later, ({ is_later }) => is_later === true);
    const { now } = await untilAnswered(url, 'select clock_timestamp()::text as now');
    const too_late = await pay(client, 5);
    const { wal } = await untilAnswered(url, 'select pg_walfile_name(pg_switch_wal()) as wal');
    await untilAnswered(url, 'select last_archived_wal as wal from pg_stat_archiver', (row) => String(row.wal ?? '') >= String(wal));
    await services.pop()?.stop();
    await loseEverything();

    const begun = performance.now();
    pgbackrest('restore', '--type=time', `--target=${now}`, '--target-action=promote');
    const restored = performance.now();
    await start();
    const second = await serving();
    const again = second.client(client.key);
    await pay(again, 1);
    const answered = performance.now();
    expect(new Set(await statusesOf(again, [...in_backup, ...in_archive]))).toEqual(new Set([200]));
    expect(new Set(await statusesOf(again, too_late))).toEqual(new Set([404]));
    expect(await audit(second.engine.database)).toEqual([]);
    const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
    console.log(
      `pgBackRest: RTO ${seconds(begun, answered)} s to the next payment, of which copying ${seconds(begun, restored)} s; RPO 0 s at the chosen moment`,
    );
  });

  test('without a chosen moment, what was archived last is there: what is lost was committed after it', async () => {
    const service = services.at(-1) as TestService;
    const client = service.client('sk_test_pgbackrest');
    const archived = await pay(client, 5);
    const { wal } = await untilAnswered(url, 'select pg_walfile_name(pg_switch_wal()) as wal');
    await untilAnswered(url, 'select last_archived_wal as wal from pg_stat_archiver', (row) => String(row.wal ?? '') >= String(wal));
    await services.pop()?.stop();
    await loseEverything();
    pgbackrest('restore');
    await start();
    const third = await serving();
    expect(new Set(await statusesOf(third.client(client.key), archived))).toEqual(new Set([200]));
    expect(await audit(third.engine.database)).toEqual([]);
    const { setting } = await untilAnswered(url, `select setting from pg_settings where name = 'archive_timeout'`);
    console.log(`pgBackRest: RPO at most ${setting} s, which is archive_timeout`);
  });
});
