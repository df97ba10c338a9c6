import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { audit, rollUp } from '../src/kernel/ledger/balances.js';
import { count, repeats } from './support/campaign.js';
import { all } from './support/load.js';
import { fundsOf, ofShop } from './support/model-stories.js';
import { type Client, clientOf, type TestService } from './support/service.js';
import { type Installation, startInstallation } from './support/services.js';
import { commandCount } from './support/shop-model.js';

/** Two processes on one database: each property must hold for both together. */
let installation: Installation;
let one: TestService;
let other: TestService;

beforeAll(async () => {
  installation = await startInstallation({}, {});
  [one, other] = installation.services as [TestService, TestService];
});
afterAll(() => installation.stop());

const elsewhere = (client: Client): Client => clientOf(other.url, client.key);

const nothing_wrong = async (): Promise<void> => expect(await audit(one.engine.database)).toEqual([]);

const command_count = repeats('commands_of_shop');

describe('a shop of setup intents and payouts', () => {
  test(`does what its model says in ${command_count} commands or more, and its money adds up`, async () => {
    const before = commandCount();
    const property = ofShop({ service: one, other }, one.client);
    for (let round = 0; commandCount() - before < command_count && round < command_count / 50; round++)
      await fc.assert(property, { numRuns: 10, endOnFailure: true });
    count('commands over HTTP that match the model of a shop', commandCount() - before);
    expect(commandCount() - before).toBeGreaterThanOrEqual(command_count);
    await nothing_wrong();
  }, 240_000);
});

describe('cursors', () => {
  const walk = async (client: Client, limit: number, direction: 'starting_after' | 'ending_before', during: () => Promise<unknown>) => {
    const seen: string[] = [];
    const oldest = (await all(client, '/v1/customers')).at(-1)?.id;
    for (let cursor: string | undefined = direction === 'ending_before' ? oldest : undefined; ; ) {
      const { body } = await client.get('/v1/customers', { limit, ...(cursor && { [direction]: cursor }) });
      const ids = body.data.map(({ id }: { id: string }) => id);
      seen.push(...ids);
      if (!body.has_more) return direction === 'ending_before' ? [oldest, ...seen] : seen;
      cursor = direction === 'ending_before' ? ids[0] : ids.at(-1);
      await during();
    }
  };

  test('show each object once while others are created, in either direction and with any page sizes', async () => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom('starting_after' as const, 'ending_before' as const),
      async (count, limit, arrivals, direction) => {
        const client = one.client();
        const make = (at: Client) => async () => (await at.post('/v1/customers')).body.id as string;
        const there: string[] = [];
        for (let place = 0; place < count; place++) there.push(await make(place % 2 ? client : elsewhere(client))());
        const arrive = () =>
          arrivals < limit ? Promise.all(Array.from({ length: arrivals }, make(elsewhere(client)))) : Promise.resolve();
        const seen = (await walk(client, limit, direction, arrive)).filter(Boolean);
        expect(new Set(seen).size).toBe(seen.length);
        expect(seen.filter((id) => there.includes(id as string)).sort()).toEqual([...there].sort());
      },
    );
    await fc.assert(property, { numRuns: 20 });
  }, 120_000);
});

describe('at the same time', () => {
  const turns = Array.from({ length: 40 }, (_, place) => place);

  test('exactly one of a concurrent confirmation and cancellation of one intent wins', async () => {
    const client = one.client();
    const won = { succeeded: 0, canceled: 0 };
    for (const turn of turns) {
      const { body: intent } = await client.post('/v1/setup_intents', { payment_method: 'pm_card_visa' });
      const path = `/v1/setup_intents/${intent.id}`;
      const [here, there] = turn % 2 ? [client, elsewhere(client)] : [elsewhere(client), client];
      const [confirmed, canceled] = await Promise.all([here.post(`${path}/confirm`), there.post(`${path}/cancel`)]);
      const status = (await client.get(path)).body.status as keyof typeof won;
      const [winner, loser] = status === 'succeeded' ? [confirmed, canceled] : [canceled, confirmed];
      expect([winner.status, winner.body.status]).toEqual([200, status]);
      expect([loser.status, loser.body.error.code]).toEqual([400, 'setup_intent_unexpected_state']);
      won[status]++;
      const events = await all(client, '/v1/events');
      const shown_types = events.filter(({ data }) => data.object.id === intent.id).map(({ type }) => type);
      expect(shown_types.sort()).toEqual([`setup_intent.${status}`, 'setup_intent.created'].sort());
    }
    expect(won.succeeded + won.canceled).toBe(turns.length);
  }, 120_000);

  test('updates of one object lose nothing', async () => {
    const client = one.client();
    const { body: customer } = await client.post('/v1/customers');
    const clients = [client, elsewhere(client)] as const;
    const update = (turn: number) =>
      clients[turn % 2 ? 0 : 1].post(`/v1/customers/${customer.id}`, { metadata: { [`key ${turn}`]: `${turn}` } });
    const answers = await Promise.all(turns.map(update));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { body } = await client.get(`/v1/customers/${customer.id}`);
    expect(body.metadata).toEqual(Object.fromEntries(turns.map((turn) => [`key ${turn}`, `${turn}`])));
    expect((await all(client, '/v1/events')).filter(({ type }) => type === 'customer.updated')).toHaveLength(turns.length);
  });

  test('payouts of the whole balance take it once, and partial ones all of it, while balances are rolled up', async () => {
    const clients = Array.from({ length: 4 }, () => one.client());
    let paid_out = false;
    const rolling = (async () => {
      while (!paid_out) await rollUp(other.engine.database);
    })();
    try {
      for (const client of clients) {
        const topUp = () => client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' });
        const payOut = (amount: number) => (turn: number) =>
          (turn % 2 ? client : elsewhere(client)).post('/v1/payouts', { amount, currency: 'usd' });
        await Promise.all(turns.slice(0, 5).map(topUp));
        const whole = await Promise.all(turns.slice(0, 10).map(payOut(5000)));
        expect(whole.filter(({ status }) => status === 200)).toHaveLength(1);
        expect(whole.filter(({ body }) => body.error?.code === 'balance_insufficient')).toHaveLength(9);
        await topUp();
        const parts = await Promise.all(turns.slice(0, 12).map(payOut(100)));
        expect(parts.filter(({ status }) => status === 200)).toHaveLength(10);
        expect(await fundsOf(client)).toEqual({ reported: 0, explained: 0 });
      }
    } finally {
      paid_out = true;
      await rolling;
    }
    await nothing_wrong();
  }, 120_000);

  test('a payout is canceled once, however often that is requested', async () => {
    const client = one.client();
    await client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'usd' });
    const { body: payout } = await client.post('/v1/payouts', { amount: 400, currency: 'usd' });
    const answers = await Promise.all(
      turns.slice(0, 10).map((turn) => (turn % 2 ? client : elsewhere(client)).post(`/v1/payouts/${payout.id}/cancel`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(await fundsOf(client)).toEqual({ reported: 1000, explained: 1000 });
  });
});
