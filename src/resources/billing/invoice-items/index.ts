import { flag } from '../../../kernel/base/kinds.js';
import { pick } from '../../../kernel/base/members.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { create } from './create.js';
import { invoiceItem } from './invoice-item.js';
import { del, update } from './update.js';

/** The invoice items group. */
export const invoiceItems = [
  action('POST /v1/invoiceitems', create),
  action('POST /v1/invoiceitems/:id', update),
  action('DELETE /v1/invoiceitems/:id', del),
  retrieve(invoiceItem, 'GET /v1/invoiceitems/:id'),
  list(invoiceItem, ['GET /v1/invoiceitems', 'GET /v1/invoiceitems/list'], {
    ...pick(invoiceItem.fields, 'customer', 'invoice'),
    pending: flag,
  }),
] as const;
