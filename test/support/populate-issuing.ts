import { cardOf, holderOf, sent } from './issued.js';
import { type Ids, made } from './populate.js';
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
  const { id: design } = await made(client, '/v1/issuing/personalization_designs', {
    physical_bundle: 'ics_standard_letter',
    carrier_text: { header_title: 'Welcome' },
    lookup_key: 'letter',
    preferences: { is_default: true },
    transfer_lookup_key: true,
    name: 'Letter',
  });
  await made(client, `/v1/test_helpers/issuing/personalization_designs/${design}/activate`, {});
  await cardOf(client, {
    ...sent,
    cardholder: holder.id,
    personalization_design: design,
    second_line: 'Flowers',
    pin: { encrypted_number: 'eyJhbGciOiJSU0Et' },
  });
  const worn = await cardOf(client, { cardholder: holder.id, spending_controls: { blocked_categories: ['bakeries'] } });
  const card = await cardOf(client, { cardholder: holder.id, replacement_for: worn.id, replacement_reason: 'damaged' });
  const network_data = { device: { name: 'Phone', type: 'phone' }, wallet_provider: { suggested_decision: 'approve' } };
  const { id: token } = await made(client, '/v1/test_helpers/issuing/tokens', { card: card.id, network_data });
  for (const wallet_provider of ['google_pay', 'samsung_pay'])
    await made(client, '/v1/test_helpers/issuing/tokens', { card: card.id, wallet_provider });
  return {
    'issuing.cardholder': holder.id,
    'issuing.card': card.id,
    'issuing.personalization_design': design,
    'issuing.token': token,
  };
}
