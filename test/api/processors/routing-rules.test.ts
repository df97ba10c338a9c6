import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pay as payAt } from '../../support/acquired.js';
import { passDays } from '../../support/money-back.js';
import { chargeNow, refusal } from '../../support/payments.js';
import { is, madeAt, ruleThat } from '../../support/radar.js';
import { type Scripted, startScripted } from '../../support/scripted.js';
import { type Answer, type Client, card } from '../../support/service.js';
import { rowsOf } from '../../support/services.js';
import { openClockedShop } from '../../support/subscribed.js';

type Body = Answer['body'];

let it: Scripted;
beforeAll(async () => {
  it = await startScripted();
});
afterAll(() => it.stop());

const rules = '/v1/routing_rules';
const approved = () => ({ result: 'approved' });
const routeTo = (shop: Client, processors: readonly string[], params: object = {}): Promise<Body> =>
  madeAt(shop, rules, { processors, ...params });
const accountOf = async (shop: Client): Promise<string> => (await shop.get('/v1/account')).body.id;
const switchOff = async (shop: Client, ...disabled_processors: string[]): Promise<Answer> =>
  shop.post(`/v1/accounts/${await accountOf(shop)}`, { settings: { payments: { disabled_processors } } });
const pay = (shop: Client, params: object = {}): Promise<Answer> => payAt(shop, 2000, params);
const chargeOf = (shop: Client, { body }: Answer): Promise<Body> => chargeNow(shop, body.error?.charge ?? body.latest_charge);
const processorOf = async (shop: Client, params: object = {}): Promise<string> =>
  (await chargeOf(shop, await pay(shop, params))).processor.name;

test('200: a routing rule is created, changed, listed and deleted', async () => {
  const shop = it.service.client();
  const conditions = [is('currency', 'eur'), { attribute: 'amount', operator: 'at_least', number: 5000 }];
  const made = await routeTo(shop, ['second', 'first'], { conditions, name: 'Large euros', metadata: { team: 'payments' } });
  expect(made).toMatchObject({
    object: 'routing_rule',
    conditions,
    enabled: true,
    metadata: { team: 'payments' },
    name: 'Large euros',
    percentages: null,
    predicate: 'currency is eur and amount at_least 5000',
    priority: 100,
    processors: ['second', 'first'],
  });
  const changed = (await shop.post(`${rules}/${made.id}`, { enabled: false, percentages: [70, 30], priority: 5 })).body;
  expect(changed).toEqual({ ...made, enabled: false, percentages: [70, 30], priority: 5 });
  expect((await shop.get(`${rules}/${made.id}`)).body).toEqual(changed);
  expect((await shop.get(rules)).body.data).toEqual([changed]);
  expect((await shop.del(`${rules}/${made.id}`)).body).toEqual({ id: made.id, object: 'routing_rule', deleted: true });
  expect((await shop.get(rules)).body.data).toEqual([]);
});

test.each<[object, string, RegExp]>([
  [{ processors: [] }, 'processors', /at least one processor/],
  [{ processors: ['acme'] }, 'processors[0]', /No such processor: 'acme'. The processors of this account are first, second, sandbox\./],
  [{ processors: ['first', 'first'] }, 'processors[1]', /occurs twice/],
  [{ processors: ['first', 'sandbox'] }, 'processors[1]', /Send it alone/],
  [{ processors: ['first', 'second'], percentages: [50] }, 'percentages', /2 processors and 1 percentages with a sum of 50/],
  [{ processors: ['first', 'second'], percentages: [50, 40] }, 'percentages', /a sum of 100/],
  [{ processors: ['first'], conditions: [is('email', 'jo@example.com')] }, 'conditions[0][attribute]', /must be one of amount/],
  [{ processors: ['first'], conditions: [{ attribute: 'amount', operator: 'is', values: ['5'] }] }, 'conditions[0][operator]', /at_least/],
  [{ processors: ['first'], conditions: [{ attribute: 'metadata', operator: 'is_missing' }] }, 'conditions[0][metadata_key]', /needs/],
])('400: a rule with %j is refused', async (params, param, message) => {
  const { status, body } = await it.service.client().post(rules, { ...params });
  expect([status, body.error?.param]).toEqual([400, param]);
  expect(body.error.message).toMatch(message);
});

const many = (values: number) => Array.from({ length: values / 50 }, (_, condition) => is('card_bin', ...binsFrom(condition * 50)));
const binsFrom = (first: number): string[] => Array.from({ length: 50 }, (_, place) => String(400_000 + first + place));

