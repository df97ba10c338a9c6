import { payerDoes, waiting } from './payments.js';
import type { Answer, Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** The parameters of a payment that is confirmed by its shop's server only, and once more after its payer has acted. */
export const by_hand = { confirmation_method: 'manual' } as const;

/** A card that requires authentication. */
export const asking_card = 'pm_card_threeDSecure2Required';

/** A payment confirmed by hand that waits for its payer. */
export const asked = (client: Client, params: Params = {}): Promise<Body> => waiting(client, { ...by_hand, ...params });

/** A payment confirmed by hand whose payer has authenticated. */
export const authenticated = async (client: Client, params: Params = {}): Promise<Body> =>
  (await payerDoes(client, await asked(client, params), 'succeed')).body;

/** Every charge of a payment, in any state. */
export const chargesOf = async (client: Client, { id }: Body): Promise<Body[]> =>
  (await client.get('/v1/charges', { payment_intent: id })).body.data;
