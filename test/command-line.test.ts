import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { program } from './support/built.js';
import type { Client } from './support/service.js';
import { commonService } from './support/services.js';

const folder = mkdtempSync(join(tmpdir(), 'florin-line-'));

let client: Client;
let url: string;
beforeAll(async () => {
  const service = await commonService();
  client = service.client();
  url = service.url;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Run = { readonly code: number; readonly said: string; readonly error: string };

/** Runs `florin` as a user does, in a separate process, against the service that the environment names. */
const florin = (...args: readonly string[]): Promise<Run> =>
  new Promise((settle) => {
    const env = { PATH: process.env.PATH, HOME: folder, FLORIN_URL: url, FLORIN_API_KEY: client.key };
    execFile(process.execPath, [program, ...args], { env, cwd: folder }, (failure, stdout, stderr) => {
      settle({ code: failure ? Number(failure.code) : 0, said: stdout, error: stderr.trim() });
    });
  });

/** A `florin` that runs until it is stopped, and its lines. */
function running(...args: readonly string[]) {
  const env = { PATH: process.env.PATH, HOME: folder, FLORIN_URL: url, FLORIN_API_KEY: client.key };
  const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = new Promise<number | null>((settle) => child.once('exit', settle));
  return { next: async () => String((await lines.next()).value), end: () => child.kill('SIGINT') && ended };
}

test('a path is read, written and deleted, with parameters in brackets', async () => {
  const made = await florin('post', 'customers', '-d', 'name=Jo', '-d', 'metadata[order]=1742', '--json');
  expect([made.code, made.error, made.said.trim().split('\n')]).toEqual([0, '', [expect.any(String)]]);
  const customer = JSON.parse(made.said);
  expect(customer).toMatchObject({ name: 'Jo', metadata: { order: '1742' } });
  const read = await florin('get', '/v1/customers', '-d', 'limit=1');
  expect(JSON.parse(read.said).data).toEqual([expect.objectContaining({ id: customer.id })]);
  expect(read.said).toContain('\n  "data": [');
  expect(JSON.parse((await florin('delete', `/v1/customers/${customer.id}`)).said)).toMatchObject({ deleted: true });
});

test('a resource has a command for each operation, with an option for each parameter', async () => {
  const { said } = await florin(
    'payment_intents',
    'create',
    '--amount',
    '1000',
    '--currency',
    'usd',
    '--payment-method',
    'pm_card_visa',
    '--confirm',
  );
  const { id } = JSON.parse(said);
  expect(JSON.parse((await florin('payment_intents', 'retrieve', id, '--expand', 'latest_charge')).said)).toMatchObject({
    status: 'succeeded',
    latest_charge: { amount: 1000 },
  });
  const refund = await florin('refunds', 'create', '--payment_intent', id, '--metadata', '{"order":"1742"}');
  expect(JSON.parse(refund.said)).toMatchObject({ amount: 1000, metadata: { order: '1742' } });
});

test('the words of a path below an object are words of the command, and its ids are arguments', async () => {
  const { id } = (await client.post('/v1/customers')).body;
  const made = await florin('customers', 'tax_ids', 'create', id, '--type', 'eu_vat', '--value', 'DE123456789');
  expect(JSON.parse(made.said)).toMatchObject({ customer: id, value: 'DE123456789' });
  expect(JSON.parse((await florin('customers', 'tax_ids', 'list', id)).said).data).toHaveLength(1);
});

test('the parameters url and key of an operation are not those of the connection', async () => {
  const { said, error } = await florin('webhook_endpoints', 'create', '--url', 'http://127.0.0.1:9/x', '--enabled_events', 'charge.failed');
  expect(error).toBe('');
  expect(JSON.parse(said)).toMatchObject({ url: 'http://127.0.0.1:9/x', enabled_events: ['charge.failed'] });
});

test('a file is uploaded from its path, and its contents are printed unchanged', async () => {
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');
  const path = join(folder, 'receipt.png');
  writeFileSync(path, png);
  const made = JSON.parse((await florin('files', 'create', '--purpose', 'dispute_evidence', '--file', path)).said);
  expect(made).toMatchObject({ filename: 'receipt.png', size: png.length });
});

test('an idempotency key, a version and the account are headers of the request', async () => {
  const twice = ['customers', 'create', '--name', 'Jo', '-i', 'one-key', '--json'];
  const [one, other] = [await florin(...twice), await florin(...twice)];
  expect(one.said).toBe(other.said);
  const shown = await florin('get', 'balance', '--show-headers');
  expect(shown.error).toMatch(/^HTTP 200\n.*request-id: req_/s);
});

test('a refusal of the API is one line, and with --json its body', async () => {
  const refused = await florin('customers', 'retrieve', 'cus_nope');
  expect(refused).toEqual({ code: 1, said: '', error: "No such customer: 'cus_nope' (id)" });
  const { code, error } = await florin('customers', 'retrieve', 'cus_nope', '--json');
  expect([code, JSON.parse(error)]).toEqual([1, { error: expect.objectContaining({ code: 'resource_missing', param: 'id' }) }]);
});

test('an address where no service answers, or another program does, is named', async () => {
  expect(await florin('get', 'balance', '--url', 'http://127.0.0.1:9')).toMatchObject({
    code: 1,
    error: expect.stringContaining('No service answers at http://127.0.0.1:9. Start it with florin start'),
  });
  expect(await florin('get', '/v2/nothing')).toMatchObject({ code: 1 });
});

test.each([
  [['custmers', 'list'], "Did you mean 'customers'?"],
  [['customers', 'lst'], 'Did you mean list?'],
  [['customers', 'list', '--limt', '3'], 'Did you mean --limit?'],
  [['customers', 'retrieve'], "missing required argument 'id'"],
  [['customers', 'create', '--address', 'Bern'], "--address takes JSON. Single members can be sent as -d 'address[member]=value'."],
  [['post', 'customers', '-d', 'name'], '-d name has no value'],
  [['get', 'http://127.0.0.1/v1/customers'], 'is not a path of the API'],
  [['files', 'create', '--purpose', 'dispute_evidence', '--file', 'none.png'], 'There is no file none.png'],
])('florin %j is an error of usage', async (args, said) => {
  const { code, error } = await florin(...args);
  expect([code, error]).toEqual([2, expect.stringContaining(said)]);
});

test('help shows parameters, required ones first, and an example', async () => {
  const { code, said } = await florin('refunds', 'create', '--help');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/Usage: florin refunds create.*--payment_intent.*Examples:\n {2}florin refunds create --charge ch_123/s),
  ]);
  expect((await florin('help', 'customers')).said).toContain('cash_balance');
  expect((await florin('resources', 'coupons')).said).toContain('florin coupons retrieve <id>');
});

