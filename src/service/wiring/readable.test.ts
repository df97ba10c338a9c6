import { expect, test } from 'vitest';
import { readable } from './readable.js';

const time = Date.parse('2026-03-01T12:34:56.000Z');

test('a request is one line with its status, route, duration and id', () => {
  const line = {
    level: 30,
    time,
    request_id: 'req_1',
    method: 'POST',
    route: 'POST /v1/refunds',
    status: 402,
    duration_ms: 12.34,
    account: 'acct_1',
    msg: 'request',
  };
  expect(readable(JSON.stringify(line))).toMatch(/^\d\d:\d\d:56 {2}info {3}402 {2}POST {4}\/v1\/refunds {2}12\.3 ms {2}req_1\n$/);
});

test('the further members of a line follow its message, and a fault has its stack', () => {
  const line = {
    level: 50,
    time,
    job: 'evt_1',
    queue: null,
    fault: { message: 'broken', stack: 'Error: broken\n    at here' },
    msg: 'a job failed',
  };
  expect(readable(JSON.stringify(line)).slice(8)).toBe('  ERROR  a job failed  job=evt_1\nError: broken\n    at here\n');
});

test('control characters are removed', () => {
  expect(readable(JSON.stringify({ level: 40, time, msg: 'red \u001b[31m\r\u0007 text' })).slice(8)).toBe('  WARN   red [31m text\n');
});
