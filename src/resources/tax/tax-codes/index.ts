import { tax_codes } from '../../../arithmetic/tax/codes.js';
import { about, nullable } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';

/** The members of a tax code, which no resource declares. */
const members = {
  id: about('The id of the tax code, such as `txcd_10103001`.', text),
  object: about('Always `tax_code`.', oneOf('tax_code')),
  description: about('What the tax code is for.', text),
  name: about('The short name of the tax code.', text),
  requirements: about(
    'What a calculation with this code requires; always null: taxes follow from the address of the buyer.',
    nullable(
      object({
        performance_location: about('Whether a calculation requires the place of the performance.', oneOf('optional', 'required')),
      }),
    ),
  ),
} as const;

const shown = tax_codes.map(({ id, name, description }) => ({ id, object: 'tax_code', description, name, requirements: null }));

/** The tax codes group: a constant table. */
export const taxCodes = [
  handler(
    'GET /v1/tax_codes',
    paging,
    'List all tax codes',
    async ({ params: { limit, starting_after, ending_before } }) =>
      pageOf(shown, '/v1/tax_codes', { limit, starting_after, ending_before }),
    {
      about: 'Lists the tax codes by which products and lines say how they are taxed, by id.',
      shows: { members, in_pages: true },
    },
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
    { about: 'Retrieves a tax code.', shows: { members } },
  ),
] as const;
