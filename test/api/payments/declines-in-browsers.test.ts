import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceClock } from '../../support/merchant.js';
import { refusal } from '../../support/payments.js';
import { onBothRoads, roads } from '../../support/roads.js';
import { type Answer, type Client, card, startService, type TestService } from '../../support/service.js';

const both = onBothRoads();
const hour = 3600;
const declined = '4000000000000002';
const declines_max = 10;

/** The path of a kind of intent, its parameters, and the path of its attempts. */
type Kind = readonly [path: string, params: Readonly<Record<string, unknown>>, list: string];

const kinds = [
  ['/v1/payment_intents', { amount: 2000, currency: 'usd' }, '/v1/charges?payment_intent='],
  ['/v1/setup_intents', {}, '/v1/setup_attempts?setup_intent='],
] as const satisfies readonly Kind[];

type Shop = {
  readonly client: Client;
  readonly browser: Client;
  readonly intent: Answer['body'];
  tries(by: Client, number?: string, params?: object): Promise<Answer>;
  attempts(): Promise<number>;
};

/** A shop with one intent, and a browser with its client secret. */
async function shopWith(service: TestService, [path, params, list]: Kind, client = service.client()): Promise<Shop> {
  const browser = service.client(client.publishable_key);
  const { body: intent } = await client.post(path, params);
  return {
    client,
    browser,
    intent,
    tries: (by, number = declined, besides = {}) =>
      by.post(`${path}/${intent.id}/confirm`, {
        ...(by === browser && { client_secret: intent.client_secret }),
        payment_method_data: card(number),
        ...besides,
      }),
    attempts: async () => (await client.get(`${list}${intent.id}&limit=100`)).body.data.length,
  };
}

/** As many declines as an hour allows. */
async function declines({ tries, browser }: Shop, count = declines_max): Promise<void> {
  for (let made = 0; made < count; made++) expect((await tries(browser)).status).toBe(402);
}

describe.each(roads)('%s', (road) => {
  describe.each(kinds)('%s', (...kind) => {
    test('429 rate_limit: after ten declines within an hour a browser is refused, and no processor is asked', async () => {
      const shop = await shopWith(both.service(road), kind);
      await declines(shop);
      const answer = await shop.tries(shop.browser, '4242424242424242');
      expect([...refusal(answer), await shop.attempts()]).toEqual([429, 'rate_limit', declines_max]);
      expect(answer.body.error.message).toContain('Confirm again when that hour is over, or from your server with your secret key.');
      expect((await shop.client.get(`${kind[0]}/${shop.intent.id}`)).body.status).toBe('requires_payment_method');
    });

    test('200: the browser may confirm again an hour later, and another intent at once', async () => {
      const shop = await shopWith(both.service(road), kind);
      await declines(shop);
      const other = await shopWith(both.service(road), kind, shop.client);
      expect((await other.tries(other.browser, '4242424242424242')).body.status).toBe('succeeded');
      await advanceClock(shop.client, hour - 60);
      expect((await shop.tries(shop.browser)).status).toBe(429);
      await advanceClock(shop.client, 60);
      expect((await shop.tries(shop.browser, '4242424242424242')).body.status).toBe('succeeded');
    });
  });
});

describe.each(kinds)('%s', (...kind) => {
  const service = (): TestService => both.service('in one write');

  test('402: a secret key has no such limit, and its declines do not limit a browser', async () => {
    const shop = await shopWith(service(), kind);
    for (let count = 0; count < declines_max + 1; count++) expect((await shop.tries(shop.client)).status).toBe(402);
    await declines(shop);
    expect((await shop.tries(shop.browser)).status).toBe(429);
    expect((await shop.tries(shop.client)).status).toBe(402);
    expect((await shop.tries(shop.client, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('402: each decline counts for an hour: an expired one allows one more', async () => {
    const shop = await shopWith(service(), kind);
    await declines(shop, 1);
    await advanceClock(shop.client, hour / 2);
    await declines(shop, declines_max - 1);
    await advanceClock(shop.client, hour / 2);
    await declines(shop, 1);
    expect((await shop.tries(shop.browser)).status).toBe(429);
  });

  test('429: of many concurrent attempts no more than ten are declined', async () => {
    const shop = await shopWith(service(), kind);
    await declines(shop, declines_max - 2);
    const answers = await Promise.all(Array.from({ length: 8 }, () => shop.tries(shop.browser)));
    expect(answers.filter(({ status }) => status === 402).length).toBeLessThanOrEqual(2);
    expect(await shop.attempts()).toBeLessThanOrEqual(declines_max);
  });

  test('the stored declines are shown to no caller', async () => {
    const shop = await shopWith(service(), kind);
    await declines(shop, 1);
    const answers = [
      await shop.client.get(`${kind[0]}/${shop.intent.id}`),
      await shop.client.get(kind[0]),
      await shop.client.get('/v1/events'),
      await shop.tries(shop.client),
    ];
    for (const { text } of answers) expect(text).not.toMatch(/declined_at|confirmed_by_browser/);
  });
});

describe('with FLORIN_DECLINES_PER_HOUR_MAX=1', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ FLORIN_DECLINES_PER_HOUR_MAX: '1' });
  });
  afterAll(() => service.stop());

  test('429: the second attempt after one decline', async () => {
    const shop = await shopWith(service, kinds[0]);
    await declines(shop, 1);
    expect(refusal(await shop.tries(shop.browser))).toEqual([429, 'rate_limit']);
  });
});
