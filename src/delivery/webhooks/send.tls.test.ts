import { createPrivateKey, generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { createServer as createPlainServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { type AddressInfo, createServer as createSilentServer, type LookupFunction, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { guardedAgent } from './guard.js';
import { type Attempt, send } from './send.js';

const toLoopback: LookupFunction = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function deliverTo(server: Server, timeout_ms = 15_000): Promise<Attempt> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const agent = guardedAgent(['127.0.0.0/8'], toLoopback);
  const url = `https://shop.test:${(server.address() as AddressInfo).port}/`;
  const attempt = await send({ url, headers: {}, body: '{}', agent, timeout_ms });
  await agent.destroy();
  return attempt;
}

const failed: Attempt = { outcome: 'tls_failed', status: null, body: '', retry_after_seconds: null };

test('tls_failed: the certificate is not trusted, and the event is not sent', async () => {
  let handshakes = 0;
  let told = 0;
  const server = createSecureServer(selfSigned('shop.test'), (_request, response) => {
    told += 1;
    response.end();
  });
  server.on('connection', () => {
    handshakes += 1;
  });
  expect(await deliverTo(server)).toEqual(failed);
  expect({ handshakes, told }).toEqual({ handshakes: 1, told: 0 });
});

test('tls_failed: the other side does not speak TLS', async () => {
  expect(await deliverTo(createPlainServer((_request, response) => response.end()))).toEqual(failed);
});

test('timed_out: the handshake hangs', async () => {
  expect(await deliverTo(createSilentServer(), 100)).toEqual({ ...failed, outcome: 'timed_out' });
});

/** A certificate created here, so that the repository holds no private key and none can expire. */
function selfSigned(name: string): { key: string; cert: string } {
  const pair = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  const algorithm = sequence(Buffer.from([0x06, 0x03, 0x2b, 0x65, 0x70]));
  const commonName = Buffer.from([0x06, 0x03, 0x55, 0x04, 0x03]);
  const subject = sequence(element(0x31, sequence(commonName, element(0x0c, Buffer.from(name)))));
  const validity = sequence(...['20000101000000Z', '99991231235959Z'].map((at) => element(0x18, Buffer.from(at))));
  const serial = element(0x02, Buffer.from([1]));
  const content = sequence(serial, algorithm, subject, validity, subject, pair.publicKey);
  const signature = signBytes(null, content, createPrivateKey(pair.privateKey));
  const der = sequence(content, algorithm, element(0x03, Buffer.concat([Buffer.alloc(1), signature])));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return { key: pair.privateKey, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

/** One DER element; its length takes one byte below 128, and two with a prefix below 256. */
function element(tag: number, content: Buffer): Buffer {
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
