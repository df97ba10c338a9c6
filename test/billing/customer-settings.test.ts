import { expect, test } from 'vitest';
import { must, shopWithCustomer } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

test('a customer is created, and changed, with the rule for the transfers that they send', async () => {
  const { shop, customer } = await shopWithCustomer(service, { cash_balance: { settings: { reconciliation_mode: 'manual' } } });
  const settings = async () => (await must(shop.get(`/v1/customers/${customer}/cash_balance`))).settings;
  expect(await settings()).toEqual({ reconciliation_mode: 'manual', using_merchant_default: false });
  await must(shop.post(`/v1/test_helpers/customers/${customer}/fund_cash_balance`, { amount: 300, currency: 'usd' }));
  const changed = await must(
    shop.post(`/v1/customers/${customer}`, { cash_balance: { settings: { reconciliation_mode: 'merchant_default' } } }),
  );
  expect(Object.keys(changed)).not.toContain('cash_balance');
  expect(await settings()).toEqual({ reconciliation_mode: 'automatic', using_merchant_default: true });
  expect((await must(shop.get(`/v1/customers/${customer}/cash_balance`))).available).toEqual({ usd: 300 });
  const wrong = await shop.post('/v1/customers', { cash_balance: { settings: { reconciliation_mode: 'none' } } });
  expect(wrong.body.error).toMatchObject({ code: 'parameter_invalid', param: 'cash_balance[settings][reconciliation_mode]' });
});

test('400 customer_tax_location_invalid: the tax location of a customer is validated on request', async () => {
  const { shop, customer } = await shopWithCustomer(service, { tax: { ip_address: '203.0.113.7', validate_location: 'deferred' } });
  const path = `/v1/customers/${customer}`;
  expect((await must(shop.get(path))).tax).toEqual({
    provider: 'stripe',
    automatic_tax: 'unrecognized_location',
    ip_address: '203.0.113.7',
    location: null,
  });
  const at_once = { tax: { validate_location: 'immediately' } };
  const refused = { code: 'customer_tax_location_invalid', param: 'address' };
  expect((await shop.post(path, at_once)).body.error).toMatchObject(refused);
  expect((await shop.post('/v1/customers', { ...at_once, address: { country: 'US' } })).body.error).toMatchObject(refused);
  await must(shop.post('/v1/customers', { ...at_once, address: { country: 'US', postal_code: '94111' } }));
  await must(shop.post(path, { ...at_once, address: { country: 'DE' } }));
  expect((await shop.post(path, { ...at_once, address: '' })).body.error).toMatchObject(refused);
  expect(await must(shop.post(path, { tax: { validate_location: 'auto' }, name: 'Jo' }))).toMatchObject({
    tax: { ip_address: '203.0.113.7' },
    address: { country: 'DE' },
  });
});
