import { expect } from 'vitest';
import { onBothRoads, type Story } from '../support/story.js';
import { monday_noon, tellFrom } from '../support/story-days.js';

const record = onBothRoads();

const advance = (story: Story, to: number): Promise<unknown> => story.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: to });

/** All of a quote but the day of its sample: days of stories are counted from their beginning, and that one is not. */
const of_quote = [
  'id',
  'object',
  'created',
  'lock_duration',
  'lock_expires_at',
  'lock_status',
  'rate_table.provider',
  'rate_table.sample',
  'rates',
  'to_currency',
  'usage',
];

record('a payout in another currency, at a rate that was held', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'payout-in-another-currency',
    title: 'A payout in another currency, at a rate that was held',
    introduction: [
      'Euros are earned and a supplier is paid in dollars. A quote says what that costs and holds its rate for an hour; the payout takes the',
      'euros, converts them and is on its way. Both sides are explained. A sandbox has sample rates, and each quote made of them says so.',
    ],
  });
  story.step('Euros are there');
  await story.post('/v1/test_helpers/top_ups', { amount: 100_000, currency: 'eur' });
  story.step('Ask for a rate, and have it held for an hour');
  const asked = { from_currencies: ['eur'], to_currency: 'usd', lock_duration: 'hour', usage: { type: 'payout' } };
  const { body: quote } = await story.post('/v1/fx_quotes', asked, { shown: of_quote });
  expect(quote).toMatchObject({ lock_status: 'active', rate_table: { sample: true } });
  story.step('Pay 500 dollars at that rate', 'What it costs is rounded up to the next cent; what is converted would be rounded down.');
  const order = { source_currency: 'eur', payment_currency: 'usd', payment_amount: 50_000, fx_quote: quote.id };
  const { body: payout } = await story.post('/v1/payouts', order);
  expect(payout).toMatchObject({ amount: 50_000, source_amount: 48_501 });
  story.step('Both sides are explained', 'Newest first: the payout, what the euros became, and the euros.');
  await story.get(`/v1/balance_transactions?payout=${payout.id}`);
  await story.get('/v1/balance');
  story.step('An hour later the rate is held no longer');
  await advance(story, quote.lock_expires_at);
  const { body: expired } = await story.get(`/v1/fx_quotes/${quote.id}`, { shown: of_quote });
  expect(expired.lock_status).toBe('expired');
  const { body: refused } = await story.post('/v1/payouts', order);
  expect(refused.error.code).toBe('fx_quote_invalid');
  story.step('Three days later the dollars have arrived');
  await advance(story, payout.arrival_date);
  const { body: paid } = await story.get(`/v1/payouts/${payout.id}`);
  expect(paid.status).toBe('paid');
  story.end();
});
