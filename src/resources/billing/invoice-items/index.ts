import { about } from '../../../kernel/base/fields.js';
import { flag } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { create } from './create.js';
import { invoiceItem } from './invoice-item.js';
import { del, update } from './update.js';

/** The invoice items group. */
export const invoiceItems = [
  action('POST /v1/invoiceitems', create, {
    about: "Creates an amount for the customer's next invoice, or adds it to the draft that `invoice` names.",
  }),
  action('POST /v1/invoiceitems/:id', update, {
    about: 'Updates an invoice item that is pending or on a draft; the draft is summed up again.',
  }),
  action('DELETE /v1/invoiceitems/:id', del, {
    about: 'Deletes an invoice item that is pending or on a draft; its line is removed from the draft.',
  }),
  retrieve(invoiceItem, 'GET /v1/invoiceitems/:id', { about: 'Retrieves an invoice item.' }),
  list(
    invoiceItem,
    ['GET /v1/invoiceitems', 'GET /v1/invoiceitems/list'],
    {
      ...pick(invoiceItem.fields, 'customer', 'invoice'),
      pending: about('Whether only pending items (true) or only those on an invoice (false) are listed; all by default.', flag),
    },
    { about: 'Lists invoice items, newest first.' },
  ),
] as const;
