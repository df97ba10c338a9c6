import { allEvents } from './callers.js';
import type { Answer, Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** A payment of 20 dollars. */
export const twenty = { amount: 2000, currency: 'usd' } as const;

/** Creates a payment, with any answer. */
export const pay = (client: Client, params: Params = {}, extra?: Parameters<Client['post']>[2]): Promise<Answer> =>
  client.post('/v1/payment_intents', { ...twenty, ...params }, extra);

/** Creates a payment, which must succeed in any state. */
export async function intentWith(client: Client, params: Params = {}): Promise<Body> {
  const { status, body, text } = await pay(client, params);
  if (status !== 200) throw new Error(text);
  return body;
}

/** A payment that has succeeded. */
export const paid = (client: Client, params: Params = {}): Promise<Body> =>
  intentWith(client, { confirm: true, payment_method: 'pm_card_visa', ...params });

/** An authorized payment. */
export const held = (client: Client, params: Params = {}): Promise<Body> => paid(client, { capture_method: 'manual', ...params });

/** A payment that waits for its payer. */
export const waiting = (client: Client, params: Params = {}): Promise<Body> =>
  paid(client, { payment_method: 'pm_card_threeDSecure2Required', ...params });

/** Runs an operation on a payment. */
export const act = (client: Client, { id }: { id: string }, verb: 'confirm' | 'capture' | 'cancel', params: Params = {}): Promise<Answer> =>
  client.post(`/v1/payment_intents/${id}/${verb}`, params);

/** Completes the payer's, or their bank's, step. */
export const payerDoes = (client: Client, { id }: { id: string }, outcome: string): Promise<Answer> =>
  client.post(`/v1/test_helpers/payment_intents/${id}/next_action`, { outcome });

/** The current state of a payment. */
export const intentNow = async (client: Client, { id }: { id: string }, query?: Params): Promise<Body> =>
  (await client.get(`/v1/payment_intents/${id}`, query)).body;

/** The current state of a charge. */
export const chargeNow = async (client: Client, id: string): Promise<Body> => (await client.get(`/v1/charges/${id}`)).body;

/** An answer in short: its HTTP status, and the error's code and parameter. */
export const refusal = ({ status, body }: Answer): unknown[] => [
  status,
  body?.error?.code,
  ...(body?.error?.param ? [body.error.param] : []),
];

/** Every event about payments and their charges, oldest first: the type, and the status of its object then. */
export async function told(client: Client): Promise<[string, string][]> {
  const events = await allEvents(client);
  return events
    .filter(({ type }: { type: string }) => /^(payment_intent|charge)\./.test(type))
    .map(({ type, data }: Body): [string, string] => [type, data.object.status]);
}

/** The balance in one currency, in minor units. */
export async function balanceOf(client: Client, currency = 'usd'): Promise<{ pending: number; available: number }> {
  const { body } = await client.get('/v1/balance');
  const amount = (of: { currency: string; amount: number }[]): number => of.find((each) => each.currency === currency)?.amount ?? 0;
  return { pending: amount(body.pending), available: amount(body.available) };
}

/** The sum of all balance transactions of a currency. */
export async function sumOfTransactions(client: Client, currency = 'usd'): Promise<number> {
  const { body } = await client.get('/v1/balance_transactions', { currency, limit: 100 });
  return body.data.reduce((sum: number, { net }: { net: number }) => sum + net, 0);
}

/** The successful charges of a payment. */
export async function successfulCharges(client: Client, { id }: { id: string }): Promise<Body[]> {
  const { body } = await client.get('/v1/charges', { payment_intent: id, limit: 100 });
  return body.data.filter(({ status }: { status: string }) => status === 'succeeded');
}
