import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { must } from '../support/billing.js';
import { as, connected } from '../support/connect.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import type { Client, TestService } from '../support/service.js';
import { type Installation, rowsOf, startInstallation } from '../support/services.js';
import { describeCli, type Run, ran, stripe } from '../support/stripe-cli.js';

let installation: Installation;
let receiver: Receiver;
let service: TestService;
let other: TestService;
beforeAll(async () => {
  installation = await startInstallation({ FLORIN_REQUEST_LOG: 'all' }, { FLORIN_REQUEST_LOG: 'all' });
  [service, other] = installation.services as [TestService, TestService];
  receiver = await startReceiver(({ path }) => (path === '/refusing' ? { status: 500, body: 'no\0t today' } : 200));
});
afterAll(async () => {
  await installation.stop();
  await receiver.stop();
});

/** A run that ends with its test. */
function running(client: Client, words: readonly string[], at = service): Run {
  const run = stripe(at, client, ...words);
  onTestFinished(run.stop);
  return run;
}

/** `stripe listen`, once it is ready. */
async function listening(client: Client, words: readonly string[] = [], at = service): Promise<Run> {
  const run = running(client, ['listen', '--all-snapshot', '--skip-update', ...words], at);
  await run.prints('Ready!');
  return run;
}

const secretIn = (run: Run): string => /whsec_\w+/.exec(run.text())?.[0] ?? '';

const session = (client: Client, params: object = {}) =>
  client.post('/v1/stripecli/sessions', { device_name: 'laptop', websocket_features: ['webhooks'], ...params });

/** A socket without the CLI, and the messages that it has received. */
async function socketOf(
  client: Client,
  opened?: object,
): Promise<{ socket: WebSocket; events: string[]; session: { websocket_id: string } }> {
  const found = opened ?? (await must(session(client)));
  const { websocket_url, websocket_id } = found as { websocket_url: string; websocket_id: string };
  const socket = new WebSocket(websocket_url, 'stripecli-devproxy-v1', { headers: { 'websocket-id': websocket_id } });
  onTestFinished(() => socket.terminate());
  const events: string[] = [];
  socket.on('message', (data) => {
    const { endpoint, event_payload } = JSON.parse(String(data));
    if (endpoint.api_version === null) events.push(JSON.parse(event_payload).data.object.name);
  });
  await once(socket, 'open');
  return { socket, events, session: { websocket_id } };
}

