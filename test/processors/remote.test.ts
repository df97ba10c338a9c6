import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { Concealed } from '../../src/kernel/base/concealed.js';
import { isUnreached } from '../../src/kernel/base/question.js';
import { isRefused } from '../../src/kernel/base/refusal.js';
import type { Answer, Ask, Processor } from '../../src/processors/contract.js';
import { remoteAgent } from '../../src/processors/remote/exchange.js';
import { remote } from '../../src/processors/remote/remote.js';
import { freePort, secret, signed, signedAt } from '../support/acquirer.js';
import { payOutAsk } from '../support/conformance.js';
import { asking, captureAsk, chargeAsk, numbered } from '../support/sandbox-asks.js';

const agent = remoteAgent();
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});
afterAll(() => agent.destroy());

const at = (url: string): Processor => remote({ name: 'acquirer', url, secret: new Concealed(secret), agent, now_ms: Date.now });

/** An acquirer with a settable answer. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const saying = (body: string, status = 200, headers = {}): Promise<string> =>
  answering((_, response) => response.writeHead(status, headers).end(body));

const card_number = '4242424242424242';
const paying = chargeAsk({ ...numbered(card_number, '987'), outcome: 'succeed' });

const charged = async (url: string): Promise<Answer> => (await at(url).charge?.(paying, asking)) as Answer;

const failure = async (url: string): Promise<Error> => {
  const error = await charged(url).then(
    () => null,
    (fault) => fault as Error,
  );
  if (!error) throw new Error('It was answered');
  return error;
};

type Asked = { readonly url: string; readonly headers: IncomingMessage['headers']; readonly body: string };

async function asked(what: Ask): Promise<Asked> {
  const seen: Asked[] = [];
  const url = await answering(async (request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers, body: await text(request) });
    response.end('{"result":"approved"}');
  });
  await (at(`${url}/florin/`)[what.verb] as (ask: Ask, accompanied: typeof asking) => Promise<Answer>)(what, asking);
  return seen[0] as Asked;
}

describe('an ask', () => {
  test('is posted to the URL of its verb, with the key that makes repeating it safe', async () => {
    const { url, headers } = await asked(paying);
    expect(url).toBe('/florin/charge');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': asking.idempotency_key });
  });

  test('is signed', async () => {
    const { headers, body } = await asked(paying);
    const seconds = Number(/^t=(\d+)/.exec(String(headers['florin-signature']))?.[1]);
    expect(Math.abs(Date.now() / 1000 - seconds)).toBeLessThan(60);
    expect(headers['florin-signature']).toBe(signedAt(seconds, body)['florin-signature']);
  });

  test("contains the card, but neither a tester's choices nor a page of Florin", async () => {
    const body = JSON.parse((await asked(paying)).body);
    expect(body).toMatchObject({
      verb: 'charge',
      account: 'acct_1',
      amount: 1000,
      card: { number: card_number, exp_month: 12, exp_year: 2034, cvc: '987' },
    });
    expect(Object.keys(body).filter((name) => ['outcome', 'page_url', 'cvc'].includes(name))).toEqual([]);
  });

  test('contains the account number of a payout', async () => {
    const body = JSON.parse((await asked(payOutAsk({ account_number: new Concealed('000123456789') }))).body);
    expect(body).toMatchObject({ verb: 'pay_out', account_number: '000123456789' });
  });

  test('uses an existing connection', async () => {
    const ports = new Set<number | undefined>();
    const url = await answering((request, response) => {
      ports.add(request.socket.remotePort);
      request.resume().on('end', () => response.end('{"result":"approved"}'));
    });
    for (let count = 0; count < 20; count++) await charged(url);
    // The next ask may come before the last connection is known to be free.
    expect(ports.size).toBeLessThanOrEqual(2);
  });
});

describe('an answer', () => {
  const full = {
    approved: {
      result: 'approved',
      reference: '4111111111111111',
      risk: { level: 'elevated', score: 70 },
      authenticated: true,
      fee: 30,
      available_on: 2_000_000_000,
      dispute: { inquiry: false, reason: 'fraudulent', network_reason_code: '10.4', fee: 1500 },
    },
    declined: { result: 'declined', code: 'expired_card', decline_code: '54', message: 'Expired.' },
    needs_action: {
      result: 'needs_action',
      expires_at: 2_000_000_000,
      next_action: { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example.com/3ds', return_url: null } },
    },
    pending: { result: 'pending', reference: 'r1' },
  } as const;

  test.each(Object.entries(full))('with %s is understood', async (_, answer) => {
    expect(await charged(await saying(JSON.stringify(answer)))).toEqual(answer);
  });

  test('has the checks that were made', async () => {
    const answer = await charged(await saying('{"result":"approved","checks":{"cvc_check":"pass"}}'));
    expect(answer).toMatchObject({ checks: { cvc_check: 'pass', address_line1_check: null, address_postal_code_check: null } });
  });

  test('does not cause an endless immediate retry', async () => {
    const answer = await charged(await saying('{"result":"pending","ask_again_at":0}'));
    expect((answer as { ask_again_at?: number }).ask_again_at).toBeGreaterThan(paying.now);
  });
});

describe('the outcome is unknown after', () => {
  test.each<[string, () => Promise<string>]>([
    ['an answer that is not JSON', () => saying('{"result":"approved"')],
    ['an empty answer', () => saying('')],
    ['an answer without a result', () => saying('{}')],
    ['null', () => saying('null')],
    ['a result that does not exist', () => saying('{"result":"perhaps"}')],
    ['a result that only a notification can have', () => saying('{"result":"disputed","dispute":{"inquiry":true,"reason":"general"}}')],
    ['a member that is misspelt', () => saying('{"result":"approved","refrence":"r1"}')],
    ['a decline without a code', () => saying('{"result":"declined"}')],
    ['a decline whose code is not a card error', () => saying('{"result":"declined","code":"api_key_unknown"}')],
    ['a step without its member', () => saying('{"result":"needs_action","next_action":{"type":"redirect_to_url"}}')],
    [
      'a step that would run a script',
      () => saying('{"result":"needs_action","next_action":{"type":"redirect_to_url","redirect_to_url":{"url":"javascript:alert(1)"}}}'),
    ],
    ['a negative fee', () => saying('{"result":"approved","fee":-1}')],
    ['an answer that repeats the card number', () => saying(`{"result":"approved","reference":"${card_number}"}`)],
    ['an answer that is too long', () => saying(JSON.stringify({ result: 'approved', reference: 'r'.repeat(70_000) }))],
    ['a fault', () => saying('{"result":"approved"}', 500)],
    ['a 503 that does not say that nothing was done', () => saying('', 503)],
    ['a refusal', () => saying('{}', 401)],
    ['a redirect, which is not followed', () => saying('', 307, { location: '/elsewhere' })],
    ['a connection cut before the answer', () => answering((request) => request.socket.destroy())],
    [
      'a connection cut within the answer',
      () =>
        answering((request, response) => {
          response.writeHead(200, { 'content-length': 100 }).write('{"result":"approved"');
          setImmediate(() => request.socket.destroy());
        }),
    ],
  ])('%s', async (_, open) => {
    expect(isUnreached(await failure(await open()))).toBe(false);
  });

  test('a capture that is reported as pending', async () => {
    const capture = at(await saying('{"result":"pending"}')).capture?.(captureAsk(), asking);
    const error = await Promise.resolve(capture).catch((fault) => fault);
    expect(error).toBeInstanceOf(Error);
    expect(isUnreached(error)).toBe(false);
  });
});

describe('nothing has happened where', () => {
  test.each<[string, () => Promise<string>]>([
    ['connections are refused', async () => `http://127.0.0.1:${await freePort()}`],
    ['the name does not exist', async () => 'http://acquirer.invalid'],
    ['the encrypted connection fails', async () => (await saying('{"result":"approved"}')).replace('http:', 'https:')],
    ['the acquirer says so', () => saying('', 503, { 'florin-not-processed': 'true' })],
  ])('%s', async (_, open) => {
    expect(isUnreached(await failure(await open()))).toBe(true);
  });
});

test.each([
  ['an answer that cannot be parsed', `{"result":"approved","${card_number}":"${card_number}"}`, 200],
  ['a fault', `your card ${card_number} broke us`, 500],
])('an error after %s contains neither the number nor the answer', async (_, body, status) => {
  const printed = inspect(await failure(await saying(body, status)), { depth: 10, showHidden: true });
  expect(printed).not.toContain(card_number);
  expect(printed).not.toContain('broke us');
  expect(printed).toContain('acquirer, asked to charge');
});

test('a processor is not asked for unsupported verbs', () => {
  const processor = remote({ name: 'a', url: 'http://a', secret: new Concealed(secret), verbs: ['charge'], agent, now_ms: Date.now });
  expect(Object.keys(processor).sort()).toEqual(['charge', 'local', 'name', 'read']);
});

describe('a message', () => {
  const notification = {
    account: 'acct_1',
    subject: { object: 'payment_intent', id: 'pi_1' },
    verb: 'charge',
    attempt: 'patt_1',
    answer: { result: 'approved', reference: 'r1' },
  };
  const message = JSON.stringify({ notifications: [notification] });
  const { read } = at('http://127.0.0.1:1');
  const received = (headers: Record<string, unknown>, body = message) => read?.({ headers, body: Buffer.from(body) });

  test('is read where its signature is valid', () => {
    expect(received(signed(message))).toEqual([notification]);
  });

  test('is read where one of several signatures is valid, as during the rotation of a secret', () => {
    const header = signed(message)['florin-signature']?.replace(',', `,v1=${'0'.repeat(64)},`);
    expect(received({ 'florin-signature': header })).toHaveLength(1);
  });

  test('may report a dispute', () => {
    const disputed = { ...notification, answer: { result: 'disputed', dispute: { inquiry: true, reason: 'general' } } };
    const body = JSON.stringify({ notifications: [disputed] });
    expect(received(signed(body), body)).toEqual([disputed]);
  });

  test.each<[string, Record<string, unknown>, string?]>([
    ['is not signed', {}],
    ['is signed with another secret', signed(message, 'another-secret-entirely')],
    ['was signed six minutes ago', signed(message, secret, 360)],
    ['was signed for six minutes from now', signed(message, secret, -360)],
    ['was changed in transit', signed(message), message.replace('r1', 'r2')],
    ['has an invalid signature', { 'florin-signature': 't=abc,v1=xyz' }],
    ['has a signature without a time', { 'florin-signature': 'v1=00' }],
    ['has two signatures', { 'florin-signature': [signed(message)['florin-signature'], 'x'] }],
  ])('is refused as unauthentic where it %s', (_, headers, body) => {
    expect(received(headers, body)).toBeNull();
  });

  test.each<[string, unknown, string | undefined]>([
    ['is no JSON', '{', ''],
    ['is empty', '', ''],
    ['has no notifications', {}, 'notifications'],
    ['has none that is an object', { notifications: [null] }, 'notifications[0][account]'],
    ['has a verb without notifications', { notifications: [{ ...notification, verb: 'capture' }] }, 'notifications[0][verb]'],
    [
      'names an object of another verb',
      { notifications: [notification, { ...notification, verb: 'refund' }] },
      'notifications[1][subject][object]',
    ],
    ['answers nothing', { notifications: [{ ...notification, answer: null }] }, 'notifications[0][answer][result]'],
    [
      'answers a refund with members of a charge',
      {
        notifications: [{ ...notification, verb: 'refund', subject: { object: 'refund', id: 're_1' }, answer: { result: 'needs_action' } }],
      },
      'notifications[0][answer][result]',
    ],
    ['has unknown members', { notifications: [{ ...notification, amount: 1 }] }, 'notifications[0][amount]'],
  ])('is refused with the name of the mistake where it %s', (_, given, param) => {
    const body = typeof given === 'string' ? given : JSON.stringify(given);
    const error = (() => {
      try {
        return received(signed(body), body);
      } catch (fault) {
        return fault;
      }
    })();
    expect(isRefused(error) && error.refusal.param).toBe(param);
  });
});
