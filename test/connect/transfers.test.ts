import { expect, test } from 'vitest';
import { auditedService } from '../support/audited.js';
import { must } from '../support/billing.js';
import { as, connected } from '../support/connect.js';
import { accountOf, advanceClock, topUp, towards } from '../support/merchant.js';
import type { Answer, Client } from '../support/service.js';

const service = await auditedService();

const day = 86_400;

/** The balance of an account, available and pending, in cents. */
async function fundsOf(client: Client, account?: string): Promise<[available: number, pending: number]> {
  const { available, pending } = await must(client.get('/v1/balance', undefined, account ? as(account) : {}));
  const dollars = (lines: readonly { amount: number; currency: string }[]): number =>
    lines.find(({ currency }) => currency === 'usd')?.amount ?? 0;
  return [dollars(available), dollars(pending)];
}

const pay = (client: Client, params: object = {}, account?: string): Promise<Answer['body']> =>
  must(
    client.post(
      '/v1/payment_intents',
      { amount: 10_000, currency: 'usd', confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'], ...params },
      account ? as(account) : {},
    ),
  );

const chargeOf = async (client: Client, intent: Answer['body'], account?: string): Promise<Answer['body']> =>
  must(client.get(`/v1/charges/${intent.latest_charge}`, undefined, account ? as(account) : {}));

const transactionsOf = async (client: Client, account?: string): Promise<[type: string, amount: number, fee: number, net: number][]> =>
  (await must(client.get('/v1/balance_transactions', { limit: 20 }, account ? as(account) : {}))).data.map(
    ({ type, amount, fee, net }: Answer['body']) => [type, amount, fee, net],
  );

test('transferred funds leave the platform’s balance and are in the account at once; both have a balance transaction', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 1000);
  const transfer = await must(
    client.post('/v1/transfers', { amount: 400, currency: 'usd', destination: account, transfer_group: 'order_1' }),
  );
  expect(transfer).toMatchObject({
    object: 'transfer',
    amount: 400,
    amount_reversed: 0,
    destination: account,
    reversed: false,
    source_type: 'card',
  });
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [600, 0],
    [400, 0],
  ]);
  expect((await transactionsOf(client))[0]).toEqual(['transfer', -400, 0, -400]);
  expect((await transactionsOf(client, account))[0]).toEqual(['payment', 400, 0, 400]);
  const payment = await must(client.get(`/v1/charges/${transfer.destination_payment}`, undefined, as(account)));
  expect(payment).toMatchObject({ amount: 400, source_transfer: transfer.id, transfer_group: 'order_1', paid: true });
  const filtered = await must(client.get('/v1/transfers', { destination: account, transfer_group: 'order_1' }));
  expect(filtered.data.map(({ id }: { id: string }) => id)).toEqual([transfer.id]);
  const expanded = await must(client.get(`/v1/transfers/${transfer.id}`, { 'expand[]': 'destination' }));
  expect([expanded.destination.id, expanded.destination.object]).toEqual([account, 'account']);
});

test('a transfer is reversed in part and in full, and no more than that', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 1000);
  const { id } = await must(client.post('/v1/transfers', { amount: 400, currency: 'usd', destination: account }));
  const part = await must(client.post(`/v1/transfers/${id}/reversals`, { amount: 150, metadata: { why: 'returned' } }));
  expect(part).toMatchObject({ object: 'transfer_reversal', amount: 150, currency: 'usd', transfer: id, metadata: { why: 'returned' } });
  const much = await client.post(`/v1/transfers/${id}/reversals`, { amount: 251 });
  expect([much.status, much.body.error.code, much.body.error.param]).toEqual([400, 'amount_too_large', 'amount']);
  const rest = await must(client.post(`/v1/transfers/${id}/reversals`));
  expect(rest.amount).toBe(250);
  expect(await must(client.get(`/v1/transfers/${id}`))).toMatchObject({ amount_reversed: 400, reversed: true });
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [1000, 0],
    [0, 0],
  ]);
  expect((await must(client.get(`/v1/transfers/${id}/reversals`))).data.map((each: { id: string }) => each.id)).toEqual([rest.id, part.id]);
  expect((await client.post(`/v1/transfers/${id}/reversals`)).body.error.code).toBe('amount_too_large');
  const updated = await must(client.post(`/v1/transfers/${id}/reversals/${part.id}`, { metadata: { why: 'mistake' } }));
  expect(updated.metadata).toEqual({ why: 'mistake' });
});

