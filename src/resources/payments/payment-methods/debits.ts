import { isValidIBAN } from 'ibantools';
import { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { type Field, type Fields, field, invalid, nullable } from '../../../kernel/base/fields.js';
import { concealed, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';

/** The kinds that debit a bank account: its number lies in the vault. */
export const debit_types = ['sepa_debit', 'us_bank_account', 'bacs_debit', 'au_becs_debit', 'acss_debit'] as const;

/** One of them. */
export type DebitType = (typeof debit_types)[number];

/** What a payer says of a bank account, and what may be seen of it. */
type Debit = {
  /** The parameter with the number of the account. */
  readonly number: 'iban' | 'account_number';
  readonly digits: RegExp;
  /** What tells the bank, by its parameter; needed, and seen. */
  readonly bank: Fields;
  /** What may be said besides, and is seen. */
  readonly besides?: Fields;
  /** Members derived from the account number. */
  readonly derived?: (number: string) => Readonly<Record<string, string>>;
  /** Where the account that a sandbox makes up is. */
  readonly country: string;
  /** An account that a sandbox makes up for native callers, who only name the kind (published). */
  readonly made_up: Readonly<Record<string, string>> & { readonly number: string };
};

/** So many digits, with or without dashes and blanks. */
const digits = (count: number): Field<string, string, 'optional'> =>
  field({ type: 'string', pattern: `^[0-9]{${count}}$` }, '', (value, at, reading) => {
    const plain = typeof value === 'string' ? value.replace(/[ -]/g, '') : '';
    return /^\d+$/.test(plain) && plain.length === count ? plain : invalid(reading, at, `Invalid ${at}: send ${count} digits.`);
  });

const debits: Readonly<Record<DebitType, Debit>> = {
  sepa_debit: {
    number: 'iban',
    digits: /^.{1,100}$/,
    bank: {},
    derived: (iban) => ({ bank_code: iban.slice(4, 12), country: iban.slice(0, 2) }),
    country: 'DE',
    made_up: { number: 'DE89370400440532013000' },
  },
  us_bank_account: {
    number: 'account_number',
    digits: /^\d{4,17}$/,
    bank: { routing_number: digits(9) },
    besides: {
      account_holder_type: oneOf('company', 'individual'),
      account_type: oneOf('checking', 'savings'),
      financial_connections_account: textOf(255),
    },
    derived: () => ({ bank_name: 'TEST BANK' }),
    country: 'US',
    made_up: { number: '000123456789', routing_number: '110000000', account_holder_type: 'individual', account_type: 'checking' },
  },
  bacs_debit: {
    number: 'account_number',
    digits: /^\d{8}$/,
    bank: { sort_code: digits(6) },
    country: 'GB',
    made_up: { number: '00012345', sort_code: '108800' },
  },
  au_becs_debit: {
    number: 'account_number',
    digits: /^\d{4,9}$/,
    bank: { bsb_number: digits(6) },
    country: 'AU',
    made_up: { number: '000123456', bsb_number: '000000' },
  },
  acss_debit: {
    number: 'account_number',
    digits: /^\d{5,12}$/,
    bank: { institution_number: digits(3), transit_number: digits(5) },
    derived: () => ({ bank_name: 'TEST BANK' }),
    country: 'CA',
    made_up: { number: '000123456789', institution_number: '000', transit_number: '11000' },
  },
};

/** Whether a kind debits a bank account. */
export const isDebit = (type: string): type is DebitType => Object.hasOwn(debits, type);

const accountInput = ({ number, digits: shape, bank, besides = {} }: Debit): Field<AccountInput, AccountInput, 'optional'> =>
  object({ [number]: concealed(shape, 'parameter_invalid'), ...bank, ...besides } as Fields) as Field<
    AccountInput,
    AccountInput,
    'optional'
  >;

/** A bank account as a payer gives it. */
type AccountInput = Readonly<Record<string, Concealed | string>>;

/** What is given of the account, a parameter for each kind. */
export const account_inputs = Object.fromEntries(debit_types.map((type) => [type, accountInput(debits[type])])) as Readonly<
  Record<DebitType, Field<AccountInput, AccountInput, 'optional'>>
>;

/** What may be seen of an account, by the kind that debits it. */
export const shownOf = (type: DebitType): Fields => {
  const { bank, besides = {}, derived, made_up }: Debit = debits[type];
  const names = [bank, besides, derived?.(made_up.number) ?? {}].flatMap((each) => Object.keys(each));
  return { ...Object.fromEntries(names.sort().map((name) => [name, nullable(text)])), fingerprint: nullable(text), last4: textOf(4) };
};

/** All of it: payers have said it themselves. */
export const shownToPayer = (type: DebitType): Readonly<Record<string, true>> =>
  Object.fromEntries(Object.keys(shownOf(type)).map((name) => [name, true]));

/** An account as it is kept, and whose it is where that is made up too; */
type Account = { readonly shown: object; readonly number: Concealed; readonly holder: object };

type Reading = Pick<Asked, 'fingerprint' | 'livemode' | 'refuse' | 'version'>;

/** Reads the payer's data of the debited account. `at` is the parameter it came in. */
export function accountFrom(type: DebitType, given: AccountInput | undefined, at: string, asked: Reading): Account {
  const debit = debits[type];
  const is_made_up = !given && !asked.livemode && asked.version === null;
  const { number: made_up, ...known } = debit.made_up;
  const said = is_made_up ? { ...known, [debit.number]: new Concealed(made_up) } : (given ?? {});
  const { [debit.number]: number, ...rest } = said;
  const missing = [debit.number, ...Object.keys(debit.bank)].find((name) => said[name] === undefined);
  if (missing !== undefined || !(number instanceof Concealed)) return asked.refuse(lacks(`${at}[${missing ?? debit.number}]`));
  const plain = number.reveal();
  if (type === 'sepa_debit' && !isValidIBAN(plain))
    return asked.refuse({ code: 'parameter_invalid', param: `${at}[iban]`, message: 'Not a valid IBAN: a digit is missing or mistyped.' });
  const shown = { ...rest, ...debit.derived?.(plain), fingerprint: asked.fingerprint(number), last4: plain.slice(-4) };
  return { shown, number, holder: is_made_up ? { ...made_up_holder, address: { country: debit.country } } : {} };
}

/** Whose an account is that is made up. */
const made_up_holder = { name: 'Jenny Rosen', email: 'jenny.rosen@example.com' };

const lacks = (param: string): Refusal => ({ code: 'parameter_missing', param, message: `Missing required param: ${param}.` });
