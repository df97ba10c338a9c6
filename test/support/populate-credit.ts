import { finalInvoice } from './billed.js';
import { must } from './billing.js';
import type { Ids } from './populate.js';
import type { Client } from './service.js';

/** A credit note on a separate open invoice. */
export async function populateCredit(client: Client, customer: string): Promise<Ids> {
  const invoice = await finalInvoice(client, [5000], { customer });
  const note = await must(client.post('/v1/credit_notes', { invoice: invoice.id, amount: 100, memo: 'One was broken' }));
  return { credit_note: note.id, invoice: invoice.id };
}
