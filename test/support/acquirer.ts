import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';

const program = resolve(import.meta.dirname, '../../docs/processors/sample.mjs');

/** The secret that the acquirers of the tests share with Florin. */
export const secret = 'a-secret-that-two-parties-share';

/** An acquirer's book entry for one reference. */
export type Booked = {
  readonly reference: string;
  readonly subject: string;
  readonly held: number;
  readonly taken: number;
  readonly refunded: number;
};

/** The documented sample, in a separate process. */
export type Acquirer = { readonly url: string; readonly book: () => Promise<Booked[]>; readonly stop: () => Promise<void> };

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the sample; it sends its notifications to `florin`. */
export async function startAcquirer(name: string, options: { port?: number; florin?: string } = {}): Promise<Acquirer> {
  const env = { PATH: process.env.PATH, NAME: name, SECRET: secret, PORT: String(options.port ?? 0), FLORIN_URL: options.florin ?? '' };
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const url = `http://127.0.0.1:${await portOf(child)}`;
  return {
    url,
    book: async () => (await (await fetch(`${url}/book`)).json()) as Booked[],
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function portOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
    const [, port] = /listens on (\d+)/.exec(line) ?? [];
    if (port) return port;
  }
  throw new Error('The acquirer ended before it listened');
}

/** The fault of one exchange. `cut` breaks it off after it was processed; `hold` sends the answer when `release` is called. */
export type Fault = 'none' | 'cut' | 'hold' | 'busy' | 'garbage';

/** One exchange that passed. */
export type Passed = { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string; readonly fault: Fault };

/** The line between Florin and an acquirer, with its faults. It records all exchanges. */
export type Line = {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Sends held answers. */
  readonly release: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts a line to `target`. `faultOf` decides the fault of each exchange. */
export async function startLine(
  target: () => string,
  faultOf: (passed: Omit<Passed, 'fault'>) => Fault = () => 'none',
  port = 0,
): Promise<Line> {
  const passed: Passed[] = [];
  let held: (() => void)[] = [];
  const server: Server = createHttpServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const seen = { path: incoming.url ?? '', headers: incoming.headers, body: body.toString() };
    const fault = faultOf(seen);
    passed.push({ ...seen, fault });
    if (fault === 'busy') return outgoing.writeHead(503, { 'florin-not-processed': 'true' }).end();
    const answer = await forward(`${target()}${seen.path}`, incoming, body).catch(() => null);
    // The target ended, or was not there.
    if (answer === null || fault === 'cut') return incoming.socket.destroy();
    if (fault === 'garbage') return outgoing.writeHead(200).end('{"result":"approved","but":');
    if (fault === 'hold') await new Promise<void>((go) => held.push(go));
    return give(outgoing, answer);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed,
    release: () => {
      for (const go of held) go();
      held = [];
    },
    stop: async () => {
      server.closeAllConnections();
      if (server.listening) await new Promise((done) => server.close(done));
    },
  };
}

type Answered = { readonly status: number; readonly headers: IncomingMessage['headers']; readonly body: Buffer };

const give = (outgoing: ServerResponse, { status, headers, body }: Answered): unknown => outgoing.writeHead(status, headers).end(body);

async function forward(url: string, { method, headers }: IncomingMessage, body: Buffer): Promise<Answered> {
  const asking = request(url, { method, headers });
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
}

/** The header that signs a body as of now, or of an earlier time. */
export function signed(body: string, of = secret, ago_seconds = 0): Record<string, string> {
  return signedAt(Math.floor(Date.now() / 1000) - ago_seconds, body, of);
}

/** The header that signs a body as of a time, in seconds. */
export function signedAt(seconds: number, body: string, of = secret): Record<string, string> {
  return { 'florin-signature': `t=${seconds},v1=${createHmac('sha256', of).update(`${seconds}.${body}`).digest('hex')}` };
}

/** Sends Florin a notification, as a processor does. */
export async function tell(url: string, processor: string, message: unknown, headers?: Record<string, string>): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return fetch(`${url}/v1/processors/${processor}/notifications`, { method: 'POST', headers: headers ?? signed(body), body });
}
