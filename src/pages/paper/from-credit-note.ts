import type { Expanded, ViewOf } from '../../kernel/base/views.js';
import type { creditNote } from '../../resources/billing/credit-notes/credit-note.js';
import {
  type AccountDocument,
  creditsOf,
  discountsOf,
  type InvoiceDocument,
  lineOf,
  namesIn,
  pageSizeOf,
  partiesOf,
  taxesOf,
} from './from-document.js';
import type { InvoicePaper } from './invoice-paper.js';

/** A credit note as its page receives it, with its invoice in the place of its id. */
export type CreditNoteDocument = Expanded<ViewOf<typeof creditNote>, { invoice: InvoiceDocument }>;

/** A credit note of the API as it is printed, with the parties of its invoice. */
export function paperOfNote(note: CreditNoteDocument, account: AccountDocument, logo: Uint8Array | null): InvoicePaper {
  const { invoice, livemode, number, currency, subtotal, total } = note;
  const names = namesIn(invoice, note.lines.data);
  return {
    ...{ kind: 'credit_note', page_size: pageSizeOf(invoice), livemode, number, currency, subtotal, total },
    ...partiesOf(invoice, account, logo),
    ...{ applied_balance: 0, carried_over: 0, credited: 0, amount_due: 0, amount_paid: 0, amount_remaining: 0 },
    ...{ due: null, paid: null, period: null, custom_fields: [] },
    shipping: note.shipping_cost?.amount_subtotal ?? null,
    status: note.status === 'void' ? 'void' : 'open',
    credited_number: invoice.number,
    issued: note.effective_at ?? note.created,
    voided: note.voided_at,
    memo: note.memo,
    footer: invoice.footer,
    lines: note.lines.data.map((line) => lineOf(line, line.unit_amount_decimal, names)),
    discounts: [...discountsOf(note.discount_amounts, names), ...creditsOf(note.pretax_credit_amounts)],
    taxes: taxesOf(note.total_taxes, names),
  };
}
