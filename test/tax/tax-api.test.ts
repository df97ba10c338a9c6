import { expect, test } from 'vitest';
import { must } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const berlin = { country: 'DE', city: 'Berlin', line1: 'Unter den Linden 1', postal_code: '10117' };
const paris = { country: 'FR', city: 'Paris', postal_code: '75001' };

type Client = ReturnType<typeof service.client>;

/** A seller in Berlin who is registered there, and for sales to the rest of the EU. */
async function seller(): Promise<Client> {
  const client = service.client();
  await must(client.post('/v1/tax/settings', { head_office: { address: berlin }, defaults: { tax_code: 'txcd_10103001' } }));
  await register(client, 'DE', { de: { type: 'standard', standard: { place_of_supply_scheme: 'standard' } } });
  await register(client, 'DE', { de: { type: 'oss_union' } });
  return client;
}

const register = (client: Client, country: string, country_options: object, more = {}) =>
  must(client.post('/v1/tax/registrations', { country, country_options, active_from: 'now', ...more }));

const calculated = (client: Client, customer_details: object, more = {}) =>
  must(
    client.post('/v1/tax/calculations', {
      currency: 'eur',
      line_items: [{ amount: 1000, reference: 'app' }],
      customer_details: { address_source: 'billing', ...customer_details },
      ...more,
    }),
  );

test('settings are pending until the head office is known', async () => {
  const client = service.client();
  const before = await must(client.get('/v1/tax/settings'));
  expect(before).toMatchObject({
    object: 'tax.settings',
    status: 'pending',
    status_details: { pending: { missing_fields: ['head_office'] } },
  });
  const after = await must(client.post('/v1/tax/settings', { head_office: { address: berlin }, defaults: { tax_behavior: 'inclusive' } }));
  expect(after).toMatchObject({
    status: 'active',
    head_office: { address: berlin },
    defaults: { tax_behavior: 'inclusive', tax_code: null },
  });
  expect(after.rates.date).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(await must(client.get('/v1/tax/settings'))).toEqual(after);
  const { data } = await must(client.get('/v1/events?type=tax.settings.updated'));
  expect(data[0].data.object.status).toBe('active');
});

test('400 stripe_tax_inactive: nothing is calculated without a head office', async () => {
  const sent = { currency: 'eur', line_items: [{ amount: 1 }], customer_details: { address: paris, address_source: 'billing' } };
  const { status, body } = await service.client().post('/v1/tax/calculations', sent);
  expect([status, body.error.code]).toEqual([400, 'stripe_tax_inactive']);
});

test('a consumer in France pays French VAT to a seller with the union scheme, and a business owes it itself', async () => {
  const client = await seller();
  const consumer = await calculated(client, { address: paris });
  expect(consumer).toMatchObject({ object: 'tax.calculation', amount_total: 1200, tax_amount_exclusive: 200, tax_amount_inclusive: 0 });
  expect(consumer.tax_breakdown).toEqual([
    {
      amount: 200,
      inclusive: false,
      tax_rate_details: {
        country: 'FR',
        flat_amount: null,
        percentage_decimal: '20',
        rate_type: 'percentage',
        state: null,
        tax_type: 'vat',
      },
      taxability_reason: 'standard_rated',
      taxable_amount: 1000,
    },
  ]);
  const tax_ids = [{ type: 'eu_vat', value: 'FR40303265045' }];
  const business = await calculated(client, { address: paris, tax_ids });
  expect(business).toMatchObject({ amount_total: 1000, tax_amount_exclusive: 0 });
  expect(business.tax_breakdown[0].taxability_reason).toBe('reverse_charge');
  const american = await calculated(client, { address: { country: 'US', postal_code: '94105' } });
  expect(american.tax_breakdown[0]).toMatchObject({ amount: 0, taxability_reason: 'not_collecting', tax_rate_details: { state: 'CA' } });
});

test('inclusive amounts contain their tax, and shipping is taxed besides', async () => {
  const client = await seller();
  const of = await calculated(
    client,
    { address: berlin },
    {
      line_items: [
        { amount: 11900, reference: 'a', tax_behavior: 'inclusive', tax_code: 'txcd_99999999' },
        { amount: 10700, reference: 'b', tax_behavior: 'inclusive', tax_code: 'txcd_35010000' },
      ],
      shipping_cost: { amount: 500 },
    },
  );
  expect(of).toMatchObject({ amount_total: 23_195, tax_amount_inclusive: 2600, tax_amount_exclusive: 95 });
  expect(of.shipping_cost).toMatchObject({ amount: 500, amount_tax: 95, tax_code: 'txcd_92010001' });
  const { data } = await must(client.get(`/v1/tax/calculations/${of.id}/line_items`));
  expect(data.map(({ amount_tax }: { amount_tax: number }) => amount_tax)).toEqual([1900, 700]);
  expect(data[1].tax_breakdown[0]).toMatchObject({ taxability_reason: 'reduced_rated', tax_rate_details: { percentage_decimal: '7' } });
  expect((await must(client.get(`/v1/tax/calculations/${of.id}`))).amount_total).toBe(23_195);
});

