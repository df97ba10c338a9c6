import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientsOf, type Waiting } from './stop.js';

type Trial = {
  readonly server: Server;
  readonly port: number;
  readonly waited: () => number;
  readonly clock: Waiting;
  seeOff(): Promise<void>;
};

/** A server with a clock that advances only while the code waits. */
async function started(answer: (done: () => void) => void = (done) => done()): Promise<Trial> {
  let now_ms = 0;
  const clock: Waiting = {
    now_ms: () => now_ms,
    pause: async (ms) => {
      now_ms += ms;
      await new Promise(setImmediate);
    },
  };
  const server = createServer((_, response) => answer(() => response.end('answered')));
  const clients = clientsOf(server, clock);
  await new Promise<void>((resolve) => server.listen({ host: '127.0.0.1', port: 0 }, resolve));
  const close = (): Promise<unknown> => new Promise((resolve) => server.close(resolve));
  return { server, port: (server.address() as AddressInfo).port, waited: () => now_ms, clock, seeOff: () => clients.seeOff(close, 10_000) };
}

const ask = (port: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', headers: { connection: 'keep-alive' } }, (response) => {
      response.resume().on('end', () => resolve(response.headers.connection));
    }).on('error', reject);
  });

const silent = (port: number): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket));
  });

test('a server without requests stops at once', async () => {
  const trial = await started();
  await trial.seeOff();
  expect(trial.waited()).toBeLessThan(100);
});

test('a server whose last request is long ago stops at once, even with idle connections', async () => {
  const trial = await started();
  await ask(trial.port);
  await trial.clock.pause(1000);
  await trial.seeOff();
  expect(trial.waited()).toBeLessThan(1100);
});

test('after a recent request the server waits out the second and answers with connection: close', async () => {
  const trial = await started();
  expect(await ask(trial.port)).toBe('keep-alive');
  const asked: Promise<string | undefined>[] = [];
  const gone = trial.seeOff();
  asked.push(ask(trial.port));
  await gone;
  expect(await Promise.all(asked)).toEqual(['close']);
  expect(trial.waited()).toBeGreaterThanOrEqual(1000);
});

test('a connection without any request does not delay the stop until the deadline', async () => {
  const trial = await started();
  const socket = await silent(trial.port);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await trial.seeOff();
  await closed;
  expect(trial.waited()).toBeLessThan(1200);
});

test('a running request is answered and its connection closed before the deadline', async () => {
  let reached = (_: () => void): void => {};
  const under_way = new Promise<() => void>((resolve) => {
    reached = resolve;
  });
  const trial = await started((done) => reached(done));
  const asked = ask(trial.port);
  const finish = await under_way;
  const gone = trial.seeOff();
  while (trial.waited() < 3000) await new Promise(setImmediate);
  finish();
  await Promise.all([asked, gone]);
  expect(trial.waited()).toBeLessThan(10_000);
});
