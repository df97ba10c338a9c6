import { listed } from '../../../kernel/base/handler.js';
import { pick } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, list, retrieve } from '../../../kernel/base/rules.js';
import { lines_max } from '../calculations/parts.js';
import { createFromCalculation } from './create.js';
import { createReversal } from './reversal.js';
import { taxTransaction } from './transaction.js';

const listLineItems = listed(
  taxTransaction.fields.line_items,
  'GET /v1/tax/transactions/:id/line_items',
  paging,
  'List the line items of a tax transaction',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = await read.find(taxTransaction, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such tax.transaction: '${id}'` });
    return pageOf(found.line_items.data, `/v1/tax/transactions/${id}/line_items`, params);
  },
  { about: 'Lists the lines of a tax transaction in the order of its calculation.' },
);

/** The tax transactions group. */
export const taxTransactions = [
  action('POST /v1/tax/transactions/create_from_calculation', createFromCalculation, {
    summary: 'Create a tax transaction from a calculation',
    about: 'Records the sale of a calculation for tax returns, under a reference of your own that can be used once.',
  }),
  action('POST /v1/tax/transactions/create_reversal', createReversal, {
    summary: 'Create a reversal of a tax transaction',
    members_max: lines_max * 10,
    about: 'Takes back a transaction, whole or in part, after a refund. At most what has not been taken back yet can be reversed.',
  }),
  retrieve(taxTransaction, 'GET /v1/tax/transactions/:id', { about: 'Retrieves a tax transaction.' }),
  listLineItems,
  list(taxTransaction, 'GET /v1/tax/transactions', pick(taxTransaction.fields, 'customer', 'type'), {
    about:
      'Lists tax transactions, newest first: those of calculations, and those that paid invoices and sessions with automatic taxes have recorded.',
  }),
] as const;
