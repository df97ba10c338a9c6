import { allEvents } from './callers.js';
import type { Answer, Client, TestService } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type Body = Answer['body'];

/** A shop with one customer, who can be charged off session where a card is named. */
export async function shopWithCustomer(
  service: Pick<TestService, 'client'>,
  { card, ...params }: Params & { readonly card?: string } = {},
): Promise<{ shop: Client; customer: string }> {
  const shop = service.client();
  const paying = card ? { payment_method: card, invoice_settings: { default_payment_method: card } } : {};
  return { shop, customer: (await must(shop.post('/v1/customers', { name: 'Jo', email: 'jo@example.com', ...paying, ...params }))).id };
}

/** The body of an answer that must be a success. */
export async function must(answer: Promise<Answer>): Promise<Body> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(text);
  return body;
}

/** An item that is billed with the customer's next invoice, or with the draft that it names. */
export const itemFor = (shop: Client, customer: string, params: Params): Promise<Body> =>
  must(shop.post('/v1/invoiceitems', { customer, currency: 'usd', ...params }));

/** A draft of all pending items. */
export const draftOf = (shop: Client, customer: string, params: Params = {}): Promise<Body> =>
  must(shop.post('/v1/invoices', { customer, pending_invoice_items_behavior: 'include', ...params }));

/** An open invoice for this amount. */
export async function openInvoice(shop: Client, customer: string, amount = 2000, params: Params = {}): Promise<Body> {
  await itemFor(shop, customer, { amount });
  const draft = await draftOf(shop, customer, params);
  return must(shop.post(`/v1/invoices/${draft.id}/finalize`));
}

/** The current state of an invoice. */
export const invoiceNow = (shop: Client, { id }: { id: string }, query?: Params): Promise<Body> =>
  must(shop.get(`/v1/invoices/${id}`, query));

/** The types of all events since a position in the list, oldest first. */
export async function toldSince(shop: Client, before = 0): Promise<string[]> {
  const events = await allEvents(shop);
  return events.slice(before).map(({ type }: { type: string }) => type);
}

/** The number of events. */
export const eventsSoFar = async (shop: Client): Promise<number> => (await allEvents(shop)).length;
