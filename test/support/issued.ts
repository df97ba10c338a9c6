import { must } from './billing.js';
import type { Client } from './service.js';

/** Where Jenny Rosen lives. */
export const home = { city: 'San Francisco', country: 'US', line1: '1234 Main Street', postal_code: '94111', state: 'CA' };

/** The parameters of a cardholder who may pay. */
export const jenny = {
  name: 'Jenny Rosen',
  type: 'individual',
  billing: { address: home },
  individual: { first_name: 'Jenny', last_name: 'Rosen' },
};

/** A cardholder whose cards can be active. */
export const holderOf = (client: Client, changes: object = {}) =>
  must(client.post('/v1/issuing/cardholders', { ...jenny, email: 'jenny.rosen@example.com', phone_number: '+18008675309', ...changes }));

/** An active virtual card in dollars, of a new cardholder unless one is named. */
export async function cardOf(client: Client, changes: Readonly<Record<string, unknown>> = {}) {
  const { cardholder = (await holderOf(client)).id, ...more } = changes;
  return must(client.post('/v1/issuing/cards', { cardholder, currency: 'usd', type: 'virtual', status: 'active', ...more }));
}

/** The parameters of a shipped card. */
export const sent = { type: 'physical', status: 'inactive', shipping: { name: 'Jenny Rosen', address: home } };
