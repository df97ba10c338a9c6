import { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, merged, nullable, required } from '../../../kernel/base/fields.js';
import { country, integer, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object, sparse } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import { readAccount } from '../../accounts/bank-details/bank-details.js';
import { isIfsc, isPhone, isUpiAddress } from '../../accounts/bank-details/checks.js';
import { lastOf, masked } from '../../accounts/bank-details/masked.js';
import { describeCard } from '../../core/cards/card-input.js';
import { type DestinationGiven, type DestinationType, destination_types, dialled, dob } from './destination-input.js';

/** What may be seen of the number that a destination is known by. */
const seen = {
  fingerprint: about(
    'A hash of the number: two beneficiaries of this account with the same number have the same fingerprint.',
    nullable(text),
  ),
  last4: about('The last characters of the number, at most four and never more than half of it.', nullable(textOf(4))),
};

const bank_account = object({
  account_holder_name: about('The name of the person or company that owns the bank account.', nullable(text)),
  account_holder_type: about(
    'Whether a person or a company owns the bank account; null if it was not given.',
    nullable(oneOf('individual', 'company')),
  ),
  account_number: about('The account number or IBAN, with all but its last characters masked.', text),
  bank_name: about('The name of the bank; null if it was not given.', nullable(text)),
  country: about('The country of the bank, as a two-letter ISO 3166-1 code.', country),
  currency: about('The one currency that payouts to the account can have; null if any is accepted.', nullable(currency)),
  dob: about('The date of birth of the account holder; null if it was not given.', nullable(dob)),
  email: about('The e-mail address of the account holder; null if it was not given.', nullable(text)),
  phone_number: about('The telephone number of the account holder with its country code; null if it was not given.', nullable(text)),
  routing_number: about('The number of the bank or branch; null where the account number contains it.', nullable(text)),
  routing_type: about('The kind of routing number, such as `aba` or `sort_code`; null where the country uses none.', nullable(text)),
  swift: about('The SWIFT code (BIC) of the bank; null if it was not given.', nullable(text)),
  tax_id: about('The tax number of the account holder, masked; null if it was not given.', nullable(text)),
  ...seen,
});

const card = object({
  brand: about('The card network, such as `visa`.', text),
  country: about("The country of the card's issuer as a two-letter ISO 3166-1 code; null if it is not known.", nullable(text)),
  exp_month: about('The month in which the card expires, 1 to 12.', integer()),
  exp_year: about('The year in which the card expires, of four digits.', integer()),
  funding: about('Whether the card is credit, debit or prepaid; null if it is not known.', nullable(text)),
  name: about('The name of the cardholder; null if it was not given.', nullable(text)),
  number: about('The card number with all but its last digits masked.', text),
  ...seen,
});

const alipay = object({
  email: about('The e-mail address of the Alipay user; null if it was not given.', nullable(text)),
  first_name: about('The given name of the Alipay user; null if it was not given.', nullable(text)),
  last_name: about('The family name of the Alipay user; null if it was not given.', nullable(text)),
  phone_number: about('The telephone number of the Alipay user with its country code; null if it was not given.', nullable(text)),
  user_id: about('The Alipay id, e-mail address or telephone number of the user, masked.', text),
  ...seen,
});
const carrier_billing = object({
  carrier: about('The mobile network operator; null if it was not given.', nullable(text)),
  phone_number: about('The telephone number that is credited, masked.', text),
  ...seen,
});
const imps = object({
  account_holder_name: about('The name of the account holder at the Indian bank; null if it was not given.', nullable(text)),
  account_number: about('The account number at the Indian bank, masked.', text),
  ifsc: about('The IFSC of the bank branch, in capitals.', text),
  ...seen,
});
const upi = object({
  account_holder_name: about('The name of the person who owns the UPI address; null if it was not given.', nullable(text)),
  vpa: about('The UPI address, masked up to the payment service.', text),
  ...seen,
});

const shown = {
  bank_account: about('The bank account; present for the type `bank_account`.', bank_account),
  card: about('The card that receives payouts; present for the type `card`.', card),
  alipay: about('The Alipay account; present for the type `alipay`.', alipay),
  carrier_billing: about('The mobile phone account; present for the type `carrier_billing`.', carrier_billing),
  imps: about('The Indian bank account for immediate payments; present for the type `imps`.', imps),
  upi: about('The UPI address; present for the type `upi`.', upi),
};

/** Where a beneficiary is paid, as it may be seen: numbers are masked. */
export const destination_data = sparse({
  destination_type: about(
    'What the beneficiary is paid to; the member of that name has the details.',
    required(oneOf(...destination_types)),
  ),
  ...shown,
});

/** A destination as it is stored, and the numbers for the vault. */
export type Destination = { readonly data: typeof destination_data.initial; readonly vault: Readonly<Record<string, Concealed>> };

type Reading = Pick<Asked, 'fingerprint' | 'now' | 'refuse'>;
type Kept = { readonly shown: object; readonly number: Concealed; readonly besides?: Readonly<Record<string, Concealed>> };
type Read<T extends DestinationType> = (given: NonNullable<DestinationGiven[T]>, at: string, asked: Reading) => Kept;

const wrong = (param: string, message: string): Refusal => ({ code: 'parameter_invalid', param, message });

