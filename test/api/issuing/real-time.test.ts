import { afterAll, expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { eventsOf } from '../../support/callers.js';
import { acceptedBy, attemptsOf, endpointAt, newestEvent, verifiers } from '../../support/deliveries.js';
import { type Issuer, issuer, limit, network, spendable, used } from '../../support/issuing.js';
import { type Answered, type Delivery, startReceiver } from '../../support/receiver.js';
import type { Client } from '../../support/service.js';
import { silence } from '../../support/silence.js';

const { silent, times, wait } = silence();
const service = await auditedService({}, { wait });

/** The behavior of an endpoint by path; each test writes its own. */
const script = new Map<string, (delivery: Delivery) => Answered | Promise<Answered>>();

const receiver = await startReceiver((delivery) => script.get(delivery.path)?.(delivery) ?? 200);
afterAll(() => receiver.stop());

const json = (body: object, status = 200): Answered => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

let paths = 0;

/** An issuer whose endpoint answers in this way. */
async function asked(
  answer: (delivery: Delivery) => Answered | Promise<Answered>,
  amount = 10_000,
): Promise<Issuer & { path: string; secret: string }> {
  const of = await issuer(service, amount);
  const path = `/asked/${++paths}`;
  script.set(path, answer);
  const { secret } = await endpointAt(of.client, receiver.url(path), ['issuing_authorization.request']);
  return { ...of, path, secret };
}

const settle = (client: Client, default_decision: 'approve' | 'decline') =>
  client
    .get('/v1/account')
    .then(({ body }) => client.post(`/v1/accounts/${body.id}`, { settings: { card_issuing: { default_decision } } }));

test('an endpoint that names the event is asked, with a signature as on every delivery, and approves', async () => {
  const of = await asked(() => json({ approved: true, metadata: { by: 'rule 7' } }));
  const answer = await used(of, { amount: 1200 });
  expect(answer).toMatchObject({ approved: true, status: 'pending', amount: 1200, metadata: { by: 'rule 7' }, pending_request: null });
  expect(answer.request_history).toEqual([expect.objectContaining({ amount: 1200, approved: true, reason: 'webhook_approved' })]);
  const [delivery, ...more] = receiver.at(of.path) as [Delivery, ...Delivery[]];
  expect(more).toEqual([]);
  expect(acceptedBy(delivery, of.secret)).toEqual(Object.keys(verifiers));
  const event = JSON.parse(delivery.body);
  expect(event).toMatchObject({ object: 'event', type: 'issuing_authorization.request' });
  expect(event.data.object).toMatchObject({
    id: answer.id,
    amount: 0,
    approved: false,
    status: 'pending',
    pending_request: { amount: 1200, currency: 'usd', is_amount_controllable: false, merchant_amount: 1200 },
    request_history: [],
  });
  expect((await newestEvent(of.client, 'issuing_authorization.request')).id).toBe(event.id);
  expect(await eventsOf(of.client, answer.id)).toEqual(['issuing_authorization.request', 'issuing_authorization.created']);
  expect(await spendable(of)).toBe(8800);
});

test('the endpoint declines, and nothing is held', async () => {
  const of = await asked(() => json({ approved: false }));
  expect(await used(of)).toMatchObject({
    approved: false,
    status: 'closed',
    amount: 1000,
    request_history: [{ approved: false, reason: 'webhook_declined' }],
  });
  expect(await spendable(of)).toBe(10_000);
});

test('a part is approved where the merchant accepts partial amounts', async () => {
  const of = await asked(() => json({ approved: true, amount: 400 }));
  expect(await used(of, { is_amount_controllable: true })).toMatchObject({ approved: true, amount: 400, merchant_amount: 400 });
  expect(await spendable(of)).toBe(9600);
});

const nonsense: [string, () => Answered, RegExp][] = [
  ['a partial amount that the merchant does not accept', () => json({ approved: true, amount: 400 }), /as a whole/],
  ['a status other than 200', () => json({ approved: true }, 202), /answered 202/],
  ['an error', () => 500, /answered 500/],
  ['a body that is not JSON', () => ({ status: 200, body: 'yes' }), /no JSON object/],
  ['a body without a decision', () => json({}), /approved/],
  ['an unknown word', () => json({ approve: true }), /Did you mean approved/],
];

test.each(nonsense)('%s is no decision: the account’s default applies, which declines', async (_, answer, message) => {
  const of = await asked(answer);
  const { approved, request_history } = await used(of);
  expect([approved, request_history[0].reason]).toEqual([false, 'webhook_error']);
  expect(request_history[0].reason_message).toMatch(message);
});

test('an account may approve by default', async () => {
  const of = await asked(() => 500);
  expect((await settle(of.client, 'approve')).body.settings.card_issuing.default_decision).toBe('approve');
  expect(await used(of)).toMatchObject({ approved: true, request_history: [{ approved: true, reason: 'webhook_error' }] });
  expect(await spendable(of)).toBe(9000);
});

test('two seconds without an answer decline, or approve where the account says so', async () => {
  const of = await asked(silent);
  expect(await used(of)).toMatchObject({ approved: false, status: 'closed', request_history: [{ reason: 'webhook_timeout' }] });
  await settle(of.client, 'approve');
  expect(await used(of)).toMatchObject({ approved: true, request_history: [{ approved: true, reason: 'webhook_timeout' }] });
  expect(await spendable(of)).toBe(9000);
  expect([...times]).toEqual([2000]);
});

test('a card has its own default for timeouts, which overrides that of its account', async () => {
  const of = await asked(silent);
  await settle(of.client, 'approve');
  const careful = (await of.client.post(`/v1/issuing/cards/${of.card}`, { default_decision: 'decline' })).body;
  expect(careful.default_decision).toBe('decline');
  expect(await used(of)).toMatchObject({ approved: false, request_history: [{ reason: 'webhook_timeout' }] });
  await of.client.post(`/v1/issuing/cards/${of.card}`, { default_decision: '' });
  expect((await used(of)).approved).toBe(true);
});

test('no endpoint is asked where the authorization is declined already, nor one that subscribes to all events', async () => {
  const of = await asked(() => json({ approved: true }), 500);
  await endpointAt(of.client, receiver.url('/all'), ['*']);
  expect((await used(of)).request_history[0].reason).toBe('insufficient_funds');
  expect(receiver.at(of.path)).toEqual([]);
  expect((await used(of, { amount: 500 })).approved).toBe(true);
  expect(receiver.at(of.path).length).toBe(1);
  await service.until(async () => receiver.at('/all').some(({ body }) => JSON.parse(body).type === 'issuing_authorization.created'));
  expect(receiver.at('/all').filter(({ body }) => JSON.parse(body).type === 'issuing_authorization.request')).toEqual([]);
});

test('the first enabled one of several endpoints is asked, and no other', async () => {
  const of = await asked(() => json({ approved: true }));
  script.set('/second', () => json({ approved: false }));
  await endpointAt(of.client, receiver.url('/second'), ['issuing_authorization.request']);
  expect((await used(of)).approved).toBe(true);
  const { body } = await of.client.get('/v1/webhook_endpoints');
  const first = body.data.find(({ url }: { url: string }) => url.endsWith(of.path));
  await of.client.post(`/v1/webhook_endpoints/${first.id}`, { disabled: true });
  expect((await used(of)).approved).toBe(false);
  expect([receiver.at(of.path).length, receiver.at('/second').length]).toEqual([1, 1]);
  expect(await attemptsOf(of.client, {})).toEqual([]);
});

test('an API call decides while the endpoint is asked, and the endpoint’s later answer changes nothing', async () => {
  const by_call = { approve: [true, 'webhook_approved'], decline: [false, 'webhook_declined'] } as const;
  for (const [verb, [approved, reason]] of Object.entries(by_call)) {
    const of: Issuer = await asked(async ({ body }) => {
      const { id } = JSON.parse(body).data.object;
      const { status } = await of.client.post(`/v1/issuing/authorizations/${id}/${verb}`, { metadata: { by: 'call' } });
      return json({ approved: !approved }, status);
    });
    expect(await used(of)).toMatchObject({ approved, metadata: { by: 'call' }, request_history: [{ approved, reason }] });
    expect(await spendable(of)).toBe(approved ? 9000 : 10_000);
  }
});

test('400: a decided authorization cannot be decided by a call', async () => {
  const of = await asked(() => json({ approved: true }));
  const { id } = await used(of);
  for (const verb of ['approve', 'decline']) {
    const { status, body } = await of.client.post(`/v1/issuing/authorizations/${id}/${verb}`);
    expect([status, body.error.code]).toEqual([400, 'issuing_authorization_unexpected_state']);
  }
});

test('changes during the request count: the funds are gone, or the card is inactive', async () => {
  const of: Issuer = await asked(async ({ body }) => {
    const { pending_request, card } = JSON.parse(body).data.object;
    if (pending_request.amount === 6000) await network(of, 'transactions/create_force_capture', { card: card.id, amount: 5000 });
    else await of.client.post(`/v1/issuing/cards/${card.id}`, { status: 'inactive' });
    return json({ approved: true });
  });
  expect(await used(of, { amount: 6000 })).toMatchObject({ approved: false, request_history: [{ reason: 'insufficient_funds' }] });
  expect(await used(of)).toMatchObject({ approved: false, request_history: [{ reason: 'card_inactive' }] });
  expect(await spendable(of)).toBe(5000);
});

test('an increment is asked about as well, with the additional amount', async () => {
  const answers = [true, false, true];
  const of = await asked(() => json({ approved: answers.shift() ?? true }));
  const { id } = await used(of);
  const more = (params: object = {}) => network(of, `authorizations/${id}/increment`, { increment_amount: 300, ...params });
  expect((await more()).body).toMatchObject({ amount: 1000, approved: true, status: 'pending' });
  expect((await more()).body).toMatchObject({ amount: 1300, pending_request: null });
  const requests = receiver.at(of.path).map(({ body }) => JSON.parse(body).data.object.pending_request.amount);
  expect(requests).toEqual([1000, 300, 300]);
  expect(await eventsOf(of.client, id)).toEqual([
    'issuing_authorization.request',
    'issuing_authorization.created',
    'issuing_authorization.request',
    'issuing_authorization.updated',
    'issuing_authorization.request',
    'issuing_authorization.updated',
  ]);
});

test('the same request under one key is asked about once and holds once', async () => {
  const of = await asked(() => json({ approved: true }));
  const params = { card: of.card, amount: 1000 };
  const once = { headers: { 'idempotency-key': 'till-4711' } };
  const first = await of.client.post('/v1/test_helpers/issuing/authorizations', params, once);
  const second = await of.client.post('/v1/test_helpers/issuing/authorizations', params, once);
  expect(second.text).toBe(first.text);
  expect([receiver.at(of.path).length, await spendable(of)]).toEqual([1, 9000]);
});

test('ten concurrent authorizations are each asked about, and never more is approved than the balance', async () => {
  const of = await asked(() => json({ approved: true }), 10_000);
  await limit(of);
  const answers = await Promise.all(Array.from({ length: 10 }, () => used(of, { amount: 1900 })));
  expect(answers.filter(({ approved }) => approved).length).toBe(5);
  expect(await spendable(of)).toBe(500);
});