describeCli('stripe listen', () => {
  test('shows the events of each process, and no other account', async () => {
    const client = service.client();
    const run = await listening(client);
    const { id } = await must(client.post('/v1/customers', { name: 'Jo' }));
    await must(service.client().post('/v1/customers', { name: 'Max' }));
    await must(other.client(client.key).post('/v1/products', { name: 'Shoe' }));
    await run.prints('--> product.created');
    expect(id).toMatch(/^cus_/);
    expect(run.text().match(/--> customer\.created/g)).toHaveLength(1);
  });

  test('--forward-to delivers signed events, and stores how the server has answered', async () => {
    const client = service.client();
    const run = await listening(client, ['--forward-to', receiver.url('/hook')], other);
    const { id } = await must(client.post('/v1/customers', { name: 'Jo' }));
    await run.prints('[200] POST');
    const [delivery] = receiver.at('/hook');
    const event = Stripe.webhooks.constructEvent(delivery?.body ?? '', String(delivery?.headers['stripe-signature']), secretIn(run));
    expect(event).toMatchObject({ type: 'customer.created', data: { object: { id } } });
    const [attempt] = await service.until(async () => {
      const { data } = await must(client.get('/v1/webhook_attempts', { event: event.id }));
      return data.length > 0 && data;
    });
    const answered = { outcome: 'delivered', response_status: 200, response_body: 'thank you', url: receiver.url('/hook') };
    expect(attempt).toMatchObject({ ...answered, attempt: 1, next_attempt: null, webhook_endpoint: null });
  });

  test('an answer of 500 is stored as refused', async () => {
    const client = service.client();
    const run = await listening(client, ['--forward-to', receiver.url('/refusing')]);
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await run.prints('[500] POST');
    const attempt = await service.until(async () => (await must(client.get('/v1/webhook_attempts'))).data[0]);
    expect(attempt).toMatchObject({ outcome: 'refused', response_status: 500, response_body: 'no\uFFFDt today' });
  });

  test('--events selects types, and --latest receives each event once', async () => {
    const client = service.client();
    const run = running(client, ['listen', '--events', 'product.created', '--latest', '--skip-update']);
    await run.prints('Ready!');
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await must(client.post('/v1/products', { name: 'Shoe' }));
    await run.prints('--> product.created');
    expect(run.text().match(/-->/g)).toHaveLength(1);
  });

  test('events of connected accounts name their account', async () => {
    const platform = service.client();
    const { id: account } = await connected(platform);
    const run = await listening(platform, ['--forward-connect-to', receiver.url('/connect')]);
    await must(platform.post('/v1/customers', { name: 'Jo' }, as(account)));
    await run.prints('--> connect customer.created');
    await run.prints('[200] POST');
    expect(JSON.parse(receiver.at('/connect')[0]?.body ?? '')).toMatchObject({ account, type: 'customer.created' });
  });

  test('--print-secret prints the secret that later sessions sign with', async () => {
    const client = service.client();
    const { code, text } = await ran(service, client, 'listen', '--print-secret');
    expect([code, text.trim()]).toEqual([0, secretIn(await listening(client))]);
    expect(text.trim()).toMatch(/^whsec_[0-9a-f]{64}$/);
  });

  test('events resend sends an event again to the CLI alone', async () => {
    const client = service.client();
    const run = await listening(client, ['--forward-to', receiver.url('/again')], other);
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await run.prints('[200] POST');
    const event = (await must(client.get('/v1/events', { type: 'customer.created' }))).data[0].id;
    const resent = await ran(service, client, 'events', 'resend', event);
    expect([resent.code, JSON.parse(resent.text).id]).toEqual([0, event]);
    await service.until(async () => receiver.at('/again').length === 2);
    expect(receiver.at('/again').map(({ body }) => JSON.parse(body).id)).toEqual([event, event]);
  });

  test('events resend --account sends an event of a connected account again, and of no other account', async () => {
    const platform = service.client();
    const { id: account } = await connected(platform);
    const run = await listening(platform, ['--forward-connect-to', receiver.url('/connect-again')]);
    await must(platform.post('/v1/customers', { name: 'Jo' }, as(account)));
    await run.prints('--> connect customer.created');
    const event = (await must(platform.get('/v1/events', { type: 'customer.created' }, as(account)))).data[0].id;
    expect((await ran(service, platform, 'events', 'resend', event, '--account', account)).code).toBe(0);
    await service.until(async () => receiver.at('/connect-again').length === 2);
    const stranger = await service.client().post(`/v1/events/${event}/retry`, { account, for_stripecli: 'true' });
    expect([stranger.status, stranger.body.error.code]).toEqual([404, 'resource_missing']);
  });

  test('a stopping process sends the CLI to another one, which continues where it has stopped', async () => {
    const stopping = await installation.join();
    const client = service.client();
    const { socket, events, session: opened } = await socketOf(stopping.client(client.key));
    await must(client.post('/v1/customers', { name: 'before' }));
    await service.until(async () => events.length === 1);
    const closed = once(socket, 'close');
    await stopping.stop();
    expect((await closed)[0]).toBe(1001);
    await must(client.post('/v1/customers', { name: 'between' }));
    const again = await socketOf(client, { ...opened, websocket_url: `${service.url.replace('http', 'ws')}/v1/stripecli/socket` });
    await must(client.post('/v1/customers', { name: 'after' }));
    await service.until(async () => again.events.length >= 2);
    expect(again.events).toEqual(['between', 'after']);
  });

  test('more events than are read at once arrive completely and once', async () => {
    const client = service.client();
    const { events } = await socketOf(client);
    const names = Array.from({ length: 250 }, (_, place) => `name ${place}`);
    await Promise.all(names.map((name, place) => must((place % 2 ? service : other).client(client.key).post('/v1/customers', { name }))));
    await service.until(async () => events.length >= names.length);
    expect(events.toSorted()).toEqual(names.toSorted());
  });
});

