import { type Given, nullable, required } from '../../kernel/base/fields.js';
import { country, text, textOf } from '../../kernel/base/kinds.js';
import { object } from '../../kernel/base/members.js';
import type { address } from '../parts.js';

/** An address that letters reach. */
export const postal_input = object({
  city: required(text),
  country: required(country),
  line1: required(text),
  line2: nullable(text),
  postal_code: required(textOf(100)),
  state: nullable(text),
});

type Sent = Given<{ it: typeof postal_input }>['it'];

/** The same as it is kept: as a whole, whatever was there before. */
export const postalOf = (given: NonNullable<Sent>): typeof address.initial => ({ line2: null, state: null, ...given });