test('a payment of a connected account leaves the platform its fee, and returns it with a refund on request', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const intent = await pay(client, { application_fee_amount: 1000 }, account);
  const charge = await chargeOf(client, intent, account);
  expect(charge).toMatchObject({ application_fee_amount: 1000, application_fee: expect.stringMatching(/^fee_/) });
  const [, , fee, net] = (await transactionsOf(client, account))[0] ?? [];
  expect([(fee ?? 0) - 1000, net]).toEqual([320, 8680]);
  expect(await transactionsOf(client)).toEqual([['application_fee', 1000, 0, 1000]]);
  const kept = await must(client.get(`/v1/application_fees/${charge.application_fee}`));
  expect(kept).toMatchObject({
    account,
    amount: 1000,
    charge: charge.id,
    refunded: false,
    fee_source: { charge: charge.id, type: 'charge' },
  });
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [0, 1000],
    [0, 8680],
  ]);
  await advanceClock(client, 3 * day);
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [1000, 0],
    [8680, 0],
  ]);
  await must(client.post('/v1/refunds', { charge: charge.id, amount: 5000, refund_application_fee: true }, as(account)));
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [500, 0],
    [4180, 0],
  ]);
  await must(client.post(`/v1/application_fees/${kept.id}/refunds`, { amount: 100 }));
  expect(await must(client.get(`/v1/application_fees/${kept.id}`, { 'expand[]': 'refunds' }))).toMatchObject({
    amount_refunded: 600,
    refunded: false,
    refunds: { data: [{ amount: 100 }, { amount: 500 }] },
  });
  expect((await must(client.get('/v1/application_fees', { charge: charge.id }))).data).toHaveLength(1);
});

test('a payment with a destination is transferred less the fee, is pending as long as its charge, and returns with a refund', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const intent = await pay(client, { application_fee_amount: 1500, transfer_data: { destination: account } });
  const charge = await chargeOf(client, intent);
  expect(charge).toMatchObject({ destination: account, transfer: expect.stringMatching(/^tr_/), transfer_data: { destination: account } });
  expect(await must(client.get(`/v1/transfers/${charge.transfer}`))).toMatchObject({ amount: 10_000, source_transaction: charge.id });
  // The processing fee is the platform's, because the charge is.
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [0, 1500 - 320],
    [0, 8500],
  ]);
  await advanceClock(client, 3 * day);
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [1180, 0],
    [8500, 0],
  ]);
  await must(client.post('/v1/refunds', { payment_intent: intent.id, reverse_transfer: true, refund_application_fee: true }));
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [-320, 0],
    [0, 0],
  ]);
  expect(await must(client.get(`/v1/transfers/${charge.transfer}`))).toMatchObject({ reversed: true });
  expect(await must(client.get(`/v1/application_fees/${charge.application_fee}`))).toMatchObject({
    refunded: true,
    originating_transaction: charge.id,
  });
});

test('a payment transfers the given amount, and an authorized one when it is captured', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await pay(client, { transfer_data: { destination: account, amount: 8000 } });
  expect(await fundsOf(client, account)).toEqual([0, 8000]);
  const held = await pay(client, { capture_method: 'manual', transfer_data: { destination: account }, application_fee_amount: 1000 });
  expect(await fundsOf(client, account)).toEqual([0, 8000]);
  const much = await client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 500 });
  expect([much.status, much.body.error.param]).toEqual([400, 'application_fee_amount']);
  await must(client.post(`/v1/payment_intents/${held.id}/capture`, { amount_to_capture: 5000, application_fee_amount: 200 }));
  expect(await fundsOf(client, account)).toEqual([0, 12_800]);
});

