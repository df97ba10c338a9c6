import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Agent } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { guardedAgent } from './guard.js';
import { retry_after_seconds_max } from './schedule.js';
import { type Attempt, type Delivery, send } from './send.js';

const loopback = ['127.0.0.0/8'];
const toLoopback: LookupFunction = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

/** The resources that a test has opened, closed in reverse order after it. */
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

function agentFor(allow = loopback, lookup: LookupFunction = toLoopback): Agent {
  const agent = guardedAgent(allow, lookup);
  opened.push(() => agent.destroy());
  return agent;
}

async function listening(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  // Many of these receivers close the connection on purpose.
  server.on('connection', (socket) => sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const receiver = (answer: RequestListener): Promise<string> => listening(createServer(answer));
/** A receiver that answers with these raw bytes. */
const rawReceiver = (bytes: string): Promise<string> =>
  listening(createTcpServer((socket) => socket.once('data', () => socket.end(bytes))) as Server);

const deliver = (url: string, given: Partial<Delivery> = {}): Promise<Attempt> =>
  send({ url, headers: {}, body: '{}', agent: given.agent ?? agentFor(), timeout_ms: 15_000, ...given });

const nothing = { status: null, body: '', retry_after_seconds: null };

describe('delivered', () => {
  test('posts the exact body as JSON with the given headers, and keeps the response', async () => {
    const body = JSON.stringify({ description: 'Zwölf ☕ 💶' });
    let seen: unknown;
    const url = await receiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        seen = {
          method,
          path,
          body: Buffer.concat(chunks).toString(),
          type: headers['content-type'],
          id: headers['webhook-id'],
        };
        response.writeHead(201).end('thanks');
      });
    });
    const attempt = await deliver(`${url}/hooks?a=b`, { body, headers: { 'webhook-id': 'evt_1' } });
    expect(attempt).toEqual({ outcome: 'delivered', status: 201, body: 'thanks', retry_after_seconds: null });
    expect(seen).toEqual({ method: 'POST', path: '/hooks?a=b', body, type: 'application/json', id: 'evt_1' });
  });

  test('an agent reuses its connections', async () => {
    const ports = new Set<number | undefined>();
    const url = await receiver((request, response) => {
      ports.add(request.socket.remotePort);
      response.end('ok');
    });
    const agent = agentFor();
    for (let count = 0; count < 20; count += 1) expect((await deliver(url, { agent })).outcome).toBe('delivered');
    // Not one: undici frees a connection shortly after the response's last byte.
    expect(ports.size).toBeLessThan(20);
  });

  test('a response that breaks off after its status counts, with its partial body', async () => {
    const url = await rawReceiver('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf');
    expect(await deliver(url)).toEqual({ ...nothing, outcome: 'delivered', status: 200, body: 'half' });
  });

  test('a response that never ends after its status counts at the timeout', async () => {
    const url = await receiver((_request, response) => response.write('begun'));
    const attempt = await deliver(url, { timeout_ms: 1_000 });
    expect(attempt).toEqual({ ...nothing, outcome: 'delivered', status: 200, body: 'begun' });
  });
});

