import type { Concealed } from '../../../kernel/base/concealed.js';
import { type Asked, at, seal, set } from '../../../kernel/base/effects.js';
import { about, type Given, merged, required } from '../../../kernel/base/fields.js';
import { concealed, flag, integerOrDigits } from '../../../kernel/base/kinds.js';
import { object } from '../../../kernel/base/members.js';
import { currency } from '../../../kernel/base/money.js';
import type { Refusal } from '../../../kernel/base/refusal.js';
import type { Settable } from '../../../kernel/base/resource.js';
import { action, creation, retrieve, timer } from '../../../kernel/base/rules.js';
import { account } from '../../accounts/accounts/account.js';
import { bank_account_input, bankAccount, describeNumber, requireNumbers } from '../../accounts/accounts/bank-account.js';
import { numbers_of_company } from '../../accounts/accounts/company.js';
import { company_members } from '../../accounts/accounts/company-members.js';
import { numbers_of_person, told_of_individual, told_of_person } from '../../accounts/persons/input.js';
import { describeCard } from '../../core/cards/card-input.js';
import { billing_details } from '../../parts.js';
import { card } from '../payment-methods/card.js';
import { card as source } from '../sources/card.js';
import { asOlderCard, detailsOf, holder_members } from '../sources/older-card.js';
import { token, token_types } from './token.js';

const takes = {
  account: about(
    'Details of an account to make a token of, which `account_token` of an account takes.',
    object({
      business_type: account.fields.business_type,
      company: about('Details of the company.', object({ ...company_members, ...numbers_of_company })),
      individual: about('Details of the person whose business the account is.', object({ ...told_of_individual, ...numbers_of_person })),
      tos_shown_and_accepted: about('Whether the terms of service were shown and accepted; the acceptance is dated by its use.', flag),
    }),
  ),
  bank_account: about('A bank account to make a token of.', bank_account_input),
  card: about(
    'A card to make a token of.',
    object({
      ...holder_members,
      currency: about('The currency of payouts to the card. It is accepted and ignored.', currency),
      cvc: about(
        'The verification code, three or four digits. It is checked for its length and not stored.',
        concealed(/^\d{3,4}$/, 'invalid_cvc'),
      ),
      exp_month: about('The month in which the card expires, 1 to 12.', required(integerOrDigits())),
      exp_year: about('The year in which the card expires, with two or four digits.', required(integerOrDigits())),
      number: about(
        'The card number, 12 to 19 digits; spaces and hyphens are ignored. It is stored encrypted and never returned.',
        required(concealed(/^\d{12,19}$/, 'invalid_number')),
      ),
    }),
  ),
  cvc_update: about(
    'A verification code that the payer entered again. The token can be used for ten minutes.',
    object({ cvc: about('The verification code, three or four digits.', required(concealed(/^\d{3,4}$/, 'invalid_cvc'))) }),
  ),
  person: about(
    'Details of a person to make a token of, which `person_token` of a person takes.',
    object({ ...told_of_person, ...numbers_of_person }),
  ),
  pii: about(
    'Personal data to make a token of.',
    object({
      id_number: about(
        'An official identification number of up to 100 letters, digits, dots and slashes. It is stored encrypted and never returned.',
        required(concealed(/^[A-Za-z0-9./]{1,100}$/, 'parameter_invalid')),
      ),
    }),
  ),
};

type Input = Given<typeof takes>;
/** What becomes a token, and what of it goes to the vault. */
type Made = { readonly set: Settable<typeof token>; readonly vault: Readonly<Record<string, Concealed>> };

/** How long a verification code is kept, in seconds: as long as a payer may take to pay. */
const code_lasts = 600;

