import { must } from './billing.js';
import type { Client, TestService } from './service.js';

/** A place of a seller. */
export const berlin = { country: 'DE', city: 'Berlin', postal_code: '10117' };
/** A place of a buyer. */
export const paris = { country: 'FR', city: 'Paris', postal_code: '75001' };
/** The number of a business in France. */
export const vat_id = { type: 'eu_vat', value: 'FR40303265045' };
/** Automatic taxes, as requests turn them on. */
export const automatic_tax = { enabled: true };

/** A seller in Berlin with the union scheme, and a product of software. */
export async function openSeller(service: TestService, defaults: object = {}) {
  const client = service.client();
  await must(client.post('/v1/tax/settings', { head_office: { address: berlin }, defaults }));
  for (const de of [{ type: 'standard', standard: { place_of_supply_scheme: 'standard' } }, { type: 'oss_union' }])
    await must(client.post('/v1/tax/registrations', { country: 'DE', country_options: { de }, active_from: 'now' }));
  const product = (await must(client.post('/v1/products', { name: 'App', tax_code: 'txcd_10103001' }))).id;
  const price = async (more: object = {}) =>
    (await must(client.post('/v1/prices', { product, currency: 'eur', unit_amount: 1000, ...more }))).id;
  return { client, product, price };
}

const paying = { invoice_settings: { default_payment_method: 'pm_card_visa' } };

/** A customer with a card. */
export const buyer = async (client: Client, more: object) =>
  (await must(client.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa', ...more, ...paying }))).id;
