import { type AccountDocument, type InvoiceDocument, paperOf } from '../paper/from-document.js';
import type { HostedInvoice } from './invoice-routes.js';
import { ask, type Pages, subjectOf } from './pages.js';

/** Reads the invoice that a page was made for through the public API; null where there is none. */
export async function readInvoice(pages: Pages, token: string): Promise<HostedInvoice | null> {
  const { id } = subjectOf(token);
  const [found, account] = await Promise.all([
    ask(pages, { method: 'GET', url: `/v1/invoices/${encodeURIComponent(id)}?expand[0]=confirmation_secret`, token }),
    ask(pages, { method: 'GET', url: '/v1/account', token }),
  ]);
  if (found.status !== 200 || account.status !== 200) return null;
  const invoice = found.body as InvoiceDocument;
  return { paper: paperOf(invoice, account.body as AccountDocument), client_secret: invoice.confirmation_secret?.client_secret ?? null };
}
