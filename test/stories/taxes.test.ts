import { expect } from 'vitest';
import { onBothRoads, tell } from '../support/story.js';

const record = onBothRoads();

const shown = ['id', 'status', 'amount_subtotal', 'amount_total', 'total_details.amount_tax', 'automatic_tax.status', 'payment_status'];
const paris = { country: 'FR', city: 'Paris', postal_code: '75001' };
const card = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' },
  billing_details: { name: 'Jo' },
};

record('taxes of a checkout across borders', async (service) => {
  const story = tell(service, {
    name: 'taxes-across-borders',
    title: 'Taxes of a checkout across borders',
    introduction: [
      'A seller in Berlin sells software to a consumer in Paris, to a business in Paris, and to a buyer in San Francisco. The taxes follow from the',
      'registrations of the seller and from the address and the VAT number of the buyer.',
    ],
  });
  story.step('Where the seller is');
  const head_office = { address: { country: 'DE', city: 'Berlin', postal_code: '10117' } };
  const settings = await story.post('/v1/tax/settings', { head_office });
  expect(settings.body.status).toBe('active');
  story.step('Where the seller collects taxes', 'In Germany, and by the union scheme in the rest of the European Union.');
  for (const de of [{ type: 'standard', standard: { place_of_supply_scheme: 'standard' } }, { type: 'oss_union' }])
    await story.post('/v1/tax/registrations', { country: 'DE', country_options: { de }, active_from: 'now' });
  story.step('What is sold', 'The tax code says that it is software as a service.');
  const data = { default_price_data: { currency: 'eur', unit_amount: 10_000 }, name: 'App', tax_code: 'txcd_10103001' };
  const { body: product } = await story.post('/v1/products', data, { shown: ['id', 'default_price', 'tax_code'] });
  const sent = {
    ...{
      mode: 'payment',
      success_url: 'https://shop.example/thanks',
      automatic_tax: { enabled: true },
      tax_id_collection: { enabled: true },
    },
    line_items: [{ price: product.default_price, quantity: 1 }],
  };
  const begin = async (): Promise<string> =>
    `/v1/checkout/sessions/${(await story.post('/v1/checkout/sessions', sent, { shown })).body.id}`;
  story.step('A consumer in Paris', 'The total has no taxes until the payer enters an address.');
  const consumer = await begin();
  await story.post(`${consumer}/adjust`, { address: paris }, { shown });
  const { body: paid } = await story.post(
    `${consumer}/confirm`,
    { address: paris, email: 'jo@example.com', payment_method_data: card },
    { shown },
  );
  expect([paid.status, paid.amount_total]).toEqual(['complete', 12_000]);
  story.step('A business in Paris', 'With a VAT number the buyer owes the tax.');
  const business = await begin();
  const tax_id = { type: 'eu_vat', value: 'FR40303265045' };
  const { body: reversed } = await story.post(`${business}/adjust`, { address: paris, tax_id }, { shown });
  expect(reversed.amount_total).toBe(10_000);
  story.step('A buyer in San Francisco', 'The seller is not registered in California, and collects nothing there.');
  const american = await begin();
  const { body: untaxed } = await story.post(`${american}/adjust`, { address: { country: 'US', postal_code: '94105' } }, { shown });
  expect(untaxed.amount_total).toBe(10_000);
  story.step('The reasons', 'A calculation says why each tax is what it is.');
  const { body: calculation } = await story.post(
    '/v1/tax/calculations',
    {
      currency: 'eur',
      line_items: [{ amount: 10_000, product: product.id, reference: 'app' }],
      customer_details: { address: paris, address_source: 'billing', tax_ids: [tax_id] },
    },
    { shown: ['amount_total', 'tax_amount_exclusive', 'tax_breakdown'] },
  );
  expect(calculation.tax_breakdown[0].taxability_reason).toBe('reverse_charge');
  story.end();
});
