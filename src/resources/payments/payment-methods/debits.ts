import { extractIBAN, isValidIBAN } from 'ibantools';
import { Concealed } from '../../../kernel/base/concealed.js';
import type { Asked } from '../../../kernel/base/effects.js';
import { about, type Field, field, invalid, nullable, type SaidFields } from '../../../kernel/base/fields.js';
import { concealed, oneOf, text, textOf } from '../../../kernel/base/kinds.js';
import { object, pick } from '../../../kernel/base/members.js';
import type { Refusal } from '../../../kernel/base/refusal.js';

/** The kinds that debit a bank account: its number lies in the vault. */
export const debit_types = ['sepa_debit', 'us_bank_account', 'bacs_debit', 'au_becs_debit', 'acss_debit', 'nz_bank_account'] as const;

/** One of them. */
export type DebitType = (typeof debit_types)[number];

/** What a payer says of a bank account, and what may be seen of it. */
type Debit = {
  /** The parameter with the number of the account. */
  readonly number: 'iban' | 'account_number';
  /** The sentence about that parameter. */
  readonly about_number: string;
  readonly digits: RegExp;
  /** What tells the bank, by its parameter; needed, and seen. */
  readonly bank: SaidFields;
  /** What may be said besides, and is seen. */
  readonly besides?: SaidFields;
  /** Members derived from the account number. */
  readonly derived?: (number: string) => Readonly<Record<string, string | null>>;
  /** Where the account that a sandbox makes up is. */
  readonly country: string;
  /** An account that a sandbox makes up for native callers, who only name the kind (published). */
  readonly made_up: Readonly<Record<string, string>> & { readonly number: string };
};

/** So many digits, with or without dashes and blanks. */
export const digits = (least: number, most = least): Field<string, string, 'optional'> => {
  const count = least === most ? `${least}` : `${least} to ${most}`;
  return field({ type: 'string', pattern: `^[0-9]{${least === most ? least : `${least},${most}`}}$` }, '', (value, at, reading) => {
    const plain = typeof value === 'string' ? value.replace(/[ -]/g, '') : '';
    const fits = /^\d+$/.test(plain) && plain.length >= least && plain.length <= most;
    return fits ? plain : invalid(reading, at, `Invalid ${at}: send ${count} digits.`);
  });
};

/** The bank that an IBAN names, in the places that its country has for that. */
function bankOf(iban: string) {
  const { bankIdentifier = null, branchIdentifier = null, countryCode = iban.slice(0, 2) } = extractIBAN(iban);
  return { bank_code: bankIdentifier, branch_code: branchIdentifier, country: countryCode };
}

/** What can be changed of an account in the US. */
export const us_bank_account_changes = {
  account_holder_type: about('Whether the account belongs to a person (`individual`) or a company.', oneOf('company', 'individual')),
  account_type: about('Whether it is a checking or a savings account.', oneOf('checking', 'savings')),
} as const;

