import { afterAll, beforeAll, expect, test } from 'vitest';
import { must } from '../../../test/support/billing.js';
import { connected } from '../../../test/support/connect.js';
import { cardOf } from '../../../test/support/issued.js';
import { fund, network, used } from '../../../test/support/issuing.js';
import { bankAccount, funded } from '../../../test/support/merchant.js';
import { chargeOf, disputeBy, disputeOf, doomedRefund, passDays, refundOf } from '../../../test/support/money-back.js';
import { act, held, intentWith, paid } from '../../../test/support/payments.js';
import { type Answer, type Client, startService, type TestService } from '../../../test/support/service.js';
import { rowsOf } from '../../../test/support/services.js';
import { settledCharge } from '../../../test/support/settled.js';
import { notified } from '../engine/due.js';
import { audit } from './balances.js';
import { type MovementName, movements } from './movements.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

type Flow = {
  /** The merchant's actions over the API that move the money; returns the object that is the source of the entry. */
  readonly by: (client: Client) => Promise<{ readonly id: string }>;
  /** The amounts of the expected entries. */
  readonly moves: readonly number[];
  /** Dollars by default. */
  readonly currency?: string;
};

/** Three banking days, over a weekend and holidays. */
const until_arrived = 9;

const dollars = { amount: 1000, currency: 'usd' } as const;
const fee = 88;

const payOut = async (client: Client, params: object = {}): Promise<{ id: string }> => {
  const { status, text, body } = await client.post('/v1/payouts', { amount: 700, currency: 'usd', ...params });
  if (status !== 200) throw new Error(text);
  return body;
};

async function merchant(client: Client): Promise<Client> {
  await client.post('/v1/test_helpers/top_ups', dollars);
  return client;
}

/** A bank reports days later that a payout has failed after all. */
async function told(client: Client, verb: 'pay_out' | 'reverse', id: string): Promise<void> {
  const { id: account_id } = (await client.get('/v1/account')).body;
  const tenant = { account: `${account_id}_test`, account_id, livemode: false, clock_offset_ms: 0, id_offset_ms: 0, epoch: 0 };
  const answer = { result: 'declined', code: 'card_declined', decline_code: 'account_closed' } as const;
  await notified(service.engine, tenant, 'sandbox', { verb, subject: { object: 'payout', id }, attempt: id, answer });
}

async function reversedPayout(client: Client): Promise<{ id: string }> {
  const { id } = await payOut(await merchant(client));
  await passDays(client, until_arrived);
  const { body: reversal } = await client.post(`/v1/payouts/${id}/reverse`);
  await passDays(client, until_arrived);
  return reversal;
}

const dollarsSent = async (client: Client): Promise<string> => {
  const { id } = (await client.post('/v1/customers')).body;
  await client.post(`/v1/test_helpers/customers/${id}/fund_cash_balance`, { ...dollars, amount: 5000 });
  return id;
};

/** The newest transaction of a customer's cash balance. */
const newestOf = async (client: Client, customer: string): Promise<{ id: string }> =>
  (await client.get(`/v1/customers/${customer}/cash_balance_transactions`)).body.data[0];

/** A payout in dollars from euros: one dollar is 0.97 euros in the sample. */
async function convertedPayout(client: Client): Promise<{ id: string }> {
  await client.post('/v1/test_helpers/top_ups', { amount: 1000, currency: 'eur' });
  const converted = { source_currency: 'eur', payment_currency: 'usd', payment_amount: 700, amount: undefined, currency: undefined };
  return payOut(client, converted);
}

async function canceledConversion(client: Client): Promise<{ id: string }> {
  const payout = await convertedPayout(client);
  await client.post(`/v1/payouts/${payout.id}/cancel`);
  return payout;
}

const dollars_shared = {
  amount: 2000,
  currency: 'usd',
  confirm: true,
  payment_method: 'pm_card_visa',
  payment_method_types: ['card'],
} as const;

/** Funds that a platform has transferred to an account, and the payment there. */
async function transferred(client: Client): Promise<{ id: string; payment: { id: string }; account: string }> {
  const { id: destination } = await connected(await merchant(client));
  const { id, destination_payment } = (await client.post('/v1/transfers', { ...dollars, amount: 400, destination })).body;
  return { id, payment: { id: destination_payment }, account: destination };
}

const takenBack = async (client: Client): Promise<Answer['body']> =>
  (await client.post(`/v1/transfers/${(await transferred(client)).id}/reversals`, { amount: 150 })).body;

/** A payment that a platform takes for an account, less its fee. */
async function passedOn(client: Client): Promise<Answer['body']> {
  const transfer_data = { destination: (await connected(client)).id };
  const intent = (await client.post('/v1/payment_intents', { ...dollars_shared, transfer_data, application_fee_amount: 300 })).body;
  return (await client.get(`/v1/charges/${intent.latest_charge}`)).body;
}