test('400: the rules of an account that compare more than 1000 values are refused, as is a preview with them', async () => {
  const shop = it.service.client();
  const full = await routeTo(shop, ['first'], { conditions: many(500) });
  await routeTo(shop, ['first'], { conditions: many(500) });
  const more = { processors: ['first'], conditions: [{ attribute: 'card_country', operator: 'is_missing' }] };
  const refused = await shop.post(rules, more);
  expect([refused.status, refused.body.error?.param]).toEqual([400, 'conditions']);
  expect(refused.body.error.message).toContain('at most 1000 values. With this rule they compare 1001.');
  const previewed = { 'processors[]': 'first', 'conditions[0][attribute]': 'card_country', 'conditions[0][operator]': 'is_missing' };
  expect((await shop.get(`${rules}/preview`, previewed)).body.error?.param).toBe('conditions');
  expect((await shop.post(`${rules}/${full.id}`, { name: 'Cards', conditions: many(450) })).status).toBe(200);
  await madeAt(shop, rules, more);
  const { status, body } = await shop.post(`${rules}/${full.id}`, { conditions: many(500) });
  expect([status, body.error?.param]).toEqual([400, 'conditions']);
});

test('400: a processor that is switched off must be one of the account', async () => {
  const { status, body } = await switchOff(it.service.client(), 'acme');
  expect([status, body.error.param]).toEqual([400, 'settings[payments][disabled_processors][0]']);
  expect(body.error.message).toContain('first, second, sandbox');
});

describe('a rule chooses the processor', () => {
  const address = { country: 'DE' };
  const conditions: readonly (readonly [string, object, object, object])[] = [
    ['amount', { attribute: 'amount', operator: 'at_most', number: 2000 }, {}, { amount: 2001 }],
    ['currency', is('currency', 'eur'), { currency: 'eur' }, {}],
    ['country of the card', is('card_country', 'US'), {}, { payment_method_data: card('4000002760000016') }],
    ['brand', is('card_brand', 'mastercard'), { payment_method_data: card('5555555555554444') }, {}],
    ['first digits', is('card_bin', '400000'), { payment_method_data: card('4000000000000077') }, {}],
    ['funding', is('card_funding', 'debit'), { payment_method_data: card('4000056655665556') }, {}],
    ['type', is('payment_method_type', 'card'), {}, { payment_method_types: ['alipay'], payment_method_data: { type: 'alipay' } }],
    ['metadata', { ...is('metadata', 'coat'), metadata_key: 'goods' }, { metadata: { goods: 'coat' } }, { metadata: { goods: 'hat' } }],
    ['billing country', is('billing_country', 'DE'), { payment_method_data: { ...card(), billing_details: { address } } }, {}],
  ];

  test.each(conditions)('by %s', async (_, condition, matching, other) => {
    it.answer = approved;
    const shop = it.service.client();
    await routeTo(shop, ['second'], { conditions: [condition] });
    expect([await processorOf(shop, matching), await processorOf(shop, other)]).toEqual(['second', 'first']);
  });

  test('and its charge names the rule, which can be expanded', async () => {
    it.answer = approved;
    const shop = it.service.client();
    const rule = await routeTo(shop, ['second', 'first'], { conditions: [is('currency', 'usd')] });
    const { latest_charge } = (await pay(shop)).body;
    const { body } = await shop.get(`/v1/charges/${latest_charge}`, { 'expand[]': 'routing.rule' });
    const routing = { disabled_processors: [], processors: ['second', 'first'], reason: 'rule' };
    expect(body.routing).toEqual({ ...routing, rule });
    expect((await chargeOf(shop, await pay(shop, { currency: 'eur' }))).routing).toEqual({
      ...{ ...routing, processors: [], reason: 'default', rule: null },
    });
  });

  test('by the lowest priority, and then by age', async () => {
    it.answer = approved;
    const shop = it.service.client();
    await routeTo(shop, ['first']);
    const late = await routeTo(shop, ['second']);
    expect(await processorOf(shop)).toBe('first');
    await shop.post(`${rules}/${late.id}`, { priority: 1 });
    expect(await processorOf(shop)).toBe('second');
    await shop.del(`${rules}/${late.id}`);
    expect(await processorOf(shop)).toBe('first');
  });

  test('of a charge without an intent, and together with rules about fraud', async () => {
    it.answer = approved;
    const shop = it.service.client();
    const rule = await routeTo(shop, ['second']);
    await ruleThat(shop, 'review', { attribute: 'amount', operator: 'at_least', number: 1 });
    const { body } = await shop.post('/v1/charges', { amount: 500, currency: 'usd', source: 'tok_visa' });
    expect(body).toMatchObject({ processor: { name: 'second' }, routing: { rule: rule.id }, outcome: { type: 'manual_review' } });
  });

  test('of an account without rules and switches as before, and its charge says nothing of it', async () => {
    it.answer = approved;
    const shop = it.service.client();
    const charge = await chargeOf(shop, await pay(shop));
    expect([charge.processor.name, 'routing' in charge]).toEqual(['first', false]);
  });
});

