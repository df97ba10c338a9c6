import type Stripe from 'stripe';
import { expect } from 'vitest';
import { advanceClock } from '../support/merchant.js';
import { connect, errorOf, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const paying = { amount: 10_000, currency: 'usd', confirm: true } as const;

type Amounts = { readonly pending: number | undefined; readonly available: number | undefined };

async function balanceOf(stripe: Stripe, currency = 'usd'): Promise<Amounts> {
  const { pending, available } = await stripe.balance.retrieve();
  const of = (lines: Stripe.Balance['pending']): number | undefined => lines.find((each) => each.currency === currency)?.amount;
  return { pending: of(pending), available: of(available) };
}

forEachSdk('$name: earned money is pending, becomes available by the clock, and is paid out', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_visa' });
  expect(await balanceOf(stripe)).toEqual({ pending: 9680, available: 0 });
  expect(await errorOf(stripe.payouts.create({ amount: 9680, currency: 'usd' }))).toMatchObject({ code: 'balance_insufficient' });
  await advanceClock(client, 3 * 86_400);
  expect(await balanceOf(stripe)).toEqual({ pending: 0, available: 9680 });
  expect(await stripe.payouts.create({ amount: 9680, currency: 'usd' })).toMatchObject({ object: 'payout', status: 'pending' });
  expect(await balanceOf(stripe)).toEqual({ pending: 0, available: 0 });
});

forEachSdk('$name: the card that bypasses pending is available at once', async (sdk) => {
  const stripe = connect(sdk, service);
  await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_bypassPending' });
  expect(await balanceOf(stripe)).toEqual({ pending: 0, available: 9680 });
});

forEachSdk('$name: every change of the balance is a transaction with its source', async (sdk) => {
  const stripe = connect(sdk, service);
  const { latest_charge } = await stripe.paymentIntents.create({ ...paying, payment_method: 'pm_card_bypassPending' });
  const refund = await stripe.refunds.create({ charge: String(latest_charge), amount: 1000 });
  const payout = await stripe.payouts.create({ amount: 5000, currency: 'usd' });
  const { data } = await stripe.balanceTransactions.list();
  expect(data.map(({ type, amount, fee, net, source }) => ({ type, amount, fee, net, source }))).toEqual([
    { type: 'payout', amount: -5000, fee: 0, net: -5000, source: payout.id },
    { type: 'refund', amount: -1000, fee: 0, net: -1000, source: refund.id },
    { type: 'charge', amount: 10_000, fee: 320, net: 9680, source: latest_charge },
  ]);
  const [charged] = (await stripe.balanceTransactions.list({ type: 'charge' })).data;
  expect(charged).toMatchObject({ object: 'balance_transaction', reporting_category: 'charge', currency: 'usd', exchange_rate: null });
  expect(await stripe.balanceTransactions.retrieve(String(charged?.id))).toEqual(charged);
  expect((await stripe.balanceTransactions.list({ source: refund.id })).data).toHaveLength(1);
  const walked: string[] = [];
  for await (const { id } of stripe.balanceTransactions.list({ limit: 2 })) walked.push(id);
  expect(walked).toEqual(data.map(({ id }) => id));
  expect((await balanceOf(stripe)).available).toBe(data.reduce((sum, { net }) => sum + net, 0));
});

forEachSdk('$name: currencies are kept apart', async (sdk) => {
  const stripe = connect(sdk, service);
  for (const currency of ['eur', 'jpy'])
    await stripe.paymentIntents.create({ ...paying, currency, payment_method: 'pm_card_bypassPending' });
  expect((await balanceOf(stripe, 'eur')).available).toBe(9680);
  expect((await balanceOf(stripe, 'jpy')).available).toBe(9710);
  expect((await balanceOf(stripe)).available).toBe(0);
  expect((await stripe.balanceTransactions.list({ currency: 'jpy' })).data).toMatchObject([
    { amount: 10_000, fee: 290, fee_details: [{ amount: 290 }] },
  ]);
});
