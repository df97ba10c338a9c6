import { listed } from '../../../kernel/base/handler.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { action, retrieve } from '../../../kernel/base/rules.js';
import { taxCalculation } from './calculation.js';
import { create } from './create.js';
import { lines_max } from './parts.js';

const listLineItems = listed(
  taxCalculation.fields.line_items,
  'GET /v1/tax/calculations/:id/line_items',
  paging,
  'List the line items of a tax calculation',
  async ({ read, path: { id = '' }, params, refuse }) => {
    const found = await read.find(taxCalculation, id);
    if (!found) return refuse({ code: 'resource_missing', param: 'id', message: `No such tax.calculation: '${id}'` });
    return pageOf(found.line_items.data, `/v1/tax/calculations/${id}/line_items`, params);
  },
  { about: 'Lists the lines of a tax calculation in the order in which they were sent.' },
);

/** The tax calculations group. */
export const taxCalculations = [
  action('POST /v1/tax/calculations', create, {
    members_max: lines_max * 10,
    about:
      'Calculates the taxes of a purchase by the settings and registrations of the account. For 90 days a transaction can be created from it.',
  }),
  retrieve(taxCalculation, 'GET /v1/tax/calculations/:id', { about: 'Retrieves a tax calculation.' }),
  listLineItems,
] as const;