describeCli('stripe logs tail', () => {
  test('shows requests that match the filters, with their errors', async () => {
    const client = service.client();
    const run = running(client, ['logs', 'tail', '--filter-http-method', 'POST', '--filter-status-code-type', '4XX']);
    await run.prints('Ready!');
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await client.get('/v1/customers/cus_unknown');
    await client.post('/v1/customers', { email: 'nobody' });
    await run.prints('[400] POST /v1/customers');
    await run.prints('Code: email_invalid');
    expect(run.text().match(/\[\d{3}\]/g)).toEqual(['[400]']);
  });

  test('--format JSON shows requests of each process without their secrets', async () => {
    const client = service.client();
    const run = running(client, ['logs', 'tail', '--format', 'JSON', '--filter-request-path', '/v1/payment_intents']);
    await run.prints('Ready!');
    await must(other.client(client.key).post('/v1/payment_intents', { amount: 100, currency: 'usd' }));
    await run.prints('"url":"/v1/payment_intents"');
    expect(run.text()).toMatch(/"request_id":"req_\w+"/);
    expect(run.text()).not.toContain('secret');
  });
});

describeCli('get, post and delete', () => {
  test('create, read and delete an object', async () => {
    const client = service.client();
    const made = await ran(service, client, 'post', '/v1/customers', '-d', 'name=Jo', '-d', 'metadata[size]=12');
    const { id } = JSON.parse(made.text);
    const read = await ran(service, client, 'get', id);
    expect(JSON.parse(read.text)).toMatchObject({ id, name: 'Jo', metadata: { size: '12' } });
    const gone = await ran(service, client, 'delete', `/v1/customers/${id}`, '--confirm');
    expect([gone.code, JSON.parse(gone.text.slice(gone.text.indexOf('{')))]).toEqual([0, { id, object: 'customer', deleted: true }]);
  });

  test('commands of resources use the same routes', async () => {
    const client = service.client();
    await must(client.post('/v1/customers', { email: 'jo@example.com' }));
    const { code, text } = await ran(service, client, 'customers', 'list', '--email', 'jo@example.com');
    expect([code, JSON.parse(text).data[0].email]).toEqual([0, 'jo@example.com']);
  });
});

describeCli('fixtures and trigger', () => {
  test('fixtures runs the requests of a file, with the answers of earlier ones', async () => {
    const client = service.client();
    const file = join(mkdtempSync(join(tmpdir(), 'florin-fixtures-')), 'shop.json');
    const fixtures = [
      { name: 'jo', path: '/v1/customers', method: 'post', params: { name: 'Jo', email: 'jo@example.com' } },
      {
        ...{ name: 'paid', path: '/v1/payment_intents', method: 'post' },
        params: { customer: `\${jo:id}`, amount: 100, currency: 'usd', payment_method: 'pm_card_visa', confirm: true },
      },
    ];
    writeFileSync(file, JSON.stringify({ _meta: { template_version: 0 }, fixtures }));
    expect(await ran(service, client, 'fixtures', file)).toMatchObject({ code: 0 });
    const [intent] = (await must(client.get('/v1/payment_intents', { 'expand[]': 'data.customer' }))).data;
    expect(intent).toMatchObject({ status: 'succeeded', customer: { name: 'Jo' } });
  });

  test('trigger --override and --add change the requests', async () => {
    const client = service.client();
    const changes = ['--override', 'customer:description=mine', '--add', 'customer:metadata.size=12'];
    expect(await ran(service, client, 'trigger', 'customer.created', ...changes)).toMatchObject({ code: 0 });
    const [customer] = (await must(client.get('/v1/customers'))).data;
    expect(customer).toMatchObject({ description: 'mine', metadata: { size: '12' } });
  });
});

