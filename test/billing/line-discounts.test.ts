import { expect, test } from 'vitest';
import { audit } from '../../src/kernel/ledger/balances.js';
import { draftOf, invoiceNow, itemFor, must, shopWithCustomer } from '../support/billing.js';
import type { Answer, Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

type Line = Answer['body'];
const offOf = ({ discount_amounts }: Line): number[] => discount_amounts.map(({ amount }: { amount: number }) => amount);
const taxOf = ({ taxes }: Line): number[] => taxes.map(({ amount }: { amount: number }) => amount);
const rateOf = async (shop: Client, percentage: number, inclusive = false): Promise<string> =>
  (await must(shop.post('/v1/tax_rates', { display_name: `VAT ${percentage}`, inclusive, percentage }))).id;

/** A shop with coupons for half, for 300 less, and for a tenth, and with tax rates of 20 exclusive and 10 inclusive. */
async function openShop() {
  const { shop, customer } = await shopWithCustomer(service);
  await must(shop.post('/v1/coupons', { id: 'half', percent_off: 50 }));
  await must(shop.post('/v1/coupons', { id: 'less', amount_off: 300, currency: 'usd' }));
  await must(shop.post('/v1/coupons', { id: 'tenth', percent_off: 10 }));
  return { shop, customer, vat: await rateOf(shop, 20), inside: await rateOf(shop, 10, true) };
}

test('the rates of an item replace those of its invoice, on its line in both shapes', async () => {
  const { shop, customer, vat, inside } = await openShop();
  await itemFor(shop, customer, { amount: 1000 });
  const item = await itemFor(shop, customer, { amount: 1100, tax_rates: [inside] });
  expect(item.tax_rates).toMatchObject([{ id: inside, percentage: 10 }]);
  const draft = await draftOf(shop, customer, { default_tax_rates: [vat] });
  const [own, other] = draft.lines.data;
  expect(own).toMatchObject({
    amount: 1100,
    subtotal: 1100,
    amount_excluding_tax: 1000,
    tax_rates: [{ id: inside }],
    tax_amounts: [{ amount: 100, inclusive: true, tax_rate: inside, taxable_amount: 1000 }],
    taxes: [{ amount: 100, tax_behavior: 'inclusive', tax_rate_details: { tax_rate: inside }, taxable_amount: 1000 }],
  });
  expect(other).toMatchObject({ tax_rates: [], tax_amounts: [{ amount: 200, tax_rate: vat }], taxes: [{ amount: 200 }] });
  expect([draft.subtotal, draft.total, draft.tax]).toEqual([2100, 2300, 300]);
});

test('an empty list removes the rates and discounts of an item and of a line, so that those of the invoice apply again', async () => {
  const { shop, customer, vat, inside } = await openShop();
  const item = await itemFor(shop, customer, { amount: 1100, tax_rates: [inside], discounts: [{ coupon: 'half' }] });
  const draft = await draftOf(shop, customer, { default_tax_rates: [vat] });
  expect(draft.total).toBe(550);
  const cleared = await must(shop.post(`/v1/invoiceitems/${item.id}`, { tax_rates: [], discounts: [] }));
  expect([cleared.tax_rates, cleared.discounts]).toEqual([[], []]);
  expect((await invoiceNow(shop, draft)).total).toBe(1320);
  const [line] = draft.lines.data;
  const path = `/v1/invoices/${draft.id}/lines/${line.id}`;
  expect((await must(shop.post(path, { tax_rates: [inside], discounts: [{ coupon: 'half' }] }))).total).toBe(550);
  expect((await must(shop.post(path, { tax_rates: [], discounts: [] }))).total).toBe(1320);
});

test('discounts of lines come before those of the invoice, are listed apart in its subtotal, and each use is counted', async () => {
  const { shop, customer } = await openShop();
  const pending = await itemFor(shop, customer, { amount: 1000 });
  const { id } = await must(shop.post('/v1/invoices', { customer, discounts: [{ coupon: 'tenth' }] }));
  const added = await must(
    shop.post(`/v1/invoices/${id}/add_lines`, {
      lines: [
        { invoice_item: pending.id, discounts: [{ coupon: 'half' }] },
        { amount: 2000, discounts: [{ coupon: 'less' }, { coupon: 'half' }] },
        { amount: 400, discountable: false },
      ],
    }),
  );
  const [first, second, third] = added.lines.data;
  expect([offOf(first), offOf(second), offOf(third)]).toEqual([[500, 50], [300, 850, 85], []]);
  expect([added.subtotal, added.total]).toEqual([1750, 1615]);
  expect([first.discounts.length, second.discounts.length, third.discountable]).toEqual([1, 2, false]);
  expect(added.total_discount_amounts.map(({ amount }: { amount: number }) => amount)).toEqual([500, 300, 850, 135]);
  expect((await must(shop.get('/v1/coupons/half'))).times_redeemed).toBe(2);
  const item = await must(shop.get(`/v1/invoiceitems/${second.invoice_item}?expand[]=discounts`));
  expect(item.discounts).toMatchObject([
    { coupon: { id: 'less' }, invoice_item: item.id },
    { coupon: { id: 'half' }, invoice_item: item.id },
  ]);
  const updated = await must(
    shop.post(`/v1/invoices/${id}/update_lines`, {
      lines: [
        { id: first.id, discounts: [] },
        { id: second.id, discounts: [{ discount: second.discounts[1] }] },
        { id: third.id, discountable: true, discounts: [{ coupon: 'half' }] },
      ],
    }),
  );
  expect(updated.lines.data.map(offOf)).toEqual([[100], [1000, 100], [200, 20]]);
  expect(updated.total).toBe(1980);
  expect((await must(shop.get(`/v1/invoiceitems/${pending.id}`))).discounts).toEqual([]);
});

test('a coupon for some products does not apply to lines of others, nor to those without a product', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const price = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 1000, product_data: { name: 'Tea' } }));
  const other = await must(shop.post('/v1/prices', { currency: 'usd', unit_amount: 1000, product_data: { name: 'Coffee' } }));
  await must(shop.post('/v1/coupons', { id: 'tea', percent_off: 30, applies_to: { products: [price.product] } }));
  const discounts = [{ coupon: 'tea' }];
  await itemFor(shop, customer, { amount: 500, discounts });
  await itemFor(shop, customer, { pricing: { price: other.id }, discounts });
  await itemFor(shop, customer, { pricing: { price: price.id }, discounts });
  const draft = await draftOf(shop, customer);
  expect(draft.lines.data.map(offOf)).toEqual([[300], [], []]);
  expect(draft.total).toBe(2200);
});

