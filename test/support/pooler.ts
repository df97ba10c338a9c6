import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A pooler in transaction mode: it accepts clients itself, drops their options, and gives each transaction a connection. */
export type Pooler = { readonly url: string; stop(): Promise<void> };

const socket_name = '.s.PGSQL.5432';

/** Starts one with this many connections to the database at `url`, which names a folder with a Unix socket and needs no password. */
export async function startPooler(url: string, connections = 1, greeting = welcome): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-pooler-'));
  const { searchParams, pathname } = new URL(url);
  const [target, user] = ['host', 'user'].map((name) => searchParams.get(name) ?? '');
  const waiting: Waiting = [];
  const servers = Array.from({ length: connections }, () =>
    serverOf(join(target ?? '', socket_name), { user: user ?? '', database: decodeURIComponent(pathname.slice(1)) }, waiting),
  );
  const sockets = new Set<Socket>();
  const listening = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {});
    serve(client, servers, waiting, greeting);
  });
  await new Promise<void>((resolve) => listening.listen(join(folder, socket_name), resolve));
  const through = new URL(url);
  through.searchParams.set('host', folder);
  return {
    url: through.href,
    stop: async () => {
      for (const socket of [...sockets, ...servers.map(({ socket }) => socket)]) socket.destroy();
      await new Promise<void>((resolve) => listening.close(() => resolve()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A connection to the database. Clients use it in turn, each until a transaction has ended. */
type Server = { readonly socket: Socket; free: boolean; ready: boolean; tell: (bytes: Buffer) => void; ended: () => void };

/** Clients that wait for a connection. */
type Waiting = (() => void)[];

function serverOf(path: string, { user, database }: { user: string; database: string }, waiting: Waiting): Server {
  const socket = connect(path);
  const server: Server = { socket, free: false, ready: false, tell: () => {}, ended: () => {} };
  socket.on('error', () => {});
  socket.write(startup({ user, database }));
  framed(socket, (type, message) => {
    if (server.ready) server.tell(message);
    if (type !== 'Z' || message[5] !== 'I'.charCodeAt(0)) return;
    const { ended } = server;
    server.ready = true;
    server.free = true;
    ended();
    waiting.shift()?.();
  });
  return server;
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const body = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(196_608, 4);
  return Buffer.concat([head, body]);
}

const welcome = Buffer.concat([
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]), // the client is accepted
  Buffer.from([0x4b, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 1]), // the pooler's own process number
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]), // ready
]);

const said = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';

/** The answer of a pooler that refuses options. */
export const no_options = Buffer.concat([Buffer.from([0x45, 0, 0, 0, said.length + 4]), Buffer.from(said)]);

/** A client's message goes to its connection, or waits for one. */
function serve(client: Socket, servers: readonly Server[], waiting: Waiting, greeting: Buffer): void {
  let mine: Server | undefined;
  let said: Buffer[] = [];
  const speak = (): void => {
    mine ??= servers.find(({ free }) => free);
    if (!mine) return void waiting.push(speak);
    const server = mine;
    server.free = false;
    server.tell = (bytes) => client.write(bytes);
    server.ended = () => {
      mine = undefined;
      if (said.length) speak();
    };
    for (const bytes of said.splice(0)) server.socket.write(bytes);
  };
  client.once('data', () => {
    client.write(greeting);
    framed(client, (type, message) => {
      if (type === 'X') return void client.end();
      said = [...said, message];
      if (type === 'S' || type === 'Q') speak();
    });
  });
}

/** Calls back for each message of the protocol: a letter, its length, its content. */
function framed(socket: Socket, each: (type: string, message: Buffer) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on('data', (more) => {
    bytes = Buffer.concat([bytes, more as Buffer]);
    while (bytes.length >= 5 && bytes.length > bytes.readInt32BE(1)) {
      const length = bytes.readInt32BE(1) + 1;
      const message = bytes.subarray(0, length);
      bytes = bytes.subarray(length);
      each(String.fromCharCode(message[0] as number), message);
    }
  });
}
