import { expect, test } from 'vitest';
import { commonService } from '../support/services.js';

const service = await commonService();

const vat = { display_name: 'VAT', inclusive: false, percentage: 19 };

test('a tax rate has all members of Stripe’s, and an event', async () => {
  const shop = service.client();
  const { status, body } = await shop.post('/v1/tax_rates', {
    ...vat,
    percentage: 7.1234,
    country: 'us',
    state: 'CA',
    jurisdiction: 'California',
    tax_type: 'sales_tax',
    description: 'of 2026',
    metadata: { a: '1' },
  });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: body.id,
    object: 'tax_rate',
    active: true,
    country: 'US',
    created: body.created,
    description: 'of 2026',
    display_name: 'VAT',
    effective_percentage: 7.1234,
    flat_amount: null,
    inclusive: false,
    jurisdiction: 'California',
    jurisdiction_level: null,
    livemode: false,
    metadata: { a: '1' },
    percentage: 7.1234,
    rate_type: 'percentage',
    state: 'CA',
    tax_type: 'sales_tax',
  });
  expect((await shop.get(`/v1/tax_rates/${body.id}`)).body).toEqual(body);
  expect((await shop.get('/v1/events?type=tax_rate.created')).body.data[0].data.object).toEqual(body);
});

test('tax rates are filtered by active and by inclusive', async () => {
  const shop = service.client();
  const make = async (more: object) => (await shop.post('/v1/tax_rates', { ...vat, ...more })).body.id;
  const [exclusive, inclusive, old] = [await make({}), await make({ inclusive: true }), await make({ active: false })];
  const found = async (query: string) => (await shop.get(`/v1/tax_rates?${query}`)).body.data.map(({ id }: { id: string }) => id);
  expect(await found('')).toEqual([old, inclusive, exclusive]);
  expect(await found('active=true')).toEqual([inclusive, exclusive]);
  expect(await found('inclusive=true')).toEqual([inclusive]);
  expect(await found('inclusive=false&active=true')).toEqual([exclusive]);
});

test('the description of a tax rate changes, its percentage does not', async () => {
  const shop = service.client();
  const { body } = await shop.post('/v1/tax_rates', vat);
  const changed = await shop.post(`/v1/tax_rates/${body.id}`, { active: false, display_name: 'MwSt', country: 'DE', description: '' });
  expect(changed.body).toEqual({ ...body, active: false, display_name: 'MwSt', country: 'DE' });
  for (const param of ['percentage', 'inclusive'])
    expect((await shop.post(`/v1/tax_rates/${body.id}`, { [param]: 1 })).body.error).toMatchObject({ code: 'parameter_unknown', param });
  expect((await shop.get('/v1/events?type=tax_rate.updated')).body.data[0].data.previous_attributes).toMatchObject({ active: true });
});

test.each([
  ['no name', { display_name: undefined }, 'display_name'],
  ['no percentage', { percentage: undefined }, 'percentage'],
  ['five places', { percentage: 1.00001 }, 'percentage'],
  ['more than 100 percent', { percentage: 101 }, 'percentage'],
  ['a negative percentage', { percentage: -1 }, 'percentage'],
  ['no value for inclusive', { inclusive: undefined }, 'inclusive'],
  ['an unknown type of tax', { tax_type: 'window_tax' }, 'tax_type'],
])('400: a tax rate with %s', async (_, given, param) => {
  const { status, body } = await service.client().post('/v1/tax_rates', { ...vat, ...given });
  expect([status, body.error.param]).toEqual([400, param]);
});
