import type { Fetching } from '../kit/link-routes.js';
import { type AccountShown, merchantOf, merchantOn } from '../kit/merchant.js';
import { ask, type Pages, subjectOf } from '../kit/pages.js';
import { readLogo } from '../kit/read-logo.js';
import { type CreditNoteDocument, paperOfNote } from '../paper/from-credit-note.js';
import { type AccountDocument, type InvoiceDocument, logoOf, paperOf } from '../paper/from-document.js';
import type { ReadCreditNote } from './credit-note-routes.js';
import type { ReadInvoice } from './invoice-routes.js';

/** An account as a page and as a paper shows it. */
type Account = AccountDocument & AccountShown;

type Found<Read> = { readonly body: Read; readonly account: Account };

/** An object that a page was made for, and the account it is of, through the public API; null where there is none. */
async function readAlong<Read>(pages: Pages, token: string, url: string): Promise<Found<Read> | null> {
  const [found, account] = await Promise.all([
    ask(pages, { method: 'GET', url, token }),
    ask(pages, { method: 'GET', url: '/v1/account', token }),
  ]);
  if (found.status !== 200 || account.status !== 200) return null;
  return { body: found.body as Read, account: account.body as Account };
}

const pathOf = (list: string, token: string): string => `/v1/${list}/${encodeURIComponent(subjectOf(token).id)}`;

type Payable = InvoiceDocument & { readonly confirmation_secret: { readonly client_secret: string } | null };

/** Reads the invoice that a page was made for. */
export const invoiceReader =
  (fetching: Fetching): ReadInvoice =>
  async (pages, token) => {
    const found = await readAlong<Payable>(pages, token, `${pathOf('invoices', token)}?expand[0]=confirmation_secret`);
    if (!found) return null;
    const { body: invoice, account } = found;
    const paper = paperOf(invoice, account, await readLogo(fetching, logoOf(invoice)));
    const merchant = merchantOn(paper, logoOf(invoice), merchantOf(account));
    return { paper, merchant, client_secret: invoice.confirmation_secret?.client_secret ?? null };
  };

/** Reads the credit note that an address was made for, and its invoice. */
export const creditNoteReader =
  (fetching: Fetching): ReadCreditNote =>
  async (pages, token) => {
    const found = await readAlong<CreditNoteDocument>(pages, token, `${pathOf('credit_notes', token)}?expand[0]=invoice`);
    if (!found) return null;
    const { body: note, account } = found;
    return paperOfNote(note, account, await readLogo(fetching, logoOf(note.invoice)));
  };
