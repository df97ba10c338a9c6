import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, and its graceful close. */
export type Clients = {
  /** Closes the server after its running requests are answered; the deadline cuts off the remaining connections. */
  seeOff(close: () => Promise<unknown>, deadline_ms: number): Promise<void>;
};

/** The clock, and a way to wait on it. */
export type Waiting = { readonly now_ms: () => number; readonly pause: (ms: number) => Promise<void> };

const hearing_ms = 1000;
const look_ms = 20;

const real: Waiting = { now_ms: Date.now, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/**
 * Tracks the connections of a server. A client that sent a request within the last second may send another on the same connection, and Node would cut
 * it if that request is not read yet (promises, trap 5). So for the rest of that second every response says `connection: close`. Without a recent
 * request there is no wait.
 */
export function clientsOf(server: Server, { now_ms, pause }: Waiting = real): Clients {
  const opened = new Map<Socket, number>();
  let asked_ms = Number.NEGATIVE_INFINITY;
  server.on('connection', (socket) => {
    opened.set(socket, now_ms());
    socket.once('close', () => opened.delete(socket));
  });
  server.prependListener('request', () => {
    asked_ms = now_ms();
  });
  /** Node counts a connection without any request, which browsers open, as busy for ten seconds. */
  const endSilent = (): void => {
    for (const [socket, at_ms] of opened) if (socket.bytesRead === 0 && now_ms() - at_ms >= hearing_ms) socket.destroy();
  };
  const hear = async (): Promise<void> => {
    server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
    const until_ms = now_ms() + hearing_ms;
    while (now_ms() < Math.min(until_ms, asked_ms + hearing_ms)) await pause(look_ms);
  };
  return {
    seeOff: async (close, deadline_ms) => {
      await hear();
      const until_ms = now_ms() + deadline_ms;
      let over = false;
      const closed = close().finally(() => {
        over = true;
      });
      while (!over) {
        endSilent();
        await Promise.race([closed, pause(look_ms)]);
        // Received data has been read by now and no more can arrive before the next line: an idle connection has no request.
        await new Promise(setImmediate);
        server.closeIdleConnections();
        if (now_ms() >= until_ms) server.closeAllConnections();
      }
      await closed;
    },
  };
}
