import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dump, storedEvents } from '../support/dump.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Crafted, craft } from '../support/requests.js';
import { type Client, startService, type TestService } from '../support/service.js';

const numbers = ['4242424242424242', '5555555555554444', '378282246310005', '4000000000000002'] as const;

const groups = (number: string, size: number): string[] => number.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];

/** The ways in which people and machines write a card number. */
const spellings = (number: string): readonly string[] => [
  number,
  groups(number, 4).join(' '),
  groups(number, 4).join('-'),
  groups(number, 4).join('.'),
  groups(number, 2).join(' '),
  groups(number, 4).join('\u00a0'),
];

const every_spelling = numbers.flatMap(spellings);

const long_code = '98765';
const code = '9806';

/** Whether a text contains one of the numbers, with any separators, in plain text or in another encoding of bytes. */
function numberIn(text: string): string | undefined {
  const close = text.replace(/(?<=\d)[^0-9A-Za-z]{1,2}(?=\d)/g, '');
  const writings = (number: string): string[] =>
    spellings(number).flatMap((each) => [each, Buffer.from(each).toString('hex'), Buffer.from(each).toString('base64').replace(/=+$/, '')]);
  return numbers.find((number) => close.includes(number) || writings(number).some((each) => text.includes(each)));
}

/** Codes are looked for as values, because a few digits occur by chance inside of times and hashes. */
const codeIn = (text: string): boolean => new RegExp(`(?<![0-9A-Za-z])${long_code}(?![0-9A-Za-z])|["':= ]${code}["',}& ]`).test(text);

/** The leak, shortened for the message. */
const leakIn = (text: string): string[] => {
  const found = numberIn(text) ?? (codeIn(text) ? 'a code' : undefined);
  return found === undefined ? [] : [`${found} in ${text.replace(/"(?:id|object|created|livemode)":[^,]*,/g, '').slice(0, 300)}`];
};

const json = { 'content-type': 'application/json' };
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Crafted => ({
  method: 'POST',
  path,
  headers: { ...json, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const cardOf = (number: unknown, cvc: unknown): object => ({ type: 'card', card: { number, cvc, exp_month: 12, exp_year: 2034 } });

/** Requests with a number in its place: accepted, declined, refused for another reason, and under an idempotency key. */
const rightly = (number: string): Crafted[] => {
  const cvc = number.startsWith('3') ? code : '980';
  const key = { 'idempotency-key': `good ${Buffer.from(number).length} ${number.slice(-4)} ${number.length}` };
  return [
    post('/v1/payment_methods', cardOf(number, cvc)),
    post('/v1/payment_methods', cardOf(number, long_code)),
    post('/v1/payment_methods', cardOf(number, Number(long_code))),
    post('/v1/payment_methods', { ...cardOf(number, cvc), nonsense: 1 }),
    post('/v1/setup_intents', { confirm: true, payment_method_data: cardOf(number, cvc) }),
    post('/v1/setup_intents', { confirm: true, payment_method_data: cardOf(number, long_code) }),
    post('/v1/setup_intents', { confirm: true, payment_method_data: cardOf(number, cvc) }, key),
    post('/v1/payment_methods', `{"type":"card","card":{"number":"${number}","cvc":"${long_code}"`),
    ...paying(number, cvc, key),
  ];
};

/** The same, as a payment. */
const paying = (number: string, cvc: string, key: Readonly<Record<string, string>>): Crafted[] => {
  const { card } = cardOf(number, cvc) as { card: object };
  const twenty = { amount: 2000, currency: 'usd', confirm: true };
  return [
    post('/v1/payment_intents', { ...twenty, payment_method_data: cardOf(number, cvc) }),
    post('/v1/payment_intents', { ...twenty, payment_method_data: cardOf(number, long_code) }),
    post(
      '/v1/payment_intents',
      { ...twenty, payment_method_data: cardOf(number, cvc) },
      { 'idempotency-key': `paid ${key['idempotency-key']}` },
    ),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: card }),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: { object: 'card', ...card, cvc: long_code } }),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: { ...card, nonsense: number } }),
  ];
};

