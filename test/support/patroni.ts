import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isAlive } from '../../src/service/embedded-postgres/folder.js';
import { debian_programs, ownFolder, spawnAs } from './debian-postgres.js';
import { type Gateway, startGateway } from './gateway.js';
import { room } from './room.js';
import { killGroup } from './running.js';
import { until } from './trial.js';

const ops = resolve(import.meta.dirname, '../../ops/patroni');
const names = ['one', 'two', 'three'] as const;

const start_ms_max = 120_000;

/** A machine of the cluster: etcd, and Patroni with its PostgreSQL, on an address of its own. */
export type Machine = {
  readonly name: string;
  /** Kills Patroni, PostgreSQL and etcd at once, as the loss of the machine does. */
  lose(): void;
  start(): void;
  /** Stops Patroni where it is, while PostgreSQL goes on. */
  hang(): void;
  resume(): void;
  /** Cuts Patroni off from etcd. */
  cutOff(): Promise<void>;
  reconnect(): Promise<void>;
};

/** Three machines as `ops` configures them, on three addresses of this one. */
export type PatroniCluster = {
  /** The address of a database of the cluster, for a role. */
  address(role: string, database: string): string;
  readonly machines: readonly Machine[];
  /** The machine with the leader's lock; null while none has it. */
  leader(): Promise<Machine | null>;
  /** The synchronous standby as the leader has noted it. */
  standby(): Promise<Machine | null>;
  /** Asks Patroni to make the synchronous standby the leader. */
  switchOver(): Promise<void>;
  stop(): Promise<void>;
};

