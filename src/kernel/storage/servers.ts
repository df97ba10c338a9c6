import { Socket } from 'node:net';
import pg from 'pg';
import { isReadOnly, optionsOf, type Session, verify } from './session.js';
import { deadlineIn } from './stalled.js';

/** The servers of an address, of which one accepts writes. */
export type Servers = {
  /** Borrows a connection to the writable server; the caller releases it. */
  connect(): Promise<pg.PoolClient>;
  /** The pool of the current server. */
  readonly pool: pg.Pool;
  /** Reports that this pool's server refused a write, so that the writable one is found again. */
  refused(by: pg.Pool): void;
  /** Leaves a server for one that was promoted after it, if there is one; whether it did. */
  followPromotion(): Promise<boolean>;
  close(): Promise<void>;
};

/** How connections are opened. */
export type Opening = {
  readonly session: Session;
  readonly connections: number;
  readonly types: pg.CustomTypesConfig;
  readonly log: (error: Error) => void;
  /** Refuses a read-only server, even if it is the only one. */
  readonly writes: boolean;
  /** How long to wait for a connection, over all servers. */
  readonly timeout_ms: number;
  /** The program as `pg_stat_activity` names it. */
  readonly program?: string;
};

/** Opens pools for one or several servers; connects on first use. */
export function serversOf(url: string, opening: Opening): Servers {
  const { urls, writes } = addressesIn(url);
  const sockets = new Set<Socket>();
  const timeout_ms = opening.timeout_ms / urls.length;
  const open = (connectionString: string): pg.Pool =>
    poolOf(connectionString, sockets, { ...opening, timeout_ms, writes: writes || opening.writes });
  const pools = urls.map(open);
  let current = 0;
  const pool = (): pg.Pool => pools[current] as pg.Pool;
  const leave = (): void => {
    const former = pool();
    pools[current] = open(urls[current] as string);
    void former.end();
  };
  return {
    connect: () => (pools.length === 1 ? pool().connect() : inTurn(pools, current, (found) => (current = found))),
    get pool() {
      return pool();
    },
    refused: (former) => {
      if (writes && pool() === former) leave();
    },
    followPromotion: async () => {
      const from = current;
      const place = pools.length === 1 ? null : await promotedAfter(pools, from, timeout_ms);
      if (place === null || current !== from) return false;
      leave();
      current = place;
      return true;
    },
    // An unresponsive server does not keep the process from exiting.
    close: async () => {
      const until = deadlineIn(opening.timeout_ms);
      await until.within(Promise.all(pools.map((each) => each.end()))).catch(() => {});
      until.end();
      for (const socket of sockets) socket.unref();
    },
  };
}

/** Tries the servers in order, beginning with the one found last. */
async function inTurn(pools: readonly pg.Pool[], from: number, found: (place: number) => void): Promise<pg.PoolClient> {
  const faults: unknown[] = [];
  for (const offset of pools.keys()) {
    const place = (from + offset) % pools.length;
    try {
      const client = await (pools[place] as pg.Pool).connect();
      found(place);
      return client;
    } catch (fault) {
      faults.push(fault);
    }
  }
  // Prefer the error of an unreachable server: that others are read-only is expected.
  throw faults.find((fault) => !isReadOnly(fault)) ?? faults[0];
}

/** Each promotion begins a timeline with a higher number. The statement fails on a standby. */
const timeline = 'select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline';

/** The place of the writable server that was promoted last, if that was after the one at `from`; null when there is none. A server without an answer counts as none. */
async function promotedAfter(pools: readonly pg.Pool[], from: number, timeout_ms: number): Promise<number | null> {
  const until = deadlineIn(timeout_ms);
  const asked = pools.map((pool) => until.within(pool.query<{ timeline: string }>(timeline)));
  const timelines = await Promise.all(asked.map((answer) => answer.then(({ rows }) => rows[0]?.timeline ?? null).catch(() => null)));
  until.end();
  const own = timelines[from] ?? null;
  const newest = timelines.reduce((best, each) => (each !== null && (best === null || each > best) ? each : best), own);
  return own === null || newest === own ? null : timelines.indexOf(newest);
}

function poolOf(
  connectionString: string,
  sockets: Set<Socket>,
  { session, connections, types, log, writes, timeout_ms, program = 'florin' }: Opening,
): pg.Pool {
  const pool = new pg.Pool({
    stream: () => listed(sockets, new Socket()),
    connectionString,
    application_name: program,
    max: connections,
    connectionTimeoutMillis: timeout_ms,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5000,
    // A new connection plans every statement again, which slows the first requests after a pause.
    idleTimeoutMillis: 600_000,
    options: optionsOf(session),
    types,
    onConnect: (client) => verify(client, session, { writes, timeout_ms }),
  });
  pool.on('error', log);
  // A borrowed connection that breaks also emits an error event; without a listener it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

function listed(sockets: Set<Socket>, socket: Socket): Socket {
  sockets.add(socket);
  return socket.once('close', () => sockets.delete(socket));
}

/** One URL per server, and whether each must be checked for writes. */
type Addresses = { readonly urls: readonly string[]; readonly writes: boolean };

const writing: readonly string[] = ['read-write', 'primary'];

/**
 * Parses an address like libpq: several servers are separated by commas, with one port each or one for all. With several servers Florin always uses
 * the writable one.
 */
export function addressesIn(url: string): Addresses {
  const [, head, hosts, path = '', query = ''] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)\??(.*)$/.exec(url) ?? [];
  if (head === undefined || hosts === undefined) throw unreadable('it is not of the form postgres://user:password@host:port/database');
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && wanted !== 'any' && !writing.includes(wanted))
    throw unreadable(`target_session_attrs is ${wanted}, but Florin writes: it must be ${writing.join(' or ')}`);
  parameters.delete('target_session_attrs');
  const urls = oneEach(head, hosts, path, parameters).map(readable);
  return { urls, writes: urls.length > 1 || (wanted !== null && wanted !== 'any') };
}

/** Servers are given as hosts, or in the parameters `host` and `port`, which socket folders require. */
function oneEach(head: string, hosts: string, path: string, parameters: URLSearchParams): string[] {
  const folders = parameters.get('host')?.split(',');
  if (!folders) return hosts.split(',').map((host) => `${head}${host}${path}${parameters.size ? `?${parameters}` : ''}`);
  const ports = parameters.get('port')?.split(',') ?? [];
  return folders.map((host, place) => {
    const own = new URLSearchParams(parameters);
    own.set('host', host);
    const port = ports[place] ?? ports[0];
    if (port !== undefined) own.set('port', port);
    return `${head}${hosts}${path}?${own}`;
  });
}

function readable(url: string): string {
  if (!URL.canParse(url)) throw unreadable('a host or port is invalid, or a password is not percent-encoded');
  return url;
}

/** The address contains a password, so it is never shown. */
const unreadable = (why: string): Error => new Error(`DATABASE_URL cannot be read: ${why}.`);