test('fee and transfer can be changed until a payment is confirmed, and when an authorization is captured', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const asked = { amount: 5000, currency: 'usd', transfer_data: { destination: account } };
  const { id } = await must(client.post('/v1/payment_intents', asked));
  expect((await must(client.post(`/v1/payment_intents/${id}`, { application_fee_amount: 700 }))).application_fee_amount).toBe(700);
  const lower = await client.post(`/v1/payment_intents/${id}`, { amount: 600 });
  expect([lower.status, lower.body.error.param]).toEqual([400, 'application_fee_amount']);
  await must(client.post(`/v1/payment_intents/${id}/confirm`, { payment_method: 'pm_card_visa', return_url: 'https://example.com/' }));
  expect(await fundsOf(client, account)).toEqual([0, 4300]);
  const own = await must(client.post('/v1/payment_intents', { amount: 5000, currency: 'usd' }));
  const missing = await client.post(`/v1/payment_intents/${own.id}`, { transfer_data: { amount: 5 } });
  expect([missing.status, missing.body.error.param]).toEqual([400, 'transfer_data']);
});

test('a charge without an intent is transferred as well, when it is created or captured', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const asked = { amount: 5000, currency: 'usd', source: 'tok_visa', transfer_data: { destination: account } };
  expect(await must(client.post('/v1/charges', { ...asked, application_fee_amount: 500 }))).toMatchObject({ destination: account });
  expect(await fundsOf(client, account)).toEqual([0, 4500]);
  const held = await must(client.post('/v1/charges', { ...asked, capture: false }));
  const captured = await must(client.post(`/v1/charges/${held.id}/capture`, { amount: 3000, application_fee_amount: 100 }));
  expect(captured).toMatchObject({ amount_captured: 3000, transfer: expect.stringMatching(/^tr_/), application_fee_amount: 100 });
  expect(await fundsOf(client, account)).toEqual([0, 7400]);
  const direct = await must(
    client.post('/v1/charges', { amount: 1000, currency: 'usd', source: 'tok_visa', application_fee_amount: 50 }, as(account)),
  );
  expect(direct.application_fee).toMatch(/^fee_/);
  for (const application_fee_amount of [-1, 5001]) {
    const wrong = await client.post('/v1/charges', { ...asked, application_fee_amount });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, 'application_fee_amount']);
  }
});

test('a charge is the source of several transfers, before it is available, up to its amount', async () => {
  const client = service.client();
  const [{ id: one }, { id: two }] = [await connected(client), await connected(client)];
  const charge = await chargeOf(client, await pay(client, { transfer_group: 'order_7' }));
  const of_charge = { currency: 'usd', source_transaction: charge.id };
  const first = await must(client.post('/v1/transfers', { ...of_charge, amount: 6000, destination: one }));
  expect(first.transfer_group).toBe('order_7');
  await must(client.post('/v1/transfers', { ...of_charge, amount: 3000, destination: two }));
  const much = await client.post('/v1/transfers', { ...of_charge, amount: 1001, destination: two });
  expect([much.status, much.body.error.code]).toEqual([400, 'amount_too_large']);
  expect([await fundsOf(client), await fundsOf(client, one), await fundsOf(client, two)]).toEqual([
    [0, 680],
    [0, 6000],
    [0, 3000],
  ]);
  await advanceClock(client, 3 * day);
  expect([await fundsOf(client), await fundsOf(client, one), await fundsOf(client, two)]).toEqual([
    [680, 0],
    [6000, 0],
    [3000, 0],
  ]);
});

test('20 concurrent transfers never exceed the balance', async () => {
  const client = service.client();
  const { id: destination } = await connected(client);
  await topUp(client, 1000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.post('/v1/transfers', { amount: 130, currency: 'usd', destination })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7);
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code))).toEqual(
    new Set(['balance_insufficient']),
  );
  expect([await fundsOf(client), await fundsOf(client, destination)]).toEqual([
    [90, 0],
    [910, 0],
  ]);
});