/** Requests with a number in a wrong place. */
const wrongly = (number: string): Crafted[] => {
  const encoded = encodeURIComponent(number);
  return [
    post('/v1/customers', { name: number }),
    post('/v1/customers', { description: `pays with ${number}, always` }),
    post('/v1/customers', { description: `${number} 12 34 980` }),
    post('/v1/customers', { email: `${number}@example.com` }),
    post('/v1/customers', { phone: number }),
    post('/v1/customers', { metadata: { card: number } }),
    post('/v1/customers', { metadata: { [number]: 'card' } }),
    post('/v1/customers', { address: { line1: number } }),
    post('/v1/customers', { preferred_locales: [number] }),
    post('/v1/customers', { [number]: 'x' }),
    post('/v1/customers', { payment_method: number }),
    post('/v1/customers', { cvc: long_code, [`cvc${long_code}`]: 1 }),
    post('/v1/payment_methods', { type: number }),
    post('/v1/payment_methods', { ...cardOf('4242424242424242', undefined), billing_details: { name: number } }),
    post('/v1/payment_methods', { type: 'card', card: { token: number } }),
    post('/v1/payment_methods', { type: 'card', card: { number: { number }, cvc: [long_code] } }),
    post('/v1/setup_intents', { description: number }),
    post('/v1/payment_intents', { amount: 2000, currency: 'usd', description: number, merchant_order_id: number }),
    post('/v1/payment_intents', {
      amount: 2000,
      currency: 'usd',
      confirm: true,
      payment_method: 'pm_card_visa',
      shipping: { name: number },
    }),
    post('/v1/payment_intents', { amount: 2000, currency: 'usd', statement_descriptor: number, receipt_email: `${number}@example.com` }),
    post('/v1/payment_intents/pi_x/cancel', { cancellation_reason: number }),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: number }),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: `tok_${number}` }),
    post('/v1/charges', { amount: 2000, currency: 'usd', source: 'tok_visa', metadata: { card: number } }),
    post('/v1/setup_intents', { confirm: true, payment_method: 'pm_card_visa', return_url: `https://shop.example/?card=${number}` }),
    post('/v1/webhook_endpoints', { url: `http://127.0.0.1:9/${encoded}`, enabled_events: [number] }),
    post(`/v1/customers/${encoded}`, { name: 'Jo' }),
    post('/v1/customers', { name: 'Jo' }, { 'idempotency-key': Buffer.from(number).toString('latin1') }),
    post(
      '/v1/webhook_endpoints',
      { url: 'http://127.0.0.1:9/', enabled_events: ['*'] },
      { 'stripe-version': Buffer.from(number).toString('latin1') },
    ),
    { path: `/v1/customers/${encoded}` },
    { path: `/v1/${encoded}` },
    { path: `/v1/customers?email=${encoded}` },
    { path: `/v1/customers?${encoded}=1` },
    { path: `/v1/customers?starting_after=${encoded}` },
    { path: `/v1/customers?expand[]=${encoded}` },
    { path: `/v1/customers/search?query=${encodeURIComponent(`name:"${number}"`)}` },
    { path: `/v1/charges/search?query=${encodeURIComponent(`amount>${number}`)}` },
    { path: `/v1/payment_intents/search?query=${encodeURIComponent(`merchant_order_id:"${number}"`)}` },
    { path: `/v1/customers/search?query=${encodeURIComponent(`${number}:"x"`)}` },
  ];
};

/** Requests with a number as a JSON number. */
const asInteger = (number: string): Crafted[] => [
  post('/v1/customers', { balance: Number(number) }),
  post('/v1/customers', { metadata: { card: Number(number) } }),
  post('/v1/payouts', { amount: Number(number), currency: 'usd' }),
  post('/v1/payment_intents', { amount: Number(number), currency: 'usd' }),
  post('/v1/charges', { amount: 2000, currency: 'usd', source: Number(number) }),
  post('/v1/payment_methods', { type: 'card', card: { number: Number(number), exp_month: Number(number), exp_year: 2034, cvc: code } }),
  post('/v1/webhook_endpoints/we_x/roll_secret', { expires_in: Number(number) }),
  { path: `/v1/customers?created[gt]=${number}&limit=${number}` },
];

type Kept = { readonly answers: readonly string[]; readonly service: TestService; readonly receiver: Receiver; readonly client: Client };

const places = {
  'no answer': async ({ answers }: Kept) => answers,
  'no line of the log': async ({ service }: Kept) => service.lines,
  'no table of the database': ({ service }: Kept) => dump(service),
  'no delivery': async ({ receiver }: Kept) => receiver.deliveries.map(({ body, headers }) => body + JSON.stringify(headers)),
  'no event': async ({ client }: Kept) => [(await client.get('/v1/events?limit=100')).text],
} as const;

const roads = {
  'asked before the one write': {},
  'asked between two writes': { FLORIN_ONE_WRITE: 'off' },
  'asked without an answer, so that the ask waits for a worker': { FLORIN_ONE_WRITE: 'off', FLORIN_FAILPOINTS: 'before_processor:error:1' },
};

