import { about, type Field, type Given, invalid, required } from '../../../kernel/base/fields.js';
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
  day: about('The day of the month, as one or two digits of text.', required(day_of_month)),
  month: about('The month from 1 to 12, as one or two digits of text.', required(day_of_month)),
  year: about('The year, as four digits of text.', required(textOf(4, { pattern: '^[0-9]{4}$' }))),
});

const bank_account = object({
  account_holder_name: about('The name of the person or company that owns the bank account.', required(textOf(256))),
  account_holder_type: about('Whether a person or a company owns the bank account.', oneOf('individual', 'company')),
  account_number: about('The account number or IBAN; stored in the vault and shown masked.', required(account_number)),
  bank_name: about('The name of the bank, of at most 256 characters.', textOf(256)),
  country: about('The country of the bank, as a two-letter ISO 3166-1 code; it decides which numbers are checked.', required(country)),
  currency: about('The currency of the account; by default the currency of its country, and payouts in others are refused.', currency),
  dob: about('The date of birth of the account holder, for countries whose banks ask for it.', dob),
  email: about('The e-mail address of the account holder.', email),
  phone_number: about('The telephone number of the account holder with its country code, such as +14155552671.', phone),
  routing_number: about(
    'The number of the bank or branch, where the country uses one besides the account number.',
    textOf(34, { examples: ['110000000'] }),
  ),
  routing_type: about(
    'The kind of routing number, such as `aba` or `sort_code`; one that the country does not use is refused.',
    textOf(34),
  ),
  swift: about('The SWIFT code (BIC) of the bank.', textOf(20)),
  tax_id: about('The tax number of the account holder; stored in the vault and shown masked.', office_number),
});

const card = object({
  exp_month: about('The month in which the card expires, 1 to 12.', required(integerOrDigits())),
  exp_year: about('The year in which the card expires, of two or four digits.', required(integerOrDigits())),
  name: about('The name of the cardholder, as on the card.', textOf(256)),
  number: about(
    'The card number, of 12 to 19 digits; stored in the vault and shown masked.',
    required(concealed(/^\d{12,19}$/, 'invalid_number')),
  ),
});

/** What of a destination only the vault keeps, where it is no number: an id, a telephone, an address, of which each character counts. */
const address = concealed(/^.{4,320}$/, 'parameter_invalid', /^\s+|\s+$/g);

const alipay = object({
  email: about('The e-mail address of the Alipay user.', email),
  first_name: about('The given name of the Alipay user.', textOf(100)),
  last_name: about('The family name of the Alipay user.', textOf(100)),
  phone_number: about('The telephone number of the Alipay user with its country code.', phone),
  user_id: about('The Alipay user: an id of 16 digits that begins with 2088, an e-mail address or a telephone number.', required(address)),
});
const carrier_billing = object({
  carrier: about('The mobile network operator, by name.', textOf(100)),
  phone_number: about('The telephone number to credit, with its country code; stored in the vault and shown masked.', required(address)),
});
const imps = object({
  account_holder_name: about('The name of the account holder at the Indian bank.', textOf(256)),
  account_number: about(
    'The account number at the Indian bank, of 6 to 18 digits; stored in the vault and shown masked.',
    required(account_number),
  ),
  ifsc: about('The IFSC of the bank branch: 11 characters such as HDFC0004051.', required(text)),
});
const upi = object({
  account_holder_name: about('The name of the person who owns the UPI address.', textOf(256)),
  vpa: about('The UPI address: a name and a payment service, such as name@okbank.', required(address)),
});

/** A destination as a merchant gives it. */
export const destination_input = object({
  destination_type: about(
    'What the beneficiary is paid to; the member of that name has the details, and no other may be sent.',
    required(oneOf(...destination_types)),
  ),
  ...{
    bank_account: about('The bank account, for the type `bank_account`.', bank_account),
    card: about('The card that receives payouts, for the type `card`.', card),
    alipay: about('The Alipay account, for the type `alipay`.', alipay),
    carrier_billing: about('The mobile phone account, for the type `carrier_billing`.', carrier_billing),
    imps: about('The Indian bank account for immediate payments, for the type `imps`.', imps),
    upi: about('The UPI address, for the type `upi`.', upi),
  },
});

/** The same, as read. */
export type DestinationGiven = Given<{ it: Field<unknown, NonNullable<ReturnType<typeof destination_input.read>>, 'required'> }>['it'];
