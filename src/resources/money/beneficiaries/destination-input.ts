import { type Field, type Given, invalid, required } from '../../../kernel/base/fields.js';
import { concealed, country, email, integerOrDigits, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { isPhone } from '../../accounts/bank-details/checks.js';
import { office_number } from '../../parts.js';

/** What a payout can be paid to. */
export const destination_types = ['bank_account', 'card', 'alipay', 'carrier_billing', 'imps', 'upi'] as const;

/** One of them. */
export type DestinationType = (typeof destination_types)[number];

const phone_text = textOf(40);

/** A telephone number without what people write between its digits. */
export const dialled = (written: string): string => written.replace(/[ ().-]/g, '');

/** A telephone number as it is written on a card; kept in digits behind a plus. */
export const phone: Field<string, string, 'optional'> = {
  ...phone_text,
  read: (value, at, reading) => {
    const text = phone_text.read(value, at, reading);
    const read = text && dialled(text);
    if (read === undefined || isPhone(read)) return read;
    return invalid(reading, at, `Not a phone number: send ${at} with its country code, such as +14155552671.`);
  },
};

/** A number that only the vault keeps, whatever stands between its digits. */
const account_number = concealed(/^[A-Za-z0-9]{4,34}$/, 'parameter_invalid');

const day_of_month = textOf(2, { pattern: '^[0-9]{1,2}$' });

/** A date of birth, as published: three texts. */
export const dob = object({
  day: required(day_of_month),
  month: required(day_of_month),
  year: required(textOf(4, { pattern: '^[0-9]{4}$' })),
});

const bank_account = object({
  account_holder_name: required(textOf(256)),
  account_holder_type: oneOf('individual', 'company'),
  account_number: required(account_number),
  bank_name: textOf(256),
  country: required(country),
  currency,
  dob,
  email,
  phone_number: phone,
  routing_number: textOf(34, { examples: ['110000000'] }),
  routing_type: textOf(34),
  swift: textOf(20),
  tax_id: office_number,
});

const card = object({
  exp_month: required(integerOrDigits()),
  exp_year: required(integerOrDigits()),
  name: textOf(256),
  number: required(concealed(/^\d{12,19}$/, 'invalid_number')),
});

/** What of a destination only the vault keeps, where it is no number: an id, a telephone, an address, of which each character counts. */
const address = concealed(/^.{4,320}$/, 'parameter_invalid', /^\s+|\s+$/g);

const alipay = object({ email, first_name: textOf(100), last_name: textOf(100), phone_number: phone, user_id: required(address) });
const carrier_billing = object({ carrier: textOf(100), phone_number: required(address) });
const imps = object({ account_holder_name: textOf(256), account_number: required(account_number), ifsc: required(text) });
const upi = object({ account_holder_name: textOf(256), vpa: required(address) });

/** A destination as a merchant gives it. */
export const destination_input = object({
  destination_type: required(oneOf(...destination_types)),
  ...{ bank_account, card, alipay, carrier_billing, imps, upi },
});

/** The same, as read. */
export type DestinationGiven = Given<{ it: Field<unknown, NonNullable<ReturnType<typeof destination_input.read>>, 'required'> }>['it'];