describeCli('a session', () => {
  test('401 for an unknown or missing secret, in the words that the CLI knows', async () => {
    const url = `${service.url.replace('http', 'ws')}/v1/stripecli/socket`;
    for (const headers of [{ 'websocket-id': 'cliws_unknown' }, {}]) {
      const socket = new WebSocket(url, { headers });
      const [, response] = await once(socket, 'unexpected-response');
      let text = '';
      for await (const part of response) text += part;
      expect([response.statusCode, JSON.parse(text).error.message]).toEqual([401, 'Unknown WebSocket ID.']);
    }
  });

  test('400 without a WebSocket', async () => {
    const { status, body } = await service.client().get('/v1/stripecli/socket');
    expect([status, body.error.code]).toEqual([400, 'parameter_invalid']);
  });

  test('its secret is stored as a hash, and is in no log', async () => {
    const client = service.client();
    const { websocket_id, secret } = await must(session(client));
    const rows = await rowsOf<{ hash: string }>(service, 'select * from listeners');
    const kept = JSON.stringify(rows);
    expect(kept).toContain(createHash('sha256').update(websocket_id).digest('hex'));
    const logged = await service.until(async () => {
      const { data } = await must(client.get('/v1/request_logs', { path: '/v1/stripecli/sessions' }));
      return data[0];
    });
    for (const text of [kept, JSON.stringify(logged), ...service.lines])
      for (const hidden of [websocket_id, secret]) expect(text).not.toContain(hidden);
    expect(logged.response).toMatchObject({ websocket_id: '[concealed]', secret: '[concealed]' });
  });

  test('ends when its key is revoked', async () => {
    const client = service.client();
    const { socket } = await socketOf(client);
    const closed = once(socket, 'close');
    await rowsOf(service, 'update keys set expires_at = now() where hash = $1', createHash('sha256').update(client.key).digest());
    expect((await closed)[0]).toBe(4001);
  });

  test('a second socket replaces the first one', async () => {
    const client = service.client();
    const opened = await must(session(client));
    const { socket, events: before } = await socketOf(client, opened);
    const closed = once(socket, 'close');
    const { events } = await socketOf(client, opened);
    expect((await closed)[0]).toBe(4001);
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await service.until(async () => events.length === 1);
    expect(before).toEqual([]);
  });

  test('429 rate_limit: an account has at most 20 open sockets', async () => {
    const client = service.client();
    await Promise.all(Array.from({ length: 20 }, () => socketOf(client)));
    const { status, body } = await session(client);
    expect([status, body.error.code]).toEqual([429, 'rate_limit']);
    expect((await session(service.client())).status).toBe(200);
    const run = running(client, ['listen', '--all-snapshot', '--skip-update']);
    await run.prints('too many `stripe listen` sessions');
  });

  test.each([
    [{ websocket_features: ['v2_events'] }, 'websocket_features'],
    [{ websocket_features: ['request_logs'], filters: '{"filter_http_method":"POST"}' }, 'filters'],
    [{ websocket_features: ['request_logs'], filters: 'POST' }, 'filters'],
  ])('400 for %j', async (params, param) => {
    const { status, body } = await session(service.client(), params);
    expect([status, body.error.param]).toEqual([400, param]);
  });

  test('messages that the CLI does not send store nothing and end nothing', async () => {
    const client = service.client();
    const { socket, events } = await socketOf(client);
    const response = { type: 'webhook_response', forward_url: 'http://127.0.0.1', status: 200, body: '' };
    for (const message of ['', '{', 'null', '[]', JSON.stringify({ ...response, webhook_conversation_id: 'wc_unknown' })])
      socket.send(message);
    await must(client.post('/v1/customers', { name: 'Jo' }));
    await service.until(async () => events.length === 1);
    expect((await must(client.get('/v1/webhook_attempts'))).data).toEqual([]);
  });

  test('a request that offers HTTP/2 is answered as usual, with its body', async () => {
    const client = service.client();
    const socket = connect(service.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    const body = JSON.stringify({ name: 'Jo', description: 'x'.repeat(3000) });
    const head = [
      'POST /v1/customers HTTP/1.1',
      `host: 127.0.0.1\r\nauthorization: Bearer ${client.key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`,
      'connection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n',
    ];
    socket.write(`${head.join('\r\n')}${body.slice(0, 100)}`);
    socket.write(body.slice(100));
    await service.until(async () => text.includes('"name":"Jo"'));
    expect(text).toMatch(/^HTTP\/1.1 200 OK/);
  });
});