describe.each(Object.entries(roads))('card numbers and codes, %s', (_, environment) => {
  let kept: Kept;
  beforeAll(async () => {
    const [service, receiver] = [await startService({ LOG_LEVEL: 'trace', ...environment }), await startReceiver()];
    const client = service.client();
    await client.post('/v1/webhook_endpoints', { url: receiver.url('/hook'), enabled_events: ['*'] });
    const requests = [...every_spelling.flatMap((number) => [...rightly(number), ...wrongly(number)]), ...numbers.flatMap(asInteger)];
    const answers: string[] = [];
    for (const request of requests) answers.push((await craft(service.port, { ...request, key: client.key })).text);
    await service.until(async () => receiver.deliveries.length > 20);
    kept = { answers, service, receiver, client };
  });
  afterAll(async () => {
    await kept.service.stop();
    await kept.receiver.stop();
  });

  test.each(Object.entries(places))('are in %s', async (_, read) => {
    const texts = await read(kept);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.flatMap(leakIn).slice(0, 5)).toEqual([]);
  });

  test('are not in the vault either, except the numbers of payment methods', async () => {
    const { engine } = kept.service;
    const rows = await engine.database.query<{ account: string; id: string; key_id: string; sealed: Buffer }>({
      text: 'select * from vault',
      values: [],
    });
    const contents = rows.map(({ account, id, key_id, sealed }) => engine.vault.open(sealed, key_id, `${account} ${id}`));
    expect(contents.some((content) => numberIn(content))).toBe(true);
    for (const content of contents) expect(Object.keys(JSON.parse(content))).toEqual(['number']);
  });
});

describe('secrets', () => {
  let service: TestService;
  let client: Client;
  let client_secret: string;
  let paying_secret: string;
  let signing: { id: string; secrets: string[] };
  beforeAll(async () => {
    service = await startService({ LOG_LEVEL: 'trace' });
    client = service.client();
    const key = (value: string) => ({ headers: { 'idempotency-key': value } });
    const made = await client.post('/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', enabled_events: ['*'] }, key('endpoint'));
    const rolled = await client.post(`/v1/webhook_endpoints/${made.body.id}/roll_secret`, {}, key('roll'));
    signing = { id: made.body.id, secrets: [made.body.secret, rolled.body.secret] };
    const params = { confirm: true, payment_method: 'pm_card_chargeDeclined' };
    client_secret = (await client.post('/v1/setup_intents', params, key('intent'))).body.error.setup_intent.client_secret;
    const paying = { ...params, amount: 2000, currency: 'usd' };
    paying_secret = (await client.post('/v1/payment_intents', paying, key('payment'))).body.error.payment_intent.client_secret;
    const all = [client_secret, paying_secret, ...signing.secrets];
    expect(all.every((secret) => /^(seti_\w+_secret_|pi_\w+_secret_|whsec_)\w{20,}$/.test(secret))).toBe(true);
  });
  afterAll(() => service.stop());

  const holds = (texts: readonly string[], secrets: readonly string[]): boolean =>
    texts.some((text) => secrets.some((secret) => text.includes(secret)));

  test('are in no stored event and no line of the log', async () => {
    const stored = await storedEvents(service);
    expect(stored.length).toBeGreaterThan(0);
    expect(holds([...stored, ...service.lines], [client_secret, paying_secret, ...signing.secrets])).toBe(false);
  });

  test('are in the events that a secret key reads of their own objects only, and signing secrets in none', async () => {
    const { data, ...rest } = (await client.get('/v1/events', { limit: 100 })).body;
    const others = data.filter(({ type }: { type: string }) => !/^(setup|payment)_intent\./.test(type));
    expect(holds([JSON.stringify(others), JSON.stringify(rest)], [client_secret, paying_secret])).toBe(false);
    expect(holds([JSON.stringify(data)], signing.secrets)).toBe(false);
  });

  test('a signing secret is shown when it is created and never again', async () => {
    const later = [
      await client.get('/v1/webhook_endpoints'),
      await client.get(`/v1/webhook_endpoints/${signing.id}`),
      await client.post(`/v1/webhook_endpoints/${signing.id}`, { description: 'x' }),
      await client.del(`/v1/webhook_endpoints/${signing.id}`),
    ];
    for (const { text, status } of later) expect([status, text.includes('whsec_')]).toEqual([200, false]);
  });

  test('a signing secret is in no table in plain text', async () => {
    expect(holds(await dump(service), signing.secrets)).toBe(false);
  });

  test('a client secret is in one column of its object, and in no document, job, or stored reply', async () => {
    const rows = (await dump(service)).filter((row) => row.includes(client_secret) || row.includes(paying_secret));
    expect(rows.every((row) => row.startsWith('objects '))).toBe(true);
    const documents = await service.engine.database.query<{ doc: string }>({ text: 'select doc from objects', values: [] });
    expect(
      holds(
        documents.map(({ doc }) => doc),
        [client_secret, paying_secret],
      ),
    ).toBe(false);
  });
});
