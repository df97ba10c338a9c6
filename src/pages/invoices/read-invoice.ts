import type { Expanded } from '../../kernel/base/views.js';
import type { WithMerchant } from '../../resources/accounts/accounts/merchant.js';
import type { creditNote } from '../../resources/billing/credit-notes/credit-note.js';
import type { invoice } from '../../resources/billing/invoices/invoice.js';
import type { Fetching } from '../kit/link-routes.js';
import { merchantOf, merchantOn } from '../kit/merchant.js';
import { readFor, subjectOf } from '../kit/pages.js';
import { readLogo } from '../kit/read-logo.js';
import { paperOfNote } from '../paper/from-credit-note.js';
import { type InvoiceDocument, logoOf, paperOf } from '../paper/from-document.js';
import type { ReadCreditNote } from './credit-note-routes.js';
import type { ReadInvoice } from './invoice-routes.js';

const pathOf = (list: string, token: string): string => `/v1/${list}/${encodeURIComponent(subjectOf(token).id)}`;

type Payable = Expanded<WithMerchant<typeof invoice>, { confirmation_secret: { readonly client_secret: string } | null }>;

type Credited = Expanded<WithMerchant<typeof creditNote>, { invoice: InvoiceDocument }>;

/** Reads the invoice that a page was made for. */
export const invoiceReader =
  (fetching: Fetching): ReadInvoice =>
  async (pages, token) => {
    const found = await readFor<Payable>(pages, token, `${pathOf('invoices', token)}?expand[0]=confirmation_secret`);
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
    const found = await readFor<Credited>(pages, token, `${pathOf('credit_notes', token)}?expand[0]=invoice`);
    if (!found) return null;
    const { body: note, account } = found;
    return paperOfNote(note, account, await readLogo(fetching, logoOf(note.invoice)));
  };
