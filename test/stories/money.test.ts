import { expect } from 'vitest';
import { destinationData } from '../support/beneficiaries.js';
import { onBothRoads, type Story } from '../support/story.js';
import { monday_noon, tellFrom } from '../support/story-days.js';

const record = onBothRoads();

const day_seconds = 86_400;

const advance = (story: Story, from: number, days: number): Promise<unknown> =>
  story.post('/v1/test_helpers/sandbox_clock/advance', { frozen_time: from + days * day_seconds });

record('top up and pay out', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'top-up-and-pay-out',
    title: 'Top up and pay out',
    introduction: [
      'Funds leave the balance the moment a payout is created, travel for three business days, and arrive at the bank account.',
      'A sandbox has its own clock: move it ahead, and all due work has run when the call returns.',
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
  story.step('Each change of the balance has a transaction');
  await story.get('/v1/balance_transactions');
  story.end();
});

record('a payout returned by the bank', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'payout-returned',
    title: 'A payout returned by the bank',
    introduction: [
      'A payout to a closed account is returned. It is `failed`, shows the reason, and names the balance transaction that',
      'restored the funds: nothing is lost, and every change has a transaction.',
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
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'settle-and-pay-out',
    title: 'Settle, and pay out',
    introduction: [
      'Earned money is pending for two days, becomes available, and can then be paid out. Here a week passes in a moment: the',
      "sandbox's clock is moved ahead, and all due work has run when the call returns, in order.",
    ],
  });
  story.step('Two payments succeed');
  const paying = { amount: 10_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa' };
  const { body: paid } = await story.post('/v1/payment_intents', { ...paying, description: 'Monday' });
  await service.client(story.secret_key).post('/v1/payment_intents', { ...paying, amount: 5000, description: 'Also Monday' });
  story.step('Less the fees they are pending', '100.00 and 50.00, of which the processor keeps 3.20 and 1.75.');
  const { body: pending } = await story.get('/v1/balance');
  expect(pending).toMatchObject({ available: [{ amount: 0 }], pending: [{ amount: 14_505 }] });
  story.step('Pending money cannot be paid out');
  const early = await story.post('/v1/payouts', { amount: 14_505, currency: 'usd' });
  expect(early.body.error.code).toBe('balance_insufficient');
  story.step('Two days later it is available');
  await advance(story, paid.created + 60, 2);
  const { body: available } = await story.get('/v1/balance');
  expect(available).toMatchObject({ available: [{ amount: 14_505 }], pending: [{ amount: 0 }] });
  story.step('Now it is paid out');
  const { body: payout } = await story.post('/v1/payouts', { amount: 14_505, currency: 'usd' });
  story.step('On the third business day it has arrived', 'The weekend is not counted.');
  await advance(story, payout.arrival_date, 0);
  const { body: arrived } = await story.get(`/v1/payouts/${payout.id}`);
  expect(arrived.status).toBe('paid');
  story.step('The balance equals its transactions', 'The nets of all balance transactions add up to it: zero.');
  const { body: transactions } = await story.get('/v1/balance_transactions');
  expect(transactions.data.reduce((sum: number, { net }: { net: number }) => sum + net, 0)).toBe(0);
  await story.get('/v1/balance');
  story.end();
});