const feeOf = async (client: Client): Promise<Answer['body']> =>
  (await client.get(`/v1/application_fees/${(await passedOn(client)).application_fee}`)).body;

const feeRefunded = async (client: Client): Promise<Answer['body']> => {
  const { id, charge } = await feeOf(client);
  return { charge, ...(await client.post(`/v1/application_fees/${id}/refunds`, { amount: 120 })).body };
};

/** A purchase with an issued card. */
async function purchase(client: Client): Promise<{ id: string }> {
  await fund(client, 1000);
  return used({ client, card: (await cardOf(client)).id }, { amount: 600 });
}

async function capturedPurchase(client: Client): Promise<{ id: string }> {
  const { id } = await purchase(client);
  return (await must(network({ client }, `authorizations/${id}/capture`))).transactions[0];
}

const flows: Readonly<Record<MovementName, Flow>> = {
  transferred_out: { by: transferred, moves: [400] },
  transferred_in: { by: async (client) => (await transferred(client)).payment, moves: [400] },
  transferred_on: { by: async (client) => ({ id: (await passedOn(client)).transfer }), moves: [2000] },
  transfer_returned: { by: takenBack, moves: [150] },
  transfer_taken_back: { by: async (client) => ({ id: (await takenBack(client)).destination_payment_refund }), moves: [150] },
  application_fee_earned: { by: feeOf, moves: [300] },
  application_fee_charged: { by: async (client) => ({ id: (await feeOf(client)).charge }), moves: [300] },
  application_fee_refunded: { by: feeRefunded, moves: [120] },
  application_fee_returned: { by: async (client) => ({ id: (await feeRefunded(client)).charge }), moves: [120] },
  pending_converted_out: { by: async (client) => ({ id: await settledCharge(client) }), moves: [1000], currency: 'eur' },
  pending_converted_in: { by: async (client) => ({ id: await settledCharge(client) }), moves: [1030] },
  shortfall_covered: {
    by: async (client) => {
      const { transfer } = await passedOn(client);
      await passDays(client, 3);
      return { id: transfer };
    },
    moves: [2000],
  },
  charge_captured: { by: async (client) => chargeOf(client, await paid(client)), moves: [2000] },
  fee_charged: { by: async (client) => chargeOf(client, await paid(client)), moves: [fee] },
  funds_available: {
    by: async (client) => {
      const intent = await paid(client);
      await passDays(client, 3);
      return chargeOf(client, intent);
    },
    moves: [2000 - fee],
  },
  charge_refunded: { by: async (client) => refundOf(client, await paid(client), { amount: 300 }), moves: [300] },
  refund_failed: {
    by: async (client) => {
      const refund = await doomedRefund(client, { amount: 400 });
      await passDays(client, 2);
      return refund;
    },
    moves: [400],
  },
  dispute_opened: { by: async (client) => disputeOf(client, await paid(client), { amount: 1200 }), moves: [1200] },
  dispute_fee_charged: { by: async (client) => disputeOf(client, await paid(client), { amount: 1200 }), moves: [1500] },
  dispute_won: {
    by: async (client) => {
      const dispute = await disputeBy(client, 'pm_card_createDispute');
      await client.post(`/v1/disputes/${dispute.id}`, { evidence: { uncategorized_text: 'winning_evidence' } });
      return dispute;
    },
    moves: [2000],
  },
  topped_up: { by: async (client) => (await client.post('/v1/test_helpers/top_ups', dollars)).body, moves: [1000] },
  topup_reversed: {
    by: async (client) => {
      const { id } = (await client.post('/v1/test_helpers/top_ups', dollars)).body;
      return (await client.post(`/v1/test_helpers/top_ups/${id}/reverse`)).body;
    },
    moves: [1000],
  },
  cash_funded: { by: async (client) => newestOf(client, await dollarsSent(client)), moves: [5000] },
  cash_applied: {
    by: async (client) => {
      const customer = await dollarsSent(client);
      await intentWith(client, {
        customer,
        confirm: true,
        payment_method_data: { type: 'customer_balance' },
        payment_method_types: ['customer_balance'],
      });
      return newestOf(client, customer);
    },
    moves: [2000],
  },
  payout_created: { by: async (client) => payOut(await merchant(client)), moves: [700] },
  payout_paid: {
    by: async (client) => {
      const payout = await payOut(await merchant(client));
      await passDays(client, until_arrived);
      return payout;
    },
    moves: [700],
  },
  payout_failed: {
    by: async (client) => {
      const payout = await payOut(await merchant(client), { destination: await bankAccount(client, '000111111116') });
      await passDays(client, until_arrived);
      return payout;
    },
    moves: [700],
  },
  payout_returned: {
    by: async (client) => {
      const payout = await payOut(await merchant(client));
      await passDays(client, until_arrived);
      await told(client, 'pay_out', payout.id);
      return payout;
    },
    moves: [700],
  },
  payout_reversed: { by: reversedPayout, moves: [700] },
  reversal_returned: {
    by: async (client) => {
      const reversal = await reversedPayout(client);
      await told(client, 'reverse', reversal.id);
      return reversal;
    },
    moves: [700],
  },
  converted_out: { by: (client) => convertedPayout(client), moves: [680], currency: 'eur' },
  converted_in: { by: (client) => convertedPayout(client), moves: [700] },
  conversion_undone: { by: canceledConversion, moves: [700] },
  conversion_returned: { by: canceledConversion, moves: [680], currency: 'eur' },
  issuing_topped_up: { by: (client) => fund(client, 1000), moves: [1000] },
  issuing_topup_reversed: {
    by: async (client) => {
      const { id } = await fund(client, 1000);
      return (await client.post(`/v1/test_helpers/top_ups/${id}/reverse`)).body;
    },
    moves: [1000],
  },
  issuing_held: { by: (client) => purchase(client), moves: [600] },
  issuing_released: {
    by: async (client) => {
      const { id } = await purchase(client);
      await network({ client }, `authorizations/${id}/reverse`, { reverse_amount: 200 });
      return { id };
    },
    moves: [200],
  },
  issuing_captured: { by: capturedPurchase, moves: [600] },
  issuing_refunded: {
    by: async (client) => {
      const { id } = await capturedPurchase(client);
      return must(network({ client }, `transactions/${id}/refund`, { refund_amount: 250 }));
    },
    moves: [250],
  },
  issuing_dispute_won: {
    by: async (client) => {
      const { id: transaction } = await capturedPurchase(client);
      const evidence = { reason: 'fraudulent', fraudulent: { explanation: 'winning_evidence' } };
      const { id } = await must(client.post('/v1/issuing/disputes', { transaction, evidence }));
      return must(client.post(`/v1/issuing/disputes/${id}/submit`));
    },
    moves: [600],
  },
  payout_canceled: {
    by: async (client) => {
      const payout = await payOut(await merchant(client));
      await client.post(`/v1/payouts/${payout.id}/cancel`);
      return payout;
    },
    moves: [700],
  },
};