describe('the kept response', () => {
  const answering = async (bytes: string | Buffer, headers = {}): Promise<string> => {
    const url = await receiver((_request, response) => response.writeHead(200, headers).end(bytes));
    return (await deliver(url)).body;
  };

  test('is its first 1 kB', async () => {
    expect(await answering(`${'a'.repeat(1000)}${'b'.repeat(1000)}`)).toBe(`${'a'.repeat(1000)}${'b'.repeat(24)}`);
  });

  test('does not end in a split character', async () => {
    expect(await answering(`a${'€'.repeat(1000)}`)).toBe(`a${'€'.repeat(341)}`);
  });

  test('has no characters that PostgreSQL refuses, and at most 1 kB after bytes were replaced', async () => {
    expect(await answering('a\0b')).toBe('a\uFFFDb');
    const replaced = await answering(Buffer.alloc(5000, 0xff));
    expect(replaced).toMatch(/^\uFFFD+$/);
    expect(Buffer.byteLength(replaced)).toBeLessThanOrEqual(1024);
    expect(Buffer.byteLength(await answering(Buffer.alloc(5000)))).toBeLessThanOrEqual(1024);
  });

  test('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000));
    const kept = await answering(bomb, { 'Content-Encoding': 'gzip' });
    expect(kept.length).toBeGreaterThan(0);
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(1024);
    expect(kept).not.toMatch(/^\uFFFD*$/);
  });

  test('of an endless response is cut, and its socket destroyed', async () => {
    let written_bytes = 0;
    const server = createServer((_request, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x'))) written_bytes += 16_384;
      };
      response.on('drain', pour);
      pour();
    });
    const socketClosed = new Promise((resolve) => {
      server.once('connection', (socket) => socket.once('close', resolve));
    });
    const attempt = await deliver(await listening(server));
    expect(attempt).toEqual({ ...nothing, outcome: 'delivered', status: 200, body: 'x'.repeat(1024) });
    await socketClosed;
    // Beyond the bytes that are read there are only the socket buffers of the two sides.
    expect(written_bytes).toBeLessThan(16_000_000);
  });
});

describe('refused', () => {
  test.each([400, 401, 404, 410, 429, 500, 503])('%i is a response, but not a success', async (status) => {
    const url = await receiver((_request, response) => response.writeHead(status).end('no'));
    expect(await deliver(url)).toEqual({ ...nothing, outcome: 'refused', status, body: 'no' });
  });

  test.each([
    ['seconds', { 'Retry-After': '120' }, 120],
    ['zero', { 'Retry-After': '0' }, 0],
    ['more than the cap', { 'Retry-After': '9'.repeat(400) }, retry_after_seconds_max],
    ["a date against the receiver's own clock", retryAt('Sat, 01 Jan 2000 00:01:30 GMT'), 90],
    ['a date already past', retryAt('Fri, 31 Dec 1999 23:00:00 GMT'), null],
    ['a negative number', { 'Retry-After': '-5' }, null],
    ['nonsense', { 'Retry-After': 'soon' }, null],
    ['two values', { 'Retry-After': ['10', '20'] }, null],
  ])('Retry-After as %s', async (_form, headers, seconds) => {
    const url = await receiver((_request, response) => response.writeHead(503, headers).end());
    expect((await deliver(url)).retry_after_seconds).toBe(seconds);
  });

  test('Retry-After is ignored when the event was delivered', async () => {
    const url = await receiver((_request, response) => response.writeHead(200, { 'Retry-After': '120' }).end());
    expect((await deliver(url)).retry_after_seconds).toBeNull();
  });
});

test.each([300, 301, 302, 303, 304, 307, 308])('redirected: %i is not followed', async (status) => {
  let led = 0;
  const inside = await receiver((_request, response) => {
    led += 1;
    response.end();
  });
  const url = await receiver((_request, response) => response.writeHead(status, { Location: inside }).end());
  expect(await deliver(url)).toEqual({ ...nothing, outcome: 'redirected', status });
  expect(led).toBe(0);
  expect((await deliver(inside)).outcome).toBe('delivered');
});

test('address_not_allowed: neither a literal nor a name reaches an internal address', async () => {
  let led = 0;
  const url = await receiver((_request, response) => {
    led += 1;
    response.end();
  });
  const name = url.replace('127.0.0.1', 'shop.test');
  const agent = agentFor([]);
  expect(await deliver(url, { agent })).toEqual({ ...nothing, outcome: 'address_not_allowed' });
  expect(await deliver(name, { agent })).toEqual({ ...nothing, outcome: 'address_not_allowed' });
  expect(led).toBe(0);
  expect((await deliver(name)).outcome).toBe('delivered');
});

