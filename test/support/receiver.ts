import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received delivery. */
export type Delivery = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string };

/** A merchant's web server: accepts deliveries and stores them. */
export type Receiver = {
  readonly url: (path: string) => string;
  readonly deliveries: readonly Delivery[];
  /** The deliveries to one path. */
  at(path: string): Delivery[];
  stop(): Promise<void>;
};

/** The answer of a receiver: a status, alone or with headers and a body. A promise that never resolves is an endpoint that hangs. */
export type Answered = number | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

/** Starts a receiver. `answer` decides the answer to each delivery, by default 200. */
export async function startReceiver(answer: (delivery: Delivery) => Answered | Promise<Answered> = () => 200): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const delivery = { path: request.url ?? '', headers: request.headers, body: await text(request) };
    deliveries.push(delivery);
    const answered = await answer(delivery);
    const { status, headers = {}, body = 'thank you' } = typeof answered === 'number' ? { status: answered } : answered;
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    deliveries,
    at: (path) => deliveries.filter((each) => each.path === path),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
