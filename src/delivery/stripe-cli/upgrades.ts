import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The socket of a request that asks for a WebSocket, and what has arrived after its head. */
export type Upgrade = { readonly socket: Socket; readonly head: Buffer };

/**
 * Lets the route of a path take over the socket of a request for a WebSocket: `take` returns it once. Without that the route responds as usual, and the
 * connection closes.
 */
export function upgrades(server: FastifyInstance, path: string): { readonly take: (request: IncomingMessage) => Upgrade | null } {
  const waiting = new WeakMap<IncomingMessage, Upgrade & { readonly response: ServerResponse }>();
  server.server.on('upgrade', (request: IncomingMessage, stream, head: Buffer) => {
    const socket = stream as Socket;
    if (!isFor(path, request)) return withoutUpgrade(server.server as Server, request, socket, head);
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket);
    response.setHeader('connection', 'close');
    response.once('finish', () => socket.end());
    waiting.set(request, { socket, head, response });
    server.routing(request, response);
  });
  return {
    take: (request) => {
      const found = waiting.get(request);
      if (!found) return null;
      waiting.delete(request);
      found.response.detachSocket(found.socket);
      return found;
    },
  };
}

const isFor = (path: string, { method, url = '', headers }: IncomingMessage): boolean =>
  method === 'GET' && url.split('?')[0] === path && headers.upgrade?.toLowerCase() === 'websocket';

/** Headers that ask for another protocol. */
const of_upgrade = new Set(['connection', 'http2-settings', 'upgrade']);

/**
 * Since the server listens for upgrades, Node no longer answers other requests that offer a protocol, as Java's client offers HTTP/2. Its head is
 * read a second time without the offer.
 */
function withoutUpgrade(server: Server, { method, url, httpVersion, rawHeaders }: IncomingMessage, socket: Socket, head: Buffer): void {
  const lines = rawHeaders.flatMap((name, place) =>
    place % 2 === 1 || of_upgrade.has(name.toLowerCase()) ? [] : [`${name}: ${rawHeaders[place + 1]}`],
  );
  const text = [`${method} ${url} HTTP/${httpVersion}`, ...lines, '', ''].join('\r\n');
  socket.unshift(Buffer.concat([Buffer.from(text, 'latin1'), head]));
  server.emit('connection', socket);
}
