import { post } from '../kit/action.js';
import type { Description } from '../kit/description.js';
import { dates, equal } from '../kit/filters.js';
import * as member from '../kit/members.js';
import { say } from '../say.js';
import type { InvoiceLine } from './invoice-parts.js';
import { InvoiceLines } from './lines.js';

type CreditNote = {
  readonly id: string;
  readonly created: number;
  readonly status: string;
  readonly currency: string;
  readonly customer: member.Referred;
  readonly invoice: member.Referred;
  readonly lines: { readonly data: readonly InvoiceLine[]; readonly has_more: boolean };
  readonly memo: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly number: string;
  readonly pdf: string | null;
  readonly reason: string | null;
  readonly refund: string | null;
  readonly total: number;
  readonly type: string;
};

/** Credit notes. */
export const creditNotes: Description<CreditNote> = {
  name: 'credit-notes',
  path: 'credit_notes',
  label: 'Credit notes',
  one: 'credit note',
  expand: ['customer'],
  title: ({ number }) => number,
  status: ({ status }) => status,
  columns: [
    member.amount(
      'Total',
      (it) => it.total,
      (it) => it.currency,
    ),
    member.status((it) => it.status),
    member.text('Number', (it) => it.number),
    member.reference('Customer', (it) => it.customer),
    member.reference('Invoice', (it) => it.invoice),
    member.created,
    member.id,
  ],
  filters: [equal('customer', 'Customer', 'cus_…'), equal('invoice', 'Invoice', 'in_…'), dates()],
  empty: {
    text: 'Credit notes reduce finalized invoices. The page of an invoice creates them, or this command:',
    command: 'credit_notes -d invoice=in_… -d amount=1000',
  },
  facts: [
    member.created,
    member.reference('Customer', (it) => it.customer),
    member.reference('Invoice', (it) => it.invoice),
    member.constant('Reason', (it) => it.reason),
    member.constant('Type', (it) => it.type),
    member.reference('Refund (noun)', (it) => it.refund),
    member.text('Memo', (it) => it.memo),
    member.address('PDF', (it) => it.pdf),
    member.metadata,
  ],
  sections: [{ label: 'Lines', Show: InvoiceLines }],
  actions: [
    {
      label: 'Void',
      is_destructive: true,
      when: ({ status, type }) => status === 'issued' && type === 'pre_payment',
      question: () => say('The amount of the invoice is due again.'),
      request: ({ id }) => post(`credit_notes/${id}/void`),
    },
  ],
};
