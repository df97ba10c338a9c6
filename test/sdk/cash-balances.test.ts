import type Stripe from 'stripe';
import { expect } from 'vitest';
import { allEvents } from '../support/callers.js';
import { balanceOf } from '../support/payments.js';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonInstallation, commonService } from '../support/services.js';

const service = await commonService();
const [, onTheLongRoad = service] = (await commonInstallation()).services;

type Transfer = { amount: number; currency: string; reference?: string };

const funded = (stripe: Stripe, customer: string, transfer: Transfer): Promise<Stripe.CustomerCashBalanceTransaction> =>
  stripe.testHelpers.customers.fundCashBalance(customer, transfer);

/** A payment that waits for a bank transfer, or has been paid from the cash balance. */
const awaiting = (stripe: Stripe, customer: string, amount: number, currency = 'usd'): Promise<Stripe.PaymentIntent> =>
  stripe.paymentIntents.create(
    untyped({
      amount,
      currency,
      customer,
      confirm: true,
      payment_method_types: ['customer_balance'],
      payment_method_data: { type: 'customer_balance' },
      payment_method_options: { customer_balance: { funding_type: 'bank_transfer' } },
    }),
  );

const manual = { settings: { reconciliation_mode: 'manual' } } as const;

const statusOf = async (stripe: Stripe, { id }: { id: string }): Promise<string> => (await stripe.paymentIntents.retrieve(id)).status;

forEachSdk('$name: a cash balance starts empty, shows its reconciliation mode, and holds the customer’s transfers', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const empty = await stripe.customers.retrieveCashBalance(customer);
  expect(empty).toMatchObject({
    object: 'cash_balance',
    available: null,
    customer,
    livemode: false,
    settings: { reconciliation_mode: 'automatic', using_merchant_default: true },
  });
  const told = await funded(stripe, customer, { amount: 5000, currency: 'usd', reference: 'order 12' });
  expect(told).toMatchObject({
    id: expect.stringMatching(/^ccsbtxn_/),
    object: 'customer_cash_balance_transaction',
    currency: 'usd',
    customer,
    ending_balance: 5000,
    funded: { bank_transfer: { reference: 'order 12', type: 'us_bank_transfer', us_bank_transfer: { network: 'ach' } } },
    net_amount: 5000,
    type: 'funded',
  });
  await funded(stripe, customer, { amount: 700, currency: 'eur' });
  const updated = await stripe.customers.updateCashBalance(customer, manual);
  expect(updated).toMatchObject({
    available: { usd: 5000, eur: 700 },
    customer,
    settings: { reconciliation_mode: 'manual', using_merchant_default: false },
  });
  await funded(stripe, customer, { amount: 1, currency: 'usd' });
  const { available, settings } = await stripe.customers.retrieveCashBalance(customer);
  expect([available, settings]).toEqual([{ usd: 5001, eur: 700 }, updated.settings]);
  const back = await stripe.customers.updateCashBalance(customer, { settings: { reconciliation_mode: 'merchant_default' } });
  expect(back.settings).toEqual(empty.settings);
  const { data } = await stripe.customers.listCashBalanceTransactions(customer);
  expect(data.map(({ net_amount, ending_balance }) => [net_amount, ending_balance])).toEqual([
    [1, 5001],
    [700, 700],
    [5000, 5000],
  ]);
  expect(await stripe.customers.retrieveCashBalanceTransaction(customer, told.id)).toEqual(told);
});

