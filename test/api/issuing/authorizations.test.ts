import { expect, test } from 'vitest';
import { auditedService } from '../../support/audited.js';
import { eventsOf } from '../../support/callers.js';
import { cardOf } from '../../support/issued.js';
import { fund, issuer, limit, network, spendable, useCard, used } from '../../support/issuing.js';
import { ledger } from '../../support/merchant.js';
import { passDays } from '../../support/money-back.js';

const service = await auditedService();

test('200: a payable authorization is approved at once where no endpoint is asked, and held', async () => {
  const of = await issuer(service, 5000);
  const { status, body } = await useCard(of, { amount: 1200, merchant_data: { category: 'bakeries', name: 'Rolls', country: 'US' } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: expect.stringMatching(/^iauth_[0-9A-Za-z]{22}$/),
    object: 'issuing.authorization',
    status: 'pending',
    approved: true,
    amount: 1200,
    currency: 'usd',
    merchant_amount: 1200,
    merchant_currency: 'usd',
    authorization_method: 'online',
    card_presence: 'not_present',
    merchant_data: { category: 'bakeries', category_code: '5462', name: 'Rolls', country: 'US' },
    pending_request: null,
    request_history: [{ amount: 1200, approved: true, reason: 'card_active', authorization_code: expect.stringMatching(/^S\d{6}$/) }],
    transactions: [],
    verification_data: { cvc_check: 'not_provided', expiry_check: 'not_provided' },
    wallet: null,
  });
  expect(body.card).toMatchObject({ id: of.card, object: 'issuing.card', cardholder: { object: 'issuing.cardholder' } });
  expect(body.balance_transactions).toEqual([
    expect.objectContaining({ amount: -1200, type: 'issuing_authorization_hold', balance_type: 'issuing', source: body.id }),
  ]);
  expect(JSON.stringify(body)).not.toMatch(/amount_held|used_card|"spent"|held_by/);
  expect(await spendable(of)).toBe(3800);
  expect(await ledger(service, of.client)).toMatchObject({ issuing_available: 3800, issuing_held: 1200 });
});

test('events record its creation and its change, and the card has none', async () => {
  const of = await issuer(service);
  const { id } = await used(of);
  await network(of, `authorizations/${id}/capture`);
  expect(await eventsOf(of.client, id)).toEqual(['issuing_authorization.created', 'issuing_authorization.updated']);
  expect(await eventsOf(of.client, of.card)).toEqual(['issuing_card.created']);
});

/** Authorizations that are declined, their reasons, and their requests. */
const declines: readonly (readonly [string, object, (of: Awaited<ReturnType<typeof issuer>>) => Promise<unknown>])[] = [
  ['card_inactive', {}, ({ client, card }) => client.post(`/v1/issuing/cards/${card}`, { status: 'inactive' })],
  ['card_canceled', {}, ({ client, card }) => client.post(`/v1/issuing/cards/${card}`, { status: 'canceled' })],
  [
    'cardholder_inactive',
    {},
    async ({ client, card }) => {
      const { body } = await client.get(`/v1/issuing/cards/${card}`);
      await client.post(`/v1/issuing/cardholders/${body.cardholder.id}`, { status: 'inactive' });
    },
  ],
  ['insufficient_funds', { amount: 10_001 }, async () => {}],
  ['verification_failed', { verification_data: { cvc_check: 'mismatch' } }, async () => {}],
  ['verification_failed', { verification_data: { expiry_check: 'mismatch' } }, async () => {}],
  ['suspected_fraud', { risk_assessment: { fraud_risk: { level: 'highest' } } }, async () => {}],
  [
    'spending_controls',
    { merchant_data: { category: 'betting_casino_gambling' } },
    ({ client, card }) =>
      client.post(`/v1/issuing/cards/${card}`, { spending_controls: { blocked_categories: ['betting_casino_gambling'] } }),
  ],
  ['spending_controls', { amount: 501 }, (of) => limit(of, { amount: 500, interval: 'per_authorization' })],
];

test.each(declines)('%s: an authorization with %j is declined, and nothing is held', async (reason, params, before) => {
  const of = await issuer(service);
  await before(of);
  const { status, body } = await useCard(of, params);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'closed',
    approved: false,
    request_history: [{ approved: false, reason, authorization_code: null }],
  });
  expect(body.amount).toBe((params as { amount?: number }).amount ?? 1000);
  expect(await spendable(of)).toBe(10_000);
  expect(await eventsOf(of.client, body.id)).toEqual(['issuing_authorization.created']);
});

test('an address mismatch and a purchase of zero are approved', async () => {
  const of = await issuer(service, 0);
  const asked = { amount: 0, verification_data: { address_line1_check: 'mismatch', address_postal_code_check: 'mismatch' } };
  expect(await used(of, asked)).toMatchObject({ approved: true, amount: 0, balance_transactions: [] });
});

test('a daily limit counts approved amounts, not released ones, and starts at zero the next day', async () => {
  const of = await issuer(service);
  await limit(of, { amount: 1500, interval: 'daily' });
  const approvedFor = async (amount: number): Promise<boolean> => (await used(of, { amount })).approved;
  const { id } = await used(of, { amount: 1000 });
  expect([await approvedFor(501), await approvedFor(500), await approvedFor(1)]).toEqual([false, true, false]);
  await network(of, `authorizations/${id}/reverse`, { reverse_amount: 400 });
  expect([await approvedFor(401), await approvedFor(400)]).toEqual([false, true]);
  await passDays(of.client, 1);
  expect(await approvedFor(1500)).toBe(true);
});

