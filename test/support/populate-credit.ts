import { finalInvoice } from './billed.js';
import { must } from './billing.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

const post = { display_name: 'Post', fixed_amount: { amount: 500, currency: 'usd' } };

/** Credit notes on a separate open invoice: of its shipping, and of an amount. */
export async function populateCredit(client: Client, customer: string): Promise<Ids> {
  const invoice = await finalInvoice(client, [5000], { customer, shipping_cost: { shipping_rate_data: post } });
  const { shipping_rate } = invoice.shipping_cost;
  await must(client.post('/v1/credit_notes', { invoice: invoice.id, shipping_cost: { shipping_rate } }));
  const note = await must(client.post('/v1/credit_notes', { invoice: invoice.id, amount: 100, memo: 'One was broken' }));
  return { credit_note: note.id, invoice: invoice.id };
}
