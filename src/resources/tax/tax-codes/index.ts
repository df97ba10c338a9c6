import { tax_codes } from '../../../arithmetic/tax/codes.js';
import { handler } from '../../../kernel/base/handler.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';

const shown = tax_codes.map(({ id, name, description }) => ({ id, object: 'tax_code', description, name, requirements: null }));

/** The tax codes group: a constant table. */
export const taxCodes = [
  handler(
    'GET /v1/tax_codes',
    paging,
    'List all tax codes',
    async ({ params: { limit, starting_after, ending_before } }) =>
      pageOf(shown, '/v1/tax_codes', { limit, starting_after, ending_before }),
    { about: 'Lists the tax codes by which products and lines say how they are taxed, by id.' },
  ),
  handler(
    'GET /v1/tax_codes/:code',
    {},
    'Retrieve a tax code',
    async ({ path: { code = '' }, refuse }) => {
      const found = shown.find(({ id }) => id === code);
      if (found) return found;
      const message = `No such tax_code: '${code}'. Send the id of a tax code such as txcd_99999999; GET /v1/tax_codes lists them.`;
      return refuse({ code: 'resource_missing', param: 'code', message });
    },
    { about: 'Retrieves a tax code.' },
  ),
] as const;