test('400: an impossible transfer, destination or fee is refused with the name of the parameter', async () => {
  const client = service.client();
  const [{ id: account }, { id: unready }] = [await connected(client), await connected(client, { type: 'express' })];
  const foreign = (await connected(service.client())).id;
  await topUp(client, 1000);
  const refused = async (path: string, params: object): Promise<[number, string, string]> => {
    const { status, body } = await client.post(path, { amount: 1000, currency: 'usd', ...params });
    return [status, body.error?.code, body.error?.param];
  };
  const [transfers, intents] = ['/v1/transfers', '/v1/payment_intents'];
  expect(await refused(transfers, {})).toEqual([400, 'parameter_missing', 'destination']);
  expect(await refused(transfers, { destination: foreign })).toEqual([400, 'resource_missing', 'destination']);
  expect(await refused(transfers, { destination: unready })).toEqual([400, 'insufficient_capabilities_for_transfer', 'destination']);
  expect(await refused(transfers, { destination: account, amount: 1001 })).toEqual([400, 'balance_insufficient', 'amount']);
  expect(await refused(transfers, { destination: account, currency: 'eur' })).toEqual([400, 'balance_insufficient', 'amount']);
  expect(await refused(intents, { transfer_data: { destination: foreign } })).toEqual([
    400,
    'resource_missing',
    'transfer_data[destination]',
  ]);
  expect(await refused(intents, { transfer_data: { destination: unready } })).toEqual([
    400,
    'insufficient_capabilities_for_transfer',
    'transfer_data[destination]',
  ]);
  expect(await refused(intents, { transfer_data: { amount: 5 } })).toEqual([400, 'parameter_missing', 'transfer_data[destination]']);
  expect(await refused(intents, { application_fee_amount: 10 })).toEqual([400, 'parameter_invalid', 'application_fee_amount']);
  expect(await refused(intents, { application_fee_amount: 1001, transfer_data: { destination: account } })).toEqual([
    400,
    'amount_too_large',
    'application_fee_amount',
  ]);
  expect(await refused(intents, { application_fee_amount: 1, transfer_data: { destination: account, amount: 5 } })).toEqual([
    400,
    'parameters_exclusive',
    'transfer_data[amount]',
  ]);
  const charge = await chargeOf(client, await pay(client));
  expect(await refused('/v1/refunds', { charge: charge.id, currency: undefined, reverse_transfer: true })).toEqual([
    400,
    'parameter_invalid',
    'reverse_transfer',
  ]);
});

test('400: an account that is not ready receives no payments, and has no payouts', async () => {
  const client = service.client();
  const { id } = await connected(client, { type: 'express' });
  const intent = { amount: 1000, currency: 'usd' };
  const asked = async (path: string, params: Readonly<Record<string, unknown>>): Promise<string> =>
    (await client.post(path, params, as(id))).body.error.code;
  expect(await asked('/v1/payment_intents', intent)).toBe('charges_not_allowed');
  expect(await asked('/v1/charges', { ...intent, source: 'tok_visa' })).toBe('charges_not_allowed');
  await must(client.post('/v1/test_helpers/top_ups', intent, as(id)));
  expect(await asked('/v1/payouts', intent)).toBe('payouts_not_allowed');
  const ready = await connected(client);
  const begun = await must(client.post('/v1/payment_intents', { ...intent, payment_method: 'pm_card_visa' }, as(ready.id)));
  await must(client.post(`/v1/accounts/${ready.id}/reject`, { reason: 'fraud' }));
  const rejected = await client.post(`/v1/payment_intents/${begun.id}/confirm`, {}, as(ready.id));
  expect([rejected.status, rejected.body.error.code]).toEqual([400, 'charges_not_allowed']);
});

test('a pending payment is reversed from the pending balance, on both sides, and becomes available with the rest', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const intent = await pay(client, { application_fee_amount: 1000, transfer_data: { destination: account } });
  const charge = await chargeOf(client, intent);
  await advanceClock(client, day);
  await must(client.post(`/v1/transfers/${charge.transfer}/reversals`, { amount: 4000 }));
  await must(client.post(`/v1/application_fees/${charge.application_fee}/refunds`, { amount: 100 }));
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [0, 680 + 4000 - 100],
    [0, 9000 - 4000 + 100],
  ]);
  await advanceClock(client, day);
  expect([await fundsOf(client), await fundsOf(client, account)]).toEqual([
    [680 + 4000 - 100, 0],
    [9000 - 4000 + 100, 0],
  ]);
});

