import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Stands between a service and its database, and does to their conversation what networks do. */
export type Between = {
  /** The database's URL, by way of the proxy. */
  readonly url: string;
  /** Ends every connection and takes no new one. */
  cut(): Promise<void>;
  /** Keeps connections open and takes new ones, but says nothing any more. */
  freeze(): void;
  /** All is well again. */
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
  let server: Server | null = null;

  const join_ = (near: Socket): void => {
    const far = connect(join(target, socket_name));
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near] as const]) {
      from.on('data', (chunk) => !frozen && to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  };

  const cut = async (): Promise<void> => {
    const closing = server;
    server = null;
    for (const [near, far] of pairs) for (const socket of [near, far]) socket.destroy();
    if (closing) await new Promise<void>((resolve) => closing.close(() => resolve()));
  };

  const restore = async (): Promise<void> => {
    // What was said into the void is lost, so the conversations of that time cannot go on.
    if (frozen) await cut();
    frozen = false;
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
    restore,
    stop: async () => {
      await cut();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