/** Makes a token of what a payer has typed in. */
export const create = creation(token, {
  takes,
  decide: ({ it, input }, asked) => {
    const [type, ...more] = token_types.filter((each) => input[each] !== undefined);
    if (!type || more.length) return asked.refuse(more.length ? one_kind : nothing_given);
    const made = makers[type](input, asked);
    const created = set(it, { ...made.set, type });
    return [created, seal(created, made.vault), type === 'cvc_update' && at(asked.now + code_lasts, created, 'forget')];
  },
});

const kinds = token_types.join(', ');
const one_kind: Refusal = { code: 'parameters_exclusive', param: 'card', message: `A token stands for one thing. Send one of ${kinds}.` };
const nothing_given: Refusal = { code: 'parameter_missing', param: 'card', message: `Must provide one of ${kinds}.` };

const makers: { readonly [K in (typeof token_types)[number]]: (input: Input, asked: Asked) => Made } = {
  card: ({ card: given }, asked) => ofCard(given ?? asked.refuse(nothing_given), asked),
  bank_account: ({ bank_account: given }, asked) => ofBankAccount(given ?? asked.refuse(nothing_given), asked),
  cvc_update: ({ cvc_update }) => ({ set: {}, vault: { ...cvc_update } }),
  pii: ({ pii }) => ({ set: {}, vault: { ...pii } }),
  account: ({ account: given }, asked) => ofAccount(given ?? asked.refuse(nothing_given)),
  person: ({ person: given }, asked) => ofPerson(given ?? asked.refuse(nothing_given)),
};

function ofCard({ cvc, currency: _, ...given }: NonNullable<Input['card']>, asked: Asked): Made {
  const described = describeCard(given, cvc ?? null, 'card', asked);
  const method = {
    card: merged(card, card.initial, described.card),
    billing_details: merged(billing_details, billing_details.initial, detailsOf(given)),
  };
  const shown = { ...asOlderCard(method), address_country: given.address_country ?? null, metadata: {} };
  return { set: { card: { id: asked.fresh(source), object: 'card', ...shown }, method }, vault: { number: given.number } };
}

function ofBankAccount(said: NonNullable<Input['bank_account']>, asked: Asked): Made {
  requireNumbers(said, 'bank_account', asked);
  const { account_number: number, object: _, ...given } = said;
  const described = { ...given, ...describeNumber(number, asked), bank_name: null, status: 'new' };
  return { set: { bank_account: { id: asked.fresh(bankAccount), object: 'bank_account', ...described } }, vault: { number } };
}

/** The numbers that were sent, for the vault. */
const sentOf = (numbers: Readonly<Record<string, Concealed | undefined>>): Readonly<Record<string, Concealed>> =>
  Object.fromEntries(Object.entries(numbers).flatMap(([name, number]) => (number ? [[name, number]] : [])));

function ofAccount({ company = {}, individual, ...said }: NonNullable<Input['account']>): Made {
  const { registration_number, tax_id, vat_id, ...of_company } = company;
  const { id_number, id_number_secondary, ssn_last_4, ...of_individual } = individual ?? {};
  const told_account = { ...said, company: of_company, ...(individual && { individual: of_individual }) };
  return { set: { told_account }, vault: sentOf({ registration_number, tax_id, vat_id, id_number, id_number_secondary, ssn_last_4 }) };
}

function ofPerson({ id_number, id_number_secondary, ssn_last_4, ...told_person }: NonNullable<Input['person']>): Made {
  return { set: { told_person }, vault: sentOf({ id_number, id_number_secondary, ssn_last_4 }) };
}

/** Deletes an unused verification code. */
export const forget = timer(token, 'forget', { decide: ({ it }) => !it.used && [set(it, { used: true }), seal(it, {})] });

/** The tokens group. */
export const tokens = [
  action('POST /v1/tokens', create, {
    about:
      'Creates a token of one card, bank account, verification code, identification number, account or person, so that only the token passes your server. Send exactly one of them.',
  }),
  forget,
  retrieve(token, 'GET /v1/tokens/:id', { about: 'Retrieves a token.' }),
] as const;