test('if the first processor of a rule was not reached, the next one is asked, and the charge shows both', async () => {
  it.answer = (_, by) => (by === 'second' ? { status: 503 } : approved());
  const shop = it.service.client();
  const rule = await routeTo(shop, ['second', 'first']);
  const charge = await chargeOf(shop, await pay(shop));
  expect(charge).toMatchObject({ processor: { name: 'first' }, routing: { processors: ['second', 'first'], rule: rule.id } });
});

test('a share of all volume goes to each processor', async () => {
  it.answer = approved;
  const shop = it.service.client();
  await routeTo(shop, ['first', 'second'], { percentages: [50, 50] });
  const names = await Promise.all(Array.from({ length: 24 }, () => processorOf(shop)));
  expect([...new Set(names)].sort()).toEqual(['first', 'second']);
});

describe('a processor that is switched off', () => {
  test('gets no new payments, and keeps its earlier ones', async () => {
    it.answer = approved;
    const shop = it.service.client();
    const held = await pay(shop, { capture_method: 'manual' });
    await switchOff(shop, 'first');
    const charge = await chargeOf(shop, await pay(shop));
    expect(charge).toMatchObject({
      processor: { name: 'second' },
      routing: { disabled_processors: ['first'], reason: 'default', rule: null },
    });
    const captured = await shop.post(`/v1/payment_intents/${held.body.id}/capture`);
    expect([captured.body.status, it.heard.at(-1)]).toEqual(['succeeded', expect.objectContaining({ verb: 'capture', by: 'first' })]);
    await switchOff(shop);
    expect(await processorOf(shop)).toBe('first');
  });

  test('400 payment_method_unactivated: is not replaced by the sandbox', async () => {
    const shop = it.service.client();
    await switchOff(shop, 'first', 'second');
    const refused = await pay(shop);
    expect(refusal(refused)).toEqual([400, 'payment_method_unactivated']);
    expect(refused.body.error.message).toContain('Remove one from settings[payments][disabled_processors]');
  });

  test('leaves the invoices of renewals unpaid if no other one is left, and they are paid once it is switched on', async () => {
    it.answer = approved;
    const shop = await openClockedShop(it.service, { at: '2026-01-01' });
    const { id } = await shop.subscribe([{ price: await shop.price(1000) }]);
    await switchOff(shop.client, 'first', 'second');
    await shop.advance('2026-02-02');
    const { status, latest_invoice } = (await shop.client.get(`/v1/subscriptions/${id}`)).body;
    const invoice = async (): Promise<Body> => (await shop.client.get(`/v1/invoices/${latest_invoice}`)).body;
    expect([status, (await invoice()).status, (await invoice()).attempt_count]).toEqual(['past_due', 'open', 1]);
    await switchOff(shop.client);
    await shop.advance('2026-02-10');
    expect((await invoice()).status).toBe('paid');
  });

  test('still sets up payment methods', async () => {
    it.answer = approved;
    const shop = it.service.client();
    await switchOff(shop, 'first', 'second');
    const { body } = await shop.post('/v1/setup_intents', { confirm: true, payment_method_data: card() });
    expect([body.status, it.heard.at(-1)]).toEqual(['succeeded', expect.objectContaining({ verb: 'set_up', by: 'first' })]);
  });
});

test('what an account says of its routes is not sent to processors', async () => {
  it.answer = approved;
  const shop = it.service.client();
  await routeTo(shop, ['second']);
  await pay(shop);
  expect(it.heard.at(-1)).not.toHaveProperty('routing');
});

test('a payment is routed without a further round trip to the database', async () => {
  it.answer = approved;
  const shop = it.service.client();
  const tripsOf = async (): Promise<number> => {
    let trips = 0;
    const count = (): void => {
      trips += 1;
    };
    it.service.engine.database.pool.on('acquire', count);
    expect((await pay(shop)).status).toBe(200);
    it.service.engine.database.pool.off('acquire', count);
    return trips;
  };
  // The worker looks for jobs now and then: the least of some payments has no trip of its own.
  const leastTrips = async (): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let count = 0; count < 10; count++) least = Math.min(least, await tripsOf());
    return least;
  };
  const before = await leastTrips();
  await routeTo(shop, ['first'], { conditions: [is('card_bin', '424242')] });
  expect(await leastTrips()).toBe(before);
});

