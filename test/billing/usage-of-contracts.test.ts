import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAdvance } from '../../src/kernel/engine/advance.js';
import { claimJob } from '../../src/kernel/jobs/jobs.js';
import { contracts } from '../support/contracts.js';
import { accountOf } from '../support/merchant.js';
import { type Client, startService, type TestService } from '../support/service.js';
import { type SmallService, startSmallService } from '../support/small-service.js';
import { type Metered, metered, minuteOf, takeBack, tell, total } from '../support/usage.js';

let whole: TestService;
let small: SmallService;
beforeAll(async () => {
  whole = await startService({ FLORIN_WORKER: 'off' });
  small = await startSmallService(whole, contracts);
});
afterAll(async () => {
  await small.stop();
  await whole.stop();
});

const day = 86_400;
const frozen_time = 1_500_000_000;

async function posted(client: Client, path: string, params: object = {}) {
  const { status, text, body } = await client.post(path, params as Record<string, unknown>);
  if (status !== 200) throw new Error(text);
  return body;
}

/** A sandbox of the small service. */
async function shopOf(): Promise<Client> {
  const opened = whole.client();
  await opened.get('/v1/balance');
  return small.client(opened.key);
}

/** A contract for a period, with a line for each meter. */
async function contracted({ shop, customer }: Metered, meters: readonly string[], start: number, end: number): Promise<string> {
  for (const meter of meters) await posted(shop, '/v1/contract_lines', { customer, meter });
  return (await posted(shop, '/v1/contracts', { customer, start, end })).id;
}

/** Advances a test clock, and runs the work of a worker. */
async function advance(shop: Client, clock: string, frozen_time: number): Promise<void> {
  await posted(shop, `/v1/test_helpers/test_clocks/${clock}/advance`, { frozen_time });
  const job = await claimJob(small.engine.database, { account: `${await accountOf(shop)}_test`, id: `advance ${clock}` }, 60);
  if (!job) throw new Error('Nothing advances the clock');
  await runAdvance(small.engine, job, () => false);
}

type Bill = { readonly meter: string; readonly quantity: string };

const quantities = ({ bills }: { readonly bills: readonly Bill[] }): string[] => bills.map(({ quantity }) => quantity);

test('a renewal bills exactly the usage recorded before the end of its period, by the formula of each meter', async () => {
  const shop = await shopOf();
  const { id: test_clock } = await posted(shop, '/v1/test_helpers/test_clocks', { frozen_time });
  const sum = await metered(shop, 'sum', { customer: { test_clock } });
  const [count, last] = [await metered(shop, 'count'), await metered(shop, 'last')];
  const end = frozen_time + 2 * day;
  const id = await contracted(sum, [sum.meter, count.meter, last.meter], frozen_time, end);
  const tellAll = (value: string, timestamp: number) =>
    Promise.all([sum, count, last].map((of) => tell({ ...of, customer: sum.customer }, value, { timestamp })));
  await tellAll('100', frozen_time - 1);
  await tellAll('0.1', frozen_time);
  await advance(shop, test_clock, end - 60);
  await tellAll('0.2', end - 1);
  const answers = await tellAll('1000', end);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await advance(shop, test_clock, end);
  const renewed = (await shop.get(`/v1/contracts/${id}`)).body;
  expect(quantities(renewed)).toEqual(['0.3', '2', '0.2']);
});

test('negative usage bills nothing, and no usage bills nothing', async () => {
  const shop = await shopOf();
  const now = Math.floor(whole.now() / 1000);
  const of = await metered(shop);
  const idle = await metered(shop, 'last');
  const id = await contracted(of, [of.meter, idle.meter], now - day, now + day);
  await tell(of, '3', { timestamp: now - 60 });
  await tell(of, '-5', { timestamp: now - 30 });
  expect(quantities(await posted(shop, `/v1/contracts/${id}/bill`))).toEqual(['0', '0']);
  expect(await total(of, minuteOf(now - day), minuteOf(now + day))).toBe(-2);
});

test('with many concurrent records, a bill includes all usage answered before its request, and none that was not sent', async () => {
  const shop = await shopOf();
  const now = Math.floor(whole.now() / 1000);
  const of = await metered(shop);
  const id = await contracted(of, [of.meter], now - day, now + day);
  let [sent, answered] = [0, 0];
  const timestamp = now - 60;
  const recording = async (): Promise<void> => {
    for (let each = 0; each < 20; each++) {
      sent++;
      const { status } = await tell(of, '1', { timestamp });
      expect(status).toBe(200);
      answered++;
    }
  };
  const recorders = Promise.all(Array.from({ length: 10 }, recording));
  for (let each = 0; each < 8; each++) {
    const at_least = answered;
    const [quantity] = quantities(await posted(shop, `/v1/contracts/${id}/bill`));
    expect(Number(quantity)).toBeGreaterThanOrEqual(at_least);
    expect(Number(quantity)).toBeLessThanOrEqual(sent);
  }
  await recorders;
  expect(quantities(await posted(shop, `/v1/contracts/${id}/bill`))).toEqual(['200']);
});

type Told = { readonly identifier: number; readonly hundredths: number; readonly ago: number };

const recorded = fc.record({
  identifier: fc.integer({ min: 0, max: 5 }),
  hundredths: fc.integer({ min: -500, max: 5000 }),
  ago: fc.integer({ min: 1, max: 3 * day }),
});

test('summaries and bills are the sum of the sent events, each counted once, without canceled ones, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(recorded, { minLength: 1, maxLength: 10 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 5 })),
      async (all, canceled) => {
        const shop = await shopOf();
        const of = await metered(shop);
        const now = Math.floor(whole.now() / 1000);
        const id = await contracted(of, [of.meter], now - 4 * day, now + day);
        const first = new Map<number, Told>();
        for (const each of all) {
          const { identifier, hundredths, ago } = each;
          const { status } = await tell(of, (hundredths / 100).toFixed(2), { identifier: `event ${identifier}`, timestamp: now - ago });
          expect(status).toBe(first.has(identifier) ? 400 : 200);
          if (!first.has(identifier)) first.set(identifier, each);
        }
        const answers = await Promise.all(canceled.map((identifier) => takeBack(of, `event ${identifier}`)));
        expect(answers.map(({ status }) => status)).toEqual(canceled.map((identifier) => (first.has(identifier) ? 200 : 400)));
        for (const identifier of canceled) first.delete(identifier);
        const sum = [...first.values()].reduce((so_far, { hundredths }) => so_far + hundredths, 0);
        expect(await total(of, minuteOf(now - 4 * day), minuteOf(now + day))).toBe(sum / 100);
        expect(quantities(await posted(shop, `/v1/contracts/${id}/bill`))).toEqual([String(Math.max(sum, 0) / 100)]);
      },
    ),
    { numRuns: 25 },
  );
});
