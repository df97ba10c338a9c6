import { cardOf, holderOf, sent } from './issued.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A person and a company, a card of each kind, and a replacement. */
export async function populateIssuing(client: Client, file: string): Promise<Ids> {
  const spending_controls = { spending_limits: [{ amount: 1000, interval: 'weekly', categories: ['bakeries'] }] };
  const holder = await holderOf(client, {
    spending_controls,
    individual: {
      first_name: 'Jenny',
      last_name: 'Rosen',
      dob: { day: 1, month: 2, year: 1990 },
      verification: { document: { front: file, back: file } },
    },
    preferred_locales: ['en'],
  });
  await holderOf(client, { name: 'Rosen Flowers', type: 'company', individual: undefined, company: { tax_id: '12-3456789' } });
  await cardOf(client, { ...sent, cardholder: holder.id, second_line: 'Flowers', pin: { encrypted_number: 'eyJhbGciOiJSU0Et' } });
  const worn = await cardOf(client, { cardholder: holder.id, spending_controls: { blocked_categories: ['bakeries'] } });
  const card = await cardOf(client, { cardholder: holder.id, replacement_for: worn.id, replacement_reason: 'damaged' });
  return { 'issuing.cardholder': holder.id, 'issuing.card': card.id };
}