test('a preview includes the rates and discounts of possible lines, and redeems nothing', async () => {
  const { shop, customer, vat } = await openShop();
  const pending = await itemFor(shop, customer, { amount: 1000, discounts: [{ coupon: 'half' }] });
  const invoice_items = [
    { invoiceitem: pending.id, tax_rates: [vat] },
    { amount: 2000, discounts: [{ coupon: 'less' }, { coupon: 'half' }], tax_rates: [vat] },
  ];
  const preview = await must(shop.post('/v1/invoices/create_preview', { customer, invoice_items, discounts: [{ coupon: 'half' }] }));
  expect(preview.lines.data.map(offOf)).toEqual([
    [500, 250],
    [300, 850, 425],
  ]);
  expect(preview.lines.data.map(taxOf)).toEqual([[50], [85]]);
  expect([preview.subtotal, preview.total]).toEqual([1350, 810]);
  expect((await must(shop.get('/v1/coupons/half'))).times_redeemed).toBe(1);
});

test.each([
  ['an unknown coupon', { discounts: [{ coupon: 'unknown' }] }, 'discounts[0][coupon]'],
  ['a coupon twice', { discounts: [{ coupon: 'half' }, { coupon: 'half' }] }, 'discounts[1][coupon]'],
  ['a discount of another object', { discounts: [{ discount: 'di_other' }] }, 'discounts[0][discount]'],
  ['a tax rate twice', { tax_rates: ['vat', 'vat'] }, 'tax_rates'],
])('400: a line with %s', async (_, given, param) => {
  const { shop, customer, vat } = await openShop();
  const said = 'tax_rates' in given ? { tax_rates: [vat, vat] } : given;
  const { id } = await must(shop.post('/v1/invoices', { customer }));
  const item = await shop.post('/v1/invoiceitems', { customer, currency: 'usd', amount: 1000, invoice: id, ...said });
  expect([item.status, item.body.error.param]).toEqual([400, param]);
  const lines = await shop.post(`/v1/invoices/${id}/add_lines`, { lines: [{ amount: 1000 }, { amount: 1000, ...said }] });
  const [head = '', ...rest] = param.split('[');
  expect([lines.status, lines.body.error.param]).toEqual([400, [`lines[1][${head}]`, ...rest].join('[')]);
  expect((await must(shop.get('/v1/coupons/half'))).times_redeemed).toBe(0);
});

test('a line for an exempt customer costs the same: inclusive taxes are deducted before discounts', async () => {
  const { shop, customer, inside } = await openShop();
  await must(shop.post(`/v1/customers/${customer}`, { tax_exempt: 'reverse' }));
  await itemFor(shop, customer, { amount: 1100, tax_rates: [inside], discounts: [{ coupon: 'half' }] });
  const draft = await draftOf(shop, customer);
  expect(draft.lines.data[0]).toMatchObject({ amount: 1000, taxes: [{ amount: 0, taxability_reason: 'reverse_charge' }] });
  expect([offOf(draft.lines.data[0]), draft.total]).toEqual([[500], 500]);
});

test('400: a coupon with two redemptions cannot be given to three lines of one request', async () => {
  const { shop, customer } = await openShop();
  await must(shop.post('/v1/coupons', { id: 'two', percent_off: 10, max_redemptions: 2 }));
  const { id } = await must(shop.post('/v1/invoices', { customer }));
  const line = { amount: 100, discounts: [{ coupon: 'two' }] };
  const { status, body } = await shop.post(`/v1/invoices/${id}/add_lines`, { lines: [line, line, line] });
  expect([status, body.error.code, body.error.param]).toEqual([400, 'coupon_expired', 'lines[2][discounts][0][coupon]']);
  expect((await invoiceNow(shop, { id })).lines.data).toEqual([]);
});

test.each([[{ default_tax_rates: [] }], [{ discounts: [] }]])('400: %j of an open invoice', async (given) => {
  const { shop, customer } = await openShop();
  await itemFor(shop, customer, { amount: 1000 });
  const { id } = await draftOf(shop, customer);
  await must(shop.post(`/v1/invoices/${id}/finalize`));
  const { status, body } = await shop.post(`/v1/invoices/${id}`, given);
  expect([status, body.error.code, body.error.param]).toEqual([400, 'invoice_not_editable', Object.keys(given)[0]]);
});

test('every invariant holds afterwards', async () => {
  expect(await audit(service.engine.database)).toEqual([]);
});