const fixtures = {
  _meta: { template_version: 0 },
  env: { CITY: 'Bern' },
  fixtures: [
    { name: 'customer', path: '/v1/customers', method: 'post', params: { name: 'Jo', address: { city: '${.env:CITY}' } } },
    {
      name: 'declined',
      path: '/v1/charges',
      method: 'post',
      params: { amount: 2000, currency: 'usd', source: 'tok_chargeDeclined' },
      expected_error_type: 'card_error',
    },
    { name: 'update', path: '/v1/customers/${customer:id}', method: 'post', params: { metadata: { order: '1742' } } },
  ],
};

test('a fixture file is sent in order, with references, an expected refusal and changes', async () => {
  writeFileSync(join(folder, 'shop.json'), JSON.stringify(fixtures));
  const changes = ['--override', 'customer:name=Max', '--add', 'customer:metadata[a]=1', '--remove', 'update:metadata'];
  const { code, said, error } = await florin('fixtures', 'shop.json', '--json', ...changes, '--add', 'phone=12');
  expect([code, error]).toEqual([0, '']);
  const [customer, declined, update] = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(customer).toMatchObject({ name: 'Max', address: { city: 'Bern' }, metadata: { a: '1' } });
  expect(declined.error.type).toBe('card_error');
  expect(update).toMatchObject({ id: customer.id, phone: '12', metadata: { a: '1' } });
});

