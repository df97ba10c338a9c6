import { afterAll, beforeAll, expect, test } from 'vitest';
import { dump } from '../support/dump.js';
import { cardOf, holderOf, jenny } from '../support/issued.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { craft } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';

let service: TestService;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ LOG_LEVEL: 'trace' });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

const pins = ['pin-sealed-with-the-key-of-the-first', 'pin-sealed-with-the-key-of-the-second'];
const tax_id = '98-7654321';
const both = { 'expand[0]': 'number', 'expand[1]': 'cvc' };

/** A text in all encodings of bytes that a table or a log could have. */
const writings = (plain: string): string[] => [
  plain,
  Buffer.from(plain).toString('hex'),
  Buffer.from(plain).toString('base64').replace(/=+$/, ''),
];

/** The few digits of a code are looked for as a member or as a word of a log. */
const codeIn = (text: string, code: string): boolean => new RegExp(`cvc\\W{1,6}${code}|["':= ]${code}["',}& ]`).test(text);

/** Creates cards in every possible way, reads their numbers, and collects all other answers. */
async function madeIn(client: Client): Promise<{ ids: string[]; answers: string[] }> {
  const answers: string[] = [];
  const ids: string[] = [];
  const cardholder = (await holderOf(client)).id;
  const told = async (path: string, params: object, headers: Record<string, string> = {}): Promise<string> => {
    const { text, body, status } = await client.post(path, { ...params }, { headers });
    answers.push(text);
    return status === 200 ? body.id : '';
  };
  await told('/v1/issuing/cardholders', { ...jenny, type: 'company', individual: undefined, company: { tax_id } });
  await told('/v1/issuing/cardholders', { ...jenny, company: { tax_id } });
  const card = { cardholder, currency: 'usd', type: 'virtual', pin: { encrypted_number: pins[0] } };
  const kept = { 'idempotency-key': 'a card' };
  ids.push(await told('/v1/issuing/cards', card, kept), await told('/v1/issuing/cards', card, kept));
  await told('/v1/issuing/cards', { ...card, nonsense: pins[1] });
  await told('/v1/issuing/cards', { ...card, expand: ['number', 'cvc'] });
  ids.push((await cardOf(client, { cardholder, replacement_for: ids[0], replacement_reason: 'damaged' })).id);
  await told(`/v1/issuing/cards/${ids[0]}`, { metadata: { a: '1' } });
  await told(`/v1/issuing/cards/${ids[2]}`, { pin: { encrypted_number: pins[1] }, status: 'inactive' }, { 'idempotency-key': 'a pin' });
  await told(`/v1/issuing/cards/${ids[2]}`, { pin: { encrypted_number: [pins[1]] } });
  const cut = JSON.stringify(card).slice(0, -1);
  const headers = { 'content-type': 'application/json' };
  answers.push((await craft(service.port, { method: 'POST', path: '/v1/issuing/cards', key: client.key, headers, body: cut })).text);
  return { ids: [...new Set(ids)], answers };
}

test('numbers, codes and PINs of issued cards are in no table, event, delivery, log, list or stored reply, and in no answer but the one', async () => {
  const client = service.client();
  await client.post('/v1/webhook_endpoints', { url: receiver.url('/hook'), enabled_events: ['*'] });
  const { ids, answers } = await madeIn(client);
  const cards: { number: string; cvc: string }[] = [];
  for (const id of ids) cards.push((await client.get(`/v1/issuing/cards/${id}`, both)).body);
  expect(cards.map(({ number, cvc }) => [number.length, cvc.length])).toEqual([
    [16, 3],
    [16, 3],
  ]);
  for (const path of ['issuing/cards', 'issuing/cards/list', 'issuing/cardholders', 'events', 'audit_records', 'webhook_attempts'])
    answers.push((await client.get(`/v1/${path}`, { limit: 100 })).text);
  answers.push((await client.get('/v1/issuing/cards', { 'expand[]': 'data.number' })).text);
  await service.until(async () => receiver.deliveries.length > 5);
  const places = [...answers, ...service.lines, ...receiver.deliveries.map(({ body }) => body), ...(await dump(service))];
  const secrets = [...cards.map(({ number }) => number), ...pins, tax_id, tax_id.replace('-', '')].flatMap(writings);
  const leaked = places.filter((text) => secrets.some((each) => text.includes(each)) || cards.some(({ cvc }) => codeIn(text, cvc)));
  expect(leaked.map((text) => text.slice(0, 300))).toEqual([]);
});
