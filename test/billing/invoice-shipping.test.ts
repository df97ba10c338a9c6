import { expect, test } from 'vitest';
import { draftOf, itemFor, must, shopWithCustomer } from '../support/billing.js';
import type { Client } from '../support/service.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const express = { display_name: 'Express', fixed_amount: { amount: 500, currency: 'usd' } };

/** A draft of an item of 2000 with this cost of shipping. */
async function shippedDraft(shipping_cost: unknown, of: { readonly card?: string } = { card: 'pm_card_visa' }) {
  const { shop, customer } = await shopWithCustomer(service, of);
  await itemFor(shop, customer, { amount: 2000 });
  return { shop, customer, draft: await draftOf(shop, customer, { shipping_cost }) };
}

const finalized = (shop: Client, { id }: { id: string }) => must(shop.post(`/v1/invoices/${id}/finalize`));

test('the cost of shipping is added to the total after discounts, and a new rate is stored', async () => {
  const { shop, customer, draft } = await shippedDraft({ shipping_rate_data: express });
  expect(draft).toMatchObject({
    ...{ subtotal: 2000, total: 2500, total_excluding_tax: 2500, amount_due: 2500, amount_shipping: 500 },
    shipping_cost: { amount_subtotal: 500, amount_tax: 0, amount_total: 500, taxes: [] },
  });
  const rate = await must(shop.get(`/v1/shipping_rates/${draft.shipping_cost.shipping_rate}`));
  expect(rate).toMatchObject({ object: 'shipping_rate', display_name: 'Express', fixed_amount: { amount: 500 } });
  const coupon = await must(shop.post('/v1/coupons', { percent_off: 50, duration: 'once' }));
  const halved = await must(shop.post(`/v1/invoices/${draft.id}`, { discounts: [{ coupon: coupon.id }] }));
  expect([halved.subtotal, halved.total, halved.amount_shipping]).toEqual([2000, 1500, 500]);
  const paid = await must(shop.post(`/v1/invoices/${draft.id}/pay`, { expand: ['shipping_cost.shipping_rate'] }));
  expect([paid.status, paid.amount_paid, paid.shipping_cost.shipping_rate.id]).toEqual(['paid', 1500, rate.id]);
  const { data } = await must(shop.get('/v1/charges', { customer }));
  expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([1500]);
});

test('an existing rate is named, replaced and removed while the invoice is a draft, and not afterwards', async () => {
  const { shop, draft } = await shippedDraft({ shipping_rate_data: express });
  const other = await must(shop.post('/v1/shipping_rates', { display_name: 'Slow', fixed_amount: { amount: 100, currency: 'usd' } }));
  const slow = await must(shop.post(`/v1/invoices/${draft.id}`, { shipping_cost: { shipping_rate: other.id } }));
  expect([slow.total, slow.shipping_cost.shipping_rate]).toEqual([2100, other.id]);
  expect((await must(shop.post(`/v1/invoices/${draft.id}`, { description: 'Thanks' }))).total).toBe(2100);
  const without = await must(shop.post(`/v1/invoices/${draft.id}`, { shipping_cost: '' }));
  expect(without).toMatchObject({ total: 2000, amount_shipping: 0, shipping_cost: null });
  await must(shop.post(`/v1/invoices/${draft.id}`, { shipping_cost: { shipping_rate: other.id } }));
  await finalized(shop, draft);
  const late = await shop.post(`/v1/invoices/${draft.id}`, { shipping_cost: '' });
  expect([late.status, late.body.error.code, late.body.error.param]).toEqual([400, 'invoice_not_editable', 'shipping_cost']);
});

test('400: a rate that is inactive, in another currency or said twice is refused with the parameter', async () => {
  const { shop, customer } = await shopWithCustomer(service);
  const create = async (shipping_cost: object) =>
    (await shop.post('/v1/invoices', { customer, currency: 'usd', shipping_cost })).body.error;
  const euros = { display_name: 'Euro', fixed_amount: { amount: 1, currency: 'eur' } };
  const { id } = await must(shop.post('/v1/shipping_rates', euros));
  expect((await create({ shipping_rate: id })).param).toBe('shipping_cost[shipping_rate]');
  expect((await create({ shipping_rate_data: euros })).param).toBe('shipping_cost[shipping_rate_data]');
  expect((await create({ shipping_rate: id, shipping_rate_data: euros })).param).toBe('shipping_cost[shipping_rate]');
  await must(shop.post(`/v1/shipping_rates/${id}`, { active: false }));
  expect((await create({ shipping_rate: id })).message).toContain('inactive');
});

test('a revision has the shipping of its original', async () => {
  const { shop, customer, draft } = await shippedDraft({ shipping_rate_data: express }, {});
  await finalized(shop, draft);
  const revision = await must(shop.post('/v1/invoices', { customer, from_invoice: { action: 'revision', invoice: draft.id } }));
  expect([revision.total, revision.shipping_cost.shipping_rate]).toEqual([2500, draft.shipping_cost.shipping_rate]);
});

