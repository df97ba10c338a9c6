import { decimalNumber } from '../kernel/base/decimal.js';
import { about, type Field, invalid, nullable, required } from '../kernel/base/fields.js';
import { concealed, country, email, integer, oneOf, ref, text, textOf } from '../kernel/base/kinds.js';
import { listOf, object } from '../kernel/base/members.js';

/** A member that is never changed in part: what is given takes the place of all that was there. */
export const replaced = <S, G>({ merge: _, ...inner }: Field<S, G>): Field<S, G, 'optional'> => ({ ...inner, presence: 'optional' });

/** How an invoice shows amounts that include taxes. */
export const amount_tax_display = about(
  'Which amounts the PDF of an invoice shows for lines and the subtotal: without tax (`exclude_tax`), or as priced (`include_inclusive_tax`, also used when null).',
  nullable(oneOf('exclude_tax', 'include_inclusive_tax')),
);

/** What invoices say besides, each under a name. */
export const custom_fields = about(
  'Up to four lines in the header of invoices, each with a name and a value. A new list replaces the old one.',
  nullable(
    listOf(
      object({
        name: about('The label of the line, such as `Purchase order`; up to 40 characters.', required(textOf(40))),
        value: about('The text behind the label; up to 140 characters.', required(textOf(140))),
      }),
      4,
    ),
  ),
);

/** An official id number. Only the vault stores it. */
export const office_number = about(
  'An official identification number of 3 to 40 letters, digits, dots and slashes. It is stored encrypted and never returned.',
  concealed(/^[A-Za-z0-9./]{3,40}$/, 'parameter_invalid'),
);

/** A postal address. */
export const address = about(
  'A postal address; every member is optional.',
  object({
    city: about('The city or town of the address.', nullable(text)),
    country: about('The country as a two-letter ISO 3166-1 code, returned in upper case.', nullable(country)),
    line1: about('The street with its number, or a post office box.', nullable(text)),
    line2: about('A second line, such as the apartment, the floor or the company.', nullable(text)),
    postal_code: about('The postal code as written in its country, up to 100 characters; its form is not checked.', nullable(textOf(100))),
    state: about('The state, province or prefecture, in countries whose addresses have one.', nullable(text)),
  }),
);

/** A postal address as it is written in Japan. */
export const japanese_address = about(
  'A postal address in Japan; every member is optional.',
  object({
    city: about('The city or ward of the address.', nullable(text)),
    country: about('The country as a two-letter ISO 3166-1 code, returned in upper case.', nullable(country)),
    line1: about('The number of the block and of the building.', nullable(text)),
    line2: about('The name of the building, and the room.', nullable(text)),
    postal_code: about('The postal code, up to 100 characters; its form is not checked.', nullable(textOf(100))),
    state: about('The prefecture of the address.', nullable(text)),
    town: about('The town or district within the city.', nullable(text)),
  }),
);

/** All of it: payers know where they live. */
export const address_for_payer = { city: true, country: true, line1: true, line2: true, postal_code: true, state: true } as const;

/** The connected account for which a payment is taken, and its share. */
export const transfer_data_members = {
  amount: about(
    'The share of the connected account in minor units of the payment; null sends it the whole amount.',
    nullable(integer({ minimum: 0, maximum: 99_999_999_999 })),
  ),
  destination: about('The connected account that receives the share by a transfer once the payment succeeds.', ref('account')),
} as const;

/** The same as one member; all of the payment by default. */
export const transfer_data = about(
  'The connected account that receives the payment, with its share; null when you keep the payment.',
  object(transfer_data_members),
);

/** A share of an invoice in percent: at most two decimal places (Stripe). */
export const percent = about(
  'A percentage from 0 to 100 with at most two decimal places.',
  decimalNumber({ minimum: 0, maximum: 100, places: 2 }),
);

/** Who pays, as the payer's bank knows them (seed, last_setup_error). */
export const billing_details = about(
  "The contact data of the payer, as the payer's bank knows them.",
  object({
    address: about('The billing address; the bank of a card compares it with its own records.', nullable(address)),
    email: about('The email address of the payer.', nullable(email)),
    name: about('The name on the card or bank account.', nullable(text)),
    phone: about('The telephone number of the payer, with up to 100 characters.', nullable(textOf(100))),
    tax_id: about('The tax number of the payer, which a few types of payment method require.', nullable(textOf(100))),
  }),
);

/** All of it: payers have said it themselves. */
export const billing_details_for_payer = { address: address_for_payer, email: true, name: true, phone: true, tax_id: true } as const;

const recipient = {
  address: about('The address that the goods are sent to.', nullable(address)),
  name: about('The person or company that receives the goods.', nullable(text)),
  phone: about('A telephone number for the carrier, with up to 100 characters.', nullable(textOf(100))),
} as const;

/** Where goods go. */
export const shipping = about('The name, address and telephone number to which goods are sent.', object(recipient));

/** Where the goods of one payment go, and with whom. */
export const shipment = about(
  'Where the goods of one payment are sent, and how.',
  object({
    ...recipient,
    carrier: about('The company that delivers the goods.', nullable(text)),
    tracking_number: about('The number under which the carrier tracks the parcel.', nullable(text)),
  }),
);

/** All of it: payers wait for the parcel. */
export const shipment_for_payer = { address: address_for_payer, name: true, phone: true, carrier: true, tracking_number: true } as const;

const statement_text = textOf(22);

/** What the payer's statement shows: one line with at least one letter, and none of the marks that banks do not print (Stripe). */
export const statement_descriptor: Field<string, string, 'optional', string> = {
  ...about(
    "The text on the payer's bank statement: up to 22 characters, with a letter and without the marks < > \\ ' \" and *.",
    statement_text,
  ),
  read: (value, at, reading) => {
    const read = statement_text.read(value, at, reading);
    if (read === undefined || (/\p{L}/u.test(read) && !/[<>\\'"*\p{Cc}]/u.test(read))) return read;
    const message = `Invalid ${at}: send one line with at least one letter and without <, >, \\, ', " and *.`;
    return invalid(reading, at, message);
  },
};
