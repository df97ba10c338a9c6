import { bankAccount, topUp } from './merchant.js';
import { disputeBy, doomedRefund, slowRefund } from './money-back.js';
import { held, intentWith, paid, waiting } from './payments.js';
import type { Answer, Client } from './service.js';

type Body = Answer['body'];

/** A request that moves money, or allows money to move: its preparation, and the request itself. */
export type Operation = {
  readonly prepare: (client: Client) => Promise<Body>;
  readonly path: (subject: Body) => string;
  readonly params?: (subject: Body) => object;
};

const clock = '/v1/test_helpers/sandbox_clock/advance';
const day = 86_400;

/** Whether a request moves a clock: it has no key, because repeating it changes nothing. */
export const movesClock = ({ path }: Operation, subject: Body): boolean => path(subject) === clock;

/** This many days pass, and all due work runs in this one request. */
const afterDays = (days: number, prepare: Operation['prepare']): Operation => ({
  prepare: async (client) => {
    await prepare(client);
    const { body } = await client.get('/v1/test_helpers/sandbox_clock');
    return { to: body.frozen_time + days * day };
  },
  path: () => clock,
  params: ({ to }) => ({ frozen_time: to }),
});

const nothing = async (): Promise<Body> => ({});
const card_payment = { amount: 2000, currency: 'usd', confirm: true } as const;
const debit = {
  type: 'sepa_debit',
  sepa_debit: { iban: 'DE89370400440532013000' },
  billing_details: { name: 'Jo', email: 'jo@example.com' },
};

const heldDirectly = async (client: Client): Promise<Body> =>
  (await client.post('/v1/charges', { amount: 2000, currency: 'usd', source: 'tok_visa', capture: false })).body;

const payoutOf = async (client: Client, params: object = {}): Promise<Body> => {
  await topUp(client, 1000);
  const { status, text, body } = await client.post('/v1/payouts', { amount: 700, currency: 'usd', ...params });
  if (status !== 200) throw new Error(text);
  return body;
};

/** Every operation that moves money. */
export const operations: Readonly<Record<string, Operation>> = {
  'a payment by card': {
    prepare: nothing,
    path: () => '/v1/payment_intents',
    params: () => ({ ...card_payment, payment_method: 'pm_card_visa' }),
  },
  'a payment that is declined': {
    prepare: nothing,
    path: () => '/v1/payment_intents',
    params: () => ({ ...card_payment, payment_method: 'pm_card_chargeDeclined' }),
  },
  'a payment that is disputed at once': {
    prepare: nothing,
    path: () => '/v1/payment_intents',
    params: () => ({ ...card_payment, payment_method: 'pm_card_createDispute' }),
  },
  'a charge without an intent': {
    prepare: nothing,
    path: () => '/v1/charges',
    params: () => ({ amount: 2000, currency: 'usd', source: 'tok_visa' }),
  },
  'a confirmation': {
    prepare: (client) => intentWith(client, { payment_method: 'pm_card_visa' }),
    path: ({ id }) => `/v1/payment_intents/${id}/confirm`,
  },
  'a payer who authenticates': {
    prepare: waiting,
    path: ({ id }) => `/v1/test_helpers/payment_intents/${id}/next_action`,
    params: () => ({ outcome: 'succeed' }),
  },
  'a payer who does not authenticate': {
    prepare: waiting,
    path: ({ id }) => `/v1/test_helpers/payment_intents/${id}/next_action`,
    params: () => ({ outcome: 'fail' }),
  },
  'a partial capture': {
    prepare: held,
    path: ({ id }) => `/v1/payment_intents/${id}/capture`,
    params: () => ({ amount_to_capture: 500 }),
  },
  'an authorization that is canceled': { prepare: held, path: ({ id }) => `/v1/payment_intents/${id}/cancel` },
  'a refund': {
    prepare: paid,
    path: () => '/v1/refunds',
    params: ({ id }) => ({ payment_intent: id, amount: 300 }),
  },
  'a refund of an authorization': {
    prepare: heldDirectly,
    path: () => '/v1/refunds',
    params: ({ id }) => ({ charge: id }),
  },
  'a refund that is canceled': { prepare: slowRefund, path: ({ id }) => `/v1/refunds/${id}/cancel` },
  'a dispute that is opened': {
    prepare: paid,
    path: () => '/v1/test_helpers/disputes',
    params: ({ latest_charge }) => ({ charge: latest_charge }),
  },
  'evidence that wins': {
    prepare: (client) => disputeBy(client, 'pm_card_createDispute'),
    path: ({ id }) => `/v1/disputes/${id}`,
    params: () => ({ evidence: { uncategorized_text: 'winning_evidence' } }),
  },
  'an answer that turns an inquiry into a chargeback': {
    prepare: (client) => disputeBy(client, 'pm_card_createDisputeInquiry'),
    path: ({ id }) => `/v1/disputes/${id}`,
    params: () => ({ evidence: { uncategorized_text: 'losing_evidence' } }),
  },
  'a dispute that is closed': {
    prepare: (client) => disputeBy(client, 'pm_card_createDispute'),
    path: ({ id }) => `/v1/disputes/${id}/close`,
  },
  'a payout': {
    prepare: (client) => topUp(client, 1000),
    path: () => '/v1/payouts',
    params: () => ({ amount: 700, currency: 'usd' }),
  },
  'a payout that is canceled': { prepare: payoutOf, path: ({ id }) => `/v1/payouts/${id}/cancel` },
  'a payout that is reversed': {
    prepare: async (client) => {
      const payout = await payoutOf(client);
      await client.post(clock, { frozen_time: (await client.get('/v1/test_helpers/sandbox_clock')).body.frozen_time + 4 * day });
      return payout;
    },
    path: ({ id }) => `/v1/payouts/${id}/reverse`,
  },
  'a settlement': afterDays(3, paid),
  'an authorization that expires': afterDays(8, held),
  'a debit that arrives': afterDays(6, (client) =>
    paid(client, { currency: 'eur', payment_method: undefined, payment_method_data: debit, payment_method_types: ['sepa_debit'] }),
  ),
  'a refund that is returned': afterDays(2, doomedRefund),
  'a refund that takes a day': afterDays(2, slowRefund),
  'a dispute after its due date': afterDays(30, (client) => disputeBy(client, 'pm_card_createDispute')),
  'a payout that arrives': afterDays(8, payoutOf),
  'a payout that its bank returns': afterDays(8, async (client) =>
    payoutOf(client, { destination: await bankAccount(client, '000111111116') }),
  ),
};
