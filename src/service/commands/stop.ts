import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, which knows that some are about to ask. */
export type Clients = {
  /** Closes the server without breaking what anybody has asked; after the deadline whoever is left is cut off. */
  seeOff(close: () => Promise<unknown>, deadline_ms: number): Promise<void>;
};

/** The clock, and how to wait on it. */
export type Waiting = { readonly now_ms: () => number; readonly pause: (ms: number) => Promise<void> };

const hearing_ms = 1000;
const look_ms = 20;

const real: Waiting = { now_ms: Date.now, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/**
 * Watches who comes to a server. Whoever asked within the last second may be about to ask again on the same connection, and Node would
 * cut one whose next request it has not read yet (promises, trap 5): each answer then says that the connection closes, for so long as that
 * second lasts. Where nobody asked there is nobody to wait for.
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
  /** Who connected and never said a word, as browsers do, counts as busy with Node for ten seconds. */
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
        // After what has arrived was read, and before more can be: what is idle then has asked for nothing.
        await new Promise(setImmediate);
        server.closeIdleConnections();
        if (now_ms() >= until_ms) server.closeAllConnections();
      }
      await closed;
    },
  };
}
