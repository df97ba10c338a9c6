import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands between a service and its database, and simulates network failures. */
export type Between = {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /** Ends every connection and accepts no new one. */
  cut(): Promise<void>;
  /** Keeps connections open and accepts new ones, but passes nothing on. */
  freeze(): void;
  /** Ends every connection to the database without closing those of the service, which keeps using them. */
  halve(): void;
  /** Passes this many bytes a second on each connection, in each direction. */
  throttle(bytes_per_second: number): void;
  /** Ends the failure. */
  restore(): Promise<void>;
  stop(): Promise<void>;
};

const socket_name = '.s.PGSQL.5432';

/** Starts a proxy for the database at `url`, which names a folder with a Unix socket. */
export async function startProxy(url: string): Promise<Between> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-proxy-'));
  const target = new URL(url).searchParams.get('host') ?? '';
  const pairs = new Set<readonly [Socket, Socket]>();
  let frozen = false;
  let pace = Number.POSITIVE_INFINITY;
  let server: Server | null = null;

  const join_ = (near: Socket): void => {
    const far = connect(join(target, socket_name));
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk: Buffer) => {
        if (frozen) return;
        if (pace === Number.POSITIVE_INFINITY) to.write(chunk);
        else trickle(from, to, chunk, pace);
      });
      from.on('error', () => {});
      from.on('close', () => {
        if (frozen) return;
        to.destroy();
        pairs.delete(pair);
      });
    }
  };

  const cut = async (): Promise<void> => {
    const closing = server;
    server = null;
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
    pairs.clear();
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };

  const restore = async (): Promise<void> => {
    // Messages of that time are lost, so its connections cannot continue.
    if (frozen || pace !== Number.POSITIVE_INFINITY) await cut();
    frozen = false;
    pace = Number.POSITIVE_INFINITY;
    if (server) return;
    const opening = createServer(join_);
    server = opening;
    await new Promise<void>((resolve) => opening.listen(join(folder, socket_name), resolve));
  };

  await restore();
  const through = new URL(url);
  through.searchParams.set('host', folder);
  return {
    url: through.href,
    cut,
    freeze: () => {
      frozen = true;
    },
    halve: () => {
      frozen = true;
      for (const [, far] of pairs) far.destroy();
    },
    throttle: (bytes_per_second) => {
      pace = bytes_per_second;
    },
    restore,
    stop: async () => {
      await cut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const beats_per_second = 10;

/** Passes a chunk on in small pieces, and accepts no more until it is through. */
function trickle(from: Socket, to: Socket, chunk: Buffer, bytes_per_second: number): void {
  from.pause();
  const piece = Math.max(1, Math.floor(bytes_per_second / beats_per_second));
  let sent = 0;
  const beat = setInterval(() => {
    to.write(chunk.subarray(sent, sent + piece));
    sent += piece;
    if (sent < chunk.length && !to.destroyed) return;
    clearInterval(beat);
    from.resume();
  }, 1000 / beats_per_second);
}
