import type Stripe from 'stripe';
import { afterAll, beforeAll, expect } from 'vitest';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const day_seconds = 86_400;

const topUp = (stripe: Stripe, amount: number): Promise<Stripe.Topup> =>
  stripe.rawRequest('POST', '/v1/test_helpers/top_ups', {
    amount,
    currency: 'usd',
    description: 'Float',
  }) as unknown as Promise<Stripe.Topup>;

const advance = async (stripe: Stripe, seconds: number): Promise<unknown> => {
  const clock = (await stripe.rawRequest('GET', '/v1/test_helpers/sandbox_clock')) as unknown as { frozen_time: number };
  return stripe.rawRequest('POST', '/v1/test_helpers/sandbox_clock/advance', { frozen_time: clock.frozen_time + seconds });
};

const available = async (stripe: Stripe): Promise<number | undefined> => (await stripe.balance.retrieve()).available[0]?.amount;

forEachSdk('$name: funds are topped up, paid out, and have balance transactions', async (sdk) => {
  const stripe = connect(sdk, service);
  const topup = await topUp(stripe, 50_000);
  expect(await stripe.topups.retrieve(topup.id)).toMatchObject({
    object: 'topup',
    amount: 50_000,
    currency: 'usd',
    status: 'succeeded',
    description: 'Float',
  });
  expect((await stripe.topups.list()).data.map(({ id }) => id)).toEqual([topup.id]);
  const payout = await stripe.payouts.create({ amount: 20_000, currency: 'usd', metadata: { week: '46' }, statement_descriptor: 'FLORIN' });
  expect(payout).toMatchObject({ object: 'payout', status: 'pending', amount: 20_000, method: 'standard', metadata: { week: '46' } });
  expect(await stripe.balance.retrieve()).toMatchObject({
    object: 'balance',
    available: [{ amount: 30_000, currency: 'usd' }],
    livemode: false,
  });
  const { data } = await stripe.balanceTransactions.list();
  expect(data.map(({ type, amount, net, fee, source }) => ({ type, amount, net, fee, source }))).toEqual([
    { type: 'payout', amount: -20_000, net: -20_000, fee: 0, source: payout.id },
    { type: 'topup', amount: 50_000, net: 50_000, fee: 0, source: topup.id },
  ]);
  expect(await stripe.balanceTransactions.retrieve(String(payout.balance_transaction))).toEqual(data[0]);
  expect((await stripe.balanceTransactions.list({ type: 'payout', payout: payout.id })).data).toHaveLength(1);
});

forEachSdk('$name: a payout arrives on its date', async (sdk) => {
  const stripe = connect(sdk, service);
  await topUp(stripe, 5000);
  const { id, arrival_date, created } = await stripe.payouts.create({ amount: 5000, currency: 'usd' });
  await advance(stripe, arrival_date - created - day_seconds);
  expect(await stripe.payouts.retrieve(id)).toMatchObject({ status: 'in_transit' });
  await advance(stripe, 3 * day_seconds);
  expect(await stripe.payouts.retrieve(id, { expand: ['destination', 'balance_transaction'] })).toMatchObject({
    status: 'paid',
    destination: { object: 'bank_account', last4: '6789' },
    balance_transaction: { amount: -5000 },
  });
});

forEachSdk('$name: a payout that the bank returns is failed, and its funds are available again', async (sdk) => {
  const stripe = connect(sdk, service);
  await topUp(stripe, 7000);
  const account = await stripe.accounts.retrieveCurrent();
  const closed = await stripe.accounts.createExternalAccount(account.id, {
    external_account: {
      object: 'bank_account',
      country: 'US',
      currency: 'usd',
      account_number: '000111111113',
      routing_number: '110000000',
    },
  });
  const { id } = await stripe.payouts.create({ amount: 7000, currency: 'usd', destination: closed.id });
  await advance(stripe, 8 * day_seconds);
  const returned = await stripe.payouts.retrieve(id, { expand: ['failure_balance_transaction'] });
  expect(returned).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
    failure_balance_transaction: { amount: 7000, type: 'payout_failure' },
  });
  expect(await available(stripe)).toBe(7000);
});

forEachSdk('$name: a pending payout can be updated and canceled, and lists are filtered', async (sdk) => {
  const stripe = connect(sdk, service);
  await topUp(stripe, 3000);
  const kept = await stripe.payouts.create({ amount: 1000, currency: 'usd' });
  const canceled = await stripe.payouts.create({ amount: 1000, currency: 'usd' });
  expect((await stripe.payouts.update(kept.id, { metadata: { note: 'keep' } })).metadata).toEqual({ note: 'keep' });
  expect(await stripe.payouts.cancel(canceled.id)).toMatchObject({ status: 'canceled' });
  expect(await errorOf(stripe.payouts.cancel(canceled.id))).toMatchObject({ code: 'payout_unexpected_state', statusCode: 400 });
  expect((await stripe.payouts.list({ status: 'pending' })).data.map(({ id }) => id)).toEqual([kept.id]);
  expect((await stripe.payouts.list({ destination: String(kept.destination) })).data).toHaveLength(2);
  expect((await stripe.payouts.list({ created: { gte: kept.created }, limit: 1 })).has_more).toBe(true);
  expect(await available(stripe)).toBe(2000);
});

forEachSdk('$name: a payout cannot exceed the balance', async (sdk) => {
  const stripe = connect(sdk, service);
  await topUp(stripe, 100);
  const error = await errorOf(stripe.payouts.create({ amount: 101, currency: 'usd' }));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', code: 'balance_insufficient', param: 'amount' });
  expect(await available(stripe)).toBe(100);
});

forEachSdk('$name: the account of the key, and its bank accounts', async (sdk) => {
  const stripe = connect(sdk, service);
  const account = await stripe.accounts.retrieveCurrent();
  expect(account).toMatchObject({
    object: 'account',
    country: 'US',
    default_currency: 'usd',
    payouts_enabled: true,
    charges_enabled: true,
  });
  expect((await stripe.accounts.retrieve(account.id)).id).toBe(account.id);
  const named = await stripe.accounts.update(account.id, { business_profile: { name: 'Rocket Rides' } });
  expect(named.business_profile).toMatchObject({ name: 'Rocket Rides' });
  const bank = await stripe.accounts.createExternalAccount(account.id, {
    external_account: {
      object: 'bank_account',
      country: 'US',
      currency: 'usd',
      account_number: '000123456789',
      routing_number: '110000000',
    },
  });
  expect(bank).toMatchObject({ object: 'bank_account', last4: '6789', account: account.id });
  expect(await stripe.accounts.retrieveExternalAccount(account.id, bank.id)).toMatchObject({ id: bank.id });
  expect((await stripe.accounts.listExternalAccounts(account.id)).data).toHaveLength(2);
  expect(await stripe.accounts.deleteExternalAccount(account.id, bank.id)).toMatchObject({ id: bank.id, deleted: true });
  expect((await stripe.accounts.listExternalAccounts(account.id)).data).toHaveLength(1);
});