/** Reads what a merchant gives. `at` is the parameter it came in. */
export function destinationFrom(given: DestinationGiven, at: string, asked: Reading): Destination {
  const { destination_type: type } = given;
  const stranger = destination_types.find((each) => each !== type && given[each] !== undefined);
  if (stranger) return asked.refuse(wrong(`${at}[${stranger}]`, `The destination is of the type ${type}. Send only ${at}[${type}].`));
  const place = `${at}[${type}]`;
  if (!given[type]) return asked.refuse({ code: 'parameter_missing', param: place, message: `Missing required param: ${place}.` });
  const read = (readers[type] as Read<DestinationType>)(given[type], place, asked);
  const { number, besides } = read;
  const member = shown[type] as typeof shown.bank_account;
  const described = { ...read.shown, fingerprint: asked.fingerprint(number), last4: lastOf(number.reveal()) };
  const data = { destination_type: type, [type]: merged(member, member.initial, described) };
  return { data: data as typeof destination_data.initial, vault: { number, ...besides } };
}

const readers: { readonly [T in DestinationType]: Read<T> } = {
  bank_account: readBankAccount,
  card: (given, at, asked) => {
    const described = describeCard(given, null, at, asked);
    const { brand, country, exp_month, exp_year, funding } = described.card as Readonly<Record<string, unknown>>;
    const facts = { brand, country, exp_month, exp_year, funding, name: given.name };
    return { shown: { ...facts, number: masked(given.number.reveal()) }, number: given.number };
  },
  alipay: ({ user_id, ...said }, at, asked) => {
    const written = user_id.reveal();
    const id = isPhone(dialled(written)) ? dialled(written) : written;
    if (!/^2088\d{12}$/.test(id) && !isPhone(id) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(id))
      return asked.refuse(
        wrong(`${at}[user_id]`, 'Not an Alipay user: send their id of 16 digits that begins with 2088, or their e-mail address or phone.'),
      );
    return { shown: { ...said, user_id: masked(id) }, number: new Concealed(id) };
  },
  carrier_billing: ({ phone_number, ...said }, at, asked) => {
    const plain = dialled(phone_number.reveal());
    if (!isPhone(plain))
      return asked.refuse(wrong(`${at}[phone_number]`, 'Not a phone number: send it with its country code, such as +14155552671.'));
    return { shown: { ...said, phone_number: masked(plain) }, number: new Concealed(plain) };
  },
  imps: ({ account_number, ifsc, ...said }, at, asked) => {
    const [number, code] = [account_number.reveal(), ifsc.trim().toUpperCase()];
    if (!/^\d{6,18}$/.test(number))
      return asked.refuse(wrong(`${at}[account_number]`, 'Not an account number of IN: send 6 to 18 digits.'));
    if (!isIfsc(code)) return asked.refuse(wrong(`${at}[ifsc]`, 'Not an IFSC: send 11 characters such as HDFC0004051.'));
    return { shown: { ...said, account_number: masked(number), ifsc: code }, number: account_number };
  },
  upi: ({ vpa, ...said }, at, asked) =>
    isUpiAddress(vpa.reveal())
      ? { shown: { ...said, vpa: masked(vpa.reveal()) }, number: vpa }
      : asked.refuse(wrong(`${at}[vpa]`, 'Not a UPI address: send a name and a payment service, such as name@okbank.')),
};

function readBankAccount(
  given: NonNullable<DestinationGiven['bank_account']>,
  at: string,
  asked: Reading,
): ReturnType<Read<'bank_account'>> {
  const tax_id = given.tax_id && new Concealed(given.tax_id.reveal().replace(/[./]/g, ''));
  const read = readAccount({ ...given, tax_id }, at, asked);
  if (given.dob && !hasBeen(given.dob, asked.now))
    return asked.refuse(wrong(`${at}[dob]`, 'Invalid date of birth. Send day, month and year of a date in the past.'));
  const number = new Concealed(given.account_number.reveal().toUpperCase());
  const { currency, ...routed } = read;
  return {
    shown: {
      ...given,
      ...routed,
      account_number: masked(number.reveal()),
      currency: given.currency ?? (currency || null),
      tax_id: tax_id ? masked(tax_id.reveal()) : null,
    },
    number,
    ...(tax_id && { besides: { tax_id } }),
  };
}

type Day = { readonly day: string; readonly month: string; readonly year: string };

function hasBeen({ day, month, year }: Day, now: number): boolean {
  if (![day, month, year].every((each) => /^\d{1,4}$/.test(each))) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return (
    date.getUTCFullYear() === Number(year) &&
    date.getUTCMonth() === Number(month) - 1 &&
    Number(year) > 1850 &&
    date.getTime() <= now * 1000
  );
}

type Known = { readonly country: string | null; readonly currency: string | null };

/** In which country a destination is, and what it is paid in where it takes one currency only. */
export function whereabouts({ destination_type: type, ...of }: typeof destination_data.initial): Known {
  if (type === 'bank_account') return { country: of.bank_account?.country ?? null, currency: of.bank_account?.currency ?? null };
  if (type === 'imps' || type === 'upi') return { country: 'IN', currency: 'inr' };
  if (type === 'alipay') return { country: 'CN', currency: null };
  return { country: of.card?.country ?? null, currency: null };
}
