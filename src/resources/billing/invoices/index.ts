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
  action('POST /v1/invoices', create),
  action('POST /v1/invoices/:id', update),
  action('DELETE /v1/invoices/:id', del),
  action('POST /v1/invoices/:id/finalize', finalize),
  action('POST /v1/invoices/:id/pay', pay),
  action('POST /v1/invoices/:id/attach_payment', attachPayment),
  action('POST /v1/invoices/:id/send', send),
  action('POST /v1/invoices/:id/void', voidInvoice),
  action('POST /v1/invoices/:id/mark_uncollectible', markUncollectible),
  action('POST /v1/invoices/:id/lines/:line_item_id', updateLine),
  action('POST /v1/invoices/:id/add_lines', addLines, { members_max }),
  action('POST /v1/invoices/:id/update_lines', updateLines, { members_max }),
  action('POST /v1/invoices/:id/remove_lines', removeLines, { members_max }),
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
  search(invoice, 'GET /v1/invoices/search', 'status:"open" AND customer:"cus_123"'),
  retrieve(invoice, 'GET /v1/invoices/:id', { view: withMerchant(invoice) }),
  list(invoice, ['GET /v1/invoices', 'GET /v1/invoices/list'], {
    ...pick(invoice.fields, 'collection_method', 'subscription'),
    customer: ref('customer'),
    due_date: createdFilter,
    status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
  }),
  action('POST /v1/invoices/create_preview', previewAny, { preview: 'upcoming_in', summary: 'Preview an invoice' }),
  action('GET /v1/invoices/upcoming', previewAny, { preview: 'upcoming_in', summary: 'Retrieve an upcoming invoice' }),
  action('GET /v1/invoices/upcoming/lines', previewAny, { preview: 'upcoming_in', page_of: 'lines' }),
] as const;