forEachSdk('$name: a transfer pays the named payment, then the oldest that it covers', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id: customer } = await stripe.customers.create();
  const large = await awaiting(stripe, customer, 9000);
  const older = await awaiting(stripe, customer, 2000);
  const named = await awaiting(stripe, customer, 3000);
  expect([large.status, older.status, named.status]).toEqual(Array(3).fill('requires_action'));
  const reference = named.next_action?.display_bank_transfer_instructions?.reference ?? '';
  await funded(stripe, customer, { amount: 3500, currency: 'usd', reference });
  expect(await Promise.all([large, older, named].map((each) => statusOf(stripe, each)))).toEqual([
    'requires_action',
    'requires_action',
    'succeeded',
  ]);
  await funded(stripe, customer, { amount: 1500, currency: 'usd' });
  expect(await statusOf(stripe, older)).toBe('succeeded');
  const { available } = await stripe.customers.retrieveCashBalance(customer);
  expect(available).toEqual({ usd: 0 });
  const [applied] = (await stripe.customers.listCashBalanceTransactions(customer)).data;
  expect(applied).toMatchObject({
    type: 'applied_to_payment',
    net_amount: -2000,
    ending_balance: 0,
    applied_to_payment: { payment_intent: older.id },
  });
  const types = (await allEvents(client)).map(({ type }: { type: string }) => type);
  const of_cash = types.filter((type: string) => /cash_balance|succeeded/.test(type));
  expect(of_cash).toEqual([
    'customer_cash_balance_transaction.created',
    'customer_cash_balance_transaction.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'cash_balance.funds_available',
    'customer_cash_balance_transaction.created',
    'customer_cash_balance_transaction.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ]);
});

forEachSdk('$name: existing funds pay a payment at once, and only then belong to the merchant', async (sdk) => {
  const client = service.client();
  const stripe = connect(sdk, service, client.key);
  const { id: customer } = await stripe.customers.create();
  await funded(stripe, customer, { amount: 5000, currency: 'usd' });
  expect(await balanceOf(client)).toEqual({ pending: 0, available: 0 });
  const intent = await awaiting(stripe, customer, 2000);
  expect([intent.status, intent.amount_received]).toEqual(['succeeded', 2000]);
  expect(await balanceOf(client)).toEqual({ pending: 2000, available: 0 });
  const charge = await stripe.charges.retrieve(String(intent.latest_charge));
  expect(charge).toMatchObject({ amount_captured: 2000, paid: true, payment_method_details: { type: 'customer_balance' } });
  expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 3000 });
});

forEachSdk('$name: with manual reconciliation, funds wait until they are applied to a payment, and are applied once', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  await stripe.customers.updateCashBalance(customer, manual);
  const first = await awaiting(stripe, customer, 2000);
  const second = await awaiting(stripe, customer, 2000);
  await funded(stripe, customer, { amount: 3000, currency: 'usd' });
  expect(await statusOf(stripe, first)).toBe('requires_action');
  const other = await errorOf(stripe.paymentIntents.applyCustomerBalance(first.id, { amount: 1000 }));
  expect([other.statusCode, other.code, other.param]).toEqual([400, 'parameter_invalid', 'amount']);
  const both = await Promise.allSettled([first, second].map(({ id }) => stripe.paymentIntents.applyCustomerBalance(id)));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const rest = await errorOf(Promise.all([first, second].map(({ id }) => stripe.paymentIntents.applyCustomerBalance(id))));
  expect(rest.statusCode).toBe(400);
  expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 1000 });
  const card = await stripe.paymentIntents.create({ amount: 2000, currency: 'usd', customer, payment_method: 'pm_card_visa' });
  expect(await errorOf(stripe.paymentIntents.applyCustomerBalance(card.id))).toMatchObject({ statusCode: 400 });
});

forEachSdk('$name: many concurrent transfers all count, and a payment is paid once', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const intent = await awaiting(stripe, customer, 2000);
  await Promise.all(Array.from({ length: 6 }, () => funded(stripe, customer, { amount: 1000, currency: 'usd' })));
  expect(await statusOf(stripe, intent)).toBe('succeeded');
  expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 4000 });
  const { data } = await stripe.customers.listCashBalanceTransactions(customer);
  expect(data).toHaveLength(7);
});

const wanted = {
  eur: [{ type: 'eu_bank_transfer', eu_bank_transfer: { country: 'NL' } }, 'NL', ['iban']],
  gbp: [{ type: 'gb_bank_transfer' }, 'GB', ['sort_code']],
  jpy: [{ type: 'jp_bank_transfer' }, 'JP', ['zengin']],
  mxn: [{ type: 'mx_bank_transfer' }, 'MX', ['spei']],
  usd: [{ type: 'us_bank_transfer' }, 'US', ['aba', 'swift']],
} as const;