test('a limit of a cardholder counts all of their cards', async () => {
  const of = await issuer(service);
  const { body: card } = await of.client.get(`/v1/issuing/cards/${of.card}`);
  const holder = card.cardholder.id;
  const limits = { spending_controls: { spending_limits: [{ amount: 1500, interval: 'monthly' }], spending_limits_currency: 'usd' } };
  expect((await of.client.post(`/v1/issuing/cardholders/${holder}`, limits)).status).toBe(200);
  const other = { client: of.client, card: (await cardOf(of.client, { cardholder: holder })).id };
  expect((await used(of, { amount: 1000 })).approved).toBe(true);
  expect((await used(other, { amount: 501 })).request_history[0].reason).toBe('spending_controls');
  expect((await used(other, { amount: 500 })).approved).toBe(true);
});

test('a merchant in another currency: both amounts are shown, and the hold is in the card’s currency', async () => {
  const of = await issuer(service, 50_000);
  const said = await used(of, { amount: 1100, merchant_amount: 1000, merchant_currency: 'eur' });
  expect(said).toMatchObject({ amount: 1100, currency: 'usd', merchant_amount: 1000, merchant_currency: 'eur' });
  const converted = await used(of, { amount: undefined, merchant_amount: 1000, merchant_currency: 'eur' });
  expect(converted).toMatchObject({ merchant_amount: 1000, merchant_currency: 'eur', currency: 'usd' });
  expect(converted.amount).toBeGreaterThan(1000);
  expect((await used(of, { amount: 1000, currency: 'eur' })).amount).toBe(converted.amount);
  expect(await used(of, { amount: undefined, currency: 'usd', merchant_amount: 1000, merchant_currency: 'eur' })).toMatchObject({
    amount: converted.amount,
    merchant_amount: 1000,
  });
  expect(await used(of, { amount: 1000, currency: 'usd', merchant_currency: 'eur' })).toMatchObject({ amount: 1000, currency: 'usd' });
  const { body: captured } = await network(of, `authorizations/${converted.id}/capture`);
  expect(captured.transactions[0]).toMatchObject({ amount: -converted.amount, merchant_amount: -1000, merchant_currency: 'eur' });
});

test('lists filter by card, cardholder and status, the newest first', async () => {
  const of = await issuer(service);
  const other = { client: of.client, card: (await cardOf(of.client)).id };
  const [first, second] = [await used(of), await used(of, { amount: 99_999 })];
  const third = await used(other);
  const list = async (query: object) =>
    (await of.client.get('/v1/issuing/authorizations', { ...query })).body.data.map(({ id }: { id: string }) => id);
  expect(await list({})).toEqual([third.id, second.id, first.id]);
  expect(await list({ card: of.card })).toEqual([second.id, first.id]);
  expect(await list({ cardholder: third.cardholder })).toEqual([third.id]);
  expect(await list({ card: of.card, status: 'closed' })).toEqual([second.id]);
});

test('50 concurrent authorizations never spend more than the balance', async () => {
  const of = await issuer(service, 10_000);
  await limit(of);
  const cards = [of.card, ...(await Promise.all(Array.from({ length: 4 }, async () => (await cardOf(of.client)).id)))];
  const using = Array.from({ length: 50 }, (_, place) => useCard({ client: of.client, card: cards[place % 5] ?? '' }, { amount: 700 }));
  const answers = await Promise.all(using);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const approved = answers.filter(({ body }) => body.approved);
  expect(approved.length).toBe(14);
  expect(answers.filter(({ body }) => body.request_history[0].reason === 'insufficient_funds').length).toBe(36);
  expect(await spendable(of)).toBe(200);
});

test('20 concurrent authorizations of one card never spend more than its limit', async () => {
  const of = await issuer(service, 50_000);
  await limit(of, { amount: 5000, interval: 'all_time' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => useCard(of, { amount: 900 })));
  expect(answers.filter(({ body }) => body.approved).length).toBe(5);
  expect(await spendable(of)).toBe(45_500);
});

test('400: the message names the wrong parameter', async () => {
  const of = await issuer(service);
  const wrong: [object, string][] = [
    [{ amount: undefined }, 'amount'],
    [{ amount: -1 }, 'amount'],
    [{ amount: 5, merchant_amount: 6 }, 'merchant_amount'],
    [{ amount: 5, currency: 'usd', merchant_amount: 6, merchant_currency: 'usd' }, 'merchant_amount'],
    [{ amount: 5, currency: 'eur', merchant_amount: 6 }, 'currency'],
    [{ amount: 5, currency: 'eur', merchant_currency: 'gbp' }, 'currency'],
    [{ amount: 5, currency: 'eur', merchant_amount: 6, merchant_currency: 'eur' }, 'currency'],
    [{ amount: undefined, currency: 'eur', merchant_amount: 6 }, 'currency'],
    [{ amount: undefined, currency: 'eur' }, 'amount'],
    [{ amount: undefined, merchant_currency: 'eur' }, 'amount'],
    [{ merchant_data: { category: 'dragons' } }, 'merchant_data[category]'],
    [{ card: 'ic_0000000000000000000000' }, 'card'],
    [{ authorization_method: 'telepathy' }, 'authorization_method'],
    [{ merchant_currency: 'xxx' }, 'merchant_currency'],
  ];
  for (const [params, param] of wrong) {
    const { status, body } = await useCard(of, params);
    expect([status, body.error.param]).toEqual([400, param]);
  }
  expect(await fund(of.client, 1)).toMatchObject({ destination_balance: 'issuing' });
});
