import { handler } from '../../../kernel/base/handler.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import { country_spec_members, country_specs } from './country-spec.js';

/** The country specs group: a constant table. */
export const countrySpecs = [
  handler(
    'GET /v1/country_specs',
    paging,
    'List all country specs',
    async ({ params: { limit, starting_after, ending_before } }) =>
      pageOf(country_specs, '/v1/country_specs', { limit, starting_after, ending_before }),
    { about: 'Lists the countries that accounts can be in, by code.', shows: { members: country_spec_members, in_pages: true } },
  ),
  handler(
    'GET /v1/country_specs/:country',
    {},
    'Retrieve a country spec',
    async ({ path: { country = '' }, refuse }) => {
      const found = country_specs.find((each) => each.id === country.toUpperCase());
      if (!found)
        return refuse({
          code: 'resource_missing',
          param: 'country',
          message: `No such country_spec: '${country}'. Send a code such as US.`,
        });
      return found;
    },
    {
      about: 'Retrieves what applies to accounts of a country: currencies, payment methods and verification.',
      shows: { members: country_spec_members },
    },
  ),
] as const;
