import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isRoot } from '../../src/service/embedded-postgres/folder.js';

const root = resolve(import.meta.dirname, '../..');

/** A load balancer with the configuration of `ops`, in front of two ports of this machine. */
export type Balancer = { readonly port: number; readonly certificate: Buffer; stop(): Promise<void> };

/** A load balancer by its name. */
export type Kind = 'nginx' | 'haproxy';

type Given = { readonly folder: string; readonly port: number; readonly upstreams: readonly [number, number] };

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts a load balancer; everything but addresses and the certificate is as in its file. */
export async function startBalancer(kind: Kind, upstreams: readonly [number, number]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), `florin-${kind}-`));
  const given = { folder, port: await freePort(), upstreams };
  certify(folder);
  const [program, words] = starts[kind](given);
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => said.push(bytes));
  const certificate = readFileSync(join(folder, 'cert.pem'));
  await listening(given.port, certificate, child, said);
  const stop = async (): Promise<void> => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { port: given.port, certificate, stop };
}

/** A certificate for this machine; HAProxy wants it in one file with its key. */
function certify(folder: string): void {
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
  ];
  const files = [
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-keyout',
    join(folder, 'key.pem'),
    '-out',
    join(folder, 'cert.pem'),
  ];
  const { status, stderr } = spawnSync('openssl', [...words, ...files]);
  if (status !== 0) throw new Error(String(stderr));
  writeFileSync(join(folder, 'both.pem'), Buffer.concat(['cert.pem', 'key.pem'].map((name) => readFileSync(join(folder, name)))));
}

const withUpstreams = (text: string, [one, two]: Given['upstreams']): string =>
  text.replaceAll('127.0.0.1:12111', `127.0.0.1:${one}`).replaceAll('127.0.0.1:12112', `127.0.0.1:${two}`);

const starts: Readonly<Record<Kind, (given: Given) => readonly [program: string, words: readonly string[]]>> = {
  nginx: ({ folder, port, upstreams }) => {
    const site = withUpstreams(readFileSync(join(root, 'ops/nginx/florin.conf'), 'utf8'), upstreams)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace('/etc/ssl/florin/fullchain.pem', join(folder, 'cert.pem'))
      .replace('/etc/ssl/florin/privkey.pem', join(folder, 'key.pem'));
    writeFileSync(join(folder, 'florin.conf'), site);
    mkdirSync(join(folder, 'temp'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/temp/${name};`);
    const main = `${isRoot() ? 'user root;' : ''} daemon off; pid ${folder}/pid; error_log stderr;
      events {} http { access_log off; ${temporary.join(' ')} include ${folder}/florin.conf; }`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    return ['nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]];
  },
  haproxy: ({ folder, port, upstreams }) => {
    const text = withUpstreams(readFileSync(join(root, 'ops/haproxy/florin.cfg'), 'utf8'), upstreams)
      .replace('bind :443', `bind 127.0.0.1:${port}`)
      .replace('/etc/haproxy/florin.pem', join(folder, 'both.pem'));
    writeFileSync(join(folder, 'florin.cfg'), text);
    return ['haproxy', ['-db', '-f', join(folder, 'florin.cfg')]];
  },
};

async function listening(port: number, certificate: Buffer, child: ChildProcess, said: readonly Buffer[]): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The load balancer does not listen: ${Buffer.concat(said)}`);
    const found = await through({ port, certificate }, { path: '/readyz' }).catch(() => null);
    if (found?.status === 200) return;
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** A request of a client. */
export type Sent = {
  readonly path: string;
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
};

/** An answer through a load balancer. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
export type Received = { readonly status: number; readonly body: any };

const agents = new Map<number, Agent>();

/** The address of clients: not that of the load balancer, which alone is trusted. */
export const client_address = '127.0.0.2';

/** Opens a response through a load balancer, over TLS with its certificate. */
export function opened({ port, certificate }: Pick<Balancer, 'port' | 'certificate'>, sent: Sent): Promise<IncomingMessage> {
  const agent = agents.get(port) ?? new Agent({ keepAlive: true, localAddress: client_address });
  agents.set(port, agent);
  const { path, method = 'GET', key, headers, body } = sent;
  const all = {
    ...(key && { authorization: `Bearer ${key}` }),
    ...(body && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  };
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, method, agent, ca: certificate, headers: all }, done);
    asked.once('error', fail);
    asked.end(body);
  });
}

/** The whole answer to a request through a load balancer. */
export async function through(balancer: Pick<Balancer, 'port' | 'certificate'>, sent: Sent): Promise<Received> {
  const response = await opened(balancer, sent);
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  return { status: response.statusCode ?? 0, body: response.headers['content-type']?.includes('json') ? JSON.parse(text) : text };
}