describe('a preview of the routing rules', () => {
  const preview = async (shop: Client, params: object = {}): Promise<Body> => (await shop.get(`${rules}/preview`, { ...params })).body;

  test('shows counts and amounts by processor, and stores nothing', async () => {
    it.answer = approved;
    const shop = it.service.client();
    for (const amount of [1000, 3000]) await pay(shop, { amount });
    await pay(shop, { amount: 500, currency: 'eur' });
    const first = { processor: 'first', currency: 'usd', count: 2, amount: 4000 };
    const first_eur = { ...first, currency: 'eur', count: 1, amount: 500 };
    expect(await preview(shop)).toMatchObject({
      object: 'routing_preview',
      complete: true,
      previewed: [
        { ...first_eur, processor: null },
        { ...first, processor: null },
      ],
      processed: [first_eur, first],
      undecided: 0,
    });
    const large = {
      'processors[]': 'second',
      'conditions[0][attribute]': 'amount',
      'conditions[0][operator]': 'at_least',
      'conditions[0][number]': 2000,
    };
    expect((await preview(shop, large)).previewed).toEqual([
      { ...first_eur, processor: null },
      { ...first, processor: null, count: 1, amount: 1000 },
      { ...first, processor: 'second', count: 1, amount: 3000 },
    ]);
    expect((await shop.get(rules)).body.data).toEqual([]);
    await routeTo(shop, ['first']);
    expect((await preview(shop, { ...large, priority: 1 })).previewed).toEqual([
      first_eur,
      { ...first, count: 1, amount: 1000 },
      { ...first, processor: 'second', count: 1, amount: 3000 },
    ]);
  });

  test('compares the first digits of cards, leaves out payments of which they are unknown and decide, and payments of earlier months', async () => {
    it.answer = approved;
    const shop = it.service.client();
    await pay(shop);
    await routeTo(shop, ['second'], { conditions: [is('card_bin', '424242')] });
    const second = { processor: 'second', currency: 'usd', count: 1, amount: 2000 };
    expect(await preview(shop)).toMatchObject({ previewed: [second], undecided: 0 });
    const books = `${await accountOf(shop)}_test`;
    const unknown = `update objects set doc = replace(doc::text, '"iin":"424242"', '"iin":null')::json where account = $1 and object = 'charge'`;
    await rowsOf(it.service, unknown, books);
    expect(await preview(shop)).toMatchObject({ previewed: [], undecided: 1 });
    const other = { 'processors[]': 'second', 'conditions[0][attribute]': 'currency', 'conditions[0][operator]': 'is_missing' };
    expect(await preview(shop, other)).toMatchObject({ previewed: [], undecided: 1 });
    await routeTo(shop, ['first'], { priority: 1 });
    expect(await preview(shop)).toMatchObject({ previewed: [{ ...second, processor: 'first' }], undecided: 0 });
    await passDays(shop, 31);
    expect(await preview(shop)).toMatchObject({ previewed: [], processed: [], undecided: 0 });
  });

  test('compares each of many payments once', async () => {
    it.answer = approved;
    const shop = it.service.client();
    await pay(shop);
    const copies = `insert into objects (account, object, id, version, doc, deleted)
      select account, object, copy, version, replace(doc::text, id, copy)::json, false
      from objects, generate_series(1, 120) n, lateral (select left(id, -3) || lpad(n::text, 3, '0') as copy) copies
      where account = $1 and object = 'charge'`;
    await rowsOf(it.service, copies, `${await accountOf(shop)}_test`);
    await routeTo(shop, ['second']);
    const all = { currency: 'usd', count: 121, amount: 242_000 };
    expect(await preview(shop)).toMatchObject({
      previewed: [{ ...all, processor: 'second' }],
      processed: [{ ...all, processor: 'first' }],
    });
  });

  test.each<[object, string]>([
    [{ 'processors[]': 'acme' }, 'processors[0]'],
    [{ priority: 3 }, 'processors'],
    [{ 'processors[0]': 'first', 'processors[1]': 'second', 'percentages[0]': 99 }, 'percentages'],
  ])('400: of %j is refused like the rule', async (params, param) => {
    expect((await preview(it.service.client(), params)).error?.param).toBe(param);
  });
});