forEachSdk('$name: funding instructions are the same on every request', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const { id: other } = await stripe.customers.create();
  for (const [currency, [bank_transfer, country, types]] of Object.entries(wanted)) {
    const asked = { bank_transfer, currency, funding_type: 'bank_transfer' } as const;
    const told = await stripe.customers.createFundingInstructions(customer, asked);
    expect(told).toMatchObject({
      object: 'funding_instructions',
      currency,
      funding_type: 'bank_transfer',
      bank_transfer: { country, type: bank_transfer.type },
    });
    expect(told.bank_transfer.financial_addresses.map(({ type }) => type)).toEqual(types);
    expect(await stripe.customers.createFundingInstructions(customer, asked)).toEqual(told);
    expect((await stripe.customers.createFundingInstructions(other, asked)).bank_transfer).not.toEqual(told.bank_transfer);
  }
  const asked = { currency: 'usd', funding_type: 'bank_transfer' } as const;
  const some = await stripe.customers.createFundingInstructions(customer, {
    ...asked,
    bank_transfer: { type: 'us_bank_transfer', requested_address_types: ['swift'] as never },
  });
  expect(some.bank_transfer.financial_addresses.map(({ type }) => type)).toEqual(['swift']);
  const misfit = await errorOf(
    stripe.customers.createFundingInstructions(customer, { ...asked, bank_transfer: { type: 'gb_bank_transfer' } }),
  );
  expect([misfit.statusCode, misfit.param]).toEqual([400, 'bank_transfer[type]']);
  const nowhere = await errorOf(
    stripe.customers.createFundingInstructions(customer, { ...asked, currency: 'eur', bank_transfer: { type: 'eu_bank_transfer' } }),
  );
  expect([nowhere.statusCode, nowhere.param]).toEqual([400, 'bank_transfer[eu_bank_transfer][country]']);
});

forEachSdk('$name: the cash balance of a deleted or unknown customer can be neither read nor funded', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await connect(sdk, service).customers.create();
  expect(await errorOf(stripe.customers.retrieveCashBalance(customer))).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  for (const call of [funded(stripe, customer, { amount: 1, currency: 'usd' }), stripe.customers.updateCashBalance(customer, manual)])
    expect(await errorOf(call)).toMatchObject({ code: 'resource_missing', param: 'customer' });
  const { id: own } = await stripe.customers.create();
  expect(await errorOf(funded(stripe, own, { amount: 1, currency: 'chf' }))).toMatchObject({ statusCode: 400, param: 'currency' });
});

forEachSdk('$name: where processors are asked after the write, transfers still pay waiting and later payments', async (sdk) => {
  const stripe = connect(sdk, onTheLongRoad);
  const { id: customer } = await stripe.customers.create();
  const waiting = await awaiting(stripe, customer, 2000);
  await funded(stripe, customer, { amount: 2500, currency: 'usd' });
  expect(await statusOf(stripe, waiting)).toBe('succeeded');
  const { status } = await awaiting(stripe, customer, 500);
  expect([status, (await stripe.customers.retrieveCashBalance(customer)).available]).toEqual(['succeeded', { usd: 0 }]);
});

forEachSdk('$name: no transfer pays a payment that was canceled or paid otherwise', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  const canceled = await awaiting(stripe, customer, 2000);
  await stripe.paymentIntents.cancel(canceled.id);
  const in_euros = await awaiting(stripe, customer, 2000, 'eur');
  await funded(stripe, customer, { amount: 2000, currency: 'usd' });
  expect([await statusOf(stripe, canceled), await statusOf(stripe, in_euros)]).toEqual(['canceled', 'requires_action']);
  expect((await stripe.customers.retrieveCashBalance(customer)).available).toEqual({ usd: 2000 });
  const short = await errorOf(stripe.paymentIntents.applyCustomerBalance(in_euros.id));
  expect([short.statusCode, short.code]).toEqual([400, 'balance_insufficient']);
});

forEachSdk('$name: 400: a customer with a cash balance cannot be deleted', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create();
  await funded(stripe, customer, { amount: 1500, currency: 'usd' });
  expect(await errorOf(stripe.customers.del(customer))).toMatchObject({ statusCode: 400, param: 'id' });
  expect((await awaiting(stripe, customer, 1500)).status).toBe('succeeded');
  expect(await stripe.customers.del(customer)).toMatchObject({ deleted: true });
});
