import { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { merged, nullable, required } from '../../../kernel/base/fields.js';
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
const seen = { fingerprint: nullable(text), last4: nullable(textOf(4)) };

const bank_account = object({
  account_holder_name: nullable(text),
  account_holder_type: nullable(oneOf('individual', 'company')),
  account_number: text,
  bank_name: nullable(text),
  country,
  currency: nullable(currency),
  dob: nullable(dob),
  email: nullable(text),
  phone_number: nullable(text),
  routing_number: nullable(text),
  routing_type: nullable(text),
  swift: nullable(text),
  tax_id: nullable(text),
  ...seen,
});

const card = object({
  brand: text,
  country: nullable(text),
  exp_month: integer(),
  exp_year: integer(),
  funding: nullable(text),
  name: nullable(text),
  number: text,
  ...seen,
});

const alipay = object({
  email: nullable(text),
  first_name: nullable(text),
  last_name: nullable(text),
  phone_number: nullable(text),
  user_id: text,
  ...seen,
});
const carrier_billing = object({ carrier: nullable(text), phone_number: text, ...seen });
const imps = object({ account_holder_name: nullable(text), account_number: text, ifsc: text, ...seen });
const upi = object({ account_holder_name: nullable(text), vpa: text, ...seen });

const shown = { bank_account, card, alipay, carrier_billing, imps, upi };

/** Where a beneficiary is paid, as it may be seen: numbers are masked. */
export const destination_data = sparse({ destination_type: required(oneOf(...destination_types)), ...shown });

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
  const member = shown[type] as typeof bank_account;
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
    return asked.refuse(wrong(`${at}[dob]`, 'Not a date of birth: send day, month and year of a day that has been.'));
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
