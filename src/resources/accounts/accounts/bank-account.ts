import { Concealed } from '../../../kernel/base/concealed.js';
import { type Around, type Asked, type Effect, seal } from '../../../kernel/base/effects.js';
import { about, field, type Given, initially, nullable, required } from '../../../kernel/base/fields.js';
import { concealed, country, expandsTo, flag, metadata, oneOf, ref, text, textOf } from '../../../kernel/base/kinds.js';
import { listOf, object, pick } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import { type It, resource } from '../../../kernel/base/resource.js';
import { requireNumbers as requirePossible } from '../bank-details/bank-details.js';
import { bank_account_documents } from './document-fields.js';
import { due_members } from './due-lists.js';

const requirements = object(pick(due_members, 'currently_due', 'errors', 'past_due', 'pending_verification'));

/** Where payouts go. Its number lies in the vault. */
export const bankAccount = resource({
  object: 'bank_account',
  prefix: 'ba',
  fields: {
    account: about('The account whose payouts the bank account receives.', ref('account')),
    account_holder_name: about('The name of the person or company that owns the bank account; null if it was not given.', nullable(text)),
    account_holder_type: about(
      'Whether a person or a company owns the bank account; null if it was not given.',
      nullable(oneOf('company', 'individual')),
    ),
    account_type: about(
      'The kind of bank account, in countries that distinguish them; null if it was not given.',
      nullable(oneOf('checking', 'futsu', 'savings', 'toza')),
    ),
    available_payout_methods: about(
      'How fast payouts to the bank account can be.',
      initially(['instant' as const, 'standard' as const], listOf(oneOf('instant', 'standard'), 2)),
    ),
    bank_name: about('The name of the bank; null if it is not known.', nullable(text)),
    country: about('The country of the bank, as a two-letter ISO 3166-1 code.', country),
    currency: about('The currency that payouts to the bank account have.', currency),
    customer: about('Always null: customers pay by payment methods, and keep no bank accounts.', nullable(expandsTo('customer', text))),
    default_for_currency: about('Whether payouts in its currency go to this bank account by default.', initially(true, flag)),
    documents: about('The files that were sent to prove who owns the bank account.', bank_account_documents),
    fingerprint: about('A hash of the number: two bank accounts with the same number have the same fingerprint.', nullable(text)),
    future_requirements: about('What future rules will require; always empty.', requirements),
    last4: about('The last four characters of the account number.', textOf(4)),
    metadata,
    requirements: about('What must be sent so that payouts go to the bank account; always empty.', requirements),
    routing_number: about('The number of the bank or branch; null if it was not given.', nullable(textOf(34))),
  },
  start: { new: 'account.external_account.created' },
  states: { new: {} },
  events: { updated: 'account.external_account.updated', removed: 'account.external_account.deleted' },
  columns: ['currency', 'default_for_currency'],
  unique: { default_for_currency: ({ currency, default_for_currency }) => (default_for_currency ? String(currency) : null) },
  vault: true,
});

/** A bank account as a merchant gives it. */
export const bank_account_input = object({
  object: about('The kind of external account; only `bank_account` is possible.', oneOf('bank_account')),
  account_holder_name: about('The name of the person or company that owns the bank account.', text),
  account_holder_type: about('Whether a person or a company owns the bank account.', oneOf('company', 'individual')),
  account_type: about('The kind of bank account, in countries that distinguish them.', oneOf('checking', 'futsu', 'savings', 'toza')),
  account_number: about(
    'The account number or IBAN of 4 to 34 characters; stored in the vault, and only the last four are shown.',
    required(concealed(/^[A-Za-z0-9]{4,34}$/, 'parameter_invalid')),
  ),
  country: about('The country of the bank, as a two-letter ISO 3166-1 code; it decides how numbers are checked.', required(country)),
  currency: about('The currency that payouts to the bank account have.', required(currency)),
  routing_number: about('The number of the bank or branch; it is checked if the country has one.', textOf(34)),
});

/** The same, or the id of a token that stands for it. */
export type BankAccountGiven = Partial<NonNullable<Given<{ it: typeof bank_account_input }>['it']>> & { readonly token?: string };

/** A bank account as it is given to pay out to: its members, or a token. */
export const external_account_input = field<BankAccountGiven>(
  { anyOf: [bank_account_input.schema, textOf(255).schema] },
  {},
  (value, at, reading) => {
    if (typeof value !== 'string') return bank_account_input.read(value, at, reading);
    const token = textOf(255).read(value, at, reading);
    return token === undefined ? undefined : { token };
  },
);

/** Refuses numbers that cannot be those of a bank account in its country. The routing number may be left out, as accounts could always be added without it. */
export function requireNumbers(
  { account_number, country, routing_number }: BankAccountGiven,
  at: string,
  asked: Pick<Asked, 'refuse'>,
): void {
  if (account_number && country) requirePossible({ account_number, country, routing_number }, at, asked);
}

/** What may be seen of a bank account number. */
export const describeNumber = (
  number: Concealed,
  { fingerprint }: Pick<Around, 'fingerprint'>,
): { fingerprint: string; last4: string } => ({
  fingerprint: fingerprint(number),
  last4: number.reveal().slice(-4),
});

/** The published test account whose payouts succeed; every account of a sandbox has it from its first moment. */
export function testBankAccount(account: string, { make, fingerprint }: Around): { made: It<typeof bankAccount> & Effect; sealed: Effect } {
  const number = new Concealed('000123456789');
  const published = { bank_name: 'TEST BANK', country: 'US', currency: 'usd', routing_number: '110000000' };
  const made = make(bankAccount, { status: 'new', account, ...published, ...describeNumber(number, { fingerprint }) });
  return { made, sealed: seal(made, { number }) };
}