test('a trigger prints the event that it brought about, with a changed parameter', async () => {
  const { code, said, error } = await florin('trigger', 'payment_intent.succeeded', '--override', 'payment_intent:amount=5000', '--json');
  expect([code, error]).toEqual([0, '']);
  expect(JSON.parse(said)).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { amount: 5000 } } });
  const inside = await florin('trigger', 'person.created');
  expect([inside.code, inside.said]).toEqual([0, expect.stringMatching(/^evt_\w+ {2}person\.created\n$/)]);
  expect(inside.error).toContain('POST   /v1/accounts  acct_');
});

test('a trigger is printed as a fixture file, which sends the same requests', async () => {
  writeFileSync(join(folder, 'printed.json'), (await florin('trigger', 'refund.created', '--print')).said);
  const { code, error } = await florin('fixtures', 'printed.json');
  expect([code, error.split('\n').map((line) => line.split(' ')[0])]).toEqual([0, ['payment_intent', 'refund']]);
});

test.each([
  [['trigger', 'payment_intent.succeded'], 'Did you mean payment_intent.succeeded?'],
  [['trigger', 'test_helpers.test_clock.internal_failure'], 'No request brings about'],
  [['trigger'], 'Name a type of event'],
  [['trigger', 'customer.created', '--override', 'nothing:name=Jo'], 'No request is named nothing. The requests are customer.'],
  [['trigger', 'customer.created', '--override', 'name'], 'does not have the form name:path=value'],
  [['trigger', 'customer.created', '--skip', 'nothing'], '--skip takes the name of a request: customer.'],
  [['fixtures', 'none.json'], 'There is no file none.json.'],
  [['fixtures', 'no-fixtures.json'], 'no-fixtures.json is no fixture file'],
])('florin %j names the mistake', async (args, said) => {
  writeFileSync(join(folder, 'no-fixtures.json'), '{"fixtures":[{"name":"a","path":"/v1/x","method":"put"}]}');
  const { code, error } = await florin(...args);
  expect([code, error]).toEqual([2, expect.stringContaining(said)]);
});

test('the list of triggers marks those that move the clock of the sandbox', async () => {
  const { said } = await florin('trigger', '--list');
  expect(said).toContain('\ncustomer.created\n');
  expect(said).toContain('\npayout.paid  (moves the clock of the sandbox)\n');
});

