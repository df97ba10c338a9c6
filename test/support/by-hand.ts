import { payerDoes, waiting } from './payments.js';
import type { Answer, Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** That a payment is confirmed by its shop's server alone, and once more after its payer has acted. */
export const by_hand = { confirmation_method: 'manual' } as const;

/** A card whose bank asks who pays. */
export const asking_card = 'pm_card_threeDSecure2Required';

/** A payment confirmed by hand whose payer is being asked. */
export const asked = (client: Client, params: Params = {}): Promise<Body> => waiting(client, { ...by_hand, ...params });

/** A payment confirmed by hand whose payer has done their part. */
export const authenticated = async (client: Client, params: Params = {}): Promise<Body> =>
  (await payerDoes(client, await asked(client, params), 'succeed')).body;

/** Every charge of a payment, whatever became of it. */
export const chargesOf = async (client: Client, { id }: Body): Promise<Body[]> =>
  (await client.get('/v1/charges', { payment_intent: id })).body.data;
