import { rateOf } from '../../../arithmetic/fx/rates.js';
import { decimalNumber } from '../../../kernel/base/decimal.js';
import { about } from '../../../kernel/base/fields.js';
import { handler } from '../../../kernel/base/handler.js';
import { oneOf } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { currencies, currency } from '../../../kernel/base/money.js';
import { pageOf, paging } from '../../../kernel/base/pages.js';
import type { RateTable } from '../../../kernel/base/reads.js';
import { currentRates, not_loaded } from '../fx-quotes/rates.js';

/** The members of an exchange rate. */
const exchange_rate_members = {
  id: about('The currency that is converted, a three-letter ISO 4217 code.', currency),
  object: about('Always `exchange_rate`.', oneOf('exchange_rate')),
  rates: about('How much a unit of the currency is worth in each other currency.', mapOf(currency, decimalNumber())),
} as const;

/** The mid-market rates of a currency into each other one that the table has; a conversion takes the spread of the account from them. */
const exchangeRate = (table: RateTable, id: string) => ({
  id,
  object: 'exchange_rate',
  rates: Object.fromEntries(
    currencies.flatMap((to) => {
      const rate = rateOf(table, id, to, 0);
      return rate ? [[to, Number(rate.base_rate)] as const] : [];
    }),
  ),
});

/** The currencies of a table, in the order of the alphabet. */
const currenciesOf = (table: RateTable) => currencies.filter((id) => rateOf(table, id, id, 0)).map((id) => ({ id }));

/** The exchange rates group: the rates in use, as Stripe shows them. */
export const exchangeRates = [
  handler(
    'GET /v1/exchange_rates',
    paging,
    'List all exchange rates',
    async ({ params: { limit, starting_after, ending_before }, read, livemode }) => {
      const table = currentRates(await read.rates(), livemode);
      const page = pageOf(table ? currenciesOf(table) : [], '/v1/exchange_rates', { limit, starting_after, ending_before });
      return { ...page, data: table ? page.data.map(({ id }) => exchangeRate(table, id)) : [] };
    },
    {
      about:
        'Lists the mid-market exchange rates in use, by currency. An FX quote shows the rate of a conversion with the spread of the account.',
      shows: { members: exchange_rate_members, in_pages: true },
    },
  ),
  handler(
    'GET /v1/exchange_rates/:rate_id',
    {},
    'Retrieve an exchange rate',
    async ({ path: { rate_id = '' }, read, livemode, refuse }) => {
      const table = currentRates(await read.rates(), livemode);
      if (!table) return refuse({ ...not_loaded, code: 'resource_missing', param: 'rate_id' });
      const id = rate_id.toLowerCase();
      if (!currenciesOf(table).some((each) => each.id === id))
        return refuse({
          code: 'resource_missing',
          param: 'rate_id',
          message: `No such exchange_rate: '${rate_id}'. Send a currency such as eur.`,
        });
      return exchangeRate(table, id);
    },
    { about: 'Retrieves the mid-market exchange rates of a currency into all others.', shows: { members: exchange_rate_members } },
  ),
] as const;
