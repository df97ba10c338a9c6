import { expect } from 'vitest';
import { connect, forEachSdk } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const berlin = { country: 'DE', city: 'Berlin', line1: 'Unter den Linden 1', postal_code: '10117' };

forEachSdk('$name: taxes are set up, calculated, recorded and reversed', async (sdk) => {
  const stripe = connect(sdk, service);
  const settings = await stripe.tax.settings.update({ defaults: { tax_behavior: 'exclusive' }, head_office: { address: berlin } });
  expect(settings.status).toBe('active');
  expect((await stripe.tax.settings.retrieve()).head_office?.address.country).toBe('DE');
  const options = { de: { type: 'standard' as const, standard: { place_of_supply_scheme: 'standard' as const } } };
  const registration = await stripe.tax.registrations.create({ country: 'DE', country_options: options, active_from: 'now' });
  expect(await stripe.tax.registrations.retrieve(registration.id)).toMatchObject({ status: 'active', country_options: options });
  expect((await stripe.tax.registrations.list({ status: 'active' })).data).toHaveLength(1);
  expect((await stripe.taxCodes.list({ limit: 3 })).data).toHaveLength(3);
  const calculation = await stripe.tax.calculations.create({
    currency: 'eur',
    customer_details: { address: berlin, address_source: 'billing' },
    line_items: [{ amount: 1000, reference: 'app', tax_code: 'txcd_10103001' }],
    expand: ['line_items'],
  });
  expect(calculation).toMatchObject({ amount_total: 1190, tax_amount_exclusive: 190 });
  const lines = await stripe.tax.calculations.listLineItems(calculation.id ?? '');
  expect(lines.data).toMatchObject([{ amount_tax: 190, reference: 'app' }]);
  const sale = await stripe.tax.transactions.createFromCalculation({ calculation: calculation.id ?? '', reference: `order_${sdk.name}` });
  const reversal = await stripe.tax.transactions.createReversal({
    mode: 'full',
    original_transaction: sale.id,
    reference: `refund_${sdk.name}`,
  });
  expect(reversal).toMatchObject({ type: 'reversal', reversal: { original_transaction: sale.id } });
  expect((await stripe.tax.transactions.listLineItems(reversal.id)).data).toMatchObject([{ amount: -1000, amount_tax: -190 }]);
  expect((await stripe.tax.transactions.retrieve(sale.id)).reference).toBe(`order_${sdk.name}`);
  await stripe.tax.registrations.update(registration.id, { expires_at: 4_000_000_000 });
});
