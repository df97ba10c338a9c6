import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Acquired, pay, settled, startAcquired } from '../../support/acquired.js';
import { secret, signed, tell } from '../../support/acquirer.js';
import { eventsOf } from '../../support/callers.js';
import { accountOf } from '../../support/merchant.js';
import type { Answer, Client } from '../../support/service.js';

const somewhere_else = { processor: 'stranger', accounts: ['acct_of_somebody_else'] };

let it: Acquired;
beforeAll(async () => {
  it = await startAcquired(['acquirer', 'stranger'], { routes: [{ processor: 'acquirer', modes: ['test'] }, somewhere_else] });
});
afterAll(() => it.stop());

const notify = async (
  message: unknown,
  processor = 'acquirer',
  headers?: Record<string, string>,
): Promise<{ status: number; body: Answer['body'] }> => {
  const response = await tell(it.service.url, processor, message, headers);
  return { status: response.status, body: await response.json() };
};

/** A payment that waits for its payer, and the possible notifications of its acquirer. */
async function waiting(client: Client): Promise<{ id: string; notification: (answer: object, changes?: object) => object }> {
  const { body } = await pay(client, 1002);
  const [passed] = it.wires.acquirer?.line.passed.filter((each) => each.body.includes(body.id)) ?? [];
  const { account, subject, verb, attempt } = JSON.parse(passed?.body ?? '{}');
  return { id: body.id, notification: (answer, changes) => ({ account, subject, verb, attempt, answer, ...changes }) };
}

const approved = { result: 'approved', reference: 'r1' };
const declined = { result: 'declined', code: 'card_declined' };
const statusOf = async (client: Client, id: string): Promise<string> => (await client.get(`/v1/payment_intents/${id}`)).body.status;

test('a notification completes a waiting payment, and is acknowledged after that', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  expect(await notify({ notifications: [notification(approved)] })).toEqual({ status: 200, body: { received: 1, unknown: [] } });
  expect(await statusOf(client, id)).toBe('succeeded');
});

test('a notification that comes twice, or twenty times at once, changes nothing more', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  const answers = await Promise.all(Array.from({ length: 20 }, () => notify({ notifications: [notification(approved)] })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await eventsOf(client, id)).toEqual(['payment_intent.created', 'payment_intent.requires_action', 'payment_intent.succeeded']);
  expect((await client.get('/v1/charges', { payment_intent: id })).body.data).toHaveLength(1);
});

test('the first answer stands', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  await notify({ notifications: [notification(approved), notification(declined)] });
  expect(await statusOf(client, id)).toBe('succeeded');
  const other = await waiting(client);
  await notify({ notifications: [other.notification(declined)] });
  expect(await statusOf(client, other.id)).toBe('requires_payment_method');
});

test('money captured for an abandoned attempt is voided', async () => {
  const client = it.service.client();
  const { body } = await pay(client, 1002);
  const { url } = body.next_action.redirect_to_url;
  const again = await client.post(`/v1/payment_intents/${body.id}`, { amount: 1100 });
  expect(again.body.status).toBe('requires_confirmation');
  await fetch(url, { redirect: 'manual' });
  expect(await it.booked(body.id)).toMatchObject([{ held: 0, taken: 0 }]);
  const confirmed = await client.post(`/v1/payment_intents/${body.id}/confirm`);
  expect(confirmed.body).toMatchObject({ status: 'succeeded', amount_received: 1100 });
  expect((await it.booked(body.id)).reduce((sum, { taken }) => sum + taken, 0)).toBe(1100);
});

test('an update about an unknown object is reported, and the others are applied', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  const nowhere = { object: 'payment_intent', id: 'pi_nowhere' };
  const message = { notifications: [notification(approved, { subject: nowhere }), notification(approved)] };
  expect(await notify(message)).toEqual({ status: 200, body: { received: 1, unknown: [nowhere] } });
  expect(await statusOf(client, id)).toBe('succeeded');
});

test('an answer for an unknown attempt changes nothing, and its money is voided', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  await notify({ notifications: [notification(approved, { attempt: 'patt_unknown' })] });
  expect(await statusOf(client, id)).toBe('requires_action');
  const last = it.wires.acquirer?.line.passed.at(-1);
  expect(last?.path).toBe('/void');
  expect(JSON.parse(last?.body ?? '{}')).toMatchObject({ reference: 'r1', subject: { id } });
});

