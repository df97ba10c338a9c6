import { draftOf, itemFor, must } from './billing.js';
import type { Answer, Client } from './service.js';

type Params = Readonly<Record<string, unknown>>;
type About = { readonly customer?: string } & Params;
type Body = Answer['body'];

/** A customer who pays by a saved card. */
export const payingCustomer = async (shop: Client, more: Params = {}): Promise<string> =>
  (await must(shop.post('/v1/customers', { email: 'jo@example.com', payment_method: 'pm_card_visa', ...more }))).id;

/** A final, unpaid invoice of these amounts or items. */
export async function finalInvoice(shop: Client, items: readonly (number | Params)[], { customer, ...more }: About = {}): Promise<Body> {
  const payer = customer ?? (await payingCustomer(shop));
  for (const item of items) await itemFor(shop, payer, typeof item === 'number' ? { amount: item } : item);
  const draft = await draftOf(shop, payer, { auto_advance: false, ...more });
  return must(shop.post(`/v1/invoices/${draft.id}/finalize`));
}

/** The same, paid. */
export async function paidInvoice(shop: Client, items: readonly (number | Params)[], about: About = {}): Promise<Body> {
  const { id } = await finalInvoice(shop, items, about);
  return must(shop.post(`/v1/invoices/${id}/pay`));
}
