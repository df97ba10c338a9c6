import { must } from './billing.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A sale to calculate the taxes of. */
export const taxed_sale = {
  currency: 'eur',
  line_items: [{ amount: 1000, reference: 'app', tax_code: 'txcd_10103001' }],
  customer_details: { address: { country: 'FR', postal_code: '75001' }, address_source: 'billing' },
} as const;

/** The place of a seller. */
export const head_office = { address: { country: 'DE', city: 'Berlin', postal_code: '10117' } };

/** A registration of a country with a tax for residents. */
export const registeredIn = (country: string) => ({
  active_from: 'now',
  country,
  country_options: { [country.toLowerCase()]: { type: 'standard', standard: { place_of_supply_scheme: 'standard' } } },
});

/** Settings and registrations, a calculation and its transaction. */
export async function populateTax(client: Client, customer: string): Promise<Ids> {
  await must(client.post('/v1/tax/settings', { head_office }));
  // A sandbox is filled more than once, and a country has one registration of a kind.
  const { data } = await must(client.get('/v1/tax/registrations?limit=100'));
  const known = new Map<string, string>(data.map(({ country, id }: { country: string; id: string }) => [country, id]));
  const registered = async (country: string, more = {}): Promise<string> =>
    known.get(country) ?? (await must(client.post('/v1/tax/registrations', { ...registeredIn(country), ...more }))).id;
  for (const country of ['GB', 'CH']) await registered(country);
  const registration = await registered('DE', { expires_at: 4_000_000_000 });
  const calculation = await must(client.post('/v1/tax/calculations', { ...taxed_sale, customer, shipping_cost: { amount: 500 } }));
  const reference = `order_${calculation.id}`;
  const sale = { calculation: calculation.id, reference, metadata: { order: 'a-1' } };
  const transaction = await must(client.post('/v1/tax/transactions/create_from_calculation', sale));
  const back = async (flat_amount: number): Promise<string> => {
    const part = { mode: 'partial', flat_amount, original_transaction: transaction.id, reference: `${reference}_${flat_amount}` };
    return (await must(client.post('/v1/tax/transactions/create_reversal', part))).id;
  };
  await back(-100);
  const ids = { 'tax.registration': registration, 'tax.calculation': calculation.id, 'tax.transaction': await back(-200) };
  return { ...ids, tax_sale: transaction.id };
}
