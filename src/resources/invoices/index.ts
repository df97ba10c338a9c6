import { pick } from '../../base/fields.js';
import { ref } from '../../base/kinds.js';
import { action, list, retrieve } from '../../base/rules.js';
import { collect, overdue, willBeDue } from './collect.js';
import { create } from './create.js';
import { finalize, finalizeByItself } from './finalize.js';
import { actionRequired, collected, declined } from './follow.js';
import { invoice } from './invoice.js';
import { pay } from './pay.js';

/** The invoices group. */
export const invoices = [
  action('POST /v1/invoices', create),
  action('POST /v1/invoices/:id/finalize', finalize),
  action('POST /v1/invoices/:id/pay', pay),
  finalizeByItself,
  collect,
  overdue,
  willBeDue,
  collected,
  declined,
  actionRequired,
  retrieve(invoice, 'GET /v1/invoices/:id'),
  list(invoice, ['GET /v1/invoices', 'GET /v1/invoices/list'], {
    customer: ref('customer'),
    ...pick(invoice.fields, 'collection_method', 'subscription'),
  }),
] as const;