record('a payout to a beneficiary', async (service) => {
  const story = await tellFrom(service, {
    begins: Date.UTC(2027, 4, 27, 12) / 1000,
    name: 'pay-a-beneficiary',
    title: 'Pay a beneficiary',
    introduction: [
      'The recipient of a payout is stored as a beneficiary: the numbers are checked by the rules of their country, are sealed in the',
      'vault, and are never shown again. The bank takes three business days; here a weekend and Memorial Day lie between.',
    ],
  });
  await service.client(story.secret_key).post('/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd' });
  story.step('Store the beneficiary', 'A mistyped routing number would be refused here, by its check digit.');
  const { body: beneficiary } = await story.post('/v1/beneficiaries', {
    nickname: 'Jenny',
    destination_data: destinationData('bank_account'),
  });
  expect(beneficiary.destination_data.bank_account.account_number).toBe('****6789');
  story.step('Pay them', 'Your own number for the payout can be used once, so that no beneficiary is paid twice by mistake.');
  const paying = { payment_amount: 20_000, payment_currency: 'usd', beneficiary: beneficiary.id, merchant_payout_id: 'salary-05' };
  const { body: payout } = await story.post('/v1/payouts', paying);
  const again = await story.post('/v1/payouts', paying);
  expect(again.body.error.code).toBe('resource_already_exists');
  story.step('While it is in transit they cannot be deleted');
  const deleted = await story.del(`/v1/beneficiaries/${beneficiary.id}`);
  expect(deleted.body.error.code).toBe('beneficiary_in_use');
  story.step('It arrives on the third business day', 'Created on Thursday, there on Wednesday: Monday is a holiday.');
  await advance(story, payout.arrival_date, 0);
  const { body: paid } = await story.get(`/v1/payouts/${payout.id}`);
  expect([paid.status, paid.arrival_date - payout.created]).toEqual(['paid', 6 * day_seconds]);
  story.end();
});

record('a payout to a beneficiary whose account is closed', async (service) => {
  const story = await tellFrom(service, {
    begins: monday_noon,
    name: 'beneficiary-account-closed',
    title: 'A beneficiary whose account is closed',
    introduction: [
      'The beneficiary can also be given with the payout itself, which then stores it. This account is the published one that has',
      'been closed: the payout fails, shows the reason, and its funds are available again.',
    ],
  });
  await service.client(story.secret_key).post('/v1/test_helpers/top_ups', { amount: 7000, currency: 'usd' });
  story.step('Pay a new beneficiary');
  const { body: payout } = await story.post('/v1/payouts', {
    source_amount: 7000,
    source_currency: 'usd',
    beneficiary_data: { nickname: 'Jo', destination_data: destinationData('bank_account', { account_number: '000111111113' }) },
  });
  story.step('The bank returns the funds');
  await advance(story, payout.arrival_date, 0);
  const { body: failed } = await story.get(`/v1/payouts/${payout.id}?expand[]=failure_balance_transaction`);
  expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' });
  story.step('They are available again');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.available).toMatchObject([{ amount: 7000 }]);
  story.end();
});

record('payouts by a schedule', async (service) => {
  const story = await tellFrom(service, {
    begins: Date.UTC(2027, 4, 27, 12) / 1000,
    name: 'payouts-by-a-schedule',
    title: 'Payouts by a schedule, over a bank holiday',
    introduction: [
      'Available funds can be paid out automatically: every business day, on a day of the week, or on a day of the month. If banks',
      'are closed on that day, the payout is on the next business day. Here it is Monday, and 31 May is Memorial Day.',
    ],
  });
  const client = service.client(story.secret_key);
  await client.post('/v1/test_helpers/top_ups', { amount: 50_000, currency: 'usd' });
  const { body: account } = await client.get('/v1/account');
  story.step('Set the schedule, and a minimum balance');
  const payouts = { schedule: { interval: 'weekly', weekly_anchor: 'monday' }, minimum_balance_by_currency: { usd: 10_000 } };
  const shown = { shown: ['id', 'object', 'settings.payouts'] };
  await story.post(`/v1/accounts/${account.id}`, { settings: { payouts } }, shown);
  story.step('A week later the funds have been paid out', 'On Tuesday, because banks were closed on Monday.');
  await advance(story, Date.UTC(2027, 4, 27, 12) / 1000, 7);
  const { body: list } = await story.get('/v1/payouts');
  expect(list.data).toMatchObject([{ amount: 40_000, automatic: true, created: Date.UTC(2027, 5, 1) / 1000 }]);
  story.step('The minimum balance has stayed');
  const { body: balance } = await story.get('/v1/balance');
  expect(balance.available).toMatchObject([{ amount: 10_000 }]);
  story.end();
});
