import { nullable, object } from '../base/fields.js';
import { country, email, text, textOf } from '../base/kinds.js';

/** A postal address. */
export const address = object({
  city: nullable(text),
  country: nullable(country),
  line1: nullable(text),
  line2: nullable(text),
  postal_code: nullable(textOf(100)),
  state: nullable(text),
});

/** Who pays, as the payer's bank knows them (seed, last_setup_error). */
export const billing_details = object({
  address: nullable(address),
  email: nullable(email),
  name: nullable(text),
  phone: nullable(textOf(100)),
});

const recipient = { address: nullable(address), name: nullable(text), phone: nullable(textOf(100)) } as const;

/** Where goods go. */
export const shipping = object(recipient);

/** Where the goods of one payment go, and with whom. */
export const shipment = object({ ...recipient, carrier: nullable(text), tracking_number: nullable(text) });
