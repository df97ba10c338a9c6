import { about } from '../../../kernel/base/fields.js';
import { createdFilter, oneOf, ref } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve, search } from '../../../kernel/base/rules.js';
import { withMerchant } from '../../accounts/accounts/merchant.js';
import { previewAny } from '../subscriptions/preview/invoice.js';
import { addLines } from './add-lines.js';
import { attachPayment } from './attach-payment.js';
import { collect, finalizeByItself, overdue, retry, willBeDue } from './collect.js';
import { create } from './create.js';
import { del, markUncollectible, voidInvoice } from './end.js';
import { finalize } from './finalize.js';
import { actionRequired, canceled, collected, declined } from './follow.js';
import { invoice } from './invoice.js';
import { listLines, members_of_lines_max as members_max, removeLines, updateLine, updateLines } from './lines.js';
import { pay } from './pay.js';
import { send } from './send.js';
import { update } from './update.js';

/** The invoices group. */
export const invoices = [
  action('POST /v1/invoices', create, {
    about:
      'Creates a draft for a customer: empty, with pending items, for a subscription, or as a revision of another invoice. Add lines and finalize it.',
  }),
  action('POST /v1/invoices/:id', update, {
    about:
      'Updates a draft. Of a finalized invoice only automatic collection, the default payment method, payment settings and metadata can change.',
  }),
  action('DELETE /v1/invoices/:id', del, {
    about: 'Deletes a draft that is not of a subscription. Its invoice items become pending again.',
  }),
  action('POST /v1/invoices/:id/finalize', finalize, {
    about:
      "Finalizes a draft: it gets its number, uses billing credits and the customer's balance, and becomes `open`, or `paid` when nothing is due.",
  }),
  action('POST /v1/invoices/:id/pay', pay, {
    about:
      'Pays an invoice that is open or uncollectible with the given or the stored payment method. A draft is finalized first. A declined payment is a 402.',
  }),
  action('POST /v1/invoices/:id/attach_payment', attachPayment, {
    summary: 'Attach a payment to an invoice',
    about:
      'Lets a payment intent pay an invoice that is open or uncollectible, whole or in part. A succeeded one pays at once, another when it succeeds.',
  }),
  action('POST /v1/invoices/:id/send', send, {
    about: 'Mails an invoice with `collection_method=send_invoice` to the customer. A draft is finalized first.',
  }),
  action('POST /v1/invoices/:id/void', voidInvoice, {
    about:
      "Voids an unpaid invoice that is open or uncollectible: it stays with its number, is no longer collected, and the customer's balance and billing credits are restored.",
  }),
  action('POST /v1/invoices/:id/mark_uncollectible', markUncollectible, {
    summary: 'Mark an invoice as uncollectible',
    about: 'Marks an open invoice as uncollectible and stops its automatic collection. It can still be paid or voided.',
  }),
  action('POST /v1/invoices/:id/lines/:line_item_id', updateLine, {
    summary: 'Update a line of an invoice',
    about: 'Changes a line of a draft and its invoice item, and returns the invoice with its new sums.',
  }),
  action('POST /v1/invoices/:id/add_lines', addLines, {
    summary: 'Add lines to an invoice',
    members_max,
    about: 'Adds lines to a draft, and returns the invoice with its new sums.',
  }),
  action('POST /v1/invoices/:id/update_lines', updateLines, {
    summary: 'Update lines of an invoice',
    members_max,
    about: 'Changes several lines of a draft at once, and returns the invoice with its new sums.',
  }),
  action('POST /v1/invoices/:id/remove_lines', removeLines, {
    summary: 'Remove lines from an invoice',
    members_max,
    about: 'Removes lines from a draft, and returns the invoice with its new sums.',
  }),
  finalizeByItself,
  collect,
  retry,
  overdue,
  willBeDue,
  collected,
  canceled,
  declined,
  actionRequired,
  listLines,
  search(invoice, 'GET /v1/invoices/search', 'status:"open" AND customer:"cus_123"', {
    about: 'Searches invoices by their number, customer, subscription, status, currency, total and metadata.',
  }),
  retrieve(invoice, 'GET /v1/invoices/:id', { view: withMerchant(invoice), about: 'Retrieves an invoice with all its lines.' }),
  list(
    invoice,
    ['GET /v1/invoices', 'GET /v1/invoices/list'],
    {
      ...pick(invoice.fields, 'collection_method', 'subscription'),
      customer: about('Only the invoices of this customer.', ref('customer')),
      due_date: about('Only invoices that are due at this time, in Unix seconds, or in this range.', createdFilter),
      status: about('Only the invoices in this state.', oneOf('draft', 'open', 'paid', 'uncollectible', 'void')),
    },
    { about: 'Lists invoices, newest first.' },
  ),
  action('POST /v1/invoices/create_preview', previewAny, {
    preview: 'upcoming_in',
    summary: 'Preview an invoice',
    about: 'Shows the next invoice of a customer, a subscription or a schedule, as it is or after a change. Nothing is stored or charged.',
  }),
  action('GET /v1/invoices/upcoming', previewAny, {
    preview: 'upcoming_in',
    summary: 'Retrieve an upcoming invoice',
    about: 'Shows the next invoice of a customer or subscription, as it is or after a change, in the older form of `create_preview`.',
  }),
  action('GET /v1/invoices/upcoming/lines', previewAny, {
    summary: 'List the lines of an upcoming invoice',
    preview: 'upcoming_in',
    page_of: 'lines',
    about: 'Lists the lines of the next invoice of a customer or subscription, in the older form of `create_preview`.',
  }),
] as const;
