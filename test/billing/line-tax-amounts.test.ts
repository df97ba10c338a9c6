import { extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { draftOf, itemFor, must, shopWithCustomer } from '../support/billing.js';
import { commonService } from '../support/services.js';

const service = await commonService();

const lodging = { display_name: 'Lodging tax', inclusive: false, percentage: 5.5, country: 'US', state: 'TX', tax_type: 'hospitality_tax' };
const taxOf = (amount: number, more: object = {}) => ({ amount, taxable_amount: 1000, tax_rate_data: { ...lodging, ...more } });

/** A draft with one line of 1000. */
async function draftWithLine() {
  const { shop, customer } = await shopWithCustomer(service, { card: 'pm_card_visa' });
  await itemFor(shop, customer, { amount: 1000 });
  const draft = await draftOf(shop, customer);
  return { shop, customer, draft, path: `/v1/invoices/${draft.id}`, line: draft.lines.data[0].id };
}

test('the taxes of a line are those that were sent, and their rate is stored when the invoice is finalized', async () => {
  const { shop, path, line } = await draftWithLine();
  const sent = { ...taxOf(55), taxability_reason: 'portion_standard_rated' };
  const taxed = await must(shop.post(`${path}/lines/${line}`, { tax_amounts: [sent] }));
  expect(taxed).toMatchObject({ subtotal: 1000, total: 1055, total_excluding_tax: 1000 });
  expect(taxed.total_taxes).toMatchObject([{ amount: 55, taxable_amount: 1000, taxability_reason: 'portion_standard_rated' }]);
  expect(taxed.lines.data[0]).toMatchObject({ taxes: [{ amount: 55, tax_behavior: 'exclusive' }], tax_rates: [] });
  expect((await must(shop.post(path, { description: 'Again' }))).total).toBe(1055);
  const open = await must(shop.post(`${path}/finalize`));
  const rate = await must(shop.get(`/v1/tax_rates/${open.total_taxes[0].tax_rate_details.tax_rate}`));
  expect(rate).toMatchObject({ ...lodging, active: false });
  const answer = await fetch(open.invoice_pdf);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await answer.arrayBuffer())), { mergePages: true });
  expect(text).toContain('Lodging tax');
});

test('an inclusive tax that was sent is part of the amount, and a credit note of the line gives back its share', async () => {
  const { shop, path, line, draft } = await draftWithLine();
  const lines = [{ id: line, tax_amounts: [taxOf(100, { inclusive: true })] }];
  const taxed = await must(shop.post(`${path}/update_lines`, { lines }));
  expect(taxed).toMatchObject({ total: 1000, total_excluding_tax: 900, subtotal_excluding_tax: 900 });
  expect(taxed.lines.data[0].amount_excluding_tax).toBe(900);
  await must(shop.post(`${path}/pay`));
  const credited = [{ type: 'invoice_line_item', invoice_line_item: line, amount: 500 }];
  const note = await must(shop.post('/v1/credit_notes', { invoice: draft.id, lines: credited, refund_amount: 500 }));
  expect(note).toMatchObject({ total: 500, total_excluding_tax: 450, subtotal_excluding_tax: 450, total_taxes: [{ amount: 50 }] });
});

test('taxes that are sent replace tax rates, and later tax rates or an empty value replace them', async () => {
  const { shop, path, line } = await draftWithLine();
  const { id } = await must(shop.post('/v1/tax_rates', { display_name: 'VAT', inclusive: false, percentage: 20 }));
  const totalWith = async (sent: Readonly<Record<string, unknown>>) => (await must(shop.post(`${path}/lines/${line}`, sent))).total;
  await must(shop.post(path, { default_tax_rates: [id] }));
  expect(await totalWith({ tax_amounts: [taxOf(7)] })).toBe(1007);
  expect(await totalWith({ tax_amounts: '' })).toBe(1200);
  expect(await totalWith({ tax_amounts: [taxOf(7), taxOf(3, { display_name: 'City' })] })).toBe(1010);
  expect(await totalWith({ tax_rates: [id] })).toBe(1200);
  const both = await shop.post(`${path}/lines/${line}`, { tax_rates: [id], tax_amounts: [taxOf(7)] });
  expect([both.status, both.body.error.param]).toEqual([400, 'tax_amounts']);
});

test('lines are added with their taxes', async () => {
  const { shop, path } = await draftWithLine();
  const added = await must(shop.post(`${path}/add_lines`, { lines: [{ amount: 1000, tax_amounts: [taxOf(55)] }] }));
  expect([added.subtotal, added.total]).toEqual([2000, 2055]);
});