test('reversals at an account with a longer delay are pending as long as its funds', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await must(client.post(`/v1/accounts/${account}`, { settings: { payouts: { schedule: { delay_days: 5 } } } }));
  const charge = await chargeOf(client, await pay(client, { transfer_data: { destination: account } }));
  await advanceClock(client, day);
  await must(client.post(`/v1/transfers/${charge.transfer}/reversals`, { amount: 4000 }));
  await advanceClock(client, 3 * day);
  expect(await fundsOf(client, account)).toEqual([0, 6000]);
  await advanceClock(client, day);
  expect(await fundsOf(client, account)).toEqual([6000, 0]);
});

test("refunds of an account are pending like its payments, however long its platform's delay is", async () => {
  const waits = (client: Client, account: string, delay_days: number) =>
    must(client.post(`/v1/accounts/${account}`, { settings: { payouts: { schedule: { delay_days } } } }));
  for (const [of_platform, of_account, funds] of [
    [20, 0, [0, 0]],
    [0, 10, [0, 0]],
  ] as const) {
    const client = service.client();
    const { id: account } = await connected(client);
    await waits(client, await accountOf(client), of_platform);
    await waits(client, account, of_account);
    const charge = await chargeOf(client, await pay(client, { application_fee_amount: 1000, transfer_data: { destination: account } }));
    await advanceClock(client, 4 * day);
    expect(await fundsOf(client, account)).toEqual(of_account === 0 ? [9000, 0] : [0, 9000]);
    await must(client.post(`/v1/application_fees/${charge.application_fee}/refunds`));
    await must(client.post(`/v1/transfers/${charge.transfer}/reversals`));
    expect(await fundsOf(client, account)).toEqual(funds);
  }
});

test('a transfer is reversed only once the refund has succeeded', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 20_000);
  const shares = { application_fee_amount: 1000, transfer_data: { destination: account } };
  const back = { reverse_transfer: true, refund_application_fee: true };
  const slow = await pay(client, { ...shares, payment_method: 'pm_card_pendingRefund' });
  expect(await must(client.post('/v1/refunds', { payment_intent: slow.id, amount: 5000, ...back }))).toMatchObject({ status: 'pending' });
  expect(await fundsOf(client, account)).toEqual([0, 9000]);
  await advanceClock(client, day);
  expect(await fundsOf(client, account)).toEqual([0, 4500]);
});

test('partial refunds of a charge reverse as much in total as a full one', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 20_000);
  const intent = await pay(client, { amount: 1001, application_fee_amount: 100, transfer_data: { destination: account } });
  const charge = await chargeOf(client, intent);
  const back = { reverse_transfer: true, refund_application_fee: true };
  for (const amount of [333, 334, 334]) await must(client.post('/v1/refunds', { payment_intent: intent.id, amount, ...back }));
  expect(await must(client.get(`/v1/transfers/${charge.transfer}`))).toMatchObject({ amount_reversed: 1001, reversed: true });
  expect(await must(client.get(`/v1/application_fees/${charge.application_fee}`))).toMatchObject({ amount_refunded: 100, refunded: true });
  expect(await fundsOf(client, account)).toEqual([0, 0]);
});

test('400: a payment of a transfer cannot be refunded, and the refunded part of a charge cannot be transferred', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 20_000);
  const transfer = await must(client.post('/v1/transfers', { amount: 400, currency: 'usd', destination: account }));
  const wrong = await client.post('/v1/refunds', { charge: transfer.destination_payment }, as(account));
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'charge_not_refundable']);
  const charge = await chargeOf(client, await pay(client));
  await must(client.post('/v1/refunds', { charge: charge.id, amount: 7000 }));
  const of_charge = { currency: 'usd', source_transaction: charge.id, destination: account };
  const much = await client.post('/v1/transfers', { ...of_charge, amount: 3001 });
  expect([much.status, much.body.error.code]).toEqual([400, 'amount_too_large']);
  expect((await must(client.post('/v1/transfers', of_charge))).amount).toBe(3000);
  expect((await client.post('/v1/transfers', of_charge)).status).toBe(400);
});