test('a Canadian province adds its own tax where it is registered', async () => {
  const client = await seller();
  await register(client, 'CA', { ca: { type: 'simplified' } });
  await register(client, 'CA', { ca: { type: 'province_standard', province_standard: { province: 'QC' } } });
  const quebec = await calculated(client, { address: { country: 'CA', postal_code: 'H2X 1Y4' } }, { line_items: [{ amount: 10_000 }] });
  expect(quebec.tax_breakdown.map((each: { amount: number }) => each.amount)).toEqual([500, 998]);
  const ontario = await calculated(client, { address: { country: 'CA', state: 'Ontario' } }, { line_items: [{ amount: 10_000 }] });
  expect(ontario).toMatchObject({ tax_amount_exclusive: 1300 });
});

test('a registration that begins later does nothing before, and ends when it expires', async () => {
  const client = service.client();
  await must(client.post('/v1/tax/settings', { head_office: { address: { country: 'US', state: 'TX' } } }));
  const now = Math.floor(Date.now() / 1000);
  const options = { us: { state: 'NY', type: 'state_sales_tax' } };
  const later = await register(client, 'US', options, { active_from: now + 3600, expires_at: now + 7200 });
  expect(later).toMatchObject({ object: 'tax.registration', status: 'scheduled', country: 'US', country_options: options });
  const address = { country: 'US', state: 'NY' };
  const line_items = [{ amount: 1000, tax_code: 'txcd_99999999' }];
  expect(await calculated(client, { address }, { line_items })).toMatchObject({ tax_amount_exclusive: 0 });
  expect(await calculated(client, { address }, { line_items, tax_date: now + 4000 })).toMatchObject({ tax_amount_exclusive: 40 });
  const active = await must(client.post(`/v1/tax/registrations/${later.id}`, { active_from: 'now' }));
  expect(active.status).toBe('active');
  expect(await calculated(client, { address }, { line_items })).toMatchObject({ tax_amount_exclusive: 40 });
  const unending = await must(client.post(`/v1/tax/registrations/${later.id}`, { expires_at: '' }));
  expect(unending).toMatchObject({ status: 'active', expires_at: null });
});

test('registrations are listed by their status', async () => {
  const client = await seller();
  const found = async (status: string) => (await must(client.get(`/v1/tax/registrations?status=${status}`))).data.length;
  expect([await found('active'), await found('scheduled'), await found('all')]).toEqual([2, 0, 2]);
});

test.each([
  ['options of another country', { country: 'DE', country_options: { fr: { type: 'oss_union' } } }, 'country_options[de]'],
  ['a type that its country does not have', { country: 'GB', country_options: { gb: { type: 'ioss' } } }, 'country_options[gb][type]'],
  ['no state', { country: 'US', country_options: { us: { type: 'state_sales_tax' } } }, 'country_options[us][state]'],
  ['an end before its beginning', { country: 'GB', country_options: { gb: { type: 'standard' } }, expires_at: 1 }, 'expires_at'],
])('400: a registration with %s', async (_, sent, param) => {
  const { status, body } = await service.client().post('/v1/tax/registrations', { active_from: 'now', ...sent });
  expect([status, body.error.param]).toEqual([400, param]);
});

test('400: the same registration twice', async () => {
  const client = await seller();
  const { status, body } = await client.post('/v1/tax/registrations', {
    active_from: 'now',
    country: 'DE',
    country_options: { de: { type: 'oss_union' } },
  });
  expect([status, body.error.code]).toEqual([400, 'resource_already_exists']);
});

test('400: a VAT number whose check digits do not hold, and an address that is not enough', async () => {
  const client = await seller();
  const sent = (customer_details: object) =>
    client.post('/v1/tax/calculations', { currency: 'eur', line_items: [{ amount: 1 }], customer_details });
  const wrong = await sent({ address: paris, address_source: 'billing', tax_ids: [{ type: 'eu_vat', value: 'FR41303265045' }] });
  expect([wrong.status, wrong.body.error.code]).toEqual([400, 'tax_id_invalid']);
  const nowhere = await sent({ address: { country: 'US' }, address_source: 'billing' });
  expect([nowhere.status, nowhere.body.error.code]).toEqual([400, 'customer_tax_location_invalid']);
});

test('tax codes are listed and retrieved', async () => {
  const client = service.client();
  const { data } = await must(client.get('/v1/tax_codes?limit=100'));
  expect(data.map(({ id }: { id: string }) => id)).toContain('txcd_99999999');
  expect(await must(client.get('/v1/tax_codes/txcd_10103001'))).toMatchObject({ object: 'tax_code', requirements: null });
  expect((await client.get('/v1/tax_codes/txcd_1')).status).toBe(404);
});

