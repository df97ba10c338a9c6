import { expect, test } from 'vitest';
import { count, repeats } from '../support/campaign.js';
import { queryIn } from '../support/database.js';
import { diesOnTheWay, openDatabase, startKillable } from '../support/killable.js';
import { made } from '../support/populate.js';
import { moment } from '../support/subscribed.js';
import { until } from '../support/trial.js';

const clocks = '/v1/test_helpers/test_clocks';
const subscriptions = 8;
const begun = '2026-01-31';
const months = ['2026-02-28', '2026-03-31', '2026-04-30'];

/** The first process dies for certain: when a period has been collected, and before that is stored. */
const certain = 'after_processor:crash:1';
const by_chance = 'before_commit:crash:0.02,after_commit_before_response:crash:0.02,after_processor:crash:0.02';

test.each([
  ['one write', 'on'],
  ['two writes', 'off'],
])(
  'a run of renewals that is killed again and again with %s bills and collects every period of every subscription once',
  async (_, road) => {
    const of = await openDatabase();
    // Abandoned work is taken over after a hundredth of the usual time.
    const quiet = { FLORIN_ONE_WRITE: road, FLORIN_TIME_SCALE: '0.01' };
    const first = await startKillable(of, { ...quiet, FLORIN_WORKER: 'off' });
    const { client } = first;
    const clock = (await made(client, clocks, { frozen_time: moment(begun) })).id;
    const price = (
      await made(client, '/v1/prices', {
        ...{ currency: 'usd', unit_amount: 2000, recurring: { interval: 'month' }, product_data: { name: 'Tea' } },
      })
    ).id;
    for (let number = 0; number < subscriptions; number++) {
      const customer = (await made(client, '/v1/customers', { test_clock: clock, payment_method: 'pm_card_visa' })).id;
      await made(client, '/v1/subscriptions', { customer, items: [{ price }] });
    }
    await made(client, `${clocks}/${clock}/advance`, { frozen_time: moment('2026-05-01') });
    await first.kill();
    let died = 0;
    for (let round = 0; round < repeats('measure_kills'); round++) {
      const dying = await startKillable(of, { ...quiet, FLORIN_FAILPOINTS: round === 0 ? certain : by_chance });
      if (await diesOnTheWay(dying, clock)) died++;
      await dying.kill();
      // A dead process holds its leases for a minute; the next one takes them over at once, and dies in turn.
      await queryIn(of.database_url, 'update jobs set leased_until = null');
    }
    count('kills in the middle of a run of renewals, each period of each subscription billed and collected once', died);
    expect(died).toBeGreaterThan(0);
    const last = await startKillable(of, quiet);
    await until(async () => (await last.client.get(`${clocks}/${clock}`)).body.status === 'ready');
    // A payment whose process died is taken over by a worker, which the clock does not wait for.
    await until(async () => (await queryIn(of.database_url, `select from jobs where queue = 'ask'`)).length === 0);
    await expectEveryPeriodOnce(of.database_url);
  },
);

/** Each subscription has an invoice for its start and for each month since, each paid by its own charge. */
async function expectEveryPeriodOnce(database_url: string): Promise<void> {
  const bills = await queryIn(
    database_url,
    `select doc ->> 'subscription' as subscription, doc ->> 'status' as status, (doc ->> 'created')::int as created
     from objects where object = 'invoice' order by subscription, created`,
  );
  const expected = [begun, ...months].map((date) => ['paid', moment(date)]);
  expect(new Set(bills.map(({ subscription }) => subscription)).size).toBe(subscriptions);
  expect(bills.map(({ status, created }) => [status, created])).toEqual(Array(subscriptions).fill(expected).flat());
  const [charges] = await queryIn(
    database_url,
    `select count(*)::int as count, count(distinct doc ->> 'payment_intent')::int as intents from objects
     where object = 'charge' and doc ->> 'status' = 'succeeded'`,
  );
  expect(charges).toEqual({ count: bills.length, intents: bills.length });
}
