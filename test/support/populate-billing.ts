import { type Ids, made } from './populate.js';
import type { Client } from './service.js';

/** An invoice that is owed and one that is a draft, what is put on them, and what pays the first. */
export async function populateBilling(client: Client, customer: string): Promise<Ids> {
  const item = await made(client, '/v1/invoiceitems', { customer, amount: 2000, currency: 'usd', description: 'Work' });
  const of = { customer, pending_invoice_items_behavior: 'include', metadata: { order: 'a-1' } };
  const draft = await made(client, '/v1/invoices', of);
  const open = await made(client, `/v1/invoices/${draft.id}/finalize`, {});
  await made(client, '/v1/invoiceitems', { customer, amount: 500, currency: 'usd' });
  await made(client, '/v1/invoices', { ...of, collection_method: 'send_invoice' });
  const clock = await made(client, '/v1/test_helpers/test_clocks', { frozen_time: 1_800_000_000 });
  const later = await made(client, '/v1/customers', { name: 'Kim', test_clock: clock.id });
  await made(client, '/v1/invoices', { customer: later.id });
  const { body } = await client.get('/v1/invoice_payments', { invoice: open.id });
  return { invoice: open.id, invoiceitem: item.id, invoice_payment: body.data[0].id, line_item_id: open.lines.data[0].id };
}
