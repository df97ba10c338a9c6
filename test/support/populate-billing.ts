import { must } from './billing.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

type Of = { readonly clock: string; readonly customer: string; readonly price: string; readonly subscription: string };

/** A subscription on a clock with its invoice, a sent invoice that uses the customer's balance, an open one and a draft, with their items. */
export async function populateBilling(client: Client, { clock, customer, price, subscription }: Of): Promise<Ids> {
  const card = { payment_method: 'pm_card_visa' };
  const max = await must(client.post('/v1/customers', { name: 'Max', test_clock: clock, ...card }));
  await must(
    client.post('/v1/billing/credit_grants', {
      ...{ customer: max.id, amount: { type: 'monetary', monetary: { currency: 'usd', value: 500 } } },
      applicability_config: { scope: { price_type: 'metered' } },
    }),
  );
  const renewing = await must(client.post('/v1/subscriptions', { customer: max.id, items: [{ price }], expand: ['latest_invoice'] }));
  const payments = await must(client.get('/v1/invoice_payments', { invoice: renewing.latest_invoice.id }));
  const sent = await must(client.post('/v1/invoices', { customer, collection_method: 'send_invoice', days_until_due: 30 }));
  await must(client.post('/v1/invoiceitems', { customer, invoice: sent.id, amount: 900, currency: 'usd' }));
  await must(client.post(`/v1/invoices/${sent.id}/finalize`));
  const of = { customer, pending_invoice_items_behavior: 'include', metadata: { order: 'a-1' } };
  const item = await must(client.post('/v1/invoiceitems', { customer, amount: 2000, currency: 'usd', description: 'Work' }));
  const draft = await must(client.post('/v1/invoices', of));
  const open = await must(client.post(`/v1/invoices/${draft.id}/finalize`));
  await must(client.post('/v1/invoiceitems', { customer, subscription, amount: 700, currency: 'usd' }));
  await must(client.post('/v1/invoices', of));
  return { invoice: open.id, invoiceitem: item.id, invoice_payment: payments.data[0].id, line_item_id: open.lines.data[0].id };
}