test('logs are shown as requests arrive, by status, method and path', async () => {
  const tail = running('logs', 'tail', '--status', '4xx', '--method', 'POST', '--path', '/v1/customers/*');
  expect(await tail.next()).toMatch(/^Ready/);
  const { id } = (await client.post('/v1/customers', { name: 'Jo' })).body;
  await client.post('/v1/charges', { amount: 1 });
  await client.get(`/v1/customers/${id}x`);
  await client.post(`/v1/customers/${id}`, { nonsense: 1 });
  expect(await tail.next()).toMatch(
    new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}400 {2}POST {4}/v1/customers/${id} {2}\\d+ ms {2}req_\\w+ {2}.*nonsense`),
  );
  expect(await tail.end()).toBe(0);
});

test('an event is delivered again, to one endpoint', async () => {
  const bodies: string[] = [];
  const receiver = createServer(async (request, response) => {
    bodies.push(JSON.parse(Buffer.concat(await request.toArray()).toString()).id);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const to = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const listening = running('listen', '--forward-to', to, '--events', 'coupon.created', '--json');
  try {
    const { webhook_endpoint, secret } = JSON.parse(await listening.next());
    expect(secret).toMatch(/^whsec_/);
    await client.post('/v1/coupons', { percent_off: 10, duration: 'once' });
    const first = JSON.parse(await listening.next());
    expect(first).toMatchObject({ outcome: 'delivered', event: { type: 'coupon.created' } });
    const { code, said } = await florin('events', 'resend', first.event.id, '--webhook-endpoint', webhook_endpoint);
    expect([code, said]).toEqual([0, `${first.event.id}  coupon.created  is delivered again\n`]);
    await listening.next();
    expect(bodies).toEqual([first.event.id, first.event.id]);
    expect((await florin('events', 'retrieve', first.event.id, '--json')).said).toContain('"type":"coupon.created"');
  } finally {
    await listening.end();
    receiver.close();
  }
});

test('pages are opened by name, or by path', async () => {
  expect((await florin('open', 'docs', '--print')).said).toBe(`${url}/docs\n`);
  expect((await florin('open', '/docs/api/refunds', '--print')).said).toBe(`${url}/docs/api/refunds\n`);
  expect((await florin('open', '--list')).said).toContain(`dashboard   ${url}/dashboard`);
  expect(await florin('open', 'dashbord')).toMatchObject({ code: 2, error: expect.stringContaining("Did you mean 'dashboard'?") });
});

test.each([
  [['logs', 'tail', '--status', 'bad'], '--status bad is no status code'],
  [['logs', 'tail', '--method', 'PUT'], '--method is one of GET, POST, DELETE, not PUT.'],
])('florin %j names the mistake', async (args, said) => {
  const { code, error } = await florin(...args);
  expect([code, error]).toEqual([2, expect.stringContaining(said)]);
});

const completed = async (...words: readonly string[]): Promise<string[]> =>
  (await florin('completion', 'words', '--', ...words)).said.trim().split('\n');

test('completion knows commands, resources, verbs, options, values and types of events', async () => {
  expect(await completed('cust')).toEqual(['customers', 'customer_sessions'].sort((one, other) => (one < other ? 1 : -1)));
  expect(await completed('keys', '')).toEqual(['create', 'list', 'revoke', 'roll']);
  expect(await completed('refunds', 're')).toEqual(['retrieve']);
  expect(await completed('refunds', 'create', '--reas')).toEqual(['--reason']);
  expect(await completed('refunds', 'create', '--reason', 'dup')).toEqual(['duplicate']);
  expect(await completed('trigger', 'charge.cap')).toEqual(['charge.captured']);
  expect(await completed('listen', '--forw')).toEqual(['--forward-to']);
  expect(await completed('no_such_command', '')).toEqual(['']);
});

test('bash completes with the script', async () => {
  const { said } = await florin('completion', 'bash');
  const line = `florin() { "${process.execPath}" "${program}" "$@"; }
${said}
COMP_WORDS=(florin coupons re); COMP_CWORD=2; _florin; printf '%s' "\${COMPREPLY[*]}"`;
  const answer = await new Promise<string>((settle) => {
    execFile('bash', ['-c', line], { env: { PATH: process.env.PATH } }, (_, stdout) => settle(stdout));
  });
  expect(answer).toBe('retrieve');
  expect((await florin('completion', 'zsh')).said).toContain('#compdef florin');
  expect((await florin('completion', 'fish')).said).toContain('complete -c florin');
  expect(await florin('completion', 'csh')).toMatchObject({
    code: 2,
    error: expect.stringContaining('Allowed choices are bash, zsh, fish'),
  });
});

test('a sandbox is filled with a shop and its history, once', async () => {
  const key = ['--key', `${client.key}_seeded`];
  const size = ['--customers', '6', '--payments', '24', '--weeks', '5'];
  const { code, said, error } = await florin('seed', ...key, ...size, '--json');
  expect([code, error]).toEqual([0, '']);
  const counts = JSON.parse(said);
  // Payments by subscriptions are beside the single ones.
  expect(counts).toMatchObject({ customers: 6, payouts: 1 });
  expect(counts.payment_intents).toBeGreaterThanOrEqual(24);
  for (const name of ['subscriptions', 'invoices', 'refunds']) expect(counts[name], name).toBeGreaterThan(0);
  expect(await florin('seed', ...key)).toMatchObject({ code: 1, error: expect.stringContaining('has customers already') });
});

test('only a sandbox is filled', async () => {
  expect(await florin('seed', '--key', 'sk_live_123')).toMatchObject({ code: 2, error: expect.stringContaining('use a test key') });
  expect(await florin('seed', '--weeks', '0')).toMatchObject({
    code: 2,
    error: expect.stringContaining('0 is not a whole number from 1 to 104'),
  });
});
