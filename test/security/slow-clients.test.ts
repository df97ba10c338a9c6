import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const clients = 200;
const begun = 'POST /v1/customers HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n';

/** A client that sends a byte now and then, so that its request never ends; the bytes that it receives before it is closed. */
async function dribbling(port: number, beginning: string): Promise<{ readonly closed: Promise<string> }> {
  const socket: Socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  // A client may be closed while it writes.
  socket.on('error', () => {});
  socket.write(beginning);
  const timer = setInterval(() => socket.write('x'), 500);
  const closed = new Promise<string>((settle) =>
    socket.on('close', () => {
      clearInterval(timer);
      settle(answer);
    }),
  );
  return { closed };
}

test('two hundred clients that dribble headers, and as many that dribble a body, delay no other client, and are closed', async () => {
  const beginnings = [begun, `${begun}Content-Type: application/x-www-form-urlencoded\r\n\r\n`];
  const slow = await Promise.all(Array.from({ length: 2 * clients }, (_, place) => dribbling(service.port, beginnings[place % 2] ?? '')));
  const client = service.client();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => client.post('/v1/payment_intents', { amount: 1000, currency: 'usd' })),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const closed = await Promise.all(slow.map((each) => each.closed));
  expect(closed.filter((answer) => !/^(HTTP\/1\.1 4\d\d|$)/.test(answer))).toEqual([]);
  expect((await client.get('/v1/payment_intents')).status).toBe(200);
});
