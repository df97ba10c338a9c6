import type Stripe from 'stripe';
import { expect } from 'vitest';
import { connect, errorOf, forEachSdk, untyped } from '../support/sdk.js';
import { commonService } from '../support/services.js';

const service = await commonService();

/** A customer with a card that can be charged off session. */
async function payer(stripe: Stripe, card = 'pm_card_visa'): Promise<string> {
  const { id } = await stripe.customers.create({
    name: 'Jo',
    payment_method: card,
    invoice_settings: { default_payment_method: card },
  });
  return id;
}

type Older = {
  readonly payment_intent: string;
  readonly charge: string;
  readonly paid: boolean;
  readonly tax: number;
  readonly total_tax_amounts: readonly { readonly amount: number; readonly tax_rate: string }[];
};

forEachSdk('$name: an invoice is drafted, taxed, finalized and paid, and has the shape of this SDK', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await payer(stripe);
  const rate = await stripe.taxRates.create({ display_name: 'VAT', percentage: 20, inclusive: false });
  await stripe.invoiceItems.create({ customer, amount: 1000, currency: 'usd', description: 'Work', tax_rates: [rate.id] });
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include', metadata: { order: '7' } });
  const open = await stripe.invoices.finalizeInvoice(draft.id);
  expect([open.status, open.amount_due, open.lines.data[0]?.description]).toEqual(['open', 1200, 'Work']);
  const paid = await stripe.invoices.pay(draft.id);
  expect([paid.status, paid.amount_paid, paid.status_transitions.paid_at !== null]).toEqual(['paid', 1200, true]);
  const older = untyped<Older>(paid);
  expect([older.paid, older.tax, older.total_tax_amounts[0]?.tax_rate]).toEqual([true, 200, rate.id]);
  expect(paid.total_taxes?.[0]).toMatchObject({ amount: 200, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: rate.id } });
  expect((await stripe.paymentIntents.retrieve(older.payment_intent)).latest_charge).toBe(older.charge);
  const lines = await stripe.invoices.listLineItems(draft.id);
  expect(lines.data.map(({ amount, parent }) => [amount, parent?.type])).toEqual([[1000, 'invoice_item_details']]);
});

forEachSdk('$name: the payments of an invoice are listed by it and by their payment', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await payer(stripe);
  const draft = await stripe.invoices.create({ customer });
  await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 700, currency: 'usd' });
  await stripe.invoices.finalizeInvoice(draft.id);
  const paid = await stripe.invoices.pay(draft.id, { expand: ['payments.data.payment.payment_intent', 'confirmation_secret'] });
  const [payment] = paid.payments?.data ?? [];
  const intent = payment?.payment.payment_intent as Stripe.PaymentIntent;
  expect([payment?.status, payment?.amount_paid, intent.status]).toEqual(['paid', 700, 'succeeded']);
  expect(paid.confirmation_secret?.client_secret).toBe(intent.client_secret);
  if (!('invoicePayments' in stripe)) return;
  const found = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } });
  expect(found.data.map(({ invoice }) => invoice)).toEqual([draft.id]);
});

forEachSdk('$name: a decline is a card error, and an open invoice cannot be edited', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await payer(stripe, 'pm_card_chargeCustomerFail');
  await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
  await stripe.invoices.finalizeInvoice(draft.id);
  expect(await errorOf(stripe.invoices.pay(draft.id))).toMatchObject({ type: 'StripeCardError', code: 'card_declined', statusCode: 402 });
  expect(await errorOf(stripe.invoices.del(draft.id))).toMatchObject({ code: 'invoice_not_editable', statusCode: 400 });
  expect((await stripe.invoices.voidInvoice(draft.id)).status).toBe('void');
});

forEachSdk('$name: the next invoice is previewed', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await payer(stripe);
  await stripe.invoiceItems.create({ customer, amount: 700, currency: 'usd' });
  const preview = await stripe.invoices.createPreview({ customer });
  expect([preview.total, preview.billing_reason]).toEqual([700, 'upcoming']);
});

forEachSdk('$name: an open invoice is revised, and a subscription is billed for its pending items', async (sdk) => {
  const stripe = connect(sdk, service);
  const customer = await payer(stripe);
  await stripe.invoiceItems.create({ customer, amount: 1000, currency: 'usd' });
  const draft = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
  await stripe.invoices.finalizeInvoice(draft.id);
  const revised = await stripe.invoices.create({ from_invoice: { action: 'revision', invoice: draft.id }, description: 'Again' });
  expect(revised.from_invoice).toEqual({ action: 'revision', invoice: draft.id });
  await stripe.invoices.finalizeInvoice(revised.id);
  const original = await stripe.invoices.retrieve(draft.id);
  expect([original.status, original.latest_revision]).toEqual(['void', revised.id]);
  const price_data = { currency: 'usd', unit_amount: 500, recurring: { interval: 'month' as const } };
  const product = (await stripe.products.create({ name: 'Tea' })).id;
  const subscription = (await stripe.subscriptions.create({ customer, items: [{ price_data: { ...price_data, product } }] })).id;
  await stripe.invoiceItems.create({ customer, amount: 70, currency: 'usd', subscription });
  expect((await stripe.invoices.create({ subscription })).total).toBe(70);
});

forEachSdk('$name: a line defines its product, and a customer the rule for their transfers', async (sdk) => {
  const stripe = connect(sdk, service);
  const { id: customer } = await stripe.customers.create({
    cash_balance: { settings: { reconciliation_mode: 'manual' } },
    tax: { validate_location: 'deferred' },
  });
  expect((await stripe.customers.retrieveCashBalance(customer)).settings.reconciliation_mode).toBe('manual');
  await stripe.invoiceItems.create({ customer, amount: 10, currency: 'usd', tax_behavior: 'exclusive', tax_code: 'txcd_10000000' });
  const { id } = await stripe.invoices.create({ customer });
  const price_data = { currency: 'usd', unit_amount: 300, product_data: { name: 'Tea' } };
  const { lines } = await stripe.invoices.addLines(id, { lines: [{ price_data, quantity: 2 }] });
  expect([lines.data[0]?.amount, lines.data[0]?.description]).toEqual([600, 'Tea']);
  expect((await stripe.subscriptions.list({ automatic_tax: { enabled: true } })).data).toEqual([]);
});