test('a payment of a connected account names its application from the start', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const begun = await must(client.post('/v1/payment_intents', { amount: 1000, currency: 'usd', application_fee_amount: 10 }, as(account)));
  const application = `ca_${(await accountOf(client)).slice('acct_'.length)}`;
  expect(begun.application).toBe(application);
  const charge = await chargeOf(client, await pay(client, {}, account), account);
  expect([charge.application, (await pay(client)).application]).toEqual([application, null]);
});

test('404: reversals and refunds of fees are found under their own parent only', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 1000);
  const made = () => must(client.post('/v1/transfers', { amount: 400, currency: 'usd', destination: account }));
  const [one, two] = [await made(), await made()];
  const part = await must(client.post(`/v1/transfers/${one.id}/reversals`, { amount: 10 }));
  expect((await client.post(`/v1/transfers/${two.id}/reversals/${part.id}`, { metadata: { a: 'b' } })).status).toBe(404);
  const fees = [];
  for (const amount of [1000, 2000]) {
    const charge = await chargeOf(client, await pay(client, { amount, application_fee_amount: 50 }, account), account);
    fees.push(charge.application_fee);
  }
  const [fee, other] = fees;
  const given = await must(client.post(`/v1/application_fees/${fee}/refunds`, { amount: 10 }));
  expect((await client.post(`/v1/application_fees/${other}/refunds/${given.id}`, { metadata: { a: 'b' } })).status).toBe(404);
  expect(await must(client.post(`/v1/application_fees/${fee}/refunds/${given.id}`, { metadata: { a: 'b' } }))).toMatchObject({
    metadata: { a: 'b' },
  });
});

test('an account of test mode created without parameters receives transfers, until it is rejected', async () => {
  const client = service.client();
  await topUp(client, 1000);
  const { id: destination } = await must(client.post('/v1/accounts', {}));
  await must(client.post('/v1/transfers', { amount: 400, currency: 'usd', destination }));
  await must(client.post(`/v1/accounts/${destination}/reject`, { reason: 'fraud' }));
  const { status, body } = await client.post('/v1/transfers', { amount: 400, currency: 'usd', destination });
  expect([status, body.error.code]).toEqual([400, 'insufficient_capabilities_for_transfer']);
});

test('a transfer to an account deleted since is reversed: the platform has its funds again, and the account is short of them', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  await topUp(client, 1000);
  const transfer = await must(client.post('/v1/transfers', { amount: 400, currency: 'usd', destination: account }));
  const payout = await must(client.post('/v1/payouts', { amount: 400, currency: 'usd' }, as(account)));
  towards(service, payout);
  await service.until(async () => (await client.get(`/v1/payouts/${payout.id}`, undefined, as(account))).body.status === 'paid');
  await must(client.del(`/v1/accounts/${account}`));
  expect(await must(client.post(`/v1/transfers/${transfer.id}/reversals`))).toMatchObject({ amount: 400 });
  expect(await fundsOf(client)).toEqual([1000, 0]);
});

test('a charge names its transfer, and its capture puts it into a group', async () => {
  const client = service.client();
  const { id: account } = await connected(client);
  const of_charge = { amount: 2000, currency: 'usd', source: 'tok_visa', description: 'Order 7' };
  const transferOf = async ({ id }: Answer['body']) =>
    must(client.get(`/v1/transfers/${(await must(client.get(`/v1/charges/${id}`))).transfer}`));
  const charge = await must(
    client.post('/v1/charges', { ...of_charge, transfer_data: { destination: account, description: 'Share of 7' } }),
  );
  expect(charge.transfer_data).toEqual({ amount: null, destination: account });
  expect(await transferOf(charge)).toMatchObject({ description: 'Share of 7', destination: account });
  const held = await must(client.post('/v1/charges', { ...of_charge, capture: false, transfer_data: { destination: account } }));
  await must(client.post(`/v1/charges/${held.id}/capture`, { transfer_group: 'orders' }));
  expect(await transferOf(held)).toMatchObject({ description: 'Order 7', transfer_group: 'orders' });
});
