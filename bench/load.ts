import { connect, type Socket } from 'node:net';
import { type Tally, tallyOf } from './latencies.js';
import { placeholder, uniqueOf } from './requests.js';

/** The input of the load generator: requests as bytes, sent in turn by each connection as soon as its answer before is there. */
export type Load = {
  readonly port: number;
  readonly connections: number;
  readonly duration_ms: number;
  readonly requests: readonly string[];
  /** The first number to put in a request's placeholder. */
  readonly first: number;
};

/** A run under way, shared by its connections. */
type Run = {
  readonly requests: readonly (readonly string[])[];
  readonly deadline_ms: number;
  readonly durations_ms: number[];
  sent: number;
  failure: string | null;
};

/** Raw sockets and a parser that knows Content-Length only: cheaper by far than what it measures. */
async function run({ port, connections, duration_ms, requests, first }: Load): Promise<Tally> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const started_ms = performance.now();
  const run: Run = {
    requests: requests.map((request) => request.split(placeholder)),
    deadline_ms: started_ms + duration_ms,
    durations_ms: [],
    sent: 0,
    failure: null,
  };
  await Promise.all(sockets.map((each) => drive(run, each, first)));
  const elapsed_ms = performance.now() - started_ms;
  for (const { socket } of sockets) socket.destroy();
  return tallyOf(run.durations_ms, elapsed_ms, run.failure);
}

type Connection = { readonly socket: Socket; onBytes: (bytes: Buffer) => void };

function open(port: number): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(65_536);
    const callback = (length: number): boolean => {
      connection.onBytes(buffer.subarray(0, length));
      return true;
    };
    const socket = connect({ host: '127.0.0.1', port, noDelay: true, onread: { buffer, callback } }, () => resolve(connection));
    const connection: Connection = { socket, onBytes: () => {} };
    socket.on('error', reject);
  });
}

/** Sends one request after another until the time is over. */
function drive(run: Run, connection: Connection, first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let sent_ms = 0;
    const next = (): void => {
      sent_ms = performance.now();
      if (sent_ms >= run.deadline_ms) {
        resolve();
        return;
      }
      const request = run.requests[run.sent % run.requests.length] ?? [];
      connection.socket.write(request.length === 1 ? (request[0] ?? '') : request.join(uniqueOf(first + run.sent)), 'latin1');
      run.sent += 1;
    };
    connection.onBytes = answers((failure) => {
      run.durations_ms.push(performance.now() - sent_ms);
      run.failure ??= failure;
      next();
    });
    connection.socket.on('close', () => reject(new Error('The service closed a connection under load')));
    next();
  });
}

const head_length_max = 2048;

/** Reads answers; one is under way at a time, and its head comes in one piece. */
function answers(done: (failure: string | null) => void): (bytes: Buffer) => void {
  let missing = 0;
  let failure: string | null = null;
  return (bytes) => {
    if (missing > 0) missing -= bytes.length;
    else {
      const head = bytes.toString('latin1', 0, head_length_max);
      const end = head.indexOf('\r\n\r\n') + 4;
      failure = head.startsWith('HTTP/1.1 200') ? null : head;
      missing = lengthIn(head) - (bytes.length - end);
    }
    if (missing === 0) done(failure);
  };
}

const name = 'content-length: ';
const lengthIn = (head: string): number => Number.parseInt(head.slice(head.indexOf(name) + name.length), 10);

process.on('message', (load: Load) => {
  run(load).then(
    (tally) => process.send?.({ tally }),
    (error: Error) => process.send?.({ error: error.message }),
  );
});