test('the page and the PDF show the cost of shipping, and so do those of a credit note', async () => {
  const { shop, draft } = await shippedDraft({ shipping_rate_data: express });
  const open = await finalized(shop, draft);
  const page = await (await fetch(open.hosted_invoice_url)).text();
  expect(page).toMatch(/Shipping.*\$5\.00/s);
  expect((await fetch(open.invoice_pdf)).headers.get('content-type')).toBe('application/pdf');
  const { shipping_rate } = open.shipping_cost;
  const note = await must(shop.post('/v1/credit_notes', { invoice: draft.id, shipping_cost: { shipping_rate } }));
  expect((await fetch(note.pdf)).headers.get('content-type')).toBe('application/pdf');
});

test('a credit note credits the whole cost of shipping once, alone or with lines', async () => {
  const { shop, draft } = await shippedDraft({ shipping_rate_data: express });
  const { shipping_rate } = draft.shipping_cost;
  const paid = await must(shop.post(`/v1/invoices/${draft.id}/pay`));
  const lines = [{ type: 'invoice_line_item', invoice_line_item: paid.lines.data[0].id, amount: 1000 }];
  const whole = { invoice: paid.id, lines, shipping_cost: { shipping_rate } };
  const shown = { invoice: paid.id, 'shipping_cost[shipping_rate]': shipping_rate };
  expect(await must(shop.get('/v1/credit_notes/preview', shown))).toMatchObject({ total: 500, amount_shipping: 500 });
  const note = await must(shop.post('/v1/credit_notes', { ...whole, refund_amount: 1500 }));
  expect(note).toMatchObject({ subtotal: 1000, total: 1500, shipping_cost: { amount_total: 500, shipping_rate } });
  expect((await must(shop.get(`/v1/refunds/${note.refund}`))).amount).toBe(1500);
  const refusal = async (more: object) => (await shop.post('/v1/credit_notes', { invoice: paid.id, ...more })).body.error;
  const twice = await refusal({ shipping_cost: { shipping_rate }, refund_amount: 500 });
  expect([twice.param, twice.message.includes(note.id)]).toEqual(['shipping_cost[shipping_rate]', true]);
  expect((await refusal({ amount: 500, shipping_cost: { shipping_rate } })).code).toBe('parameters_exclusive');
  expect((await refusal({})).code).toBe('parameter_missing');
});

test('a voided credit note lets shipping be credited again', async () => {
  const { shop, draft } = await shippedDraft({ shipping_rate_data: express });
  await finalized(shop, draft);
  const sent = { invoice: draft.id, shipping_cost: { shipping_rate: draft.shipping_cost.shipping_rate } };
  const note = await must(shop.post('/v1/credit_notes', sent));
  expect((await must(shop.get(`/v1/invoices/${draft.id}`))).amount_remaining).toBe(2000);
  await must(shop.post(`/v1/credit_notes/${note.id}/void`));
  await must(shop.post('/v1/credit_notes', sent));
  expect((await must(shop.get(`/v1/invoices/${draft.id}`))).amount_remaining).toBe(2000);
});

test('automatic taxes apply to shipping, and the tax transaction of a payment and of a credit note contain it', async () => {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa', address: { country: 'DE', postal_code: '10117' } });
  await must(shop.post('/v1/tax/settings', { head_office: { address: { country: 'DE', city: 'Berlin', postal_code: '10117' } } }));
  const de = { type: 'standard', standard: { place_of_supply_scheme: 'standard' } };
  await must(shop.post('/v1/tax/registrations', { country: 'DE', country_options: { de }, active_from: 'now' }));
  const shipping_rate_data = { display_name: 'Post', fixed_amount: { amount: 1000, currency: 'eur' }, tax_behavior: 'exclusive' };
  const sent = { customer, currency: 'eur', automatic_tax: { enabled: true }, shipping_cost: { shipping_rate_data } };
  const { id } = await must(shop.post('/v1/invoices', sent));
  await must(shop.post('/v1/invoiceitems', { customer, invoice: id, currency: 'eur', amount: 2000 }));
  const paid = await must(shop.post(`/v1/invoices/${id}/pay`));
  expect(paid).toMatchObject({ total: 3570, total_excluding_tax: 3000, total_taxes: [{ amount: 570, taxable_amount: 3000 }] });
  const { shipping_rate, ...cost } = paid.shipping_cost;
  expect(cost).toMatchObject({ amount_subtotal: 1000, amount_tax: 190, amount_total: 1190 });
  expect(cost.taxes).toMatchObject([{ amount: 190, taxability_reason: 'standard_rated', rate: { country: 'DE', percentage: 19 } }]);
  const sale = (await must(shop.get('/v1/tax/transactions'))).data[0];
  expect(sale.shipping_cost).toMatchObject({ amount: 1000, amount_tax: 190, shipping_rate });
  await must(shop.post('/v1/credit_notes', { invoice: id, shipping_cost: { shipping_rate }, refund_amount: 1190 }));
  const [back] = (await must(shop.get('/v1/tax/transactions'))).data;
  expect(back).toMatchObject({ type: 'reversal', shipping_cost: { amount: -1000, amount_tax: -190 }, line_items: { data: [] } });
});
