import { about, type Given, nullable } from '../../kernel/base/fields.js';
import { country, text, textOf } from '../../kernel/base/kinds.js';
import { object, pick } from '../../kernel/base/members.js';
import { merchant_categories } from './merchant-categories.js';
import { merchant_category } from './merchant-category.js';

const members = {
  category: about(
    "The name of the merchant's category, such as `eating_places_restaurants`; spending controls compare it.",
    merchant_category,
  ),
  category_code: about('The four-digit merchant category code (MCC) that belongs to `category`.', textOf(4)),
  city: about('The city where the merchant does business.', nullable(text)),
  country: about(
    'The country where the merchant does business, as a two-letter ISO 3166-1 code; spending controls compare it.',
    nullable(country),
  ),
  name: about('The name of the merchant as the card network reports it.', nullable(text)),
  network_id: about("The merchant's id at the card network.", textOf(50)),
  postal_code: about("The postal code of the merchant's place of business.", nullable(textOf(100))),
  state: about('The state, county or province where the merchant does business.', nullable(text)),
  tax_id: about("The merchant's tax number; null because the simulated network sends none.", nullable(text)),
  terminal_id: about('The id of the terminal that read the card; null if the merchant used none.', nullable(textOf(100))),
  url: about("The address of the merchant's website; null if it was not reported.", nullable(text)),
} as const;

/** Who is paid with an issued card. */
export const merchant_data = object(members);

/** The same, as it is kept. */
export type MerchantData = typeof merchant_data.initial;

const given = pick(members, 'category', 'city', 'country', 'name', 'network_id', 'postal_code', 'state', 'terminal_id', 'url');

/** What the simulated network says of it. */
export const merchant_data_input = object(given);

/** The default merchant. */
const default_merchant = {
  category: 'miscellaneous_general_merchandise',
  country: 'US',
  name: 'Test merchant',
  network_id: '1234567890',
} as const;

/** A merchant with what is said of it. */
export function merchantOf(said: Given<typeof given> = {}): MerchantData {
  const named = { ...merchant_data.initial, ...default_merchant, ...said };
  return { ...named, category_code: merchant_categories[named.category] };
}
