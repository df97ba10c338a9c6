import { type Given, nullable } from '../../kernel/base/fields.js';
import { country, text, textOf } from '../../kernel/base/kinds.js';
import { object, pick } from '../../kernel/base/members.js';
import { merchant_categories } from './merchant-categories.js';
import { merchant_category } from './merchant-category.js';

const members = {
  category: merchant_category,
  category_code: textOf(4),
  city: nullable(text),
  country: nullable(country),
  name: nullable(text),
  network_id: textOf(50),
  postal_code: nullable(textOf(100)),
  state: nullable(text),
  tax_id: nullable(text),
  terminal_id: nullable(textOf(100)),
  url: nullable(text),
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
