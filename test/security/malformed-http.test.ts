import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { basic, stillServes, writeRaw } from '../support/requests.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterEach(async () => {
  expect(await stillServes(service.port)).toBe(true);
});
afterAll(() => service.stop());

const authorization = `Authorization: ${basic('sk_test_malformed')}`;
const post = (headers: readonly string[], body: string): string =>
  [`POST /v1/customers HTTP/1.1`, 'Host: x', authorization, 'Connection: close', ...headers, '', body].join('\r\n');

/** A second request hidden in the bytes that a proxy would take for the body of the first. */
const smuggled = `GET /v1/account HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;

const malformed: readonly (readonly [string, string])[] = [
  ['both a length and chunks', post(['Content-Length: 6', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`)],
  ['two lengths', post(['Content-Length: 2', 'Content-Length: 40'], `{}${smuggled}`)],
  ['two lengths in one line', post(['Content-Length: 2, 40'], `{}${smuggled}`)],
  ['a negative length', post(['Content-Length: -2'], '{}')],
  ['a length with a sign', post(['Content-Length: +2'], '{}')],
  ['a length that is a word', post(['Content-Length: two'], '{}')],
  ['a chunk of a bad size', post(['Transfer-Encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n')],
  ['a chunk of an endless size', post(['Transfer-Encoding: chunked'], `${'f'.repeat(40)}\r\n{}\r\n0\r\n\r\n`)],
  ['a chunk longer than its size', post(['Transfer-Encoding: chunked'], '1\r\n{}\r\n0\r\n\r\n')],
  ['chunks twice over', post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], '0\r\n\r\n')],
  ['an unknown transfer encoding', post(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
  ['a space before a colon', post(['Content-Length : 2'], '{}')],
  ['a NUL in a header', post(['X-Nul: a\u0000b', 'Content-Length: 2'], '{}')],
  ['a NUL in the path', `GET /v1/cus\u0000tomers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
  ['a bare line feed in a header', post(['X-A: a\nX-B: b', 'Content-Length: 2'], '{}')],
  ['a header without a colon', post(['nonsense', 'Content-Length: 2'], '{}')],
  ['a header line of 64 kB', post([`X-Long: ${'x'.repeat(65_536)}`, 'Content-Length: 2'], '{}')],
  ['a path of 64 kB', `GET /v1/${'x'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
  ['ten thousand headers', post([...Array.from({ length: 10_000 }, (_, place) => `X-${place}: 1`), 'Content-Length: 2'], '{}')],
  ['no method', '/v1/customers HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['an unknown version', 'GET /v1/customers HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['the beginning of a TLS handshake', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
];

test.each(malformed)('a request with %s is refused in JSON or closed, and is never two requests', async (_, bytes) => {
  const answer = await writeRaw(service.port, Buffer.from(bytes, 'latin1'));
  const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
  expect(statuses.length).toBeLessThanOrEqual(1);
  if (answer === '') return;
  expect(['400', '404', '413', '431', '505']).toContain(statuses[0]);
  expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error.code).toMatch(/^[a-z_]+$/);
  expect(answer).not.toContain('"object":"account"');
});

test('431: the answer to headers that are too long says so', async () => {
  expect(await writeRaw(service.port, post([`X-Long: ${'x'.repeat(65_536)}`], ''))).toMatch(/^HTTP\/1\.1 431 /);
});

test('an unknown expectation is refused in JSON', async () => {
  const answer = await writeRaw(service.port, post(['Expect: nonsense', 'Content-Length: 2'], '{}'));
  expect(answer).toMatch(/^HTTP\/1\.1 417 /);
  expect(answer).toContain('"error":');
});

test('a request without a host is refused in JSON', async () => {
  const answer = await writeRaw(service.port, 'GET /v1/customers HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"error":');
});

test('a client that disconnects within a body affects no other', async () => {
  const answers = Array.from({ length: 20 }, () =>
    writeRaw(service.port, `${post(['Content-Length: 2'], '{}')}${post(['Content-Length: 9'], '{')}`),
  );
  await Promise.all(answers);
});