type Entry = { readonly debit: string; readonly credit: string; readonly amount: number; readonly currency: string };

test.each(Object.keys(movements) as MovementName[])('%s: has the expected entries, and every invariant holds', async (name) => {
  const { by, moves, currency = 'usd' } = flows[name];
  const client = service.client();
  const { id } = await by(client);
  const entries = await rowsOf<Entry>(
    service,
    'select debit, credit, amount, currency from entries where source = $1 and movement = $2 order by id',
    id,
    name,
  );
  const { debit, credit } = movements[name];
  expect(entries).toEqual(moves.map((amount) => ({ debit, credit, amount, currency })));
  expect(await audit(service.engine.database)).toEqual([]);
});

const nothing_moves: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
  'a payment that is declined': (client) =>
    client.post('/v1/payment_intents', { ...dollars, confirm: true, payment_method: 'pm_card_chargeDeclined' }),
  'a payment that needs its payer': (client) => intentWith(client, { confirm: true, payment_method: 'pm_card_threeDSecure2Required' }),
  'an authorization': (client) => held(client),
  'an authorization that is voided': async (client) => act(client, await held(client), 'cancel'),
  'an authorization that expires': async (client) => {
    await held(client);
    await passDays(client, 8);
  },
  'a payout above the balance': (client) => client.post('/v1/payouts', { amount: 1, currency: 'usd' }),
};

test.each(Object.entries(nothing_moves))('%s moves no money', async (_, by) => {
  const client = service.client();
  await by(client);
  const { body: account } = await client.get('/v1/account');
  expect(await rowsOf(service, 'select movement from entries where account = $1', `${account.id}_test`)).toEqual([]);
});

test('an inquiry moves no money', async () => {
  const client = service.client();
  const inquiry = await disputeBy(client, 'pm_card_createDisputeInquiry');
  expect(inquiry.status).toBe('warning_needs_response');
  expect(await rowsOf(service, 'select movement from entries where source = $1', inquiry.id)).toEqual([]);
});

test('a currency without decimals is moved in its major unit', async () => {
  const client = await funded(service, 5000, 'jpy');
  const { latest_charge } = await paid(client, { amount: 3000, currency: 'jpy' });
  const entries = await rowsOf<Entry>(
    service,
    'select debit, credit, amount, currency from entries where source = $1 order by id',
    latest_charge,
  );
  expect(entries).toEqual([
    { ...movements.charge_captured, amount: 3000, currency: 'jpy' },
    { ...movements.fee_charged, amount: 87, currency: 'jpy' },
  ]);
});