describe('no response', () => {
  test('dns_lookup_failed: the name does not exist', async () => {
    const agent = agentFor(loopback, (_hostname, _options, callback) => callback(new Error('ENOTFOUND'), ''));
    expect(await deliver('http://shop.test/', { agent })).toEqual({ ...nothing, outcome: 'dns_lookup_failed' });
  });

  test('connection_failed: no server listens', async () => {
    const url = await receiver(() => {});
    await opened.pop()?.();
    expect(await deliver(url)).toEqual({ ...nothing, outcome: 'connection_failed' });
  });

  test('connection_closed: the receiver hangs up', async () => {
    const url = await receiver((request) => request.socket.destroy());
    expect(await deliver(url)).toEqual({ ...nothing, outcome: 'connection_closed' });
  });

  test.each([
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['contradicts itself', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['sends endless headers', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
    ['switches protocols unasked', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])('invalid_answer: the receiver %s, and the agent still works', async (_fault, bytes) => {
    const agent = agentFor();
    const url = await rawReceiver(bytes);
    expect(await deliver(url, { agent })).toEqual({ ...nothing, outcome: 'invalid_answer' });
    expect(await deliver(url, { agent })).toEqual({ ...nothing, outcome: 'invalid_answer' });
    const sound = await receiver((_request, response) => response.end());
    expect((await deliver(sound, { agent })).outcome).toBe('delivered');
  });

  test.each(['not a url', 'ftp://127.0.0.1/', ''])('invalid_request: %j is not a URL to post to', async (url) => {
    expect(await deliver(url)).toEqual({ ...nothing, outcome: 'invalid_request' });
  });

  test('invalid_request: a header that would start another one', async () => {
    const attempt = await deliver('http://127.0.0.1:1/', { headers: { 'webhook-id': 'a\r\nHost: b' } });
    expect(attempt).toEqual({ ...nothing, outcome: 'invalid_request' });
  });

  test('agent_closed: the process is shutting down', async () => {
    const agent = agentFor();
    await agent.close();
    expect(await deliver('http://127.0.0.1:1/', { agent })).toEqual({ ...nothing, outcome: 'agent_closed' });
    const destroyed = agentFor();
    const url = await receiver(() => void destroyed.destroy());
    expect(await deliver(url, { agent: destroyed })).toEqual({ ...nothing, outcome: 'agent_closed' });
  });
});

describe('timed_out', () => {
  test('the receiver accepts the event and hangs', async () => {
    const url = await receiver(() => {});
    expect(await deliver(url, { timeout_ms: 100 })).toEqual({ ...nothing, outcome: 'timed_out' });
  });

  test('the name server hangs', async () => {
    const agent = agentFor(loopback, () => {});
    expect(await deliver('http://shop.test/', { agent, timeout_ms: 100 })).toEqual({
      ...nothing,
      outcome: 'timed_out',
    });
  });

  test('a hanging receiver does not hold up another one on the same agent', async () => {
    const agent = agentFor();
    const slow = await receiver(() => {});
    const quick = await receiver((_request, response) => response.end());
    const hanging = deliver(slow, { agent, timeout_ms: 500 });
    expect((await deliver(quick, { agent })).outcome).toBe('delivered');
    expect((await hanging).outcome).toBe('timed_out');
  });

  test('a name that resolves after the timeout does not get the event', async () => {
    let answer: () => void = () => {};
    let told = 0;
    const server = createServer((_request, response) => {
      told += 1;
      response.end();
    });
    const connection = once(server, 'connection');
    const url = (await listening(server)).replace('127.0.0.1', 'shop.test');
    const late: LookupFunction = (_hostname, _options, callback) => {
      answer = () => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    };
    const agent = agentFor(loopback, late);
    expect((await deliver(url, { agent, timeout_ms: 50 })).outcome).toBe('timed_out');
    answer();
    await connection;
    await agent.close();
    expect(told).toBe(0);
  });
});

/** Headers of a receiver whose clock is at the beginning of 2000. */
function retryAt(date: string): Record<string, string> {
  return { Date: 'Sat, 01 Jan 2000 00:00:00 GMT', 'Retry-After': date };
}
