import { createServer } from 'node:http';
import { type AddressInfo, getDefaultAutoSelectFamily, type LookupFunction, setDefaultAutoSelectFamily } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Agent, request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { guardedAgent, isAllowedAddress, refusalOfUrl } from './guard.js';

const loopback = ['127.0.0.0/8', '::1/128'];

const refused_addresses = {
  'this network': ['0.0.0.0', '0.1.2.3', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local and cloud metadata': ['169.254.169.254', '169.254.0.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001::1', '2001:1::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'relay anycast, AS112 and AMT': ['192.88.99.1', '192.175.48.1', '192.31.196.1', '192.52.193.1', '2620:4f:8000::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved and broadcast': ['240.0.0.1', '255.255.255.254', '255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd00:ec2::254'],
  'site-local': ['fec0::1'],
  'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::ffff:8.8.8.8'],
  'IPv4-translated and -compatible': ['::ffff:0:127.0.0.1', '::127.0.0.1', '::7f00:1', '::a00:1'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
  '6to4 and Teredo': ['2002:7f00:1::', '2002:a00:1::1', '2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  'discard, segment routing and unassigned': ['100::1', '5f00::1', '4000::1', '8000::1', 'e000::1', '1::1'],
};

describe('isAllowedAddress', () => {
  describe.each(Object.entries(refused_addresses))('refuses %s', (_kind, addresses) => {
    test.each(addresses)('%s', (address) => expect(isAllowedAddress(address, [])).toBe(false));
  });

  test.each([
    ...['1.1.1.1', '8.8.8.8', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255'],
    ...['128.0.0.0', '169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '198.17.255.255'],
    ...['198.20.0.0', '223.255.255.255', '2606:4700:4700::1111', '2a00:1450:4001::200e', '2003::1'],
  ])('allows the public %s', (address) => expect(isAllowedAddress(address, [])).toBe(true));

  test.each(['', ' ', 'localhost', '127.1', '2130706433', '0x7f.1', '010.0.0.1', '08.8.8.8', '8.8.8.8 ', '8.8.8.8/32'])(
    'refuses %j, which is not an address as Node spells it',
    (text) => expect(isAllowedAddress(text, ['0.0.0.0/0', '::/0'])).toBe(false),
  );

  test('an allowed range allows its own addresses and no others', () => {
    expect(isAllowedAddress('127.0.0.1', loopback)).toBe(true);
    expect(isAllowedAddress('::1', loopback)).toBe(true);
    expect(isAllowedAddress('10.1.2.3', ['10.1.0.0/16'])).toBe(true);
    expect(isAllowedAddress('10.2.2.3', ['10.1.0.0/16'])).toBe(false);
    expect(isAllowedAddress('10.0.0.1', loopback)).toBe(false);
    expect(isAllowedAddress('::2', loopback)).toBe(false);
  });

  test('a disguised form of an allowed address stays refused', () => {
    expect(isAllowedAddress('::ffff:127.0.0.1', loopback)).toBe(false);
    expect(isAllowedAddress('64:ff9b::127.0.0.1', loopback)).toBe(false);
  });

  test('a malformed range allows nothing', () => {
    expect(isAllowedAddress('127.0.0.1', ['127.0.0.1', '127.0.0.0/33', 'loopback', ''])).toBe(false);
  });
});

describe('guardedAgent', () => {
  let connections = 0;
  let port = 0;
  const server = createServer((_request, response) => response.setHeader('Connection', 'close').end('reached'));
  server.on('connection', () => {
    connections += 1;
  });
  const agents: Agent[] = [];

  // Without a host it listens on every address of both families, so any connection would be counted.
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
    connections = 0;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });

  const guarded = (allow: readonly string[], lookup?: LookupFunction): Agent => remembered(guardedAgent(allow, lookup));
  const remembered = (agent: Agent): Agent => {
    agents.push(agent);
    return agent;
  };
  const reach = async (host: string, agent: Agent): Promise<string> => {
    const answer = await request(`http://${host}:${port}/`, { dispatcher: agent });
    return answer.body.text();
  };

  /** A resolver for one name that gives its answers in turn, and counts the lookups. */
  const answering = (...answers: string[][]): { lookup: LookupFunction; asked: () => number } => {
    let count = 0;
    const lookup: LookupFunction = (_hostname, _options, callback) => {
      const addresses = answers[Math.min(count, answers.length - 1)] ?? [];
      count += 1;
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    };
    return { lookup, asked: () => count };
  };

  test.each([
    ...['127.0.0.1', '127.0.0.1.', '127.1', '2130706433', '017700000001', '0x7f000001', '0177.0.0.1', '0x7f.0.0.1'],
    ...['127.0.1', '0', '0.0.0.0', '[::1]', '[::]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
    ...['[::127.0.0.1]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[2002:7f00:1::]', '①②⑦.⓪.⓪.①', '127。0。0。1'],
    ...['%31%32%37.0.0.1', 'localhost', 'LOCALHOST'],
  ])('does not connect to %s', async (host) => {
    await expect(reach(host, guarded([]))).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_ALLOWED' });
    expect(connections).toBe(0);
    // The guard causes the refusal, not an unreachable server.
    expect(await reach('127.0.0.1', remembered(new Agent()))).toBe('reached');
  });

  test('connects to a literal and to a name within an allowed range', async () => {
    expect(await reach('127.0.0.1', guarded(loopback))).toBe('reached');
    expect(await reach('shop.test', guarded(loopback, answering(['127.0.0.1']).lookup))).toBe('reached');
  });

  test('refuses a name with a private address', async () => {
    const agent = guarded([], answering(['127.0.0.1']).lookup);
    await expect(reach('shop.test', agent)).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_ALLOWED' });
    expect(connections).toBe(0);
    expect(await reach('127.0.0.1', guarded(loopback))).toBe('reached');
  });

  test.each([[['127.0.0.1', '10.0.0.1']], [['10.0.0.1', '127.0.0.1']], [['127.0.0.1', 'fd00::1']]])(
    'refuses a name when any one of its addresses is not allowed: %j',
    async (addresses) => {
      const agent = guarded(['127.0.0.0/8'], answering(addresses).lookup);
      await expect(reach('shop.test', agent)).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_ALLOWED' });
      expect(connections).toBe(0);
      expect(await reach('127.0.0.1', agent)).toBe('reached');
    },
  );

  test('resolves once per connection, so a name that changes after the check gains nothing', async () => {
    const names = answering(['127.0.0.1'], ['10.0.0.1']);
    expect(await reach('shop.test', guarded(loopback, names.lookup))).toBe('reached');
    expect(names.asked()).toBe(1);
  });

  test('checks a name again for each connection', async () => {
    const agent = guarded(['127.0.0.1/32'], answering(['127.0.0.1'], ['127.0.0.2']).lookup);
    expect(await reach('shop.test', agent)).toBe('reached');
    await expect(reach('shop.test', agent)).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_ALLOWED' });
    expect(connections).toBe(1);
  });

  test('also guards a lookup for one address instead of all', async () => {
    const before = getDefaultAutoSelectFamily();
    setDefaultAutoSelectFamily(false);
    try {
      expect(await reach('shop.test', guarded(loopback, answering(['127.0.0.1']).lookup))).toBe('reached');
      const mixed = guarded(loopback, answering(['127.0.0.1', '10.0.0.1']).lookup);
      await expect(reach('shop.test', mixed)).rejects.toMatchObject({ code: 'ERR_ADDRESS_NOT_ALLOWED' });
    } finally {
      setDefaultAutoSelectFamily(before);
    }
    expect(connections).toBe(1);
  });

  test('reports that a name has no address when the lookup fails or finds nothing', async () => {
    const failing: LookupFunction = (_hostname, _options, callback) => callback(new Error('no such name'), '');
    await expect(reach('shop.test', guarded([], failing))).rejects.toMatchObject({ code: 'ERR_DNS_LOOKUP_FAILED' });
    const empty = guarded([], answering([]).lookup);
    await expect(reach('shop.test', empty)).rejects.toMatchObject({ code: 'ERR_DNS_LOOKUP_FAILED' });
  });

  test('keeps the name as TLS server name and connects to the checked address', async () => {
    const names: string[] = [];
    const secure = createTlsServer({
      SNICallback: (name, done) => {
        names.push(name);
        done(new Error('This server has no certificate.'));
      },
    });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const { port: secure_port } = secure.address() as AddressInfo;
    const agent = guarded(loopback, answering(['127.0.0.1']).lookup);
    await expect(request(`https://shop.test:${secure_port}/`, { dispatcher: agent })).rejects.toThrow();
    secure.close();
    expect(names).toEqual(['shop.test']);
  });

  test('refuses a malformed allowed range when it is created', () => {
    expect(() => guardedAgent(['127.0.0.0/8', '10.0.0.0/33'])).toThrow('10.0.0.0/33');
    expect(() => guardedAgent(['127.0.0.1'])).toThrow('127.0.0.1');
  });
});

describe('refusalOfUrl', () => {
  const strict = { allow: [], requireHttps: true };
  const sandbox = { allow: loopback, requireHttps: false };

  test.each([
    'https://example.com',
    'https://example.com:8443/webhooks?source=florin',
    'https://münchen.example/hooks',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://localhost.example.com/',
    `https://example.com/${'a'.repeat(2048 - 'https://example.com/'.length)}`,
  ])('accepts %s', (url) => expect(refusalOfUrl(url, strict)).toBeNull());

  test.each(['http://127.0.0.1:4242/webhooks', 'http://localhost:4242', 'http://[::1]:4242', 'http://example.com'])(
    'accepts %s in the sandbox',
    (url) => expect(refusalOfUrl(url, sandbox)).toBeNull(),
  );

  test.each([
    ['http://example.com', 'https://'],
    ['ftp://example.com', 'https://'],
    ['https://user@example.com', 'user name'],
    ['https://:secret@example.com', 'password'],
    ['https://example.com/#top', 'fragment'],
    ['https://example.com/#', 'fragment'],
    [`https://example.com/${'a'.repeat(2048)}`, '2048 characters'],
    ['', 'not valid'],
    ['example.com/webhooks', 'not valid'],
    ['https://', 'not valid'],
    ['https://1.2.3.256/', 'not valid'],
    ['https://example.com:99999/', 'not valid'],
    [' https://example.com', 'white space'],
    ['https://exam\tple.com', 'white space'],
    ['https://example.com/\0', 'white space or control'],
    ['https://127.0.0.1/', 'not a public address'],
    ['https://2130706433/', 'not a public address'],
    ['https://0177.1/', 'not a public address'],
    ['https://[::ffff:127.0.0.1]/', 'not a public address'],
    ['https://[fd00::1]/', 'not a public address'],
    ['https://169.254.169.254/latest', 'not a public address'],
    ['https://localhost/', 'not a public address'],
    ['https://api.LOCALHOST./', 'not a public address'],
  ])('refuses %j', (url, reason) => {
    const sentence = refusalOfUrl(url, strict);
    expect(sentence).toContain(reason);
    expect(sentence).toMatch(/^The URL .*\.$/);
  });

  test.each(['ftp://example.com', 'file:///etc/passwd', 'javascript:alert(1)', 'unix:/run/x.sock', 'ws://example.com'])(
    'refuses %s even if http is allowed',
    (url) => expect(refusalOfUrl(url, sandbox)).toContain('http:// or https://'),
  );

  test('an allowed range allows only its own addresses', () => {
    expect(refusalOfUrl('http://10.0.0.1/', sandbox)).toContain('10.0.0.1');
  });
});