const debits: Readonly<Record<DebitType, Debit>> = {
  sepa_debit: {
    number: 'iban',
    about_number: 'The IBAN of the account; spaces are ignored. It is stored encrypted and never returned.',
    digits: /^.{1,100}$/,
    bank: {},
    derived: bankOf,
    country: 'DE',
    made_up: { number: 'DE89370400440532013000' },
  },
  us_bank_account: {
    number: 'account_number',
    about_number: 'The account number, 4 to 17 digits. It is stored encrypted and never returned.',
    digits: /^\d{4,17}$/,
    bank: { routing_number: about('The routing number of the bank: nine digits.', digits(9)) },
    besides: {
      ...us_bank_account_changes,
      financial_connections_account: about(
        'The account of Financial Connections that the numbers come from. Florin stores it unchecked.',
        textOf(255),
      ),
    },
    derived: () => ({ bank_name: 'TEST BANK' }),
    country: 'US',
    made_up: { number: '000123456789', routing_number: '110000000', account_holder_type: 'individual', account_type: 'checking' },
  },
  bacs_debit: {
    number: 'account_number',
    about_number: 'The account number, eight digits. It is stored encrypted and never returned.',
    digits: /^\d{8}$/,
    bank: { sort_code: about('The sort code of the bank: six digits.', digits(6)) },
    country: 'GB',
    made_up: { number: '00012345', sort_code: '108800' },
  },
  au_becs_debit: {
    number: 'account_number',
    about_number: 'The account number, 4 to 9 digits. It is stored encrypted and never returned.',
    digits: /^\d{4,9}$/,
    bank: { bsb_number: about('The BSB number of the branch: six digits.', digits(6)) },
    country: 'AU',
    made_up: { number: '000123456', bsb_number: '000000' },
  },
  acss_debit: {
    number: 'account_number',
    about_number: 'The account number, 5 to 12 digits. It is stored encrypted and never returned.',
    digits: /^\d{5,12}$/,
    bank: {
      institution_number: about('The number of the bank: three digits.', digits(3)),
      transit_number: about('The number of the branch: five digits.', digits(5)),
    },
    derived: () => ({ bank_name: 'TEST BANK' }),
    country: 'CA',
    made_up: { number: '000123456789', institution_number: '000', transit_number: '11000' },
  },
  nz_bank_account: {
    number: 'account_number',
    about_number: 'The account number, seven digits. It is stored encrypted and never returned.',
    digits: /^\d{7}$/,
    bank: {
      bank_code: about('The number of the bank: two digits.', digits(2)),
      branch_code: about('The number of the branch: four digits.', digits(4)),
      suffix: about('The end of the account number, which tells apart the accounts of one customer: two or three digits.', digits(2, 3)),
    },
    besides: {
      account_holder_name: about('The name on the account, if it is not that of the payer.', textOf(255)),
      reference: about("Your reference of the debits, for the payer's bank statement.", textOf(12)),
    },
    derived: () => ({ bank_name: 'TEST BANK' }),
    country: 'NZ',
    made_up: { number: '0000000', bank_code: '11', branch_code: '0000', suffix: '10' },
  },
};

/** Whether a kind debits a bank account. */
export const isDebit = (type: string): type is DebitType => Object.hasOwn(debits, type);

const accountInput = ({ number, about_number, digits: shape, bank, besides = {} }: Debit): Field<AccountInput, AccountInput, 'optional'> =>
  object({ [number]: about(about_number, concealed(shape, 'parameter_invalid')), ...bank, ...besides }) as Field<
    AccountInput,
    AccountInput,
    'optional'
  >;

/** A bank account as a payer gives it. */
type AccountInput = Readonly<Record<string, Concealed | string>>;

/** What is given of the account, a parameter for each kind. */
export const account_inputs = Object.fromEntries(
  debit_types.map((type) => [type, about(`The bank account, if \`type\` is \`${type}\`.`, accountInput(debits[type]))]),
) as Readonly<Record<DebitType, Field<AccountInput, AccountInput, 'optional', string>>>;

/** The members that `derived` may return. */
const derived_members: SaidFields = {
  bank_code: about('The bank code within the IBAN.', text),
  branch_code: about('The code of the branch within the IBAN.', text),
  bank_name: about('The name of the bank.', text),
  country: about('The country of the IBAN as a two-letter ISO 3166-1 code.', text),
};

/** What may be seen of an account, by the kind that debits it. */
export const shownOf = (type: DebitType): SaidFields => {
  const { bank, besides = {}, derived, made_up }: Debit = debits[type];
  const known = { ...bank, ...besides, ...pick(derived_members, ...Object.keys(derived?.(made_up.number) ?? {})) };
  const names = Object.keys(known).sort();
  return {
    ...Object.fromEntries(names.map((name) => [name, { ...nullable(text), about: known[name]?.about ?? '' }])),
    fingerprint: about(
      'Identifies the account number within this service: equal for two payment methods with the same number.',
      nullable(text),
    ),
    last4: about('The last four digits of the account number.', textOf(4)),
  };
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

/** The members of a bank account that is debited in euros. */
export const sepa_debit_members = {
  bank_code: about('The bank code within the IBAN; null in countries whose IBANs have none.', nullable(text)),
  branch_code: about('The code of the branch within the IBAN; null in countries whose IBANs have none.', nullable(text)),
  country: about('The country of the IBAN as a two-letter ISO 3166-1 code.', nullable(text)),
  fingerprint: about('Identifies the IBAN within this service: equal for two payment methods with the same IBAN.', nullable(text)),
  last4: about('The last four characters of the IBAN.', textOf(4)),
} as const;

/** A bank account as everyone may see it; its number lies in the vault. */
export const sepa_debit = object(sepa_debit_members);

/** All that is kept of a bank account. */
export const sepa_debit_for_payer = { bank_code: true, branch_code: true, country: true, fingerprint: true, last4: true } as const;
