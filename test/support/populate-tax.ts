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
  // A country has one registration of a kind, so a sandbox that is filled twice keeps its own.
  const known: readonly { readonly id: string; readonly country: string }[] = (await must(client.get('/v1/tax/registrations'))).data;
  const register = async (country: string, until: object = {}) =>
    known.find((each) => each.country === country) ?? must(client.post('/v1/tax/registrations', { ...registeredIn(country), ...until }));
  for (const country of ['GB', 'CH']) await register(country);
  const registration = await register('DE', { expires_at: 4_000_000_000 });
  const calculation = await must(client.post('/v1/tax/calculations', { ...taxed_sale, customer, shipping_cost: { amount: 500 } }));
  const reference = `order_${calculation.id}`;
  const sale = { calculation: calculation.id, reference, metadata: { order: 'a-1' } };
  const transaction = await must(client.post('/v1/tax/transactions/create_from_calculation', sale));
  const back = async (flat_amount: number): Promise<string> => {
    const part = { mode: 'partial', flat_amount, original_transaction: transaction.id, reference: `${reference}_${flat_amount}` };
    return (await must(client.post('/v1/tax/transactions/create_reversal', part))).id;
  };
  await back(-100);
  const ids = { 'tax.registration': registration.id, 'tax.calculation': calculation.id, 'tax.transaction': await back(-200) };
  return { ...ids, tax_sale: transaction.id };
}
