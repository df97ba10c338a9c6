import { about } from '../../../kernel/base/fields.js';
import { oneOf, text } from '../../../kernel/base/kinds.js';
import { mapOf } from '../../../kernel/base/maps.js';
import { listOf, object } from '../../../kernel/base/members.js';
import { currencies, currency } from '../../../kernel/base/money.js';

const required_members = object({
  additional: about('The members that can be required later; empty, because no verification takes place.', listOf(text)),
  minimum: about('The members that are required; empty, because no verification takes place.', listOf(text)),
});

/** The members of a country spec. */
export const country_spec_members = {
  id: about('The country as a two-letter ISO 3166-1 code.', text),
  object: about('Always `country_spec`.', oneOf('country_spec')),
  default_currency: about('The currency of the country, a three-letter ISO 4217 code.', currency),
  supported_bank_account_currencies: about(
    'The currencies of bank accounts, each with the countries of the banks.',
    mapOf(text, listOf(text)),
  ),
  supported_payment_currencies: about('The currencies of payments.', listOf(currency)),
  supported_payment_methods: about('The kinds of payment methods.', listOf(text)),
  supported_transfer_countries: about('The countries whose accounts can receive transfers.', listOf(text)),
  verification_fields: about(
    'What an account of the country must provide.',
    object({
      company: about('What companies must provide.', required_members),
      individual: about('What individuals must provide.', required_members),
    }),
  ),
} as const;

/** The countries that businesses of Stripe's are in, by the currency of their banks. */
export const countries_by_currency = {
  aed: 'AE',
  aud: 'AU',
  brl: 'BR',
  cad: 'CA',
  chf: 'CH LI',
  czk: 'CZ',
  dkk: 'DK',
  eur: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  gbp: 'GB GI',
  hkd: 'HK',
  huf: 'HU',
  inr: 'IN',
  jpy: 'JP',
  mxn: 'MX',
  myr: 'MY',
  nok: 'NO',
  nzd: 'NZ',
  pln: 'PL',
  ron: 'RO',
  sek: 'SE',
  sgd: 'SG',
  thb: 'TH',
  usd: 'US',
} as const;

/** Among these transfers cross borders. */
const european = new Set(
  (['chf', 'czk', 'dkk', 'eur', 'gbp', 'huf', 'nok', 'pln', 'ron', 'sek'] as const).flatMap((each) =>
    countries_by_currency[each].split(' '),
  ),
);

/** No verification takes place here, so an account need not provide anything for it. */
const nothing = { additional: [], minimum: [] };

const countrySpec = (id: string, default_currency: string, same_currency: readonly string[]) => ({
  id,
  object: 'country_spec',
  default_currency,
  supported_bank_account_currencies: { [default_currency]: same_currency },
  supported_payment_currencies: currencies,
  supported_payment_methods: id === 'US' ? ['ach', 'card', 'stripe'] : ['card', 'stripe'],
  supported_transfer_countries: european.has(id) ? [...european].sort() : [id],
  verification_fields: { company: nothing, individual: nothing },
});

/** What holds in each country, by its code. */
export const country_specs = Object.entries(countries_by_currency)
  .flatMap(([currency, codes]) => codes.split(' ').map((id, _, all) => countrySpec(id, currency, all)))
  .sort((a, b) => (a.id < b.id ? -1 : 1));