describe('a notification is refused', () => {
  test('for accounts without a route to the processor', async () => {
    const client = it.service.client();
    const { id, notification } = await waiting(client);
    expect((await notify({ notifications: [notification(approved)] }, 'stranger')).body).toMatchObject({ received: 0, unknown: [{ id }] });
    expect(await statusOf(client, id)).toBe('requires_action');
  });

  test('for live mode from a processor for tests', async () => {
    const client = it.service.client();
    const { id, notification } = await waiting(client);
    const { body } = await notify({ notifications: [notification(approved, { account: await accountOf(client) })] });
    expect(body.received).toBe(0);
    expect(await statusOf(client, id)).toBe('requires_action');
  });

  test.each<[string, string, (body: string) => Record<string, string>]>([
    ['from an unknown processor', 'unknown', (body) => signed(body)],
    ['from a processor named like a member of every object', 'constructor', (body) => signed(body)],
    ['from a processor with the name of the sandbox', 'sandbox', (body) => signed(body)],
    ['without a signature', 'acquirer', () => ({})],
    ['with the signature of another secret', 'acquirer', (body) => signed(body, `${secret}!`)],
    ['with a signature of yesterday', 'acquirer', (body) => signed(body, secret, 86_400)],
    ['with the signature of another message', 'acquirer', () => signed('{}')],
    ['with an API key instead', 'acquirer', () => ({ authorization: `Bearer ${it.service.client().key}` })],
  ])('%s', async (_, processor, headers) => {
    const body = JSON.stringify({ notifications: [] });
    const answer = await notify(body, processor, headers(body));
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({
      type: 'invalid_request_error',
      message: expect.stringContaining('The signature does not match'),
    });
  });
});

test.each<[string, unknown, number]>([
  ['no JSON', 'approved', 400],
  ['nothing', '', 400],
  ['a notification without an answer', { notifications: [{ account: 'a', verb: 'charge' }] }, 400],
  ['an object that processors do not handle', { notifications: [{ subject: { object: 'customer', id: 'cus_1' } }] }, 400],
  ['more than the maximum size', { notifications: [], more: 'x'.repeat(1_100_000) }, 413],
  ['too many at once', { notifications: Array.from({ length: 101 }, () => ({})) }, 400],
])('a message with %s is refused with a sentence', async (_, message, status) => {
  const answer = await notify(message);
  expect(answer.status).toBe(status);
  expect(answer.body.error.message).toMatch(/\.$/);
});

test('no signed message causes an internal error', async () => {
  const client = it.service.client();
  const { notification } = await waiting(client);
  const word = fc.oneof(
    fc.constantFrom('charge', 'refund', 'pay_out', 'payout', 'payment_intent', 'refund', 'setup_intent', '\u0000', '\ud800'),
    fc.string(),
  );
  const value = fc.oneof(word, fc.jsonValue());
  const changes = fc.record(
    {
      account: value,
      verb: value,
      attempt: value,
      answer: fc.oneof(value, fc.record({ result: word })),
      subject: fc.record({ object: word, id: word }),
    },
    { requiredKeys: [] },
  );
  const message = fc.oneof(
    fc.jsonValue(),
    fc.array(changes, { maxLength: 3 }).map((all) => ({ notifications: all.map((each) => notification(declined, each)) })),
  );
  await fc.assert(
    fc.asyncProperty(message, async (sent) => {
      const { status } = await notify(JSON.stringify(sent));
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 150 },
  );
});

test('a payment in several steps can be reported step by step', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  const next_action = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example.com/second', return_url: null } };
  await notify({ notifications: [notification({ result: 'needs_action', next_action })] });
  const { body } = await client.get(`/v1/payment_intents/${id}`);
  expect(body.next_action.redirect_to_url.url).toBe('https://bank.example.com/second');
  await notify({ notifications: [notification({ result: 'pending' })] });
  expect(await statusOf(client, id)).toBe('processing');
  await notify({ notifications: [notification(approved)] });
  expect((await settled(it.service, client, id)).status).toBe('succeeded');
});

test('a dispute is reported for the paid intent, and belongs to its charge', async () => {
  const client = it.service.client();
  const { id, notification } = await waiting(client);
  const dispute = { inquiry: false, reason: 'fraudulent', fee: 1500, network_reason_code: '10.4' };
  const disputed = notification({ result: 'disputed', dispute });
  expect((await notify({ notifications: [disputed] })).body).toMatchObject({ received: 0, unknown: [{ id }] });
  await notify({ notifications: [notification(approved), disputed, disputed] });
  const { body } = await client.get('/v1/disputes', { payment_intent: id });
  expect(body.data).toMatchObject([{ amount: 1002, reason: 'fraudulent', status: 'needs_response' }]);
  expect((await client.get(`/v1/charges/${body.data[0].charge}`)).body.disputed).toBe(true);
});
