import { made } from './populate.js';
import type { Client } from './service.js';

/** A payment of 10.00 euros that settles in dollars, at the sample rate; answers with the id of its charge. */
export async function settledCharge(client: Client): Promise<string> {
  const pair = { from_currencies: ['eur'], to_currency: 'usd', lock_duration: 'hour', usage: { type: 'payment' } };
  const { id: fx_quote } = await made(client, '/v1/fx_quotes', pair);
  const by_card = { confirm: true, payment_method: 'pm_card_visa', payment_method_types: ['card'] };
  return (await made(client, '/v1/payment_intents', { amount: 1000, currency: 'eur', fx_quote, ...by_card })).latest_charge;
}
