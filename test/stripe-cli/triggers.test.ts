import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { must } from '../support/billing.js';
import { advanceClock } from '../support/merchant.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { describeCli, ran } from '../support/stripe-cli.js';
import { isAbsent, peculiar, rowOf, type Trigger } from '../support/triggers.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService();
  receiver = await startReceiver(() => ({ status: 200, headers: { 'stripe-version': '2026-10-28.endive' }, body: '{"approved":true}' }));
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** The names of all triggers, from a document that the CLI is compared with below. */
const document = new URL('../../docs/stripe-cli.md', import.meta.url);
const names = [...readFileSync(document, 'utf8').matchAll(/^\| `(\w+(?:\.\w+)+)` \|/gm)].map(([, name = '']) => name);

/** The types of events that `stripe listen` would show, as they arrive. */
async function listening(client: Client, finished: (end: () => void) => void): Promise<Set<string>> {
  const { websocket_id, websocket_url } = await must(
    client.post('/v1/stripecli/sessions', { device_name: 'laptop', websocket_features: ['webhooks'] }),
  );
  const socket = new WebSocket(websocket_url, 'stripecli-devproxy-v1', { headers: { 'websocket-id': websocket_id } });
  finished(() => socket.terminate());
  const types = new Set<string>();
  socket.on('message', (data) => types.add(JSON.parse(JSON.parse(String(data)).event_payload).type));
  await new Promise((resolve, fail) => socket.once('open', resolve).once('error', fail));
  return types;
}

async function prepared(client: Client, needs: Trigger['needs']): Promise<void> {
  if (needs === 'funds') await must(client.post('/v1/test_helpers/top_ups', { amount: 10_000, currency: 'usd' }));
  if (needs !== 'deciding endpoint') return;
  const endpoint = { url: receiver.url('/decide'), enabled_events: ['issuing_authorization.request'] };
  await must(client.post('/v1/webhook_endpoints', endpoint));
  for (const currency of ['usd', 'eur', 'gbp'])
    await must(client.post('/v1/test_helpers/top_ups', { amount: 10_000, currency, destination_balance: 'issuing' }));
}

describeCli('stripe trigger', () => {
  test.concurrent.for(names)('%s', async (name, { expect, onTestFinished }) => {
    const client = service.client();
    const trigger = peculiar[name] ?? {};
    const types = await listening(client, onTestFinished);
    await prepared(client, trigger.needs);
    const { code, text } = await ran(service, client, 'trigger', name);
    if (isAbsent(trigger)) {
      expect([code, text]).toEqual([1, expect.stringContaining('not_in_florin_yet')]);
      return;
    }
    expect(code, text).toBe(0);
    if (trigger.after_days) await advanceClock(client, trigger.after_days * 86_400);
    const expected = trigger.events ?? [name];
    await service.until(async () => expected.every((type) => types.has(type)));
  });
});

describeCli('the table of triggers', () => {
  test('docs/stripe-cli.md lists every trigger of the CLI; UPDATE=1 rewrites the table', async () => {
    const { text } = await ran(service, service.client(), 'trigger', '--help');
    const listed = /Supported events:\n(.*?)\n\n/s.exec(text)?.[1] ?? '';
    const known = listed.split('\n').map((line) => line.trim());
    const rows = known.map(rowOf);
    const written = readFileSync(document, 'utf8');
    const [before = ''] = written.split(/^\| `\w+(?:\.\w+)+` \|/m);
    const table = `${before}${rows.join('\n')}\n`;
    if (process.env.UPDATE) await writeFile(document, table);
    else expect(written).toBe(table);
    expect(Object.keys(peculiar).filter((name) => !known.includes(name))).toEqual([]);
  });
});
