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

/** Gives money of a payment back, which must be taken without complaint. */
export const refundOf = (client: Client, { id }: { id: string }, params: Params = {}): Promise<Body> =>
  made(client, '/v1/refunds', { payment_intent: id, ...params });

/** A refund as it is now. */
export const refundNow = async (client: Client, { id }: { id: string }): Promise<Body> => (await client.get(`/v1/refunds/${id}`)).body;

/** A refund that its bank takes a day for. */
export const slowRefund = async (client: Client, params: Params = {}): Promise<Body> =>
  refundOf(client, await paid(client, { payment_method: 'pm_card_pendingRefund' }), params);

/** A refund that comes back after a day. */
export const doomedRefund = async (client: Client, params: Params = {}): Promise<Body> =>
  refundOf(client, await paid(client, { payment_method: 'pm_card_refundFail' }), params);

/** The charge that took a payment's money. */
export const chargeOf = async (client: Client, { latest_charge }: { latest_charge: string }): Promise<Body> =>
  (await client.get(`/v1/charges/${latest_charge}`)).body;

/** Lets a bank dispute a payment, which it must be able to. */
export const disputeOf = (client: Client, { latest_charge }: { latest_charge: string }, params: Params = {}): Promise<Body> =>
  made(client, '/v1/test_helpers/disputes', { charge: latest_charge, ...params });

/** The dispute that a test card's payment met with. */
export async function disputeBy(client: Client, payment_method: string): Promise<Body> {
  const { id } = await paid(client, { payment_method });
  const { body } = await client.get('/v1/disputes', { payment_intent: id });
  return body.data[0];
}

/** A dispute as it is now. */
export const disputeNow = async (client: Client, { id }: { id: string }): Promise<Body> => (await client.get(`/v1/disputes/${id}`)).body;

/** Lets so many days pass in a sandbox. */
export const passDays = (client: Client, days: number): Promise<number> => advanceClock(client, days * 86_400);

/** The balance transactions of an object, as they happened: the type, the amount and the fee. */
export async function booked(client: Client, { id: source }: { id: string }): Promise<[string, number, number][]> {
  const { body } = await client.get('/v1/balance_transactions', { source });
  return body.data.map(({ type, amount, fee }: Body): [string, number, number] => [type, amount, fee]).reverse();
}
