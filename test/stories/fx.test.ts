import { expect } from 'vitest';
import { onBothRoads, type Story } from '../support/story.js';
import { monday_noon, tellFrom } from '../support/story-days.js';

const record = onBothRoads();

const advance = (story: Story, to: number): Promise<unknown> => story.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: to });

/** A quote without the day of its sample: days of stories are counted from their start, and that one is not. */
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

record('a payout in another currency, at a locked rate', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'payout-in-another-currency',
    title: 'A payout in another currency, at a locked rate',
    introduction: [
      'A shop earns euros and pays a supplier in dollars. A quote shows the cost and locks its rate for an hour; the payout converts the',
      'euros and is in transit. Both sides have a balance transaction. A sandbox has sample rates, and quotes say so.',
    ],
  });
  story.step('The balance has euros');
  await story.post('/v1/test_helpers/top_ups', { amount: 100_000, currency: 'eur' });
  story.step('Request a rate, locked for an hour');
  const asked = { from_currencies: ['eur'], to_currency: 'usd', lock_duration: 'hour', usage: { type: 'payout' } };
  const { body: quote } = await story.post('/v1/fx_quotes', asked, { shown: of_quote });
  expect(quote).toMatchObject({ lock_status: 'active', rate_table: { sample: true } });
  story.step('Pay 500 dollars at that rate', 'The cost is rounded up to the next cent; a converted source amount would be rounded down.');
  const order = { source_currency: 'eur', payment_currency: 'usd', payment_amount: 50_000, fx_quote: quote.id };
  const { body: payout } = await story.post('/v1/payouts', order);
  expect(payout).toMatchObject({ amount: 50_000, source_amount: 48_501 });
  story.step('Both sides have a balance transaction', 'Newest first: the payout, the conversion to dollars, and the withdrawn euros.');
  await story.get(`/v1/balance_transactions?payout=${payout.id}`);
  await story.get('/v1/balance');
  story.step('An hour later the lock has expired');
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
