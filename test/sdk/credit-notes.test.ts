import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** A final invoice of two lines, with 10 % exclusive tax. */
async function finalInvoice(stripe: Stripe): Promise<Stripe.Invoice> {
  const customer = await stripe.customers.create({ payment_method: 'pm_card_visa' });
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 10, inclusive: false });
  for (const amount of [2000, 1000]) await stripe.invoiceItems.create({ customer: customer.id, amount, currency: 'usd' });
  const { id = '' } = await stripe.invoices.create({
    ...{ customer: customer.id, auto_advance: false, default_tax_rates: [rate.id] },
    pending_invoice_items_behavior: 'include',
  });
  return stripe.invoices.finalizeInvoice(id);
}

const lineOf = (invoice: Stripe.Invoice, amount: number): Stripe.CreditNoteCreateParams.Line => ({
  type: 'invoice_line_item',
  invoice_line_item: String(invoice.lines.data[0]?.id),
  amount,
});

forEachSdk('$name: a credit note is previewed, issued, retrieved, updated, listed and voided', async (sdk) => {
  const stripe = connect(sdk, service);
  const invoice = await finalInvoice(stripe);
  const asked = { invoice: String(invoice.id), lines: [lineOf(invoice, 500)], memo: 'Sorry' };
  const previewed = await stripe.creditNotes.preview(asked);
  expect([previewed.total, previewed.subtotal]).toEqual([550, 500]);
  expect((await stripe.creditNotes.listPreviewLineItems(asked)).data.map(({ amount }) => amount)).toEqual([500]);
  const note = await stripe.creditNotes.create({ ...asked, reason: 'order_change', metadata: { a: 'b' } });
  expect(note).toMatchObject({ object: 'credit_note', type: 'pre_payment', total: 550, status: 'issued', memo: 'Sorry' });
  const older = note as unknown as { readonly tax_amounts: readonly object[] };
  expect([older.tax_amounts, note.total_taxes]).toMatchObject([
    [{ amount: 50, inclusive: false, taxable_amount: 500 }],
    [{ amount: 50, tax_behavior: 'exclusive', type: 'tax_rate_details' }],
  ]);
  const found = await stripe.creditNotes.retrieve(note.id, { expand: ['invoice', 'customer'] });
  expect((found.invoice as Stripe.Invoice).amount_due).toBe(2750);
  expect((await stripe.creditNotes.listLineItems(note.id)).data[0]?.invoice_line_item).toBe(invoice.lines.data[0]?.id);
  expect((await stripe.creditNotes.update(note.id, { memo: 'Thanks' })).memo).toBe('Thanks');
  expect((await stripe.creditNotes.list({ invoice: String(invoice.id), created: { gt: 1 } })).data.map(({ id }) => id)).toEqual([note.id]);
  const voided = await stripe.creditNotes.voidCreditNote(note.id);
  expect([voided.status, (await stripe.invoices.retrieve(String(invoice.id))).amount_due]).toEqual(['void', 3300]);
});

forEachSdk('$name: the refund of a paid invoice is shown in the shape of each version', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id = '' } = await finalInvoice(stripe);
  const invoice = await stripe.invoices.pay(id);
  const asked = { invoice: id, lines: [lineOf(invoice, 1000)] };
  expect(await errorOf(stripe.creditNotes.create(asked))).toMatchObject({ statusCode: 400, param: 'refund_amount' });
  const note = await stripe.creditNotes.create({ ...asked, refund_amount: 600, credit_amount: 400, out_of_band_amount: 100 });
  expect(note).toMatchObject({ type: 'post_payment', total: 1100, out_of_band_amount: 100, post_payment_amount: 1100 });
  const { refund } = note as unknown as { readonly refund: string };
  expect(note.refunds).toMatchObject([{ amount_refunded: 600, refund, type: 'refund' }]);
  expect((await stripe.refunds.retrieve(refund)).amount).toBe(600);
  const linked = await stripe.refunds.create({ charge: String((invoice as unknown as { charge: string }).charge), amount: 100 });
  const by_link = sdk.name === 'stripe 17' ? { refund: linked.id } : { refunds: [{ refund: linked.id }] };
  const other = await stripe.creditNotes.create(untyped({ invoice: id, amount: 100, ...by_link }));
  expect(other.refunds[0]).toMatchObject({ refund: linked.id, amount_refunded: 100 });
});
