import { set } from '../../../kernel/base/effects.js';
import { listed } from '../../../kernel/base/handler.js';
import { pick } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { one } from '../../../kernel/base/reads.js';
import { action, creation, list, retrieve, rule } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { paymentIntent } from '../../payments/payment-intents/payment-intent.js';
import { invoice } from '../invoices/invoice.js';
import { openPayments, requireNoneUnderWay } from '../invoices/payments.js';
import { create } from './create.js';
import { type CreditNote, creditNote } from './credit-note.js';
import { credited } from './credited.js';
import { drawn } from './draw.js';
import { reads, takes } from './input.js';

/** Shows what a note would be. */
export const preview = creation(creditNote, {
  takes: { ...takes, ...paging },
  reads,
  decide: ({ it, input, ...seen }, asked) => {
    const note = drawn(it.id, input, seen, asked, true);
    return set(it, { status: 'issued', ...note.members });
  },
});

/** Changes what is said of a note; what it takes off is final. */
export const update = rule(creditNote, 'update', {
  takes: pick(creditNote.fields, 'memo', 'metadata'),
  decide: ({ it, input }) => set(it, input),
});

/** Takes a note back while its invoice is still to be paid: what it took off is due again. */
export const voidNote = rule(creditNote, 'void', {
  from: ['issued'],
  reads: {
    invoice,
    payments: openPayments('invoice'),
    intents: one(paymentIntent, 'payments.payment.payment_intent'),
  },
  decide: ({ it, invoice: of, intents }, asked) => {
    if (of?.status !== 'open' && of?.status !== 'uncollectible') {
      const message = `A credit note can be voided only while its invoice is open; this one is ${of?.status ?? 'deleted'}.`;
      return asked.refuse({ code: 'credit_note_unexpected_state', message });
    }
    requireNoneUnderWay(intents, asked);
    const back = { pre_payment_amount: -it.pre_payment_amount, post_payment_amount: 0 };
    return [
      set(it, { status: 'void', voided_at: asked.now }),
      credited(
        of,
        back,
        asked,
        of.taxes_credited?.filter(({ note }) => note !== it.id),
      ),
    ];
  },
});

const listLines = listed(
  creditNote.fields.lines,
  'GET /v1/credit_notes/:id/lines',
  paging,
  'List the lines of a credit note',
  async ({ params, path, read, refuse }) => {
    const { id = '' } = path;
    const note = (await read.find(creditNote, id)) as CreditNote | null;
    if (!note) return refuse({ code: 'resource_missing', param: 'id', message: `No such credit_note: '${id}'` });
    return pageOf(note.lines.data, note.lines.url, params);
  },
  { about: 'Lists the lines of a credit note.' },
);

/** The credit notes group. */
export const creditNotes = [
  action('POST /v1/credit_notes', create, {
    about:
      "Credits a final invoice. An unpaid part is no longer due; a paid part is refunded, credited to the customer's balance, or given back outside Florin.",
  }),
  action('GET /v1/credit_notes/preview', preview, {
    preview: 'cn',
    about: 'Shows the credit note that the parameters would create. Nothing is stored or given back.',
  }),
  action('GET /v1/credit_notes/preview/lines', preview, {
    preview: 'cn',
    page_of: 'lines',
    about: 'Lists the lines of the credit note that the parameters would create.',
  }),
  action('POST /v1/credit_notes/:id', update, { about: 'Updates the memo and metadata of a credit note; its amounts are final.' }),
  action('POST /v1/credit_notes/:id/void', voidNote, {
    about: 'Voids a credit note while its invoice is open or uncollectible: what it reduced is due again.',
  }),
  listLines,
  retrieve(creditNote, 'GET /v1/credit_notes/:id', {
    view: withMerchant(creditNote),
    about: 'Retrieves a credit note with all its lines.',
  }),
  list(creditNote, ['GET /v1/credit_notes', 'GET /v1/credit_notes/list'], pick(creditNote.fields, 'customer', 'invoice'), {
    about: 'Lists credit notes, newest first.',
  }),
] as const;