test('a transaction is recorded once, and reversed no further than it goes', async () => {
  const client = await seller();
  const { id: calculation } = await calculated(client, { address: paris }, { line_items: [{ amount: 1000 }, { amount: 501 }] });
  const sale = { calculation, reference: 'order_1' };
  const made = await must(client.post('/v1/tax/transactions/create_from_calculation', sale));
  expect(made).toMatchObject({ object: 'tax.transaction', type: 'transaction', reference: 'order_1', reversal: null });
  const again = await client.post('/v1/tax/transactions/create_from_calculation', sale);
  expect([again.status, again.body.error.param]).toEqual([400, 'reference']);
  const part = { mode: 'partial', original_transaction: made.id };
  const flat = await must(client.post('/v1/tax/transactions/create_reversal', { ...part, reference: 'refund_1', flat_amount: -900 }));
  const sums = (lines: readonly { amount: number; amount_tax: number }[]) =>
    lines.reduce((sum, each) => sum + each.amount + each.amount_tax, 0);
  expect(sums(flat.line_items.data)).toBe(-900);
  const [first] = made.line_items.data;
  const too_much = { amount: -1000, amount_tax: -200, original_line_item: first.id, reference: 'x' };
  const refused = await client.post('/v1/tax/transactions/create_reversal', { ...part, reference: 'refund_2', line_items: [too_much] });
  expect([refused.status, refused.body.error.param]).toEqual([400, 'line_items[0][amount]']);
  const rest = await must(
    client.post('/v1/tax/transactions/create_reversal', { mode: 'full', original_transaction: made.id, reference: 'refund_3' }),
  );
  expect(sums(rest.line_items.data)).toBe(-(1801 - 900));
  expect(rest.reversal).toEqual({ original_transaction: made.id });
  const over = await client.post('/v1/tax/transactions/create_reversal', {
    mode: 'full',
    original_transaction: made.id,
    reference: 'refund_4',
  });
  expect(over.status).toBe(400);
  const { data } = await must(client.get(`/v1/tax/transactions/${rest.id}/line_items`));
  expect(data).toEqual(rest.line_items.data);
});

test('400: a reversal that takes nothing back, and one where nothing is left', async () => {
  const client = await seller();
  const sold = async (amount: number, reference: string) => {
    const { id: calculation } = await calculated(client, { address: paris }, { line_items: [{ amount }, { amount: 0 }] });
    return must(client.post('/v1/tax/transactions/create_from_calculation', { calculation, reference }));
  };
  const made = await sold(1000, 'order_1');
  const reverse = (sent: object) =>
    client.post('/v1/tax/transactions/create_reversal', { mode: 'partial', original_transaction: made.id, ...sent });
  const nothing = [{ amount: 0, amount_tax: 0, original_line_item: made.line_items.data[0].id, reference: 'x' }];
  const flat = await reverse({ flat_amount: 0, reference: 'refund_1' });
  expect([flat.status, flat.body.error.param]).toEqual([400, 'flat_amount']);
  const named = await reverse({ line_items: nothing, reference: 'refund_2' });
  expect([named.status, named.body.error.param]).toEqual([400, 'line_items']);
  await must(reverse({ flat_amount: -600, reference: 'refund_3' }));
  await must(reverse({ flat_amount: -600, reference: 'refund_4' }));
  const over = await reverse({ flat_amount: -1, reference: 'refund_5' });
  expect([over.status, over.body.error.param]).toEqual([400, 'original_transaction']);
  const free = await sold(0, 'order_2');
  const of_free = await reverse({ flat_amount: 0, original_transaction: free.id, reference: 'refund_6' });
  expect([of_free.status, of_free.body.error.param]).toEqual([400, 'original_transaction']);
});

test('an account with as many registrations as it can have ends one, and then adds another', async () => {
  const client = await seller();
  const options = { us: { state: 'NY', type: 'state_sales_tax' } };
  const now = Math.floor(Date.now() / 1000);
  const first = await register(client, 'US', options, { active_from: now - 1000, expires_at: now + 10_000 });
  // The seller has two already.
  for (let place = 1; place < 198; place += 1) {
    const active_from = now + 10_000 * place;
    await register(client, 'US', options, { active_from, expires_at: active_from + 10_000 });
  }
  const another = { country: 'GB', country_options: { gb: { type: 'standard' } }, active_from: 'now' };
  const { status, body } = await client.post('/v1/tax/registrations', another);
  expect([status, body.error.param]).toEqual([400, 'country']);
  expect((await must(client.post(`/v1/tax/registrations/${first.id}`, { expires_at: 'now' }))).status).toBe('expired');
  await must(client.post('/v1/tax/registrations', another));
});