/** Starts the machines. Everything but addresses and folders is as in the files of `ops`. */
export async function startPatroni(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(room, 'florin-patroni-'));
  chmodSync(folder, 0o755);
  const net = `127.${randomInt(1, 255)}`;
  const started = await Promise.all(names.map((name, place) => startMachine({ folder, net, name, place })));
  const machines = started.map(({ machine }) => machine);
  const named = (name: string | null): Machine | null => machines.find((each) => each.name === name) ?? null;
  const stored = (key: string): Promise<string | null> => valueIn(net, `/service/florin/${key}`);
  const leader = async (): Promise<Machine | null> => named(await stored('leader'));
  const standby = async (): Promise<Machine | null> => named(JSON.parse((await stored('sync')) ?? '{}').sync_standby ?? null);
  const stop = async (): Promise<void> => {
    for (const { machine, gateways } of started) {
      machine.lose();
      for (const gateway of gateways) await gateway.cut();
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  const deadline = Date.now() + start_ms_max;
  await until(async () => (await standby()) !== null || Date.now() > deadline);
  if (Date.now() > deadline) {
    const said = names.map((name) => readFileSync(join(folder, name, 'patroni.log'), 'utf8').slice(-2000));
    await stop();
    throw new Error(`Patroni has found no leader with a standby:\n${said.join('\n')}`);
  }
  return {
    machines,
    leader,
    standby,
    address: (role, database) => {
      const hosts = names.map((_, place) => `${net}.0.${place + 1}:5432`).join();
      return `postgres://${role}@${hosts}/${database}?target_session_attrs=read-write`;
    },
    switchOver: async () => {
      const body = JSON.stringify({ leader: (await leader())?.name, candidate: (await standby())?.name });
      const headers = { authorization: `Basic ${Buffer.from('patroni:change-this-1').toString('base64')}` };
      const answer = await fetch(`http://${net}.0.1:8008/switchover`, { method: 'POST', headers, body });
      if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    stop,
  };
}

/** A value of etcd, asked of the first member that answers. */
async function valueIn(net: string, key: string): Promise<string | null> {
  const body = JSON.stringify({ key: Buffer.from(key).toString('base64') });
  for (const place of names.keys()) {
    const address = `http://${net}.0.${place + 1}:2379/v3/kv/range`;
    const answer = await fetch(address, { method: 'POST', body, signal: AbortSignal.timeout(1000) }).catch(() => null);
    if (answer?.status !== 200) continue;
    const { kvs } = (await answer.json()) as { readonly kvs?: readonly { readonly value: string }[] };
    return kvs?.[0] ? Buffer.from(kvs[0].value, 'base64').toString() : null;
  }
  return null;
}

type Place = { readonly folder: string; readonly net: string; readonly name: string; readonly place: number };
type Started = { readonly machine: Machine; readonly gateways: readonly Gateway[] };

async function startMachine(given: Place): Promise<Started> {
  const { folder, net, name, place } = given;
  const home = ownFolder(join(folder, name));
  const data = join(home, 'data');
  const file = join(home, 'patroni.yml');
  writeFileSync(file, patroniOf(given, data));
  // Each Patroni reaches etcd through gateways of its own, by which its machine can be cut off.
  const gateways = await Promise.all(
    names.map((_, other) =>
      startGateway({ host: `${net}.${place + 1}.${other + 1}`, port: 2379 }, { host: `${net}.0.${other + 1}`, port: 2379 }),
    ),
  );
  let etcd: ChildProcess;
  let patroni: ChildProcess;
  let is_lost = false;
  /** Starts Patroni, again if it ends by itself, as systemd does: it ends where etcd is not there yet. */
  const startPatroni = (): void => {
    patroni = spawnAs('patroni', [file], { HOME: home, PATRONI_LOG_DIR: home });
    patroni.once('exit', () => {
      if (!is_lost) startPatroni();
    });
  };
  const start = (): void => {
    is_lost = false;
    etcd = spawnAs('etcd', [], etcdOf(given, join(home, 'etcd')));
    startPatroni();
  };
  const signal = (which: NodeJS.Signals): void => void process.kill(patroni.pid as number, which);
  const lose = (): void => {
    is_lost = true;
    killGroup(patroni.pid as number);
    killServer(data);
    killGroup(etcd.pid as number);
  };
  start();
  const machine: Machine = {
    name,
    lose,
    start,
    hang: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    cutOff: async () => void (await Promise.all(gateways.map((each) => each.cut()))),
    reconnect: async () => void (await Promise.all(gateways.map((each) => each.restore()))),
  };
  return { machine, gateways };
}

/** Kills a PostgreSQL by the pid in its data; its other processes end with it. */
function killServer(data: string): void {
  const lock = join(data, 'postmaster.pid');
  const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0;
  if (pid > 1 && isAlive(pid)) process.kill(pid, 'SIGKILL');
}

/** The configuration of a machine's Patroni. */
function patroniOf({ net, name, place }: Place, data: string): string {
  const own = `${net}.0.${place + 1}`;
  const gateways = names.map((_, other) => `${net}.${place + 1}.${other + 1}:2379`).join();
  return (
    readFileSync(join(ops, 'patroni.yml'), 'utf8')
      .replace('name: one', `name: ${name}`)
      // Without `use_proxies` it would ask etcd for the addresses of its members, and go around the gateways.
      .replace(/hosts: .*/, `use_proxies: true\n  hosts: ${gateways}`)
      .replaceAll(/listen: 0\.0\.0\.0/g, `listen: ${own}`)
      .replaceAll(/connect_address: 10\.0\.0\.1/g, `connect_address: ${own}`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replace(/bin_dir: .*/, `bin_dir: ${debian_programs}\n  parameters:\n    unix_socket_directories: ${join(data, '..')}`)
      .replace(/data_dir: .*/, `data_dir: ${data}`)
  );
}

/** The environment of a machine's etcd. */
function etcdOf({ net, name, place }: Place, data: string): Record<string, string> {
  const text = readFileSync(join(ops, 'etcd.conf'), 'utf8')
    .replace('ETCD_NAME=one', `ETCD_NAME=${name}`)
    .replaceAll(/(_URLS=.*)10\.0\.0\.1/g, `$1${net}.0.${place + 1}`)
    .replaceAll('10.0.0.', `${net}.0.`)
    .replace(/ETCD_DATA_DIR=.*/, `ETCD_DATA_DIR=${data}`);
  const lines = text.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
