import { expect } from 'vitest';
import { onBothRoads, type Story, tell } from '../support/story.js';

const record = onBothRoads();

const day_seconds = 86_400;

const advance = (story: Story, from: number, days: number): Promise<unknown> =>
  story.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: from + days * day_seconds });

record('top up and pay out', async (service) => {
  const story = tell(service, {
    name: 'top-up-and-pay-out',
    title: 'Top up and pay out',
    introduction: [
      'Funds leave the balance the moment a payout is ordered, travel for three days, and arrive at the bank account.',
      'A sandbox has a clock of its own: move it ahead, and everything due by then has happened when the call returns.',
    ],
  });
  story.step('Put funds into the sandbox');
  await story.post('/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd', description: 'Float' });
  story.step('Order a payout', 'Without a destination it goes to the default bank account.');
  const { body: payout } = await story.post('/v1/payouts', { amount: 20_000, currency: 'usd', statement_descriptor: 'SHOP' });
  story.step('The funds are no longer available');
  await story.get('/v1/balance');
  story.step('Four days later they have arrived');
  await advance(story, payout.created, 4);
  const { body: paid } = await story.get(`/v1/payouts/${payout.id}`);
  expect(paid.status).toBe('paid');
  story.step('Each change of the balance is explained');
  await story.get('/v1/balance_transactions');
  story.end();
});

record('a payout returned by the bank', async (service) => {
  const story = tell(service, {
    name: 'payout-returned',
    title: 'A payout returned by the bank',
    introduction: [
      'A payout to a closed account comes back. It is `failed`, says why, and names the balance transaction that put the',
      'funds back: nothing is lost on the way, and nothing is unexplained.',
    ],
  });
  await service.client(story.secret_key).post('/v1/test_helpers/top_ups', { amount: 7000, currency: 'usd' });
  const { body: account } = await service.client(story.secret_key).get('/v1/account');
  story.step('Add a bank account', 'This one is the published test account that has been closed.');
  const external_account = {
    object: 'bank_account',
    country: 'US',
    currency: 'usd',
    routing_number: '110000000',
    account_number: '000111111113',
  };
  const { body: bank } = await story.post(`/v1/accounts/${account.id}/external_accounts`, { external_account });
  story.step('Pay out to it');
  const { body: payout } = await story.post('/v1/payouts', { amount: 7000, currency: 'usd', destination: bank.id });
  story.step('The bank returns the funds');
  await advance(story, payout.created, 4);
  const { body: returned } = await story.get(`/v1/payouts/${payout.id}?expand[]=failure_balance_transaction`);
  expect(returned).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
  story.step('They are available again');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.available).toMatchObject([{ amount: 7000 }]);
  story.end();
});

record('settle and pay out', async (service) => {
  const story = tell(service, {
    name: 'settle-and-pay-out',
    title: 'Settle, and pay out',
    introduction: [
      'What is earned is pending for two days, becomes available, and can then be paid out. Here a week passes in a moment: a',
      "sandbox's clock is moved ahead, and everything due by then has happened when the call returns, in order.",
    ],
  });
  story.step('Two payments come in');
  const paying = { amount: 10_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  const { body: paid } = await story.post('/v1/payment_intents', { ...paying, description: 'Monday' });
  await service.client(story.secret_key).post('/v1/payment_intents', { ...paying, amount: 5000, description: 'Also Monday' });
  story.step('Less the fees they are pending', '100.00 and 50.00, of which the processor keeps 3.20 and 1.75.');
  const { body: pending } = await story.get('/v1/balance');
  expect(pending).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 14_505 }] });
  story.step('What is pending cannot be paid out');
  const early = await story.post('/v1/payouts', { amount: 14_505, currency: 'usd' });
  expect(early.body.error.code).toBe('balance_insufficient');
  story.step('Two days later it is available');
  await advance(story, paid.created + 60, 2);
  const { body: available } = await story.get('/v1/balance');
  expect(available).toMatchObject({ available: [{ amount: 14_505 }], pending: [{ amount: 0 }] });
  story.step('Now it is paid out');
  const { body: payout } = await story.post('/v1/payouts', { amount: 14_505, currency: 'usd' });
  story.step('Four days later it has arrived');
  await advance(story, payout.created, 4);
  const { body: arrived } = await story.get(`/v1/payouts/${payout.id}`);
  expect(arrived.status).toBe('paid');
  story.step('The balance is explained to the last cent', 'The nets of all balance transactions add up to it: to nothing.');
  const { body: transactions } = await story.get('/v1/balance_transactions');
  expect(transactions.data.reduce((sum: number, { net }: { net: number }) => sum + net, 0)).toBe(0);
  await story.get('/v1/balance');
  story.end();
});
