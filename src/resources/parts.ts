import { decimalNumber } from '../kernel/base/decimal.js';
import { type Field, invalid, nullable, required } from '../kernel/base/fields.js';
import { concealed, country, email, integer, oneOf, ref, text, textOf } from '../kernel/base/kinds.js';
import { listOf, object } from '../kernel/base/members.js';

/** A member that is never changed in part: what is given takes the place of all that was there. */
export const replaced = <S, G>({ merge: _, ...inner }: Field<S, G>): Field<S, G, 'optional'> => ({ ...inner, presence: 'optional' });

/** How an invoice shows amounts that include taxes. */
export const amount_tax_display = nullable(oneOf('exclude_tax', 'include_inclusive_tax'));

/** What invoices say besides, each under a name. */
export const custom_fields = nullable(listOf(object({ name: required(textOf(40)), value: required(textOf(140)) }), 4));

/** An official id number. Only the vault stores it. */
export const office_number = concealed(/^[A-Za-z0-9./]{3,40}$/, 'parameter_invalid');

/** A postal address. */
export const address = object({
  city: nullable(text),
  country: nullable(country),
  line1: nullable(text),
  line2: nullable(text),
  postal_code: nullable(textOf(100)),
  state: nullable(text),
});

/** All of it: payers know where they live. */
export const address_for_payer = { city: true, country: true, line1: true, line2: true, postal_code: true, state: true } as const;

/** The connected account for which a payment is taken, and its share; all of it by default. */
export const transfer_data = object({ amount: nullable(integer({ minimum: 0, maximum: 99_999_999_999 })), destination: ref('account') });

/** A share of an invoice in percent: at most two decimal places (Stripe). */
export const percent = decimalNumber({ minimum: 0, maximum: 100, places: 2 });

/** Who pays, as the payer's bank knows them (seed, last_setup_error). */
export const billing_details = object({
  address: nullable(address),
  email: nullable(email),
  name: nullable(text),
  phone: nullable(textOf(100)),
  tax_id: nullable(textOf(100)),
});

/** All of it: payers have said it themselves. */
export const billing_details_for_payer = { address: address_for_payer, email: true, name: true, phone: true, tax_id: true } as const;

const recipient = { address: nullable(address), name: nullable(text), phone: nullable(textOf(100)) } as const;

/** Where goods go. */
export const shipping = object(recipient);

/** Where the goods of one payment go, and with whom. */
export const shipment = object({ ...recipient, carrier: nullable(text), tracking_number: nullable(text) });

/** All of it: payers wait for the parcel. */
export const shipment_for_payer = { address: address_for_payer, name: true, phone: true, carrier: true, tracking_number: true } as const;

const statement_text = textOf(22);

/** What the payer's statement shows: one line with at least one letter, and none of the marks that banks do not print (Stripe). */
export const statement_descriptor: Field<string, string, 'optional'> = {
  ...statement_text,
  read: (value, at, reading) => {
    const read = statement_text.read(value, at, reading);
    if (read === undefined || (/\p{L}/u.test(read) && !/[<>\\'"*\p{Cc}]/u.test(read))) return read;
    const message = `Invalid ${at}: send one line with at least one letter and without <, >, \\, ', " and *.`;
    return invalid(reading, at, message);
  },
};
