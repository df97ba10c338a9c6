import { type AccountDocument, type InvoiceDocument, paperOf } from '../paper/from-document.js';
import type { HostedInvoice } from './invoice-routes.js';
import { ask, type Pages, subjectOf } from './pages.js';

const expanded = [
  'customer',
  'confirmation_secret',
  'total_taxes.tax_rate_details.tax_rate',
  'lines.data.taxes.tax_rate_details.tax_rate',
  'total_discount_amounts.discount',
];

/** Reads the invoice that a page was made for through the public API; null where there is none. */
export async function readInvoice(pages: Pages, token: string): Promise<HostedInvoice | null> {
  const { id } = subjectOf(token);
  const query = expanded.map((path, place) => `expand[${place}]=${path}`).join('&');
  const [found, account] = await Promise.all([
    ask(pages, { method: 'GET', url: `/v1/invoices/${encodeURIComponent(id)}?${query}`, token }),
    ask(pages, { method: 'GET', url: '/v1/account', token }),
  ]);
  if (found.status !== 200 || account.status !== 200) return null;
  const invoice = found.body as InvoiceDocument;
  return { paper: paperOf(invoice, account.body as AccountDocument), client_secret: invoice.confirmation_secret?.client_secret ?? null };
}
