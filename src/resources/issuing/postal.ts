import { about, type Given, nullable, required } from '../../kernel/base/fields.js';
import { country, text, textOf } from '../../kernel/base/kinds.js';
import { object } from '../../kernel/base/members.js';
import type { address } from '../parts.js';

/** An address that letters reach. */
export const postal_input = object({
  city: about('The city, district or town to which letters go.', required(text)),
  country: about('The country to which letters go, as a two-letter ISO 3166-1 code.', required(country)),
  line1: about('The street and house number, or a post box.', required(text)),
  line2: about('The second line of the address, such as a floor or an apartment.', nullable(text)),
  postal_code: about('The postal code, of at most 100 characters.', required(textOf(100))),
  state: about("The state, county, province or region, where the country's addresses have one.", nullable(text)),
});

type Sent = Given<{ it: typeof postal_input }>['it'];

/** The same as it is kept: as a whole, whatever was there before. */
export const postalOf = (given: NonNullable<Sent>): typeof address.initial => ({ line2: null, state: null, ...given });
