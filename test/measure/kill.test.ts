import { expect, test } from 'vitest';
import { count, repeats } from '../support/campaign.js';
import { queryIn } from '../support/database.js';
import { diesOnTheWay, type Killable, openDatabase, startKillable } from '../support/killable.js';
import type { Answer, Client } from '../support/service.js';
import { until } from '../support/trial.js';
import { columns } from './groups.js';
import { openShop } from './shop.js';

const start = (of: Awaited<ReturnType<typeof opened>>, environment: NodeJS.ProcessEnv): Promise<Killable> =>
  startKillable('measure', of, environment);

/** A separate database, with the columns of the measure. */
async function opened(): ReturnType<typeof openDatabase> {
  const of = await openDatabase();
  await queryIn(of.database_url, columns);
  return of;
}

/** Moves the clock; null where the process dies before it has answered. */
const move = ({ client, ended }: Killable, frozen_time: number): Promise<Answer | null> => {
  const moved = client.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time }).catch(() => null);
  return Promise.race([moved, ended.then(() => null)]);
};

const day = 86_400;

/** Three periods of a subscription. */
const periods = 3;

/** The first process dies for certain: when the first period has been collected, and before that is stored. */
const certain = 'after_processor:crash:1';
const by_chance = 'before_commit:crash:0.1,after_commit_before_response:crash:0.1,after_ask_stored:crash:0.2,after_processor:crash:0.1';

test.each([
  ['one write', 'on'],
  ['two writes', 'off'],
])('a renewal that is killed again and again with %s bills and collects every period once', async (_, road) => {
  const of = await opened();
  const { database_url } = of;
  // Abandoned work is taken over after a hundredth of the usual time.
  const quiet = { FLORIN_ONE_WRITE: road, FLORIN_TIME_SCALE: '0.01' };
  const first = await start(of, quiet);
  const { client, customer, price } = await openShop(first.client);
  const subscription = (await client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 2 }] })).body;
  await first.kill();
  const target = subscription.created + periods * 30 * day + 7200;
  let died = 0;
  for (let round = 0; round < repeats('measure_kills'); round++) {
    const dying = await start(of, { ...quiet, FLORIN_FAILPOINTS: round === 0 ? certain : by_chance });
    if ((await move(dying, target)) === null) died++;
    await dying.kill();
    // A dead process holds its leases for a minute; the next one takes them over at once, and dies in turn.
    await queryIn(database_url, 'update jobs set leased_until = null');
  }
  count('kills in the middle of a renewal, each period billed and collected once', died);
  expect(died).toBeGreaterThan(0);
  const last = await start(of, quiet);
  await move(last, target);
  await expectEveryPeriodOnce(database_url, last.client);
});

const clocks = '/v1/test_helpers/test_clocks';

test('a test clock whose process is killed again and again during an advance bills every period once, each at its time', async () => {
  const of = await opened();
  const { database_url } = of;
  const quiet = { FLORIN_TIME_SCALE: '0.01' };
  const frozen_time = 1_500_000_000;
  const first = await start(of, { ...quiet, FLORIN_WORKER: 'off' });
  const clock = (await first.client.post(clocks, { frozen_time })).body.id;
  const { client, customer, price } = await openShop(first.client, { test_clock: clock });
  const subscription = (await client.post('/v1/subscriptions', { customer, items: [{ price, quantity: 2 }] })).body;
  expect(subscription.created).toBe(frozen_time);
  const target = frozen_time + periods * 30 * day + 7200;
  expect((await client.post(`${clocks}/${clock}/advance`, { frozen_time: target })).body.status).toBe('advancing');
  await first.kill();
  let died = 0;
  for (let round = 0; round < repeats('measure_kills'); round++) {
    const dying = await start(of, { ...quiet, FLORIN_FAILPOINTS: round === 0 ? certain : by_chance });
    if (await diesOnTheWay(dying, clock)) died++;
    await dying.kill();
    await queryIn(database_url, 'update jobs set leased_until = null');
  }
  count('kills in the middle of an advance of a test clock, each period billed and collected once', died);
  expect(died).toBeGreaterThan(0);
  const last = await start(of, quiet);
  await until(async () => (await last.client.get(`${clocks}/${clock}`)).body.status === 'ready');
  await expectEveryPeriodOnce(database_url, last.client);
  const bills = await queryIn(
    database_url,
    `select doc ->> 'created' as created from objects where object = 'invoice' order by doc ->> 'number'`,
  );
  expect(bills.map(({ created }) => Number(created))).toEqual([1, 2, 3].map((period) => frozen_time + period * 30 * day));
  expect((await last.client.get(`${clocks}/${clock}`)).body.frozen_time).toBe(target);
});

/** Waits until all due payments have succeeded. */
async function expectEveryPeriodOnce(database_url: string, client: Client): Promise<void> {
  const paid = `select from objects where object = 'invoice' and doc ->> 'status' = 'paid'`;
  await until(async () => (await queryIn(database_url, paid)).length === periods);
  await until(async () => (await queryIn(database_url, `select from jobs where queue = 'ask'`)).length === 0);
  const member = (name: string): string => `doc ->> '${name}' as ${name}`;
  const text = `select ${['number', 'status', 'amount_paid'].map(member)} from objects where object = 'invoice' order by doc ->> 'number'`;
  const bills = await queryIn(database_url, text);
  expect(bills.map(({ number, status, amount_paid }) => [number, status, Number(amount_paid)])).toEqual(
    Array.from({ length: periods }, (_, place) => [`INV-${place + 1}`, 'paid', 2000]),
  );
  const charges = (await client.get('/v1/charges', { limit: 100 })).body.data as { status: string }[];
  expect(charges.filter(({ status }) => status === 'succeeded')).toHaveLength(periods);
}
