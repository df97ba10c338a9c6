import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Cluster } from './cluster.js';
import { codeOf } from './folder.js';
import { log_path, logTail, readPid, socketFolder, spawnServer } from './server.js';

/**
 * A connection that a process keeps open while it needs the server, with a shared lock that shows its presence to others. The lock of a killed
 * process is released automatically, so no process id in a file has to be trusted.
 */
export type Presence = {
  readonly client: Client;
  readonly socket: Socket;
  /** Whether this process started the server. */
  readonly started: boolean;
};

/** Advisory locks are per database, so every process takes its lock in this one. Test databases can then be cloned and dropped freely. */
const meeting_place = 'postgres';
const presence_lock = 3_567_346;

const poll_interval_ms = 10;
const retry_interval_ms = 100;
const patience_ms = 20_000;
const shutdown_ms_max = 60_000;

/** The connection string of one database of the cluster. */
export const urlOf = (cluster: Cluster, database: string): string =>
  `postgresql:///${encodeURIComponent(database)}?host=${encodeURIComponent(socketFolder(cluster))}` +
  '&port=5432&user=postgres&sslmode=disable';

/**
 * Tries to connect until a server accepts, and starts one if none is running. Only an answer proves that a server lives. If two processes both start
 * one, PostgreSQL lets one of them run and both join it.
 */
export async function joinServer(cluster: Cluster): Promise<Presence> {
  let server: ChildProcess | undefined;
  for (let waited_ms = 0; waited_ms < patience_ms; waited_ms += poll_interval_ms) {
    const answer = await knock(cluster);
    if (typeof answer === 'object') return { ...answer, started: server?.pid === readPid(cluster) };
    // The server is starting, recovering or stopping. A recovery may take long, and keeps answering like this.
    if (answer === 'cannot_connect_now') waited_ms = 0;
    if (answer === 'nobody_there' && server && hasEnded(server)) {
      refuseHopeless(cluster);
      await pause(retry_interval_ms);
      waited_ms += retry_interval_ms;
    }
    if (answer === 'nobody_there' && (!server || hasEnded(server))) server = spawnServer(cluster);
    await pause(poll_interval_ms);
  }
  throw new Error(`PostgreSQL in ${cluster.directory} does not answer: ${lastWords(cluster, logTail(cluster))}`);
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

/** Old processes that hold the shared memory of a killed server end soon, and another process may be starting the server: keep waiting. */
function refuseHopeless(cluster: Cluster): void {
  const tail = logTail(cluster);
  if (/still in use|already exists|already running/.test(tail)) return;
  throw new Error(`PostgreSQL in ${cluster.directory} does not start: ${lastWords(cluster, tail)}`);
}

/** The last log lines without timestamps, joined into one. */
const lastWords = ({ directory }: Cluster, tail: string): string =>
  `${tail
    .split('\n')
    .slice(-3)
    .map((line) => line.replace(/^.*?\[\d+\] /, '').trim())
    .join('; ')}. The full log is ${log_path(directory)}.`;

type Refusal = 'nobody_there' | 'cannot_connect_now' | 'broken_off';

async function knock(cluster: Cluster): Promise<Omit<Presence, 'started'> | Refusal> {
  const socket = new Socket();
  const client = new Client({ connectionString: urlOf(cluster, meeting_place), stream: () => socket });
  client.on('error', () => {}); // the query or 'end' reports a broken connection too
  try {
    await client.connect();
    // Waits while another process shuts the server down; the connection then breaks.
    await client.query('select pg_advisory_lock_shared($1)', [presence_lock]);
    return { client, socket };
  } catch (error) {
    socket.destroy();
    return refusalOf(error as Error);
  }
}

function refusalOf(error: Error): Refusal {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ECONNREFUSED':
      return 'nobody_there';
    case '57P03':
      return 'cannot_connect_now';
    case '53300': // too many connections
    case '57P01': // shut down during the wait
    case '57P02': // crashed during the wait
    case 'EAGAIN':
    case 'ECONNRESET':
    case 'EPIPE':
    case undefined: // node-postgres gives no code when a connection ends without an error
      return 'broken_off';
    default:
      throw error;
  }
}

/**
 * Stays connected: if the server dies, one of its users restarts it and the others join. Returns a function that leaves the server; the last to leave
 * shuts it down.
 */
export function stayPresent(cluster: Cluster, first: Presence, log: (line: string) => void): () => Promise<void> {
  let leaving: Promise<void> | undefined;
  let presence: Promise<Presence | undefined> = Promise.resolve(keep(first));

  function keep(kept: Presence): Presence {
    kept.client.once('end', () => {
      if (!leaving) presence = returnToServer();
    });
    return kept;
  }

  async function returnToServer(): Promise<Presence | undefined> {
    while (!leaving) {
      try {
        log('lost PostgreSQL: joining or starting it again');
        return idle(keep(await joinServer(cluster)));
      } catch (error) {
        log((error as Error).message);
        await pause(retry_interval_ms, undefined, { ref: false });
      }
    }
    return undefined;
  }

  return () => {
    leaving ??= presence.then((kept) => kept && leave(cluster, kept));
    return leaving;
  };
}

/** Lets a process exit although the connection is open. */
export function idle(presence: Presence): Presence {
  presence.socket.unref();
  return presence;
}

async function leave(cluster: Cluster, { client, socket }: Presence): Promise<void> {
  socket.ref();
  if (await isAlone(client)) await shutDown(cluster);
  await client.end();
}

/** A process that gets the exclusive lock after releasing its shared lock is the last one; of two that leave concurrently, only one gets it. */
async function isAlone(client: Client): Promise<boolean> {
  try {
    await client.query('select pg_advisory_unlock_shared($1)', [presence_lock]);
    const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [presence_lock]);
    return rows[0]?.alone === true;
  } catch {
    return false; // the connection broke: another process is already shutting the server down, or it crashed
  }
}

/** Fast shutdown: connections are ended, and all data is on disk when the lock file is gone. */
async function shutDown(cluster: Cluster): Promise<void> {
  const pid = readPid(cluster);
  if (pid === undefined) return;
  process.kill(pid, 'SIGINT');
  for (let waited_ms = 0; readPid(cluster) === pid; waited_ms += poll_interval_ms) {
    if (waited_ms > shutdown_ms_max) throw new Error(`PostgreSQL (process ${pid}) has not stopped within a minute`);
    await pause(poll_interval_ms);
  }
}
