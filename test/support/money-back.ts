import { advanceClock } from './merchant.js';
import { paid } from './payments.js';
import type { Answer, Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

async function made(client: Client, path: string, params: Params): Promise<Body> {
  const { status, body, text } = await client.post(path, params);
  if (status !== 200) throw new Error(text);
  return body;
}

/** Refunds a part of a payment, which must succeed. */
export const refundOf = (client: Client, { id }: { id: string }, params: Params = {}): Promise<Body> =>
  made(client, '/v1/refunds', { payment_intent: id, ...params });

/** The current state of a refund. */
export const refundNow = async (client: Client, { id }: { id: string }): Promise<Body> => (await client.get(`/v1/refunds/${id}`)).body;

/** A refund that its bank takes a day for. */
export const slowRefund = async (client: Client, params: Params = {}): Promise<Body> =>
  refundOf(client, await paid(client, { payment_method: 'pm_card_pendingRefund' }), params);

/** A refund that is returned after a day. */
export const doomedRefund = async (client: Client, params: Params = {}): Promise<Body> =>
  refundOf(client, await paid(client, { payment_method: 'pm_card_refundFail' }), params);

/** The successful charge of a payment. */
export const chargeOf = async (client: Client, { latest_charge }: { latest_charge: string }): Promise<Body> =>
  (await client.get(`/v1/charges/${latest_charge}`)).body;

/** Has a bank dispute a payment, which must succeed. */
export const disputeOf = (client: Client, { latest_charge }: { latest_charge: string }, params: Params = {}): Promise<Body> =>
  made(client, '/v1/test_helpers/disputes', { charge: latest_charge, ...params });

/** The dispute of a test card's payment. */
export async function disputeBy(client: Client, payment_method: string): Promise<Body> {
  const { id } = await paid(client, { payment_method });
  const { body } = await client.get('/v1/disputes', { payment_intent: id });
  return body.data[0];
}

/** The current state of a dispute. */
export const disputeNow = async (client: Client, { id }: { id: string }): Promise<Body> => (await client.get(`/v1/disputes/${id}`)).body;

/** Lets this many days pass in a sandbox. */
export const passDays = (client: Client, days: number): Promise<number> => advanceClock(client, days * 86_400);

/** The balance transactions of an object, oldest first: the type, the amount and the fee. */
export async function booked(client: Client, { id: source }: { id: string }): Promise<[string, number, number][]> {
  const { body } = await client.get('/v1/balance_transactions', { source });
  return body.data.map(({ type, amount, fee }: Body): [string, number, number] => [type, amount, fee]).reverse();
}
